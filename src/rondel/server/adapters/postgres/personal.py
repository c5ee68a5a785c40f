"""What a cell keeps about people beside its tables: their accounts are at home."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.names import FORMER_PLAYER

OF_TABLES: Final[Mapping[str, str]] = {
    "chat": """
        SELECT table_id::text AS "table", text, at FROM chat WHERE account_id = $1 ORDER BY id
    """,
    "seats": """
        SELECT game_session_id::text AS "table", seat, display_name AS name
        FROM player WHERE user_id = $1 ORDER BY game_session_id
    """,
    "removedFrom": """
        SELECT table_id::text AS "table", name FROM removed_player WHERE account_id = $1 ORDER BY table_id
    """,
    "notes": """
        SELECT table_id::text AS "table", text, changed_at AS at
        FROM note WHERE account_id = $1 ORDER BY table_id
    """,
    "orders": """
        SELECT table_id::text AS "table", convert_from(body, 'UTF8') AS "order"
        FROM standing_order WHERE account_id = $1 ORDER BY number
    """,
    "notices": """
        SELECT table_id::text AS "table", kind, channel, state, changed_at AS at
        FROM notice WHERE account_id = $1 ORDER BY changed_at
    """,
}
"""What is exported of an account's tables, by what it is of."""

_FORGET_SEATS: Final = """
WITH left_seats AS (
    UPDATE player SET display_name = $2, user_id = NULL WHERE user_id = $1 RETURNING game_session_id
)
UPDATE game_session AS s SET revision = new_revision()
FROM left_seats WHERE s.id = left_seats.game_session_id
"""

_FORGET: Final = (
    "DELETE FROM chat WHERE account_id = $1",
    "DELETE FROM note WHERE account_id = $1",
    "DELETE FROM standing_order WHERE account_id = $1",
    "DELETE FROM removed_player WHERE account_id = $1",
    "DELETE FROM notice WHERE account_id = $1",
)


class PostgresPersonalData:
    """Personal data in a cell that is not home."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def export(self, account: UUID) -> Mapping[str, object]:
        with answering(self._pool):
            return {
                part: [dict(row) for row in await self._pool.fetch(query, account)]
                for part, query in OF_TABLES.items()
            }

    async def delete(self, account: UUID) -> None:
        await forget(self._pool, account, _FORGET)


async def forget(pool: Pool, account: UUID, statements: Sequence[str]) -> None:
    """The account's seats lose its name, then these are run, all in one transaction."""
    with answering(pool):
        async with pool.acquire() as connection, connection.transaction():
            await connection.execute(_FORGET_SEATS, account, FORMER_PLAYER)
            for statement in statements:
                await connection.execute(statement, account)
