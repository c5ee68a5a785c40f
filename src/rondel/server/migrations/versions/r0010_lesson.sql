-- 0010: the published seed of a lesson; NULL for every table that counts.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

ALTER TABLE game_session ADD COLUMN lesson text;
