-- 0016: ended tables go to the archive; the journal keeps the last row of each.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

ALTER TABLE game_session ADD COLUMN archived_at bigint;
