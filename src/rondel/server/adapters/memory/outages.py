"""Outages in memory: of a process that stood still, or of all nodes that share a cell."""

from collections.abc import Sequence

from rondel.kernel import Outage
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.outages import GAP_MS, REMEMBERED_MS


class MemoryOutages:
    """The mark and the outages of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def beat(self) -> Sequence[Outage]:
        cell, before = self._cell, self._cell.served_at
        cell.served_at = now = cell.now() if before is None else max(before, cell.now())
        if before is not None and now - before > GAP_MS:
            cell.outages.append(Outage(before, now))
        return [outage for outage in cell.outages if outage.until_ms > now - REMEMBERED_MS]
