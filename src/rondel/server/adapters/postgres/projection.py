"""The relational record in PostgreSQL: one statement writes the rows of many tables and moves their versions.

It does not wait for the disk: the rows and the version they are true for are one commit, so after a crash the
projection is older at worst, and is brought up from the journal. It waits for a lock for a moment, which is
less than the database takes to look for deadlocks: no move ever fails for a projection.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.projection import ProjectionRejectedError, ProjectionWrite, StoredRecord

RECORD_TABLES: Final = frozenset({"game_session", "player", "card", "turn", "special_power", "game_score"})

_SESSION_COLUMNS: Final = frozenset(
    {"phase", "current_turn_player_id", "cambio_caller_id", "winner_id", "turn_number", "options"}
)
"""The journal writes the others."""

# A column that is set is never set back to NULL: what a row does not say stays as it is. Only the rows of
# `card` are whole. A row that is there already is made equal.
_WRITE: Final = """
WITH calm AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '200ms', true)
),
given AS MATERIALIZED (
    SELECT i.* FROM calm CROSS JOIN unnest(
        $1::uuid[], $2::integer[], $3::integer[], $4::bytea[], $5::jsonb[], $6::boolean[], $7::boolean[]
    ) AS i (table_id, after, version, digest, record, is_last, has_session)
    JOIN journal AS j ON j.table_id = i.table_id AND j.version = i.version AND j.digest = i.digest
),
locked AS MATERIALIZED (
    SELECT s.id FROM given JOIN game_session AS s ON s.id = given.table_id
    WHERE given.has_session ORDER BY s.id FOR NO KEY UPDATE OF s
),
moved AS (
    INSERT INTO projection AS p (table_id, version, updated_at)
    SELECT g.table_id, g.version, now_ms() FROM given AS g
    WHERE (NOT g.has_session OR g.table_id IN (SELECT id FROM locked))
        AND (g.after = 0 OR EXISTS (
            -- by what this statement sees: rows that another is just writing it would not see, nor update
            SELECT FROM projection AS q WHERE q.table_id = g.table_id AND q.version = g.after
        ))
    ORDER BY g.table_id
    ON CONFLICT (table_id) DO UPDATE
    SET version = excluded.version, updated_at = excluded.updated_at, failed = NULL
    WHERE p.version = (SELECT g.after FROM given AS g WHERE g.table_id = excluded.table_id)
    RETURNING p.table_id
),
kept AS MATERIALIZED (
    SELECT g.* FROM moved JOIN given AS g ON g.table_id = moved.table_id
),
sessions AS (
    UPDATE game_session AS s
    SET phase = coalesce(k.record #>> '{game_session,0,phase}', s.phase),
        current_turn_player_id = coalesce(
            (k.record #>> '{game_session,0,current_turn_player_id}')::uuid, s.current_turn_player_id
        ),
        cambio_caller_id = coalesce(
            (k.record #>> '{game_session,0,cambio_caller_id}')::uuid, s.cambio_caller_id
        ),
        winner_id = coalesce((k.record #>> '{game_session,0,winner_id}')::uuid, s.winner_id),
        turn_number = coalesce((k.record #>> '{game_session,0,turn_number}')::integer, s.turn_number),
        options = coalesce(k.record #> '{game_session,0,options}', s.options),
        is_record_final = k.is_last
    FROM kept AS k WHERE s.id = k.table_id AND k.has_session
),
players AS (
    UPDATE player AS p
    SET controller = coalesce(r.controller, p.controller),
        is_connected = coalesce(r.is_connected, p.is_connected),
        has_taken_final_turn = coalesce(r.has_taken_final_turn, p.has_taken_final_turn),
        score = coalesce(r.score, p.score)
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.record -> 'player') AS r (
        id uuid, controller text, is_connected boolean, has_taken_final_turn boolean, score integer
    )
    WHERE p.id = r.id AND p.game_session_id = kept.table_id
),
cards AS (
    INSERT INTO card (
        id, game_session_id, rank, suit, point_value, power, location, player_id, position, visibility,
        shown_until
    )
    SELECT
        r.id, kept.table_id, r.rank, r.suit, r.point_value, r.power, r.location, r.player_id, r.position,
        r.visibility, moment(r.shown_until)
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.record -> 'card') AS r (
        id uuid, rank text, suit text, point_value integer, power power_type, location text, player_id uuid,
        position integer, visibility text, shown_until bigint
    )
    ON CONFLICT (id) DO UPDATE
    SET location = excluded.location,
        player_id = excluded.player_id,
        position = excluded.position,
        visibility = excluded.visibility,
        shown_until = excluded.shown_until
),
turns AS (
    SELECT kept.table_id, r.*
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.record -> 'turn') AS r (
        id uuid, player_id uuid, turn_number integer, action text, draw_source text, card_drawn_id uuid,
        special_power_type power_type, target_card_id uuid, target_player_id uuid, created_at bigint,
        completed_at bigint
    )
),
new_turns AS (
    INSERT INTO turn AS t (
        id, game_session_id, player_id, turn_number, action, draw_source, card_drawn_id, special_power_type,
        target_card_id, target_player_id, created_at, completed_at
    )
    SELECT
        id, table_id, player_id, turn_number, action, draw_source, card_drawn_id, special_power_type,
        target_card_id, target_player_id, moment(created_at), moment(completed_at)
    FROM turns WHERE created_at IS NOT NULL
    ON CONFLICT (id) DO UPDATE
    SET action = coalesce(excluded.action, t.action),
        draw_source = coalesce(excluded.draw_source, t.draw_source),
        card_drawn_id = coalesce(excluded.card_drawn_id, t.card_drawn_id),
        special_power_type = coalesce(excluded.special_power_type, t.special_power_type),
        target_card_id = coalesce(excluded.target_card_id, t.target_card_id),
        target_player_id = coalesce(excluded.target_player_id, t.target_player_id),
        completed_at = coalesce(excluded.completed_at, t.completed_at)
),
old_turns AS (
    UPDATE turn AS t
    SET action = coalesce(r.action, t.action),
        draw_source = coalesce(r.draw_source, t.draw_source),
        card_drawn_id = coalesce(r.card_drawn_id, t.card_drawn_id),
        special_power_type = coalesce(r.special_power_type, t.special_power_type),
        target_card_id = coalesce(r.target_card_id, t.target_card_id),
        target_player_id = coalesce(r.target_player_id, t.target_player_id),
        completed_at = coalesce(moment(r.completed_at), t.completed_at)
    FROM turns AS r
    WHERE r.created_at IS NULL AND t.id = r.id AND t.game_session_id = r.table_id
),
powers AS (
    SELECT kept.table_id, r.*
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.record -> 'special_power') AS r (
        id uuid, turn_id uuid, activated_by_id uuid, power_type power_type, target_card_id uuid,
        target_player_id uuid, details jsonb, created_at bigint
    )
),
new_powers AS (
    INSERT INTO special_power AS p (
        id, game_session_id, turn_id, activated_by_id, power_type, target_card_id, target_player_id, details,
        created_at
    )
    SELECT
        id, table_id, turn_id, activated_by_id, power_type, target_card_id, target_player_id, details,
        moment(created_at)
    FROM powers WHERE created_at IS NOT NULL
    ON CONFLICT (id) DO UPDATE
    SET target_card_id = coalesce(excluded.target_card_id, p.target_card_id),
        target_player_id = coalesce(excluded.target_player_id, p.target_player_id),
        details = coalesce(excluded.details, p.details)
),
old_powers AS (
    UPDATE special_power AS p
    SET target_card_id = coalesce(r.target_card_id, p.target_card_id),
        target_player_id = coalesce(r.target_player_id, p.target_player_id),
        details = coalesce(r.details, p.details)
    FROM powers AS r
    WHERE r.created_at IS NULL AND p.id = r.id AND p.game_session_id = r.table_id
),
scores AS (
    INSERT INTO game_score (
        id, game_session_id, player_id, final_score, is_cambio_caller, penalty_applied, is_winner,
        cards_summary, created_at
    )
    SELECT
        r.id, kept.table_id, r.player_id, r.final_score, r.is_cambio_caller, r.penalty_applied, r.is_winner,
        r.cards_summary, moment(r.created_at)
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.record -> 'game_score') AS r (
        id uuid, player_id uuid, final_score integer, is_cambio_caller boolean, penalty_applied boolean,
        is_winner boolean, cards_summary jsonb, created_at bigint
    )
    ON CONFLICT (id) DO NOTHING
)
SELECT table_id FROM kept
"""

_VERSIONS: Final = "SELECT table_id, version FROM projection WHERE table_id = ANY($1)"

# Subqueries, not joins: each looks up one row by its key, and the journal is never read as a whole.
_BEHIND: Final = """
WITH unfinished AS MATERIALIZED (
    SELECT
        s.id, s.version AS head,
        coalesce((SELECT p.version FROM projection AS p WHERE p.table_id = s.id), 0) AS version
    FROM game_session AS s
    WHERE s.game = ANY($1) AND s.header IS NOT NULL AND NOT s.is_record_final AND s.id > $3
)
SELECT u.id FROM unfinished AS u
WHERE u.head > u.version AND (SELECT now_ms()) - $2::bigint >= (
    SELECT j.at FROM journal AS j WHERE j.table_id = u.id AND j.version = u.version + 1
)
ORDER BY u.id LIMIT $4
"""

_FAILED: Final = """
INSERT INTO projection AS p (table_id, version, updated_at, failed) VALUES ($1, 0, now_ms(), $2)
ON CONFLICT (table_id) DO UPDATE SET failed = excluded.failed
"""

_SETTLE: Final = """
UPDATE game_session SET is_record_final = true WHERE id IN (
    SELECT s.id FROM game_session AS s JOIN projection AS p ON p.table_id = s.id
    WHERE s.game = ANY($1) AND s.header IS NOT NULL AND NOT s.is_record_final
        AND s.status NOT IN ('open', 'active') AND p.version = s.version
    ORDER BY s.id LIMIT $2 FOR NO KEY UPDATE OF s SKIP LOCKED
)
"""

_LOCK: Final = "SELECT FROM game_session WHERE id = $1 FOR NO KEY UPDATE"

_RESET: Final = (
    """
    INSERT INTO projection (table_id, version, updated_at) VALUES ($1, 0, now_ms())
    ON CONFLICT (table_id) DO UPDATE SET version = 0, updated_at = excluded.updated_at, failed = NULL
    """,
    "DELETE FROM game_score WHERE game_session_id = $1",
    "DELETE FROM special_power WHERE game_session_id = $1",
    "DELETE FROM turn WHERE game_session_id = $1",
    "DELETE FROM card WHERE game_session_id = $1",
    """
    UPDATE player SET controller = CASE WHEN is_bot THEN 'bot' ELSE 'human' END, is_connected = true,
        has_taken_final_turn = false, score = NULL
    WHERE game_session_id = $1
    """,
    """
    UPDATE game_session SET phase = CASE WHEN game = 'cambio' THEN 'setup' END, current_turn_player_id = NULL,
        cambio_caller_id = NULL, winner_id = NULL, turn_number = 0,
        options = convert_from(option_bytes, 'UTF8')::jsonb, is_record_final = false
    WHERE id = $1
    """,
)

_RECORDED: Final = """
SELECT id FROM game_session
WHERE game = ANY($1) AND version > 0 AND lesson IS NULL AND id > $2 ORDER BY id LIMIT $3
"""

_READ: Final = """
SELECT
    coalesce((SELECT version FROM projection WHERE table_id = s.id), 0) AS version,
    jsonb_build_object(
        'game_session', jsonb_build_array(jsonb_build_object(
            'id', s.id, 'phase', s.phase, 'current_turn_player_id', s.current_turn_player_id,
            'cambio_caller_id', s.cambio_caller_id, 'winner_id', s.winner_id,
            'turn_number', s.turn_number, 'options', s.options
        )),
        'player', (
            SELECT jsonb_agg(jsonb_build_object(
                'id', p.id, 'controller', p.controller, 'is_connected', p.is_connected,
                'has_taken_final_turn', p.has_taken_final_turn, 'score', p.score
            ) ORDER BY p.seat)
            FROM player AS p WHERE p.game_session_id = s.id
        ),
        'card', (
            SELECT jsonb_agg(
                to_jsonb(c) || jsonb_build_object('shown_until', ms_of(c.shown_until)) ORDER BY c.id
            )
            FROM card AS c WHERE c.game_session_id = s.id
        ),
        'turn', (
            SELECT jsonb_agg(to_jsonb(t) || jsonb_build_object(
                'created_at', ms_of(t.created_at), 'completed_at', ms_of(t.completed_at)
            ) ORDER BY t.turn_number)
            FROM turn AS t WHERE t.game_session_id = s.id
        ),
        'special_power', (
            SELECT jsonb_agg(
                to_jsonb(p) || jsonb_build_object('created_at', ms_of(p.created_at)) ORDER BY p.id
            )
            FROM special_power AS p WHERE p.game_session_id = s.id
        ),
        'game_score', (
            SELECT jsonb_agg(
                to_jsonb(g) || jsonb_build_object('created_at', ms_of(g.created_at)) ORDER BY g.id
            )
            FROM game_score AS g WHERE g.game_session_id = s.id
        )
    )::text AS rows
FROM game_session AS s WHERE s.id = $1
"""

_FIRST: Final = UUID(int=0)


class PostgresProjection:
    """The tables of the record, and `projection`, which says for which version they are true."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def write(self, batch: Sequence[ProjectionWrite]) -> Collection[UUID]:
        if not batch:
            return ()
        rows = [_columns(each) for each in sorted(batch, key=lambda each: each.table)]
        try:
            with answering(self._pool):
                found = await self._pool.fetch(_WRITE, *map(list, zip(*rows, strict=True)))
        except asyncpg.PostgresError as error:
            raise ProjectionRejectedError(_why(error)) from error
        return {row["table_id"] for row in found}

    async def versions(self, tables: Collection[UUID]) -> Mapping[UUID, int]:
        with answering(self._pool):
            return {row[0]: row[1] for row in await self._pool.fetch(_VERSIONS, list(tables))}

    async def behind(
        self, games: Collection[str], *, older_ms: Ms, after: UUID | None = None, limit: int
    ) -> Sequence[UUID]:
        with answering(self._pool):
            found = await self._pool.fetch(_BEHIND, list(games), older_ms, after or _FIRST, limit)
        return [row["id"] for row in found]

    async def failed(self, table: UUID, message: str) -> None:
        with answering(self._pool):
            await self._pool.execute(_FAILED, table, message)

    async def settle(self, games: Collection[str], *, limit: int) -> None:
        with answering(self._pool):
            await self._pool.execute(_SETTLE, list(games), limit)

    async def reset(self, table: UUID) -> None:
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK, table)
                for statement in _RESET:
                    await connection.execute(statement, table)

    async def recorded(self, games: Collection[str], *, after: UUID | None, limit: int) -> Sequence[UUID]:
        with answering(self._pool):
            found = await self._pool.fetch(_RECORDED, list(games), after or _FIRST, limit)
        return [row["id"] for row in found]

    async def read(self, table: UUID) -> StoredRecord:
        with answering(self._pool):
            found = await self._pool.fetchrow(_READ, table)
        if found is None:
            return StoredRecord(0, {})
        return StoredRecord(
            found["version"],
            {name: rows or [] for name, rows in msgspec.json.decode(found["rows"]).items()},
        )


def _columns(write: ProjectionWrite) -> tuple[object, ...]:
    rows = msgspec.json.decode(write.rows, type=dict[str, list[dict[str, object]]])
    if unknown := rows.keys() - RECORD_TABLES:
        raise ProjectionRejectedError(f"no table of the record: {', '.join(sorted(unknown))}")
    # Only then is the table's own row touched: moves wait for that one.
    has_session = write.is_last or "player" in rows
    has_session = has_session or any(_SESSION_COLUMNS & row.keys() for row in rows.get("game_session", ()))
    return (
        write.table,
        write.after,
        write.version,
        write.digest,
        write.rows.decode(),
        write.is_last,
        has_session,
    )


def _why(error: asyncpg.PostgresError) -> str:
    """The rule by its name; what PostgreSQL says in detail names values, which may be secret."""
    if getattr(error, "constraint_name", None) == "cambio":
        return str(error).splitlines()[0]
    return f"{type(error).__name__} {getattr(error, 'constraint_name', None) or ''}".strip()
