-- 0020: the journal gets eight partitions, by the hash of the table's id. They are made beside it as `journal_parts`.
-- From here on whatever is written to the journal is written there too, in the same transaction. `rondel migrate`
-- copies the older rows batch by batch, and 0021 puts the copy in the journal's place.

-- A move that comes meanwhile waits for as long as this does, so it gives up soon. Then it can be run again.
SET LOCAL lock_timeout = '3s';

SET LOCAL statement_timeout = '1min';

-- The same columns and keys. Both keys begin with the table's id, so each partition can hold them alone.
CREATE TABLE journal_parts (
    table_id uuid NOT NULL,
    version integer NOT NULL CONSTRAINT journal_version_check CHECK (version > 0),
    action_id uuid NOT NULL,
    seat integer,
    rules integer NOT NULL,
    action bytea NOT NULL,
    events bytea NOT NULL,
    at bigint NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, action_id)
) PARTITION BY HASH (table_id);

CREATE TABLE journal_0 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 0);

CREATE TABLE journal_1 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 1);

CREATE TABLE journal_2 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 2);

CREATE TABLE journal_3 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 3);

CREATE TABLE journal_4 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 4);

CREATE TABLE journal_5 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 5);

CREATE TABLE journal_6 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 6);

CREATE TABLE journal_7 PARTITION OF journal_parts FOR VALUES WITH (MODULUS 8, REMAINDER 7);

GRANT SELECT, INSERT ON journal_parts TO rondel_app;

-- One row: the last key that was copied.
CREATE TABLE journal_copy (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    table_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    version integer NOT NULL DEFAULT 0,
    copied bigint NOT NULL DEFAULT 0,
    is_done boolean NOT NULL
);

CREATE FUNCTION journal_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        DELETE FROM journal_parts WHERE table_id = OLD.table_id AND version = OLD.version;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO journal_parts (table_id, version, action_id, seat, rules, action, events, at, digest)
        VALUES (
            NEW.table_id, NEW.version, NEW.action_id, NEW.seat, NEW.rules, NEW.action, NEW.events, NEW.at, NEW.digest
        );
    END IF;
    RETURN NULL;
END
$$;

-- This waits for every transaction that has written a row without it, so none is missed.
CREATE TRIGGER journal_follow AFTER INSERT OR UPDATE OR DELETE ON journal
FOR EACH ROW EXECUTE FUNCTION journal_follow();

-- In a new database there is nothing to copy.
INSERT INTO journal_copy (is_done) SELECT NOT EXISTS (SELECT FROM journal);
