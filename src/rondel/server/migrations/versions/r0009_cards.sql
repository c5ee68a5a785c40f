-- 0009: `card` becomes a table that the projection writes with every version. Until now it was a view of the last
-- snapshot. Targets of turns and powers refer to it, and the database holds more rules of chapter 19.
-- It begins empty: the nodes write the cards of games that have begun from their journals.

-- A move that comes meanwhile waits for as long as this does, so it gives up soon. Then it can be run again.
SET LOCAL lock_timeout = '3s';

SET LOCAL statement_timeout = '1min';

-- squawk-ignore ban-drop-view
DROP VIEW card;

-- 19.6 Where each card lies at the version of the projection. Rows are updated with each move.
CREATE TABLE card (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL,
    rank text NOT NULL,
    suit text,
    point_value integer NOT NULL,
    power power_type NOT NULL,
    location text NOT NULL CHECK (location IN ('deck', 'discard', 'hand', 'held')),
    player_id uuid,
    position integer CHECK (position >= 0),
    visibility text NOT NULL CHECK (visibility IN ('hidden', 'peeking', 'face_up')),
    shown_until timestamptz,
    CONSTRAINT card_of_session UNIQUE (game_session_id, id),
    CONSTRAINT card_has_its_place CHECK (
        (location IN ('hand', 'held')) = (player_id IS NOT NULL) AND (location = 'held') = (position IS NULL)
    ),
    CONSTRAINT card_is_seen_as_it_lies CHECK (
        CASE location
            WHEN 'deck' THEN visibility = 'hidden'
            WHEN 'discard' THEN visibility = 'face_up'
            WHEN 'held' THEN visibility <> 'peeking'
            ELSE true
        END
    ),
    CONSTRAINT card_is_shown_for_a_time CHECK ((visibility = 'peeking') = (shown_until IS NOT NULL))
) WITH (fillfactor = 70);

GRANT SELECT, INSERT, UPDATE, DELETE ON card TO rondel_app;

-- 19.2 A table that is reset begins again at `setup`.
CREATE FUNCTION cambio_judge_phase() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    phases constant text[] := ARRAY['setup', 'initial_view', 'playing', 'final_round', 'completed'];
BEGIN
    IF array_position(phases, NEW.phase) < array_position(phases, OLD.phase)
        AND NOT EXISTS (SELECT FROM projection WHERE table_id = NEW.id AND version = 0) THEN
        PERFORM cambio_broken('no phase comes back', NEW.id);
    END IF;
    RETURN NULL;
END
$$;

-- 19.4 What the hands and the caller of a completed game come to: chapter 7, in SQL.
CREATE FUNCTION cambio_scores(s game_session) RETURNS TABLE (
    player_id uuid, final_score integer, is_caller boolean, penalty_applied boolean, is_winner boolean, cards jsonb
) LANGUAGE sql STABLE AS $$
    WITH hands AS (
        SELECT
            p.id, p.id IS NOT DISTINCT FROM s.cambio_caller_id AS is_caller,
            coalesce(sum(c.point_value), 0)::integer AS base,
            coalesce(jsonb_agg(
                jsonb_build_object('rank', c.rank, 'suit', c.suit, 'pointValue', c.point_value) ORDER BY c.position
            ) FILTER (WHERE c.id IS NOT NULL), '[]') AS cards
        FROM player AS p
        LEFT JOIN card AS c ON c.game_session_id = s.id AND c.player_id = p.id AND c.location = 'hand'
        WHERE p.game_session_id = s.id
        GROUP BY p.id
    ),
    judged AS (
        SELECT *, is_caller AND base >= min(base) FILTER (WHERE NOT is_caller) OVER () + CASE
            WHEN s.options ->> 'tieRule' = 'others' THEN 0 ELSE 1
        END AS is_beaten
        FROM hands
    ),
    finals AS (
        SELECT *, base + CASE
            WHEN NOT is_beaten THEN 0
            WHEN s.options ->> 'penalty' = 'none' THEN 0
            WHEN s.options ->> 'penalty' = 'plus10' THEN 10
            ELSE abs(base)
        END AS final_score
        FROM judged
    ),
    ranked AS (
        SELECT *, final_score = min(final_score) OVER () AS is_lowest FROM finals
    )
    SELECT
        id, final_score, is_caller, is_beaten AND coalesce(s.options ->> 'penalty', '') <> 'none',
        is_lowest AND CASE s.options ->> 'tieRule'
            WHEN 'caller' THEN is_caller OR NOT bool_or(is_lowest AND is_caller) OVER ()
            WHEN 'others' THEN NOT is_beaten
            ELSE true
        END,
        cards
    FROM ranked
$$;

CREATE FUNCTION cambio_judge_scores() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    session uuid;
    s game_session;
    wrong text;
BEGIN
    session := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END
        ->> CASE TG_TABLE_NAME WHEN 'game_session' THEN 'id' ELSE 'game_session_id' END;
    SELECT * INTO s FROM game_session WHERE id = session AND game = 'cambio' AND phase = 'completed';
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT CASE
        WHEN g.id IS NULL THEN 'in a completed game everybody has a score'
        WHEN g.is_cambio_caller <> e.is_caller THEN 'the caller of the scores is the one who called'
        WHEN g.penalty_applied <> e.penalty_applied THEN 'the penalty is for a caller without the lowest score'
        WHEN g.final_score <> e.final_score THEN 'a final score is the sum of the hand, with the penalty'
        WHEN p.score IS DISTINCT FROM g.final_score THEN 'the score of a player is the final score'
        WHEN g.is_winner <> e.is_winner THEN 'the lowest final score wins'
        WHEN g.cards_summary <> e.cards THEN 'the cards of a score are those of the hand'
    END INTO wrong
    FROM cambio_scores(s) AS e
    JOIN player AS p ON p.id = e.player_id
    LEFT JOIN game_score AS g ON g.game_session_id = s.id AND g.player_id = e.player_id
    ORDER BY 1 LIMIT 1; -- what is well is NULL, and last
    IF wrong IS NULL AND s.winner_id IS DISTINCT FROM (
        SELECT CASE WHEN count(*) = 1 THEN min(g.player_id::text)::uuid END
        FROM game_score AS g WHERE g.game_session_id = s.id AND g.is_winner
    ) THEN
        wrong := 'a game has a winner where one has won alone';
    END IF;
    IF wrong IS NOT NULL THEN
        PERFORM cambio_broken(wrong, session);
    END IF;
    RETURN NULL;
END
$$;

-- 19.6 A card is shown before the first turn, or by the power of the turn.
CREATE FUNCTION cambio_judge_peek() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    c card;
    s game_session;
BEGIN
    SELECT * INTO c FROM card WHERE id = NEW.id AND visibility = 'peeking';
    SELECT * INTO s FROM game_session WHERE id = c.game_session_id AND game = 'cambio' AND phase <> 'initial_view';
    IF FOUND AND NOT EXISTS (
        SELECT FROM special_power AS p
        JOIN turn AS t ON t.id = p.turn_id AND t.turn_number = s.turn_number
        JOIN player AS h ON h.id = c.player_id
        WHERE p.game_session_id = s.id AND (
            p.target_card_id = c.id
            OR p.details -> 'slots' @> jsonb_build_array(jsonb_build_object('seat', h.seat, 'position', c.position))
        )
    ) THEN
        PERFORM cambio_broken('a card is shown only by the power of the turn', s.id);
    END IF;
    RETURN NULL;
END
$$;

-- From here on moves wait, for milliseconds: nothing below reads more than a row. Reading goes on.
LOCK TABLE game_session, player, turn, special_power, game_score IN SHARE ROW EXCLUSIVE MODE;

-- The table is empty, so these hold at once.
ALTER TABLE card
    -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
    ADD CONSTRAINT card_game_session FOREIGN KEY (game_session_id) REFERENCES game_session,
    -- squawk-ignore constraint-missing-not-valid, adding-foreign-key-constraint
    ADD CONSTRAINT card_player FOREIGN KEY (game_session_id, player_id) REFERENCES player (game_session_id, id);

-- These hold for what is written from now on, and for all rows once every record has its cards: docs/operate/record.md
-- says how they are validated then. In a new database they are at once.
ALTER TABLE turn
    ADD CONSTRAINT turn_card_drawn
    FOREIGN KEY (game_session_id, card_drawn_id) REFERENCES card (game_session_id, id) NOT VALID,
    ADD CONSTRAINT turn_target_card
    FOREIGN KEY (game_session_id, target_card_id) REFERENCES card (game_session_id, id) NOT VALID;

ALTER TABLE special_power
    ADD CONSTRAINT special_power_target_card
    FOREIGN KEY (game_session_id, target_card_id) REFERENCES card (game_session_id, id) NOT VALID;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM turn) THEN
        ALTER TABLE turn VALIDATE CONSTRAINT turn_card_drawn, VALIDATE CONSTRAINT turn_target_card;
        ALTER TABLE special_power VALIDATE CONSTRAINT special_power_target_card;
    END IF;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_phases AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND NEW.phase IS DISTINCT FROM OLD.phase)
EXECUTE FUNCTION cambio_judge_phase();

CREATE CONSTRAINT TRIGGER cambio_scores AFTER INSERT OR UPDATE OR DELETE ON game_score
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cambio_judge_scores();

CREATE CONSTRAINT TRIGGER cambio_scores_of_player AFTER UPDATE ON player
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.score IS DISTINCT FROM OLD.score)
EXECUTE FUNCTION cambio_judge_scores();

-- No move writes these columns.
CREATE CONSTRAINT TRIGGER cambio_scores_of_session AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND NEW.phase = 'completed'
    AND (NEW.phase IS DISTINCT FROM OLD.phase OR NEW.winner_id IS DISTINCT FROM OLD.winner_id))
EXECUTE FUNCTION cambio_judge_scores();

CREATE CONSTRAINT TRIGGER cambio_peek AFTER INSERT OR UPDATE ON card
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.visibility = 'peeking')
EXECUTE FUNCTION cambio_judge_peek();
