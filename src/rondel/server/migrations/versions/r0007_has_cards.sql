-- 0007: what 0009 needs and takes long on a large database. Moves go on meanwhile: they touch neither table. The
-- order of the locks is that of a server, so neither can wait for the other for ever.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- NULL for a record that was written before there were cards: a node of this version writes it again. A node of the
-- version before does not know the column. It proposes rows with `false`, so the versions it would write are refused,
-- and a node of this version writes them in its place. No row is touched here.
ALTER TABLE projection ADD COLUMN has_cards boolean;

ALTER TABLE projection ALTER COLUMN has_cards SET DEFAULT false;

-- squawk-ignore constraint-missing-not-valid
ALTER TABLE projection ADD CONSTRAINT projection_has_cards CHECK (has_cards OR version = 0);

-- squawk-ignore require-concurrent-index-creation
CREATE INDEX projection_without_cards ON projection (table_id) WHERE has_cards IS NULL AND version > 0;

-- So that these are found by their index from the start.
ANALYZE projection;

-- So that a card and its player are of the same game. While it is built nobody can open, join or leave a table.
-- squawk-ignore require-concurrent-index-creation
CREATE UNIQUE INDEX player_of_session ON player (game_session_id, id);
