-- 0005: outages. A node marks every second that it serves; a mark that is too old when the next one comes was an outage.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- When a node last said that it serves; null before the first has.
ALTER TABLE cell ADD COLUMN served_at bigint;

-- Spans in which no node served.
CREATE TABLE outage (
    from_ms bigint NOT NULL,
    until_ms bigint PRIMARY KEY CHECK (until_ms > from_ms)
);

-- Renews the mark, records the gap before it if it is longer than gap_ms, and gives the outages of the last last_ms.
-- Whoever waits for the lock sees what the first has recorded: every statement of a function like this looks anew.
-- The commit does not wait for the disk: a mark that is lost makes the next outage begin a second earlier.
CREATE FUNCTION beat(gap_ms bigint, last_ms bigint) RETURNS SETOF outage LANGUAGE plpgsql VOLATILE AS
$$
DECLARE
    before_ms bigint;
    present_ms bigint;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    SELECT served_at INTO before_ms FROM cell FOR UPDATE;
    present_ms := greatest(before_ms, now_ms());
    UPDATE cell SET served_at = present_ms;
    IF present_ms - before_ms > gap_ms THEN
        INSERT INTO outage (from_ms, until_ms) VALUES (before_ms, present_ms);
    END IF;
    RETURN QUERY SELECT o.* FROM outage AS o WHERE o.until_ms > present_ms - last_ms ORDER BY o.until_ms;
END
$$;

GRANT SELECT, INSERT ON outage TO rondel_app;

GRANT UPDATE (served_at) ON cell TO rondel_app;
