"""Chat in memory."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from uuid import UUID

from rondel.server.ports import Said


class MemoryChats:
    """Chat of one process."""

    def __init__(self) -> None:
        self._said: defaultdict[UUID, list[Said]] = defaultdict(list)

    async def say(self, said: Said) -> None:
        self._said[said.table].append(said)

    async def said(self, table: UUID, *, limit: int) -> Sequence[Said]:
        lines = self._said.get(table, [])
        return tuple(lines[max(len(lines) - limit, 0) :])

    def recall(self, account: UUID) -> Mapping[str, object]:
        """What the account has said."""
        return {
            "chat": [
                {"table": str(said.table), "text": said.text, "at": said.at}
                for lines in self._said.values()
                for said in lines
                if said.account == account
            ]
        }

    def forget(self, account: UUID) -> None:
        """Keep nothing the account has said."""
        for table, lines in self._said.items():
            self._said[table] = [said for said in lines if said.account != account]
