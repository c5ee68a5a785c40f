-- 0017: the history of the database, noted at each start of a node. A restore or a promotion makes it another one.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- The server's identifier, its timeline and this database's oid; and the epoch there was when they were noted.
ALTER TABLE cell ADD COLUMN history text, ADD COLUMN history_epoch bigint;

GRANT UPDATE (history, history_epoch) ON cell TO rondel_app;
