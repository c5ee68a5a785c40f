-- 0011: a table may have a name, and keeps how it ended; running public tables are listed for those who watch.
-- Tables that ended before have no outcome here: their journals have.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

ALTER TABLE game_session ADD COLUMN name text, ADD COLUMN outcome text;

-- squawk-ignore require-concurrent-index-creation
CREATE INDEX game_session_running ON game_session (created_at DESC)
WHERE status = 'active' AND access = 'public';
