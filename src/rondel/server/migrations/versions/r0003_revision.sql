-- 0003: every change of a table's record outside its journal is counted.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

ALTER TABLE game_session ADD COLUMN revision integer NOT NULL DEFAULT 0;
