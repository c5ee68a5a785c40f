"""The tables this node has folded lately. A cache: the journal decides, and nothing here is truth."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID

from rondel.server.sitting import Sitting


class Live:
    """Sittings by table, the least used one forgotten first; and one turn at a time within this node."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._sittings: OrderedDict[UUID, Sitting] = OrderedDict()
        self._locks: dict[UUID, tuple[asyncio.Lock, list[None]]] = {}
        self.hits = 0
        self.misses = 0

    def __len__(self) -> int:
        return len(self._sittings)

    def get(self, table: UUID) -> Sitting | None:
        """The newest sitting this node has folded."""
        sitting = self._sittings.get(table)
        if sitting is None:
            self.misses += 1
            return None
        self.hits += 1
        self._sittings.move_to_end(table)
        return sitting

    def put(self, sitting: Sitting) -> Sitting:
        """Keep it, unless a newer one is here."""
        known = self._sittings.get(sitting.id)
        if known is not None and known.version > sitting.version:
            return known
        self._sittings[sitting.id] = sitting
        self._sittings.move_to_end(sitting.id)
        while len(self._sittings) > self._limit:
            self._sittings.popitem(last=False)
        return sitting

    def forget(self, table: UUID) -> None:
        """Read it anew next time."""
        self._sittings.pop(table, None)

    @asynccontextmanager
    async def turn(self, table: UUID) -> AsyncIterator[None]:
        """One at a time at this table, on this node: saves lost races, and is not what makes moves safe."""
        lock, waiting = self._locks.setdefault(table, (asyncio.Lock(), []))
        waiting.append(None)
        try:
            async with lock:
                yield
        finally:
            waiting.pop()
            if not waiting:
                del self._locks[table]
