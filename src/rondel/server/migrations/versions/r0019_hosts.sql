-- 0019: invitations to a server, and what hosts of tables decide before play.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- By the hash of its token alone: the link is shown once, when it is made. `left_uses` counts down.
CREATE TABLE invite (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    uses integer NOT NULL CHECK (uses > 0),
    left_uses integer NOT NULL CHECK (left_uses BETWEEN 0 AND uses),
    until bigint NOT NULL,
    at bigint NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON invite TO rondel_app;

ALTER TABLE game_session ADD COLUMN is_shut boolean NOT NULL DEFAULT false;

-- Whom the host has removed from a table before play, by the name at that table. They do not sit down again there.
CREATE TABLE removed_player (
    id uuid PRIMARY KEY,
    table_id uuid NOT NULL REFERENCES game_session ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    name text NOT NULL,
    UNIQUE (table_id, account_id)
);

CREATE INDEX removed_player_account ON removed_player (account_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON removed_player TO rondel_app;
