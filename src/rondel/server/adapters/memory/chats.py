"""Chat in memory."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.chats import ChatMessage


def shown(line: ChatMessage) -> ChatMessage:
    """A line as everybody reads it."""
    return msgspec.structs.replace(line, text="") if line.is_removed else line


class MemoryChats:
    """What was said at a cell's tables."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def say(self, message: ChatMessage) -> ChatMessage:
        return self._cell.say(message)

    async def latest(self, table: UUID, *, limit: int) -> Sequence[ChatMessage]:
        lines = self._cell.chats.get(table, [])
        return tuple(map(shown, lines[max(len(lines) - limit, 0) :]))

    def recall(self, account: UUID) -> Mapping[str, object]:
        """What the account has said."""
        return {
            "chat": [
                {"table": str(message.table), "text": message.text, "at": message.at}
                for lines in self._cell.chats.values()
                for message in lines
                if message.account == account
            ]
        }

    def forget(self, account: UUID) -> None:
        """Drop what the account has said."""
        for table, lines in self._cell.chats.items():
            self._cell.chats[table] = [message for message in lines if message.account != account]
