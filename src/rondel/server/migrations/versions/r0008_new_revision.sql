-- 0008: a revision of a table's record is a number that no other history has. A counter came again after a failover
-- that lost its tail, and a row was stored at a table that had been halted in the meantime.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

CREATE FUNCTION new_revision() RETURNS integer LANGUAGE sql VOLATILE AS
$$
SELECT (random() * 2147483647)::integer
$$;
