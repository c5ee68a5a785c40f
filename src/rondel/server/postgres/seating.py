"""Seating in PostgreSQL. Every change first gives the table's row a new revision and so locks it."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

import asyncpg

from rondel.kernel import Seat
from rondel.server.ports import Place
from rondel.server.postgres.pool import Pool, answering

_OPEN: Final = """
WITH open AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'open' AND header IS NULL
    RETURNING id
)
"""

_TAKE: Final = """
WITH open AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'open' AND header IS NULL AND ($10::integer IS NULL OR revision = $10)
    RETURNING id, seats
)
INSERT INTO player (
    id, game_session_id, seat, user_id, display_name, is_bot, bot_level, controller, nonce, is_ready
)
SELECT $2, id, $3, $4, $5, $6, $7, CASE WHEN $6 THEN 'bot' ELSE 'human' END, $8, $9
FROM open WHERE $3 < seats
ON CONFLICT DO NOTHING
RETURNING id
"""

_RENAME: Final = """
WITH changed AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status IN ('open', 'active') AND revision = $5
    RETURNING id
)
UPDATE player SET display_name = $4 FROM changed
WHERE game_session_id = changed.id AND seat = $2 AND user_id = $3
RETURNING player.id
"""

_LEAVE: Final = f"""
{_OPEN}
DELETE FROM player USING open
WHERE game_session_id = open.id AND seat = $2 AND user_id IS NOT DISTINCT FROM $3 AND is_bot = ($3 IS NULL)
RETURNING player.id
"""  # noqa: S608 - our own words

_READY: Final = f"""
{_OPEN}
UPDATE player SET is_ready = $4 FROM open WHERE game_session_id = open.id AND seat = $2 AND user_id = $3
RETURNING player.id
"""  # noqa: S608 - our own words

# A statement of its own: the next one then sees every seat that was taken while this one waited.
_LOCK: Final = "SELECT FROM game_session WHERE id = $1 FOR NO KEY UPDATE"

_BEGIN: Final = """
UPDATE game_session
SET header = $2, revision = new_revision(), status = CASE WHEN header IS NULL THEN 'active' ELSE status END
WHERE id = $1 AND (
    header = $2
    OR (header IS NULL AND status = 'open' AND $3::uuid[] = ARRAY(
        SELECT id FROM player WHERE game_session_id = $1 ORDER BY id
    ))
)
RETURNING id
"""

_CLOSE: Final = """
UPDATE game_session SET status = 'closed', revision = new_revision()
WHERE id = $1 AND status = 'open' AND header IS NULL RETURNING id
"""

_STAND_IN: Final = """
WITH running AS (
    SELECT id FROM game_session
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL FOR NO KEY UPDATE
),
changed AS (
    UPDATE player SET bot_level = $3 FROM running
    WHERE game_session_id = running.id AND seat = $2 AND NOT is_bot
    RETURNING game_session_id
)
UPDATE game_session AS s
SET revision = new_revision(), bots_to_act = CASE
    WHEN $3 IS NOT NULL AND $2 = ANY (s.to_act) AND NOT $2 = ANY (s.bots_to_act)
    THEN array_append(s.bots_to_act, $2) ELSE s.bots_to_act
END
FROM changed WHERE s.id = changed.game_session_id
RETURNING s.id
"""

_HAND_OVER: Final = """
WITH running AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL
    RETURNING id
)
UPDATE player SET user_id = $4, display_name = $5, bot_level = NULL
FROM running
WHERE game_session_id = running.id AND seat = $2 AND user_id = $3 AND NOT is_bot AND NOT EXISTS (
    SELECT FROM player AS other WHERE other.game_session_id = running.id AND other.user_id = $4
)
RETURNING player.id
"""

_ABANDON: Final = """
WITH ended AS (
    UPDATE game_session
    SET status = 'abandoned', ending = 'abandoned', to_act = '{}', bots_to_act = '{}', completed_at = now(),
        revision = new_revision()
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL
    RETURNING id
),
not_due AS (DELETE FROM deadline USING ended WHERE table_id = ended.id)
SELECT id FROM ended
"""


class PostgresSeating:
    """The rows of `player`. A table is active from `begin` on."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def take(self, table: UUID, place: Place, *, revision: int | None = None) -> bool:
        return await self._done(
            _TAKE,
            table,
            place.id,
            place.seat,
            place.account,
            place.name,
            place.kind == "bot",
            place.level,
            place.nonce,
            place.is_ready,
            revision,
        )

    async def rename(self, table: UUID, seat: Seat, account: UUID, name: str, *, revision: int) -> bool:
        return await self._done(_RENAME, table, seat, account, name, revision)

    async def leave(self, table: UUID, seat: Seat, account: UUID | None) -> bool:
        return await self._done(_LEAVE, table, seat, account)

    async def ready(self, table: UUID, seat: Seat, account: UUID, is_ready: bool) -> bool:
        return await self._done(_READY, table, seat, account, is_ready)

    async def begin(self, table: UUID, header: bytes, places: Collection[UUID]) -> bool:
        with answering():
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK, table)
                begun = await connection.fetchval(_BEGIN, table, header, sorted(places))
        return begun is not None

    async def close(self, table: UUID) -> bool:
        return await self._done(_CLOSE, table)

    async def stand_in(self, table: UUID, seat: Seat, level: str | None) -> bool:
        return await self._done(_STAND_IN, table, seat, level)

    async def hand_over(self, table: UUID, seat: Seat, before: UUID, account: UUID, name: str) -> bool:
        try:
            return await self._done(_HAND_OVER, table, seat, before, account, name)
        except asyncpg.UniqueViolationError:  # the account sat down in another seat at the same moment
            return False

    async def abandon(self, table: UUID) -> bool:
        return await self._done(_ABANDON, table)

    async def _done(self, statement: str, *values: object) -> bool:
        with answering():
            return await self._pool.fetchval(statement, *values) is not None
