-- 0002: notices. Whose turn it is stands in the outbox, written with the move; what is sent stands here.
-- A notice is sent at most once: the mark `sending` is committed before the last byte goes out.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- When somebody is to look at the row; 0 is at once.
ALTER TABLE outbox ADD COLUMN due_at bigint NOT NULL DEFAULT 0;

-- Squawk would rather build it while moves are made; few rows are in the outbox, and it is built at once.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX outbox_due ON outbox (due_at) WHERE kind <> 'ended';

-- How somebody wants to be told. `key` signs the links that work without a session.
CREATE TABLE alert (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    by_mail boolean NOT NULL,
    hook text,
    delay_ms bigint NOT NULL CHECK (delay_ms >= 0),
    digest text NOT NULL CHECK (digest IN ('off', 'hourly', 'daily')),
    key bytea NOT NULL
);

-- A browser that takes messages.
CREATE TABLE device (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    endpoint text NOT NULL UNIQUE,
    p256dh bytea NOT NULL,
    auth bytea NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL
);

CREATE INDEX device_account ON device (account_id);

CREATE TABLE mute (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    PRIMARY KEY (account_id, table_id)
);

CREATE TABLE notice (
    id uuid PRIMARY KEY,
    key text NOT NULL UNIQUE,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('mail', 'push', 'hook')),
    table_id uuid,
    seat integer,
    version integer,
    device_id uuid,
    due_at bigint NOT NULL,
    state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'sending', 'sent', 'passed', 'dead', 'unknown')),
    claimed_until bigint NOT NULL DEFAULT 0,
    tries integer NOT NULL DEFAULT 0,
    because text,
    changed_at bigint NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX notice_due ON notice (due_at) WHERE state = 'waiting';

CREATE INDEX notice_sending ON notice (claimed_until) WHERE state = 'sending';

CREATE INDEX notice_done ON notice (state, changed_at) WHERE state NOT IN ('waiting', 'sending');

CREATE INDEX notice_account ON notice (account_id);

CREATE INDEX notice_table ON notice (table_id, seat, version);

GRANT SELECT, INSERT, UPDATE, DELETE ON alert, device, mute, notice TO rondel_app;
