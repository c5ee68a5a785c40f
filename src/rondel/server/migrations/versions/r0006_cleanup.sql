-- 0006: since when a table is halted, and three things that nobody used.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- NULL for a table that was halted before there was this column.
ALTER TABLE game_session ADD COLUMN halted_at bigint;

-- Nothing ever wrote a rating. A node of the version before cannot export an account until it is restarted.
-- squawk-ignore ban-drop-table
DROP TABLE rating;

-- Nobody read these rows: whether a table has ended stands in its own row.
DELETE FROM outbox WHERE kind = 'ended';

-- Squawk would rather do both while moves are made; few rows are in the outbox, and it is done at once.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX outbox_due;

-- squawk-ignore require-concurrent-index-creation
CREATE INDEX outbox_due ON outbox (due_at);
