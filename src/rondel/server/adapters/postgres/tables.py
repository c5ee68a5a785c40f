"""Tables in PostgreSQL. Their secrets go through a pool of their own, whose role reads nothing else."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import asyncpg
import msgspec

from rondel.kernel import Outcome, Summary
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.tables import (
    HaltCause,
    PlayerRow,
    RematchExistsError,
    Removed,
    TableLimitError,
    TableRow,
)

_OPEN: Final = """
INSERT INTO game_session (
    id, game, rules, options, option_bytes, seats, code, access, key, host_id, commitment, created_at,
    rematch_of, lesson, is_record_final, name
)
VALUES (
    $1, $2, $3, convert_from($4, 'UTF8')::jsonb, $4, $5, $6, $7, $8, $9, $10, moment($11), $12, $13,
    $13::text IS NOT NULL, $14
)
ON CONFLICT (code) DO NOTHING
RETURNING id
"""

_ONE_REMATCH: Final = "game_session_rematch_of"

_KEEP: Final = "INSERT INTO table_secret (table_id, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING"

_SELECT_SECRET: Final = "SELECT secret FROM table_secret WHERE table_id = $1"  # noqa: S105 - a query, not a secret

_TABLES: Final = """
SELECT
    s.id, s.game, s.rules, s.option_bytes AS options, s.seats, s.code, s.access, s.key, s.host_id AS host,
    s.commitment, ms_of(s.created_at) AS created_at, s.status, s.version, s.to_act, s.header,
    ARRAY(
        SELECT ROW(
            p.id, p.seat, p.user_id, p.display_name, CASE WHEN p.is_bot THEN 'bot' ELSE 'human' END,
            p.bot_level, p.nonce, p.is_ready, p.wants_end, p.bot_since
        )
        FROM player AS p WHERE p.game_session_id = s.id ORDER BY p.seat
    ) AS places,
    s.rematch_of, s.halted, s.halted_cause, s.halted_text, s.halted_at, s.ending, s.revision, s.lesson,
    s.name, s.outcome, s.summary, s.is_locked,
    ARRAY(
        SELECT ROW(r.id, r.account_id, r.name) FROM removed_player AS r WHERE r.table_id = s.id ORDER BY r.id
    ) AS removed,
    (SELECT due_at FROM deadline WHERE table_id = s.id) AS due_at
FROM game_session AS s
"""

_GET: Final = f"{_TABLES} WHERE s.id = $1"

# In SQL, so that no row comes back of a table that is hidden: reading one takes time.
_VISIBLE: Final = f"""
{_TABLES}
WHERE s.id = $1 AND (
    s.access <> 'private' OR s.host_id = $2 OR s.key = $3
    OR EXISTS (
        SELECT FROM player AS own WHERE own.game_session_id = s.id AND own.user_id = $2
        AND NOT EXISTS (SELECT FROM removed_player AS r WHERE r.table_id = s.id AND r.account_id = $2)
    )
)
"""  # noqa: S608 - our own words

_BY_CODE: Final = f"{_TABLES} WHERE s.code = $1"

_REMATCH_OF: Final = f"{_TABLES} WHERE s.rematch_of = $1"

_PUBLIC: Final = f"""
{_TABLES} WHERE s.status = 'open' AND s.access = 'public' AND NOT s.is_locked
ORDER BY s.created_at DESC, s.id DESC LIMIT $1
"""

_RUNNING: Final = f"""
{_TABLES} WHERE s.status = 'active' AND s.access = 'public' ORDER BY s.created_at DESC, s.id DESC LIMIT $1
"""

_RENAME: Final = "UPDATE game_session SET name = $2, revision = new_revision() WHERE id = $1"

_OF_ACCOUNT: Final = f"""
{_TABLES}
WHERE s.lesson IS NULL AND s.id IN (
    SELECT game_session_id FROM player WHERE user_id = $1
    UNION SELECT id FROM game_session WHERE host_id = $1
) AND NOT EXISTS (SELECT FROM removed_player AS r WHERE r.table_id = s.id AND r.account_id = $1)
ORDER BY s.status = 'active' DESC, s.created_at DESC, s.id DESC LIMIT $2
"""  # noqa: S608 - our own words

_RUNNING_LESSON: Final = f"""
{_TABLES} WHERE s.host_id = $1 AND s.lesson = $2 AND s.status = 'active'
ORDER BY s.created_at DESC, s.id DESC LIMIT 1
"""

_HALT: Final = """
UPDATE game_session
SET halted = $2, halted_text = $3, halted_cause = $4, halted_at = now_ms(), revision = new_revision()
WHERE id = $1 AND halted IS NULL
"""

_RESUME: Final = """
UPDATE game_session
SET halted = NULL, halted_text = NULL, halted_cause = NULL, halted_at = NULL, revision = new_revision()
WHERE id = $1
"""

_HALTED: Final = f"""
{_TABLES} WHERE s.halted IS NOT NULL ORDER BY s.halted_at, s.id LIMIT $1
"""

_ACTIVE: Final = f"{_TABLES} WHERE s.status = 'active' AND s.id > $1 ORDER BY s.id LIMIT $2"

# Those who open a table for the same host wait for each other; the key is the host's alone.
_ONE_BY_ONE: Final = "SELECT pg_advisory_xact_lock(hashtextextended('rondel.open ' || $1::uuid, 0))"

_COUNT_OPEN: Final = """
SELECT count(*) FROM game_session WHERE host_id = $1 AND status IN ('open', 'active')
"""


class PostgresTables:
    """The rows of `game_session`, with those of `player`."""

    def __init__(self, pool: Pool, secrets: Pool) -> None:
        self._pool = pool
        self._secrets = secrets

    async def open(self, table: TableRow, secret: bytes, *, most: int | None = None) -> bool:
        """The secret goes first: a table without one could not be played; one without a table is harmless."""
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                if most is not None:
                    # A statement of its own: the count must see what was committed while this waited.
                    await connection.execute(_ONE_BY_ONE, table.host)
                    if await connection.fetchval(_COUNT_OPEN, table.host) >= most:
                        raise TableLimitError
                await self._secrets.execute(_KEEP, table.id, secret)
                try:
                    return await connection.fetchval(_OPEN, *_values(table)) is not None
                except asyncpg.UniqueViolationError as error:
                    if error.constraint_name == _ONE_REMATCH:
                        raise RematchExistsError from error
                    raise

    async def get(self, table: UUID) -> TableRow | None:
        return await self._one(_GET, table)

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        return await self._one(_VISIBLE, table, account, key)

    async def by_code(self, code: str) -> TableRow | None:
        return await self._one(_BY_CODE, code)

    async def rematch_of(self, table: UUID) -> TableRow | None:
        return await self._one(_REMATCH_OF, table)

    async def secret(self, table: UUID) -> bytes:
        with answering(self._secrets):
            secret: bytes | None = await self._secrets.fetchval(_SELECT_SECRET, table)
        if secret is None:
            raise LookupError(f"table {table} has no secret")
        return secret

    async def public(self, *, limit: int) -> Sequence[TableRow]:
        return await self._all(_PUBLIC, limit)

    async def running(self, *, limit: int) -> Sequence[TableRow]:
        return await self._all(_RUNNING, limit)

    async def rename(self, table: UUID, name: str | None) -> None:
        with answering(self._pool):
            await self._pool.execute(_RENAME, table, name)

    async def of_account(self, account: UUID, *, limit: int) -> Sequence[TableRow]:
        return await self._all(_OF_ACCOUNT, account, limit)

    async def running_lesson(self, account: UUID, seed: str) -> TableRow | None:
        return await self._one(_RUNNING_LESSON, account, seed)

    async def halt(self, table: UUID, message: str, *, text: str = "", cause: HaltCause = "error") -> None:
        with answering(self._pool):
            await self._pool.execute(_HALT, table, message, text, cause)

    async def resume(self, table: UUID) -> None:
        with answering(self._pool):
            await self._pool.execute(_RESUME, table)

    async def halted(self, *, limit: int) -> Sequence[TableRow]:
        return await self._all(_HALTED, limit)

    async def active(self, *, after: UUID, limit: int) -> Sequence[TableRow]:
        return await self._all(_ACTIVE, after, limit)

    async def _one(self, query: str, *values: object) -> TableRow | None:
        found = await self._all(query, *values)
        return found[0] if found else None

    async def _all(self, query: str, *values: object) -> Sequence[TableRow]:
        with answering(self._pool):
            return [_table(row) for row in await self._pool.fetch(query, *values)]


def _values(table: TableRow) -> tuple[object, ...]:
    """The columns of a new table, in the order of `_OPEN`."""
    return (
        table.id,
        table.game,
        table.rules,
        table.options,
        table.seats,
        table.code,
        table.access,
        table.key,
        table.host,
        table.commitment,
        table.created_at,
        table.rematch_of,
        table.lesson,
        table.name,
    )


def _table(row: asyncpg.Record) -> TableRow:
    places = tuple(PlayerRow(*place) for place in row["places"])
    outcome = None if row["outcome"] is None else msgspec.json.decode(row["outcome"], type=Outcome)
    summary = None if row["summary"] is None else msgspec.json.decode(row["summary"], type=Summary)
    removed = tuple(Removed(*one) for one in row["removed"])
    read = {
        "removed": removed,
        "to_act": tuple(row["to_act"]),
        "places": places,
        "outcome": outcome,
        "summary": summary,
    }
    return TableRow(**{**row, **read})
