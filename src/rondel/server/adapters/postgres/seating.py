"""Seating in PostgreSQL. Every change first gives the table's row a new revision and so locks it."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

import asyncpg

from rondel.kernel import Seat
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.tables import IsAbsent, PlayerRow, Removed

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

_REMOVE: Final = f"""
{_OPEN},
gone AS (
    DELETE FROM player USING open
    WHERE game_session_id = open.id AND seat = $2 AND user_id = $3 AND NOT is_bot
    RETURNING game_session_id
)
INSERT INTO removed_player (id, table_id, account_id, name)
SELECT $4, game_session_id, $3, $5 FROM gone
ON CONFLICT (table_id, account_id) DO UPDATE SET name = excluded.name
RETURNING id
"""  # noqa: S608 - our own words

_REMOVE_ABSENT: Final = """
WITH running AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL
    RETURNING id
)
INSERT INTO removed_player (id, table_id, account_id, name)
SELECT $4, game_session_id, $3, $5 FROM player JOIN running ON game_session_id = running.id
WHERE seat = $2 AND user_id = $3 AND NOT is_bot AND bot_level IS NOT NULL
ON CONFLICT (table_id, account_id) DO UPDATE SET name = excluded.name
RETURNING id
"""

_LET_BACK: Final = """
WITH there AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status IN ('open', 'active')
    RETURNING id
)
DELETE FROM removed_player USING there WHERE table_id = there.id AND removed_player.id = $2
RETURNING removed_player.id
"""

_SHUT: Final = """
UPDATE game_session SET is_locked = $2, revision = new_revision()
WHERE id = $1 AND status = 'open' AND header IS NULL AND is_locked <> $2 RETURNING id
"""

_MAKE_HOST: Final = """
UPDATE game_session AS s SET host_id = $3, revision = new_revision()
WHERE s.id = $1 AND s.host_id = $2 AND s.host_id <> $3 AND s.status IN ('open', 'active') AND EXISTS (
    SELECT FROM player WHERE game_session_id = s.id AND user_id = $3
) AND NOT EXISTS (SELECT FROM removed_player WHERE table_id = s.id AND account_id = $3)
RETURNING id
"""

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

CLOSE: Final = """
UPDATE game_session SET status = 'closed', revision = new_revision()
WHERE id = $1 AND status = 'open' AND header IS NULL RETURNING id
"""

_STAND_IN: Final = """
WITH running AS (
    SELECT id FROM game_session
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL FOR NO KEY UPDATE
),
seated AS (
    SELECT player.id FROM player JOIN running ON game_session_id = running.id
    WHERE seat = $2 AND NOT is_bot AND ($3::text IS NOT NULL OR NOT EXISTS (
        SELECT FROM removed_player WHERE table_id = running.id AND account_id = player.user_id
    ))
),
changed AS (
    UPDATE player SET bot_level = $3, bot_since = CASE
        WHEN $3 IS NOT NULL THEN coalesce(bot_since, (SELECT version FROM game_session WHERE id = $1))
    END
    FROM seated
    WHERE player.id = seated.id AND bot_level IS DISTINCT FROM $3
    RETURNING game_session_id
),
revised AS (
    UPDATE game_session AS s
    SET revision = new_revision(), bots_to_act = CASE
        WHEN $3 IS NOT NULL AND $2 = ANY (s.to_act) AND NOT $2 = ANY (s.bots_to_act)
        THEN array_append(s.bots_to_act, $2) ELSE s.bots_to_act
    END
    FROM changed WHERE s.id = changed.game_session_id
),
said AS (
    INSERT INTO chat (table_id, account_id, name, seat, text, at)
    SELECT game_session_id, $4::uuid, $5::text, $6::smallint, $7::text, $8::bigint
    FROM changed WHERE $7 IS NOT NULL
)
SELECT id FROM seated
"""

_ASK_END: Final = """
WITH running AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL AND EXISTS (
        SELECT FROM player WHERE game_session_id = $1 AND seat = $2 AND user_id = $3 AND wants_end <> $4
    )
    RETURNING id
)
UPDATE player SET wants_end = $4 FROM running
WHERE game_session_id = running.id AND seat = $2 AND user_id = $3 AND wants_end <> $4
RETURNING player.id
"""

_HAND_OVER: Final = """
WITH running AS (
    UPDATE game_session SET revision = new_revision()
    WHERE id = $1 AND status = 'active' AND header IS NOT NULL
    RETURNING id
)
UPDATE player
SET user_id = $4, display_name = $5, bot_level = NULL, wants_end = false, bot_since = NULL
FROM running
WHERE game_session_id = running.id AND seat = $2 AND user_id = $3 AND NOT is_bot AND NOT EXISTS (
    SELECT FROM player AS other WHERE other.game_session_id = running.id AND other.user_id = $4
) AND ($6::integer IS NULL OR $6 = (
    SELECT coalesce(max(version), 0) FROM journal
    WHERE table_id = $1 AND journal.seat = $2 AND (bot_since IS NULL OR version <= bot_since)
))
RETURNING player.id
"""

_OWN_VERSION: Final = """
SELECT coalesce(max(version), 0) FROM journal
WHERE table_id = $1 AND seat = $2 AND version <= coalesce((
    SELECT bot_since FROM player WHERE game_session_id = $1 AND seat = $2
), 2147483647)
"""

ABANDON: Final = """
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

    async def take(self, table: UUID, place: PlayerRow, *, revision: int | None = None) -> bool:
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

    async def remove(self, table: UUID, seat: Seat, removed: Removed) -> bool:
        return await self._done(_REMOVE, table, seat, removed.account, removed.id, removed.name)

    async def remove_absent(
        self, table: UUID, seat: Seat, removed: Removed, *, is_absent: IsAbsent | None = None
    ) -> bool:
        values = (seat, removed.account, removed.id, removed.name)
        return await self._done_alone(_REMOVE_ABSENT, table, *values, only_if=is_absent)

    async def readmit(self, table: UUID, removed: UUID) -> bool:
        return await self._done(_LET_BACK, table, removed)

    async def shut(self, table: UUID, is_locked: bool) -> bool:
        return await self._done(_SHUT, table, is_locked)

    async def make_host(self, table: UUID, before: UUID, host: UUID) -> bool:
        return await self._done(_MAKE_HOST, table, before, host)

    async def ready(self, table: UUID, seat: Seat, account: UUID, is_ready: bool) -> bool:
        return await self._done(_READY, table, seat, account, is_ready)

    async def begin(self, table: UUID, header: bytes, places: Collection[UUID]) -> bool:
        return await self._done_alone(_BEGIN, table, header, sorted(places))

    async def close(self, table: UUID) -> bool:
        return await self._done(CLOSE, table)

    async def stand_in(
        self, table: UUID, seat: Seat, level: str | None, line: ChatMessage | None = None
    ) -> bool:
        values = (None,) * 5 if line is None else (line.account, line.name, line.seat, line.text, line.at)
        return await self._done_alone(_STAND_IN, table, seat, level, *values)

    async def ask_end(self, table: UUID, seat: Seat, account: UUID, wants_end: bool) -> bool:
        return await self._done(_ASK_END, table, seat, account, wants_end)

    async def hand_over(
        self,
        table: UUID,
        seat: Seat,
        before: UUID,
        account: UUID,
        name: str,
        *,
        own_version: int | None = None,
        is_absent: IsAbsent | None = None,
    ) -> bool:
        values = (seat, before, account, name, own_version)
        try:
            return await self._done_alone(_HAND_OVER, table, *values, only_if=is_absent)
        except asyncpg.UniqueViolationError:  # the account sat down in another seat at the same moment
            return False

    async def own_version(self, table: UUID, seat: Seat) -> int:
        with answering(self._pool):
            version: int = await self._pool.fetchval(_OWN_VERSION, table, seat)
        return version

    async def abandon(self, table: UUID) -> bool:
        return await self._done(ABANDON, table)

    async def _done_alone(
        self, statement: str, table: UUID, *values: object, only_if: IsAbsent | None = None
    ) -> bool:
        """Nothing of the table changes while it is done, and it sees all that changed before."""
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(_LOCK, table)
                if only_if is not None and not await only_if():
                    return False
                return await connection.fetchval(statement, table, *values) is not None

    async def _done(self, statement: str, *values: object) -> bool:
        with answering(self._pool):
            return await self._pool.fetchval(statement, *values) is not None
