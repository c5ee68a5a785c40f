"""Notes in PostgreSQL."""

from typing import Final
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering

_READ: Final = "SELECT text FROM note WHERE account_id = $1 AND table_id = $2"

_WRITE: Final = """
INSERT INTO note (account_id, table_id, text, changed_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id, table_id) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at
"""

_DROP: Final = "DELETE FROM note WHERE account_id = $1 AND table_id = $2"


class PostgresNotes:
    """Notes in the table note."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def read(self, account: UUID, table: UUID) -> str:
        with answering(self._pool):
            text: str | None = await self._pool.fetchval(_READ, account, table)
        return text or ""

    async def write(self, account: UUID, table: UUID, text: str, *, at: Ms) -> None:
        with answering(self._pool):
            if text:
                await self._pool.execute(_WRITE, account, table, text, at)
            else:
                await self._pool.execute(_DROP, account, table)
