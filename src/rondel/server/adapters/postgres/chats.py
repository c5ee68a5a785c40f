"""Chat in PostgreSQL."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from msgspec.structs import replace

from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.chats import ChatMessage

_SAY: Final = """
INSERT INTO chat (table_id, account_id, name, seat, text, at) VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id
"""

_LATEST: Final = """
SELECT table_id AS "table", account_id AS account, name, seat,
    CASE WHEN removed_at IS NULL THEN text ELSE '' END AS text, at, id, removed_at IS NOT NULL AS is_removed
FROM (SELECT * FROM chat WHERE table_id = $1 ORDER BY id DESC LIMIT $2) AS newest ORDER BY id
"""


class PostgresChats:
    """Chat in the table chat."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def say(self, message: ChatMessage) -> ChatMessage:
        values = (message.table, message.account, message.name, message.seat, message.text, message.at)
        with answering(self._pool):
            stored_id: int = await self._pool.fetchval(_SAY, *values)
        return replace(message, id=stored_id)

    async def latest(self, table: UUID, *, limit: int) -> Sequence[ChatMessage]:
        with answering(self._pool):
            return tuple(ChatMessage(**row) for row in await self._pool.fetch(_LATEST, table, limit))
