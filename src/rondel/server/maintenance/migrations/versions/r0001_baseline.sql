-- 0001: the whole schema, by subject: time, the database itself, accounts, tables, the journal, notices, what only
-- one person sees, moderation, the relational record (Cambio, chapter 19) and its rules, roles.
-- Times are milliseconds as bigint, but timestamptz in the relational record.
-- Tables do not refer to accounts: those may live in another cell, and a deleted one leaves every game replayable.

SET LOCAL lock_timeout = '10s';

SET LOCAL statement_timeout = '5min';

-- ---- Time ----

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

CREATE FUNCTION moment(ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_timestamp(ms / 1000.0) $$;

CREATE FUNCTION ms_of(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT floor(extract(epoch FROM moment) * 1000)::bigint $$;

-- ---- The database itself ----

-- One row. `epoch` is raised by a restore or the promotion of an incomplete standby. `served_at` is when a node last
-- said that it serves. `history` is the server's identifier, its timeline and this database's oid, as a node found them
-- at its start, in the epoch `history_epoch`: a restore or a promotion changes them. `name` and `number` say which cell
-- this database is: home, or one that `rondel migrate` has made into another.
CREATE TABLE cell (
    id boolean PRIMARY KEY DEFAULT true CHECK (id),
    epoch bigint NOT NULL CHECK (epoch > 0),
    served_at bigint,
    history text,
    history_epoch bigint,
    name text NOT NULL DEFAULT 'home',
    number integer NOT NULL DEFAULT 0
);

INSERT INTO cell (epoch) VALUES (1);

-- At home: the cells there are, and which of them take new tables. The ids of a cell's tables contain its number.
CREATE TABLE known_cell (
    number integer PRIMARY KEY CHECK (number BETWEEN 0 AND 4095),
    name text NOT NULL UNIQUE,
    takes_tables boolean NOT NULL
);

INSERT INTO known_cell (number, name, takes_tables) VALUES (0, 'home', true);

-- At home: the code of every table in every cell. A code belongs to one table.
CREATE TABLE table_code (
    code text PRIMARY KEY,
    table_id uuid NOT NULL
);

-- Spans in which no node served.
CREATE TABLE outage (
    from_ms bigint NOT NULL,
    until_ms bigint PRIMARY KEY CHECK (until_ms > from_ms)
);

-- Renews `served_at`, stores the gap before it as an outage if it is longer than `gap_ms`, and returns the outages of
-- the last `last_ms`. Nodes wait for each other at the lock; each statement of this function reads what is committed
-- by then. The commit does not wait for the disk: if a mark is lost, the next outage begins a second earlier.
CREATE FUNCTION beat(gap_ms bigint, last_ms bigint) RETURNS SETOF outage LANGUAGE plpgsql VOLATILE AS
$$
DECLARE
    before_ms bigint;
    present_ms bigint;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    SELECT served_at INTO before_ms FROM cell FOR UPDATE;
    present_ms := greatest(before_ms, now_ms());
    UPDATE cell SET served_at = present_ms;
    IF present_ms - before_ms > gap_ms THEN
        INSERT INTO outage (from_ms, until_ms) VALUES (before_ms, present_ms);
    END IF;
    RETURN QUERY SELECT o.* FROM outage AS o WHERE o.until_ms > present_ms - last_ms ORDER BY o.until_ms;
END
$$;

-- ---- Accounts and how they sign in ----

CREATE TABLE account (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    skeleton text NOT NULL,
    created_at bigint NOT NULL,
    email text,
    kind text NOT NULL DEFAULT 'guest' CHECK (kind IN ('guest', 'member', 'bot_runner')),
    language text NOT NULL DEFAULT 'en'
);

CREATE UNIQUE INDEX account_skeleton ON account (skeleton) WHERE kind <> 'guest';

CREATE UNIQUE INDEX account_email ON account (lower(email));

CREATE INDEX account_search ON account (skeleton text_pattern_ops, id);

CREATE INDEX account_guest ON account (created_at) WHERE kind = 'guest';

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

-- A public key is no secret: nobody can sign in with what this table holds.
CREATE TABLE passkey (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);

CREATE INDEX passkey_account ON passkey (account_id);

-- `subject` is what an OpenID Connect provider calls somebody. We neither ask for nor store their mail address.
CREATE TABLE identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    created_at bigint NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (account_id, issuer)
);

-- What one browser has to answer, by the hash of its cookie. A row is deleted when it is used.
CREATE TABLE challenge (
    browser_hash bytea PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('add_passkey', 'use_passkey', 'provider', 'person')),
    account_id uuid REFERENCES account ON DELETE CASCADE,
    body bytea NOT NULL,
    expires_at bigint NOT NULL
);

CREATE INDEX challenge_account ON challenge (account_id);

CREATE INDEX challenge_expires ON challenge (expires_at);

-- Invitations to this server, by the hash of the token alone: the link is shown once, when it is made.
CREATE TABLE invite (
    id uuid PRIMARY KEY,
    token_hash bytea NOT NULL UNIQUE,
    uses integer NOT NULL CHECK (uses > 0),
    left_uses integer NOT NULL CHECK (left_uses BETWEEN 0 AND uses),
    until bigint NOT NULL,
    at bigint NOT NULL
);

-- ---- Tables and seats ----

-- A table. `option_bytes` are the options byte by byte as they were requested; `options` are for SQL.
-- `revision` changes with every change of this row outside the journal. `is_record_final`: the last version is
-- projected, and nobody needs to look again. `lesson` is the published seed of a lesson, NULL for a table that counts.
-- `halted` is the place and the kind of the error that stopped the table, `halted_text` what the error said, which may
-- name something hidden: it is for the host alone. `outcome` is how it ended, `summary` what a list of tables says of one in play. `archived_at`: an ended table is in
-- the archive, and the journal keeps its last row. `is_locked`: the host lets nobody new sit down.
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
    completed_at timestamptz,
    revision integer NOT NULL DEFAULT 0,
    is_record_final boolean NOT NULL DEFAULT false,
    halted_cause text CHECK (halted_cause IN ('error', 'timeout')),
    halted_text text,
    halted_at bigint,
    lesson text,
    name text,
    outcome text,
    summary text,
    archived_at bigint,
    is_locked boolean NOT NULL DEFAULT false,
    CONSTRAINT game_session_halted_whole CHECK (num_nulls(halted, halted_cause, halted_text, halted_at) IN (0, 4))
) WITH (fillfactor = 70);

CREATE INDEX game_session_host ON game_session (host_id);

-- A table has one rematch, however many players ask for it at once.
CREATE UNIQUE INDEX game_session_rematch_of ON game_session (rematch_of);

CREATE INDEX game_session_public ON game_session (created_at DESC) WHERE status = 'open' AND access = 'public';

CREATE INDEX game_session_bots ON game_session (id)
WHERE status = 'active' AND bots_to_act <> '{}' AND halted IS NULL;

CREATE INDEX game_session_running ON game_session (created_at DESC)
WHERE status = 'active' AND access = 'public';

-- Only columns that hardly ever change are in these, so that moves stay cheap.
CREATE INDEX game_session_recorded ON game_session (game, id) WHERE header IS NOT NULL AND NOT is_record_final;

CREATE INDEX game_session_halted ON game_session (halted_at, id) WHERE halted IS NOT NULL;

CREATE INDEX game_session_active ON game_session (id) WHERE status = 'active';

CREATE INDEX game_session_unstarted ON game_session (created_at)
WHERE status IN ('open', 'closed') AND header IS NULL;

-- Returns a number that no other history of the table has: after a failover that lost changes a counter would repeat.
CREATE FUNCTION new_revision() RETURNS integer LANGUAGE sql VOLATILE AS
$$
SELECT (random() * 2147483647)::integer
$$;

CREATE TABLE player (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL REFERENCES game_session,
    seat integer NOT NULL CHECK (seat >= 0),
    user_id uuid,
    display_name text NOT NULL,
    is_bot boolean NOT NULL,
    bot_level text,
    bot_since integer,
    controller text NOT NULL CHECK (controller IN ('human', 'bot')),
    is_connected boolean NOT NULL DEFAULT true,
    has_taken_final_turn boolean NOT NULL DEFAULT false,
    score integer,
    nonce bytea NOT NULL DEFAULT '',
    is_ready boolean NOT NULL DEFAULT false,
    wants_end boolean NOT NULL DEFAULT false,
    UNIQUE (game_session_id, seat),
    UNIQUE (game_session_id, user_id)
);

CREATE INDEX idx_player_final_turn ON player (game_session_id, has_taken_final_turn)
WHERE has_taken_final_turn = false;

CREATE INDEX player_user ON player (user_id) WHERE user_id IS NOT NULL;

-- For keys by which something and its player belong to the same table.
CREATE UNIQUE INDEX player_of_session ON player (game_session_id, id);

-- The player whose turn it is changes with most moves. The key uses the table's own id, so the column needs no index,
-- and PostgreSQL can update the row in place (a HOT update).
ALTER TABLE game_session
    ADD CONSTRAINT game_session_current_turn_player
    FOREIGN KEY (id, current_turn_player_id) REFERENCES player (game_session_id, id),
    ADD CONSTRAINT game_session_cambio_caller FOREIGN KEY (cambio_caller_id) REFERENCES player,
    ADD CONSTRAINT game_session_winner FOREIGN KEY (winner_id) REFERENCES player;

CREATE INDEX game_session_cambio_caller ON game_session (cambio_caller_id);

CREATE INDEX game_session_winner ON game_session (winner_id);

-- Players whom the host has removed before play, by their name at that table. They cannot sit down there again.
CREATE TABLE removed_player (
    id uuid PRIMARY KEY,
    table_id uuid NOT NULL REFERENCES game_session ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    name text NOT NULL,
    UNIQUE (table_id, account_id)
);

CREATE INDEX removed_player_account ON removed_player (account_id);

-- What the luck of a table is made of. A role of its own reads and writes it, and reads nothing else.
CREATE TABLE table_secret (
    table_id uuid PRIMARY KEY,
    secret bytea NOT NULL
);

CREATE TABLE chat (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id uuid NOT NULL REFERENCES game_session,
    account_id uuid,
    name text NOT NULL,
    seat integer,
    text text NOT NULL,
    at bigint NOT NULL,
    removed_at bigint
);

CREATE INDEX chat_table ON chat (table_id, id);

CREATE INDEX chat_account ON chat (account_id) WHERE account_id IS NOT NULL;

CREATE INDEX chat_at ON chat (at);

-- ---- The journal: what happened at each table ----

-- The truth. Its key is the lock, its action id makes a repeated move harmless. Both keys begin with the table's id, so
-- each partition can enforce them alone. No foreign key: a row is only ever written beside its table's row, and a
-- finished table may be archived without it. `draws` has the streams of luck that the row drew from, with their
-- numbers; it is empty if it drew nothing.
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
    draws bytea NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, version),
    UNIQUE (table_id, action_id)
) PARTITION BY HASH (table_id);

CREATE TABLE journal_0 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 0);

CREATE TABLE journal_1 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 1);

CREATE TABLE journal_2 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 2);

CREATE TABLE journal_3 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 3);

CREATE TABLE journal_4 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 4);

CREATE TABLE journal_5 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 5);

CREATE TABLE journal_6 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 6);

CREATE TABLE journal_7 PARTITION OF journal FOR VALUES WITH (MODULUS 8, REMAINDER 7);

CREATE TABLE snapshot (
    game_session_id uuid NOT NULL REFERENCES game_session,
    version integer NOT NULL,
    rules integer NOT NULL,
    at bigint NOT NULL,
    state bytea NOT NULL,
    digest bytea NOT NULL,
    draws bytea NOT NULL DEFAULT '',
    taken_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (game_session_id, version)
);

CREATE TABLE deadline (
    table_id uuid PRIMARY KEY,
    version integer NOT NULL,
    due_at bigint NOT NULL,
    claimed_until bigint
) WITH (fillfactor = 70);

CREATE INDEX deadline_due ON deadline (due_at);

-- ---- Notices ----

-- Whose turn it is, written with the move. `due_at` is when a node looks at the row; 0 is at once.
CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id uuid NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    seat integer,
    created_at bigint NOT NULL,
    taken_until bigint,
    tries integer NOT NULL DEFAULT 0,
    due_at bigint NOT NULL DEFAULT 0,
    UNIQUE NULLS NOT DISTINCT (table_id, version, kind, seat)
);

CREATE INDEX outbox_due ON outbox (due_at);

-- How somebody wants to be notified. `key` signs the links that work without a session.
CREATE TABLE alert (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    by_mail boolean NOT NULL,
    hook text,
    delay_ms bigint NOT NULL CHECK (delay_ms >= 0),
    digest text NOT NULL CHECK (digest IN ('off', 'hourly', 'daily')),
    key bytea NOT NULL
);

-- A browser that takes messages.
CREATE TABLE device (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    endpoint text NOT NULL UNIQUE,
    p256dh bytea NOT NULL,
    auth bytea NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL
);

CREATE INDEX device_account ON device (account_id);

CREATE TABLE mute (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    PRIMARY KEY (account_id, table_id)
);

-- A message to one person. It is sent at most once: `sending` is committed before the last byte goes out.
CREATE TABLE notice (
    id uuid PRIMARY KEY,
    key text NOT NULL UNIQUE,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('mail', 'push', 'hook')),
    table_id uuid,
    seat integer,
    version integer,
    device_id uuid,
    due_at bigint NOT NULL,
    state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'sending', 'sent', 'passed', 'dead', 'unknown')),
    claimed_until bigint NOT NULL DEFAULT 0,
    tries integer NOT NULL DEFAULT 0,
    message text,
    changed_at bigint NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX notice_due ON notice (due_at) WHERE state = 'waiting';

CREATE INDEX notice_sending ON notice (claimed_until) WHERE state = 'sending';

CREATE INDEX notice_done ON notice (state, changed_at) WHERE state NOT IN ('waiting', 'sending');

CREATE INDEX notice_account ON notice (account_id);

CREATE INDEX notice_table ON notice (table_id, seat, version);

-- ---- What only its owner sees at a table ----

CREATE TABLE note (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    text text NOT NULL,
    changed_at bigint NOT NULL,
    PRIMARY KEY (account_id, table_id)
);

-- `version` is the last one at which the order was judged. It is followed at `due_at`, if that is set.
CREATE TABLE standing_order (
    id uuid PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    table_id uuid NOT NULL,
    seat integer NOT NULL,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    body bytea NOT NULL,
    version integer NOT NULL,
    due_at bigint,
    claimed_until bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE INDEX standing_order_account ON standing_order (account_id, table_id);

-- ---- Moderation ----

CREATE TABLE staff (
    account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('moderator', 'admin'))
);

-- Of an account or of a network in CIDR notation. A new ban replaces the one before.
CREATE TABLE ban (
    id uuid PRIMARY KEY,
    account_id uuid UNIQUE REFERENCES account ON DELETE CASCADE,
    network text UNIQUE,
    reason text NOT NULL,
    until bigint,
    at bigint NOT NULL,
    CHECK ((account_id IS NULL) <> (network IS NULL))
);

-- `lines` are ids of lines of chat: when a person is deleted, so is what they said in the report.
CREATE TABLE report (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    about_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    table_id uuid NOT NULL,
    line bigint,
    lines bigint[] NOT NULL,
    text text NOT NULL,
    at bigint NOT NULL,
    is_open boolean NOT NULL DEFAULT true
);

CREATE INDEX report_open ON report (at) WHERE is_open;

CREATE INDEX report_account ON report (account_id, at);

CREATE INDEX report_about ON report (about_id);

CREATE TABLE block (
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    blocked_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('mute', 'block')),
    at bigint NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);

CREATE INDEX block_blocked ON block (blocked_id);

-- At most one row: a message to everybody.
CREATE TABLE announcement (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    text text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('news', 'maintenance')),
    until bigint,
    at bigint NOT NULL
);

-- What moderators did. Nodes follow it as a feed. It names accounts by their ids alone.
-- No foreign key: a row stays when the account goes. `account_id` is NULL for the command line.
CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid,
    kind text NOT NULL,
    about text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL
);

-- ---- The relational record: Cambio, chapter 19. It follows the journal and can be rebuilt from it. ----

-- The version for which the rows of the record are true. `failed` says why the next one cannot be written.
CREATE TABLE projection (
    table_id uuid PRIMARY KEY,
    version integer NOT NULL CHECK (version >= 0),
    updated_at bigint NOT NULL,
    failed text
) WITH (fillfactor = 70);

CREATE INDEX projection_failed ON projection (table_id) WHERE failed IS NOT NULL;

CREATE TYPE power_type AS ENUM ('none', 'peek_own', 'peek_opponent', 'blind_swap', 'look_own');

-- 19.6 Where each card lies at the version of the projection. Rows are updated with each move.
CREATE TABLE card (
    id uuid PRIMARY KEY,
    game_session_id uuid NOT NULL CONSTRAINT card_game_session REFERENCES game_session,
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
    CONSTRAINT card_player FOREIGN KEY (game_session_id, player_id) REFERENCES player (game_session_id, id),
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

CREATE INDEX card_player_key ON card (game_session_id, player_id);

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
    UNIQUE (game_session_id, turn_number),
    CONSTRAINT turn_card_drawn
    FOREIGN KEY (game_session_id, card_drawn_id) REFERENCES card (game_session_id, id),
    CONSTRAINT turn_target_card
    FOREIGN KEY (game_session_id, target_card_id) REFERENCES card (game_session_id, id)
) WITH (fillfactor = 80);

CREATE INDEX turn_player ON turn (player_id);

CREATE INDEX turn_target_player ON turn (target_player_id);

CREATE INDEX turn_card_drawn_key ON turn (game_session_id, card_drawn_id);

CREATE INDEX turn_target_card_key ON turn (game_session_id, target_card_id);

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
    CONSTRAINT special_power_target_card
    FOREIGN KEY (game_session_id, target_card_id) REFERENCES card (game_session_id, id),
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

CREATE INDEX special_power_target_card_key ON special_power (game_session_id, target_card_id);

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

-- ---- The rules of the record: Cambio, 19.2 to 19.6 ----

-- What no row can say alone. These judge the commit as a whole, in Cambio only: a row that might break a rule is noted
-- when it is written, and judged at the end of the transaction, as it then stands. They must never refuse a move.
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

CREATE CONSTRAINT TRIGGER cambio_phases AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND NEW.phase IS DISTINCT FROM OLD.phase)
EXECUTE FUNCTION cambio_judge_phase();

-- A table that is reset begins again without a caller; otherwise the caller never changes.
CREATE FUNCTION cambio_judge_caller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM projection WHERE table_id = NEW.id AND version = 0) THEN
        PERFORM cambio_broken('the caller never changes', NEW.id);
    END IF;
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
    IF s.cambio_caller_id IS NOT NULL AND s.phase NOT IN ('final_round', 'completed') THEN
        PERFORM cambio_broken('there is a caller from the final round on', s.id);
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
WHEN (NEW.game = 'cambio' AND (NEW.phase IN ('final_round', 'completed') OR NEW.cambio_caller_id IS NOT NULL))
EXECUTE FUNCTION cambio_judge_session();

-- A move writes status, ending and the time of completion before its version is projected. So changes of these columns
-- are judged only once the table has ended.
CREATE CONSTRAINT TRIGGER cambio_session_later AFTER UPDATE ON game_session
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.game = 'cambio' AND (
    NEW.phase IS DISTINCT FROM OLD.phase
    OR NEW.cambio_caller_id IS DISTINCT FROM OLD.cambio_caller_id
    OR (NEW.phase = 'completed' AND OLD.status <> 'active' AND (
        NEW.ending IS DISTINCT FROM OLD.ending OR NEW.completed_at IS DISTINCT FROM OLD.completed_at
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

-- 19.3 A power is the one that the turn has opened; where only a drawn card opens a power, it is that card's power.
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

-- 19.4 The scores of a completed game, computed from its hands and its caller: chapter 7, in SQL.
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

CREATE CONSTRAINT TRIGGER cambio_peek AFTER INSERT OR UPDATE ON card
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.visibility = 'peeking')
EXECUTE FUNCTION cambio_judge_peek();

-- ---- Roles ----

-- All databases of a cluster share their roles, and another migration may be creating them now.
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
    account, session_token, login_link, passkey, invite, game_session, player, removed_player, chat, snapshot,
    deadline, outbox, alert, device, mute, notice, note, standing_order, staff, ban, report, block, announcement,
    projection, card, turn, special_power, game_score
TO rondel_app;

GRANT SELECT, INSERT, DELETE ON identity, challenge, table_code TO rondel_app;

GRANT SELECT, INSERT ON journal, outage, audit TO rondel_app;

GRANT SELECT ON cell, known_cell TO rondel_app;

GRANT UPDATE (served_at, history, history_epoch) ON cell TO rondel_app;

GRANT SELECT, INSERT ON table_secret TO rondel_secrets;
