-- 0013: what only its owner sees at a table: notes, and standing orders.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

CREATE TABLE note (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    text text NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (account_id, table_id)
);

-- `version` is the last one at which the order was judged; it is followed at `due_at`, if that is set.
CREATE TABLE standing_order (
    id uuid PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    table_id uuid NOT NULL,
    seat integer NOT NULL,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    body bytea NOT NULL,
    version integer NOT NULL,
    due_at bigint,
    claimed_until bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE INDEX standing_order_account ON standing_order (account_id, table_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON note, standing_order TO rondel_app;
