"""The bus within one process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from uuid import UUID

WAITING = 65_536


class MemoryBus:
    """Announcements within a process; nodes that are to hear each other are put `beside` one another."""

    def __init__(self, beside: "MemoryBus | None" = None) -> None:
        self._ears: dict[asyncio.Queue[tuple[UUID, int]], MemoryBus] = {} if beside is None else beside._ears
        self._tables: set[UUID] = set()
        self.dropped = 0

    async def announce(self, moves: Sequence[tuple[UUID, int]]) -> None:
        for ear, node in self._ears.items():
            if node is self:
                continue
            for move in moves:
                if move[0] not in node._tables:
                    continue
                if ear.full():
                    self.dropped += 1
                else:
                    ear.put_nowait(move)

    async def subscribe(self, table: UUID) -> None:
        self._tables.add(table)

    def unsubscribe(self, table: UUID) -> None:
        self._tables.discard(table)

    async def listen(self) -> AsyncIterator[tuple[UUID, int]]:
        ear: asyncio.Queue[tuple[UUID, int]] = asyncio.Queue(WAITING)
        self._ears[ear] = self
        try:
            while True:
                yield await ear.get()
        finally:
            del self._ears[ear]

    async def others(self) -> int:
        return len({id(node) for node in self._ears.values() if node is not self})

    async def aclose(self) -> None:
        """Nothing waits here."""
