-- 0018: ways to sign in without mail.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- A public key is no secret: whoever reads this table can sign in as nobody.
CREATE TABLE passkey (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);

CREATE INDEX passkey_account ON passkey (account_id);

-- Whom a provider of OpenID Connect calls `subject`. An address of theirs is not asked for and not stored.
CREATE TABLE identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    created_at bigint NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (account_id, issuer)
);

-- What one browser was asked to answer, by the hash of its cookie. Each is deleted when it is used.
CREATE TABLE challenge (
    browser_hash bytea PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('add_passkey', 'use_passkey', 'provider', 'person')),
    account_id uuid REFERENCES account ON DELETE CASCADE,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX challenge_account ON challenge (account_id);

CREATE INDEX challenge_expires ON challenge (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO rondel_app;

GRANT SELECT, INSERT, DELETE ON identity, challenge TO rondel_app;
