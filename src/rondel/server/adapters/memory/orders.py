"""Standing orders in memory."""

from collections.abc import Sequence
from uuid import UUID

from msgspec.structs import replace

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import Claimable, MemoryDatabase
from rondel.server.ports.orders import StandingOrder


class MemoryOrders:
    """The standing orders of a cell, in the order in which they were given."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def give(self, order: StandingOrder, *, most: int) -> bool:
        others = [each for each in await self.of_account(order.account, order.table) if each.id != order.id]
        if len(others) >= most:
            return False
        self._cell.orders[order.id] = Claimable(replace(order, due_at=None))
        return True

    async def of_account(self, account: UUID, table: UUID) -> Sequence[StandingOrder]:
        given = (each.order for each in self._cell.orders.values())
        return [order for order in given if (order.account, order.table) == (account, table)]

    async def end(self, order: UUID, account: UUID) -> bool:
        known = self._cell.orders.get(order)
        if known is None or known.order.account != account:
            return False
        del self._cell.orders[order]
        return True

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[StandingOrder]:
        now = self._cell.now()
        waiting = [
            each
            for each in self._cell.orders.values()
            if each.claimed_until <= now and self._is_waiting(each.order, now)
        ][:limit]
        for each in waiting:
            each.claimed_until = now + lease_ms
        return [each.order for each in waiting]

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        known = self._cell.orders.get(order)
        if known is None:
            return False
        known.order, known.claimed_until = replace(known.order, version=version, due_at=due_at), 0
        return True

    def _is_waiting(self, order: StandingOrder, now: Ms) -> bool:
        table = self._cell.tables.get(order.table)
        if table is None or table.halted is not None:
            return False
        is_due = order.due_at is not None and order.due_at <= now
        return is_due or table.version != order.version or table.status != "active"
