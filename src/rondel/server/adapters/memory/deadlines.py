"""Deadlines in memory."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.deadlines import ClaimedDeadline


class MemoryDeadlines:
    """The deadlines of a cell's tables. Those of a halted table wait until it goes on."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[ClaimedDeadline]:
        now = self._cell.now()
        due = sorted((due for due in self._unclaimed(now) if due.due_at <= now), key=lambda due: due.due_at)[
            :limit
        ]
        for each in due:
            self._cell.deadlines[each.table].claimed_until = now + lease_ms
        return due

    async def next_due(self) -> Ms | None:
        return min((due.due_at for due in self._unclaimed(self._cell.now())), default=None)

    async def due_at(self, table: UUID) -> Ms | None:
        deadline = self._cell.deadlines.get(table)
        return None if deadline is None else deadline.due_at

    def _unclaimed(self, now: Ms) -> Iterator[ClaimedDeadline]:
        for table, deadline in self._cell.deadlines.items():
            if deadline.claimed_until <= now and self._cell.tables[table].halted is None:
                yield ClaimedDeadline(table, deadline.version, deadline.due_at)
