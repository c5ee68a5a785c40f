-- 0021: the partitions become the journal, and the table that they were copied from goes.

-- A move that comes meanwhile waits for as long as this does, so it gives up soon. Then it can be run again.
SET LOCAL lock_timeout = '3s';

SET LOCAL statement_timeout = '1min';

-- From here on reading and moves wait, for milliseconds: nothing below reads more than a row.
LOCK TABLE journal IN ACCESS EXCLUSIVE MODE;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM journal_copy WHERE is_done) THEN
        RAISE EXCEPTION 'the journal is not copied yet, and nothing was changed. Run: rondel migrate';
    END IF;
    IF NOT EXISTS (
        SELECT FROM pg_trigger
        WHERE tgrelid = 'journal'::regclass AND tgname = 'journal_follow' AND tgenabled IN ('O', 'A')
    ) THEN
        RAISE EXCEPTION 'the trigger journal_follow was disabled, so the copy may lack rows; nothing was changed';
    END IF;
END
$$;

-- Every row of it is in the partitions: each batch was compared, and the trigger wrote whatever came later.
-- squawk-ignore ban-drop-table
DROP TABLE journal;

-- squawk-ignore ban-drop-function
DROP FUNCTION journal_follow;

-- squawk-ignore ban-drop-table
DROP TABLE journal_copy;

-- Statements of the version before go on: name, columns and keys are the same.
-- squawk-ignore renaming-table
ALTER TABLE journal_parts RENAME TO journal;

-- squawk-ignore renaming-object
ALTER TABLE journal RENAME CONSTRAINT journal_parts_pkey TO journal_pkey;

-- squawk-ignore renaming-object
ALTER TABLE journal RENAME CONSTRAINT journal_parts_table_id_action_id_key TO journal_table_id_action_id_key;
