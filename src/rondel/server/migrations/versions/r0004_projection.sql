-- 0004: the relational record becomes a projection. It follows the journal instead of riding in its commit,
-- so nothing that is wrong with a row of the record can refuse a move.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- The version for which the rows of the record are true. `failed` says why the next one cannot be written.
CREATE TABLE projection (
    table_id uuid PRIMARY KEY,
    version integer NOT NULL CHECK (version >= 0),
    updated_at bigint NOT NULL,
    failed text
) WITH (fillfactor = 70);

CREATE INDEX projection_failed ON projection (table_id) WHERE failed IS NOT NULL;

-- Until now the rows were written with each move.
INSERT INTO projection (table_id, version, updated_at)
SELECT id, version, now_ms() FROM game_session WHERE game = 'cambio' AND version > 0;

-- True once the last version of a table is projected: nobody needs to look at it again.
ALTER TABLE game_session ADD COLUMN is_record_final boolean NOT NULL DEFAULT false;

-- Only columns that change once are in it, so that moves stay cheap. It is built in a moment: tables are few
-- beside moves.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX game_session_recorded ON game_session (game, id) WHERE header IS NOT NULL AND NOT is_record_final;

-- A table that is reset begins again without a caller; otherwise the caller never changes.
CREATE OR REPLACE FUNCTION cambio_judge_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM projection WHERE table_id = NEW.id AND version = 0) THEN
        PERFORM cambio_broken('the caller never changes', NEW.id);
    END IF;
    RETURN NULL;
END
$$;

-- A move writes status, ending and the time of completion before its version is projected. Rows of the record
-- must never refuse it, so changes of these columns are judged only once the table has ended.
DROP TRIGGER cambio_session_later ON game_session;

CREATE CONSTRAINT TRIGGER cambio_session_later AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND (
    NEW.phase IS DISTINCT FROM OLD.phase
    OR (NEW.phase IN ('final_round', 'completed') AND NEW.cambio_caller_id IS DISTINCT FROM OLD.cambio_caller_id)
    OR (NEW.phase = 'completed' AND OLD.status <> 'active' AND (
        NEW.ending IS DISTINCT FROM OLD.ending OR NEW.completed_at IS DISTINCT FROM OLD.completed_at
    ))
))
EXECUTE FUNCTION cambio_judge_session();

GRANT SELECT, INSERT, UPDATE, DELETE ON projection TO rondel_app;
