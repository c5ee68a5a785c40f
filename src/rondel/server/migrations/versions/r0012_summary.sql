-- 0012: what a list of tables says of one in play, as the newest row of its journal left it. It is null until the
-- next move of a table that runs now, and for games that have nothing to say.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

ALTER TABLE game_session ADD COLUMN summary text;
