"""Chat in PostgreSQL."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from rondel.server.ports import Said
from rondel.server.postgres.pool import Pool, answering

_SAY: Final = """
INSERT INTO chat (table_id, account_id, name, seat, text, at) VALUES ($1, $2, $3, $4, $5, $6)
"""

_SAID: Final = """
SELECT table_id AS "table", account_id AS account, name, seat, text, at
FROM (SELECT * FROM chat WHERE table_id = $1 ORDER BY id DESC LIMIT $2) AS newest ORDER BY id
"""


class PostgresChats:
    """Chat in the table chat."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def say(self, said: Said) -> None:
        with answering():
            await self._pool.execute(_SAY, said.table, said.account, said.name, said.seat, said.text, said.at)

    async def said(self, table: UUID, *, limit: int) -> Sequence[Said]:
        with answering():
            return tuple(Said(**row) for row in await self._pool.fetch(_SAID, table, limit))
