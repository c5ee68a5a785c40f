-- 0001: all tables.
-- Times are milliseconds as bigint, but timestamptz in the relational record (Cambio, chapter 19).
-- Tables do not refer to accounts: those may live in another cell, and a deleted one leaves every game replayable.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE FUNCTION moment(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_timestamp(ms / 1000.0) $$;

CREATE FUNCTION ms_of(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT floor(extract(epoch FROM moment) * 1000)::bigint $$;

CREATE TYPE power_type AS ENUM ('none', 'peek_own', 'peek_opponent', 'blind_swap', 'look_own');

-- One row: the epoch of this database, raised by a restore or the promotion of an incomplete standby.
CREATE TABLE cell (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    epoch bigint NOT NULL CHECK (epoch > 0)
);

INSERT INTO cell (epoch) VALUES (1);

CREATE TABLE account (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    skeleton text NOT NULL,
    created_at bigint NOT NULL,
    email text,
    kind text NOT NULL DEFAULT 'guest' CHECK (kind IN ('guest', 'member', 'keeper')),
    language text NOT NULL DEFAULT 'en'
);

CREATE UNIQUE INDEX account_skeleton ON account (skeleton) WHERE kind <> 'guest';

CREATE UNIQUE INDEX account_email ON account (lower(email));

CREATE TABLE session_token (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('cookie', 'bearer')),
    label text NOT NULL,
    created_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX session_token_account ON session_token (account_id);

CREATE TABLE login_link (
    token_hash bytea PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    email text NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX login_link_account ON login_link (account_id);

CREATE TABLE rating (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    game text NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    played integer NOT NULL DEFAULT 0,
    updated_at bigint NOT NULL,
    PRIMARY KEY (account_id, game)
);

-- A table. `option_bytes` are the options as they were asked for, byte by byte; `options` are for SQL.
-- Rows are updated with each move, so pages keep room for that.
CREATE TABLE game_session (
    id uuid PRIMARY KEY,
    game text NOT NULL,
    rules integer NOT NULL,
    options jsonb NOT NULL,
    option_bytes bytea NOT NULL,
    seats integer NOT NULL CHECK (seats > 0),
    code text NOT NULL UNIQUE,
    access text NOT NULL CHECK (access IN ('public', 'unlisted', 'private')),
    key text,
    host_id uuid NOT NULL,
    commitment bytea NOT NULL,
    header bytea,
    phase text,
    status text NOT NULL DEFAULT 'open'
        CHECK (status IN ('open', 'active', 'completed', 'abandoned', 'closed')),
    current_turn_player_id uuid,
    cambio_caller_id uuid,
    winner_id uuid,
    turn_number integer NOT NULL DEFAULT 0,
    version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
    to_act integer[] NOT NULL DEFAULT '{}',
    bots_to_act integer[] NOT NULL DEFAULT '{}',
    ending text,
    rematch_of uuid REFERENCES game_session,
    halted text,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    completed_at timestamptz
) WITH (fillfactor = 70);

CREATE INDEX game_session_host ON game_session (host_id);

CREATE INDEX game_session_rematch_of ON game_session (rematch_of);

CREATE INDEX game_session_public ON game_session (created_at DESC) WHERE status = 'open' AND access = 'public';

CREATE INDEX game_session_bots ON game_session (id)
WHERE status = 'active' AND bots_to_act <> '{}' AND halted IS NULL;

CREATE TABLE player (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL REFERENCES game_session,
    seat integer NOT NULL CHECK (seat >= 0),
    user_id uuid,
    display_name text NOT NULL,
    is_bot boolean NOT NULL,
    bot_level text,
    controller text NOT NULL CHECK (controller IN ('human', 'bot')),
    is_connected boolean NOT NULL DEFAULT true,
    has_taken_final_turn boolean NOT NULL DEFAULT false,
    score integer,
    nonce bytea NOT NULL DEFAULT '',
    is_ready boolean NOT NULL DEFAULT false,
    UNIQUE (game_session_id, seat),
    UNIQUE (game_session_id, user_id)
);

CREATE INDEX idx_player_final_turn ON player (game_session_id, has_taken_final_turn)
WHERE has_taken_final_turn = false;

CREATE INDEX player_user ON player (user_id) WHERE user_id IS NOT NULL;

ALTER TABLE game_session
    ADD CONSTRAINT game_session_current_turn_player FOREIGN KEY (current_turn_player_id) REFERENCES player,
    ADD CONSTRAINT game_session_cambio_caller FOREIGN KEY (cambio_caller_id) REFERENCES player,
    ADD CONSTRAINT game_session_winner FOREIGN KEY (winner_id) REFERENCES player;

CREATE INDEX game_session_current_turn_player ON game_session (current_turn_player_id);

CREATE INDEX game_session_cambio_caller ON game_session (cambio_caller_id);

CREATE INDEX game_session_winner ON game_session (winner_id);

-- The truth. Its key is the lock, its action id is idempotency. No foreign key: a row is only ever
-- written beside its table's row, and a finished table may be archived without it.
CREATE TABLE journal (
    table_id uuid NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    action_id uuid NOT NULL,
    seat integer,
    rules integer NOT NULL,
    action bytea NOT NULL,
    events bytea NOT NULL,
    at bigint NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, action_id)
);

CREATE TABLE snapshot (
    game_session_id uuid NOT NULL REFERENCES game_session,
    version integer NOT NULL,
    rules integer NOT NULL,
    at bigint NOT NULL,
    state bytea NOT NULL,
    digest bytea NOT NULL,
    cards jsonb,
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_session_id, version)
);

-- What the luck of a table is made of. A role of its own reads and writes it; it reads nothing else.
CREATE TABLE table_secret (
    table_id uuid PRIMARY KEY,
    secret bytea NOT NULL
);

CREATE TABLE deadline (
    table_id uuid PRIMARY KEY,
    version integer NOT NULL,
    due_at bigint NOT NULL,
    claimed_until bigint
) WITH (fillfactor = 70);

CREATE INDEX deadline_due ON deadline (due_at);

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id uuid NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    seat integer,
    created_at bigint NOT NULL,
    taken_until bigint,
    tries integer NOT NULL DEFAULT 0,
    UNIQUE NULLS NOT DISTINCT (table_id, version, kind, seat)
);

CREATE TABLE chat (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id uuid NOT NULL REFERENCES game_session,
    account_id uuid,
    name text NOT NULL,
    seat integer,
    text text NOT NULL,
    at bigint NOT NULL
);

CREATE INDEX chat_table ON chat (table_id, id);

CREATE INDEX chat_account ON chat (account_id) WHERE account_id IS NOT NULL;

-- The relational record: Cambio, chapter 19. It can be rebuilt from the journal.
CREATE TABLE turn (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL REFERENCES game_session,
    player_id uuid NOT NULL REFERENCES player,
    turn_number integer NOT NULL,
    action text,
    draw_source text,
    card_drawn_id uuid,
    special_power_type power_type,
    target_card_id uuid,
    target_player_id uuid REFERENCES player,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    UNIQUE (game_session_id, turn_number)
) WITH (fillfactor = 80);

CREATE INDEX turn_player ON turn (player_id);

CREATE INDEX turn_target_player ON turn (target_player_id);

CREATE TABLE special_power (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL REFERENCES game_session,
    turn_id uuid NOT NULL UNIQUE REFERENCES turn,
    activated_by_id uuid NOT NULL REFERENCES player,
    power_type power_type NOT NULL,
    target_card_id uuid,
    target_player_id uuid REFERENCES player,
    details jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT special_power_is_one CHECK (power_type <> 'none'),
    CONSTRAINT special_power_own_target CHECK (
        power_type NOT IN ('peek_own', 'look_own')
        OR (target_player_id IS NULL AND target_card_id IS NOT NULL)
    ),
    CONSTRAINT special_power_other_target CHECK (
        power_type NOT IN ('peek_opponent', 'blind_swap')
        OR (target_player_id IS NOT NULL AND target_card_id IS NOT NULL AND target_player_id <> activated_by_id)
    )
);

CREATE INDEX idx_special_power_game ON special_power (game_session_id, created_at);

CREATE INDEX special_power_activated_by ON special_power (activated_by_id);

CREATE INDEX special_power_target_player ON special_power (target_player_id);

CREATE TABLE game_score (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL REFERENCES game_session,
    player_id uuid NOT NULL REFERENCES player,
    final_score integer NOT NULL,
    is_cambio_caller boolean NOT NULL,
    penalty_applied boolean NOT NULL,
    is_winner boolean NOT NULL,
    cards_summary jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (game_session_id, player_id),
    CONSTRAINT game_score_penalty_is_the_callers CHECK (is_cambio_caller OR NOT penalty_applied)
);

CREATE INDEX idx_game_score_game ON game_score (game_session_id);

CREATE INDEX game_score_player ON game_score (player_id);

-- 19.6 The cards as of the last snapshot; a card is being peeked at only while nothing has happened since.
CREATE VIEW card AS
SELECT
    c.id, s.id AS game_session_id, c.rank, c.suit, c.point_value, c.location, c.player_id, c.position,
    CASE
        WHEN c.visibility <> 'peeking' OR (newest.version = s.version AND c.until > ms_of(now())) THEN c.visibility
        ELSE 'hidden'
    END AS visibility,
    c.power
FROM game_session AS s
CROSS JOIN LATERAL (
    SELECT version, cards FROM snapshot WHERE game_session_id = s.id ORDER BY version DESC LIMIT 1
) AS newest
CROSS JOIN LATERAL jsonb_to_recordset(newest.cards) AS c (
    id uuid, rank text, suit text, point_value integer, location text, player_id uuid, position integer,
    visibility text, until bigint, power power_type
);

-- 19.2 to 19.4, what no row can tell alone. These judge the commit as a whole, in Cambio only: a row that
-- might break a rule is noted as it is written, and looked at again, as it then stands, when all is written.
CREATE FUNCTION cambio_broken(rule text, what uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'cambio: % (%)', rule, what USING ERRCODE = 'check_violation', CONSTRAINT = 'cambio';
END
$$;

CREATE FUNCTION cambio_opened() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.phase := coalesce(NEW.phase, 'setup');
    RETURN NEW;
END
$$;

CREATE TRIGGER cambio_opened BEFORE INSERT ON game_session FOR EACH ROW
WHEN (NEW.game = 'cambio') EXECUTE FUNCTION cambio_opened();

ALTER TABLE game_session ADD CONSTRAINT cambio_phase CHECK (
    game <> 'cambio'
    OR (phase IS NOT NULL AND phase IN ('setup', 'initial_view', 'playing', 'final_round', 'completed'))
);

CREATE FUNCTION cambio_judge_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM cambio_broken('the caller never changes', NEW.id);
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_caller AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND NEW.cambio_caller_id IS DISTINCT FROM OLD.cambio_caller_id
    AND OLD.cambio_caller_id IS NOT NULL)
EXECUTE FUNCTION cambio_judge_caller();

CREATE FUNCTION cambio_judge_session() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    s game_session;
BEGIN
    SELECT * INTO s FROM game_session WHERE id = NEW.id;
    IF s.phase = 'final_round' AND s.cambio_caller_id IS NULL THEN
        PERFORM cambio_broken('the final round needs a caller', s.id);
    END IF;
    IF s.phase = 'completed' AND s.completed_at IS NULL THEN
        PERFORM cambio_broken('a completed game has a time of completion', s.id);
    END IF;
    IF s.phase = 'completed' AND coalesce(s.ending, '') NOT IN ('deck_out', 'turn_cap') AND (
        s.cambio_caller_id IS NULL
        OR EXISTS (SELECT FROM player WHERE game_session_id = s.id AND has_taken_final_turn = false)
    ) THEN
        PERFORM cambio_broken('a completed game has a caller, and everybody has taken the final turn', s.id);
    END IF;
    IF s.phase <> 'completed' AND EXISTS (SELECT FROM game_score WHERE game_session_id = s.id) THEN
        PERFORM cambio_broken('only a completed game has scores', s.id);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_session AFTER INSERT ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND NEW.phase IN ('final_round', 'completed'))
EXECUTE FUNCTION cambio_judge_session();

CREATE CONSTRAINT TRIGGER cambio_session_later AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND (
    NEW.phase IS DISTINCT FROM OLD.phase
    OR (NEW.phase IN ('final_round', 'completed') AND (
        NEW.cambio_caller_id IS DISTINCT FROM OLD.cambio_caller_id
        OR NEW.ending IS DISTINCT FROM OLD.ending
        OR NEW.completed_at IS DISTINCT FROM OLD.completed_at
    ))
))
EXECUTE FUNCTION cambio_judge_session();

CREATE FUNCTION cambio_judge_player() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    p player;
    s game_session;
BEGIN
    SELECT * INTO p FROM player WHERE id = NEW.id;
    SELECT * INTO s FROM game_session WHERE id = p.game_session_id AND game = 'cambio';
    IF p.has_taken_final_turn AND s.phase NOT IN ('final_round', 'completed') THEN
        PERFORM cambio_broken('a final turn is taken in the final round', p.id);
    END IF;
    IF NOT p.has_taken_final_turn AND s.phase = 'completed'
        AND coalesce(s.ending, '') NOT IN ('deck_out', 'turn_cap') THEN
        PERFORM cambio_broken('in a completed game everybody has taken the final turn', p.id);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_player AFTER INSERT ON player
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.has_taken_final_turn)
EXECUTE FUNCTION cambio_judge_player();

CREATE CONSTRAINT TRIGGER cambio_player_later AFTER UPDATE ON player
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.has_taken_final_turn IS DISTINCT FROM OLD.has_taken_final_turn)
EXECUTE FUNCTION cambio_judge_player();

CREATE FUNCTION cambio_judge_turn() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    t turn;
    s game_session;
BEGIN
    SELECT * INTO t FROM turn WHERE id = NEW.id;
    SELECT * INTO s FROM game_session WHERE id = t.game_session_id AND game = 'cambio';
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    IF t.action NOT IN ('draw', 'swap', 'discard', 'power', 'cambio', 'pass', 'forfeit') THEN
        PERFORM cambio_broken('a turn has an action of the rulebook', t.id);
    END IF;
    IF t.draw_source NOT IN ('deck', 'discard') THEN
        PERFORM cambio_broken('a card is drawn from the deck or the discard pile', t.id);
    END IF;
    IF t.action = 'cambio' AND s.cambio_caller_id IS DISTINCT FROM t.player_id THEN
        PERFORM cambio_broken('only the caller has called', t.id);
    END IF;
    IF (t.action IS NOT DISTINCT FROM 'power') <> (coalesce(t.special_power_type, 'none') <> 'none') THEN
        PERFORM cambio_broken('a turn has a power exactly when its action is power', t.id);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_turn AFTER INSERT OR UPDATE ON turn
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (
    NEW.action NOT IN ('draw', 'swap', 'discard', 'power', 'pass', 'forfeit')
    OR NEW.draw_source NOT IN ('deck', 'discard')
    OR (NEW.action IS NOT DISTINCT FROM 'power') <> (coalesce(NEW.special_power_type, 'none') <> 'none')
)
EXECUTE FUNCTION cambio_judge_turn();

-- 19.3 The rank that was discarded: what the turn says it opened and, where a snapshot has named the cards
-- and only a drawn card opens a power, the power of the card that was drawn.
CREATE FUNCTION cambio_judge_power() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    p special_power;
    s game_session;
    t turn;
BEGIN
    SELECT * INTO p FROM special_power WHERE id = NEW.id;
    SELECT * INTO s FROM game_session WHERE id = p.game_session_id AND game = 'cambio';
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT * INTO t FROM turn WHERE id = p.turn_id;
    IF s.phase NOT IN ('playing', 'final_round', 'completed') THEN
        PERFORM cambio_broken('powers are used in play', p.id);
    END IF;
    IF t.game_session_id <> p.game_session_id OR t.player_id <> p.activated_by_id THEN
        PERFORM cambio_broken('whoever has the turn uses its power', p.id);
    END IF;
    IF t.special_power_type IS DISTINCT FROM p.power_type THEN
        PERFORM cambio_broken('the power is the one that the turn has opened', p.id);
    END IF;
    IF coalesce(s.options ->> 'powerTrigger', '') <> 'any_discard' AND EXISTS (
        SELECT FROM card
        WHERE game_session_id = s.id AND id = t.card_drawn_id AND power <> p.power_type
    ) THEN
        PERFORM cambio_broken('the power is that of the card discarded', p.id);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_power AFTER INSERT OR UPDATE ON special_power
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cambio_judge_power();

CREATE FUNCTION cambio_judge_score() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM game_score AS g JOIN game_session AS s ON s.id = g.game_session_id
        WHERE g.id = NEW.id AND s.game = 'cambio' AND s.phase <> 'completed'
    ) THEN
        PERFORM cambio_broken('only a completed game has scores', NEW.id);
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER cambio_score AFTER INSERT OR UPDATE ON game_score
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cambio_judge_score();

-- Roles are shared by all databases of a cluster, and another migration may just be creating them.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['rondel_app', 'rondel_secrets'] LOOP
        BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            END IF;
            IF NOT pg_has_role(wanted, 'MEMBER') THEN
                EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
            END IF;
        EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN
            NULL;
        END;
    END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO rondel_app, rondel_secrets;

GRANT SELECT, INSERT, UPDATE, DELETE ON
    account, session_token, login_link, rating, game_session, player, snapshot, deadline, outbox, chat,
    turn, special_power, game_score
TO rondel_app;

GRANT SELECT, INSERT ON journal TO rondel_app;

GRANT SELECT ON cell, card TO rondel_app;

GRANT SELECT, INSERT ON table_secret TO rondel_secrets;
