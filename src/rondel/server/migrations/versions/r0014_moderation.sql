-- 0014: moderation. Who may moderate, who is banned, what was reported, who has blocked whom, what all are told,
-- and what moderators did.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

CREATE TABLE staff (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('moderator', 'admin'))
);

-- Of an account or of a network, in the notation of CIDR. One for each: a new one replaces the one before.
CREATE TABLE ban (
    id uuid PRIMARY KEY,
    account_id uuid UNIQUE REFERENCES account ON DELETE CASCADE,
    network text UNIQUE,
    reason text NOT NULL,
    until bigint,
    at bigint NOT NULL,
    CHECK ((account_id IS NULL) <> (network IS NULL))
);

-- `lines` are ids of lines of chat: what somebody said is gone from the report when that person is forgotten.
CREATE TABLE report (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    about_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    line bigint,
    lines bigint[] NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    is_open boolean NOT NULL DEFAULT true
);

CREATE INDEX report_open ON report (at) WHERE is_open;

CREATE INDEX report_account ON report (account_id, at);

CREATE INDEX report_about ON report (about_id);

CREATE TABLE block (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    blocked_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('mute', 'block')),
    at bigint NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);

CREATE INDEX block_blocked ON block (blocked_id);

-- At most one row: what everybody who is here is told.
CREATE TABLE announcement (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    text text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('news', 'maintenance')),
    until bigint,
    at bigint NOT NULL
);

-- What moderators did, and the feed by which nodes hear of it. It names accounts by their ids alone.
-- No foreign key: a row stays when the account goes. `account_id` is null for the command line.
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid,
    kind text NOT NULL,
    about text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL
);

ALTER TABLE chat ADD COLUMN removed_at bigint;

-- squawk-ignore require-concurrent-index-creation
CREATE INDEX account_search ON account (skeleton text_pattern_ops, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON staff, ban, report, block, announcement TO rondel_app;

GRANT SELECT, INSERT ON audit TO rondel_app;
