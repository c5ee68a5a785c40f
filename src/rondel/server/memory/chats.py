"""Chat in memory."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from uuid import UUID

from msgspec.structs import replace

from rondel.server.ports import ChatMessage


class MemoryChats:
    """Chat of one process."""

    def __init__(self) -> None:
        self._messages: defaultdict[UUID, list[ChatMessage]] = defaultdict(list)
        self._ids = count(1)

    async def say(self, message: ChatMessage) -> ChatMessage:
        stored = replace(message, id=next(self._ids))
        self._messages[message.table].append(stored)
        return stored

    async def latest(self, table: UUID, *, limit: int) -> Sequence[ChatMessage]:
        lines = self._messages.get(table, [])
        return tuple(lines[max(len(lines) - limit, 0) :])

    def recall(self, account: UUID) -> Mapping[str, object]:
        """What the account has said."""
        return {
            "chat": [
                {"table": str(message.table), "text": message.text, "at": message.at}
                for lines in self._messages.values()
                for message in lines
                if message.account == account
            ]
        }

    def forget(self, account: UUID) -> None:
        """Drop what the account has said."""
        for table, lines in self._messages.items():
            self._messages[table] = [message for message in lines if message.account != account]
