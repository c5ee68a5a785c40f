"""Placement in PostgreSQL: the tables `known_cell` and `table_code` of home."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

import asyncpg

from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.value import StoreUnavailableError

_NUMBER: Final = "SELECT number FROM known_cell WHERE name = $1"

_TAKING: Final = "SELECT number FROM known_cell WHERE takes_tables"

# A table that was opened before there were cells has its code in its own row alone.
_RESERVE: Final = """
INSERT INTO table_code (code, table_id)
SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM game_session WHERE code = $1)
ON CONFLICT (code) DO NOTHING
RETURNING true
"""

_RELEASE: Final = "DELETE FROM table_code WHERE code = $1 AND table_id = $2"

_TABLE_OF: Final = "SELECT table_id FROM table_code WHERE code = $1"


_WHICH: Final = "SELECT name, number FROM cell"


async def check_cell(pool: Pool, name: str, number: int) -> None:
    """Unavailable unless the database answers and is the cell it is called."""
    try:
        with answering(pool):
            there = await pool.fetchrow(_WHICH)
    except asyncpg.PostgresError as error:  # no such database, no such user, or nothing in it yet
        raise StoreUnavailableError(f"{error}: see rondel doctor", "not_migrated") from error
    if there is None or tuple(there) != (name, number):
        is_called = None if there is None else there["name"]
        raise StoreUnavailableError(f"the database is the cell {is_called!r}, not {name!r}", "another_cell")


class PostgresPlacement:
    """Placement, read anew each time: `rondel cells` changes it while nodes serve."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def number_of(self, cell: str) -> int | None:
        with answering(self._pool):
            number: int | None = await self._pool.fetchval(_NUMBER, cell)
        return number

    async def taking(self) -> Collection[int]:
        with answering(self._pool):
            return frozenset(row["number"] for row in await self._pool.fetch(_TAKING))

    async def reserve(self, code: str, table: UUID) -> bool:
        with answering(self._pool):
            return bool(await self._pool.fetchval(_RESERVE, code, table))

    async def release(self, code: str, table: UUID) -> None:
        with answering(self._pool):
            await self._pool.execute(_RELEASE, code, table)

    async def table_of(self, code: str) -> UUID | None:
        with answering(self._pool):
            table: UUID | None = await self._pool.fetchval(_TABLE_OF, code)
        return table
