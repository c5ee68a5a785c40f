"""Tables in memory."""

from collections.abc import Sequence
from uuid import UUID

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.access import is_removed, may_look
from rondel.server.ports.tables import HaltCause, RematchExistsError, TableLimitError, TableRow


class MemoryTables:
    """The tables of a cell."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def open(self, table: TableRow, secret: bytes, *, most: int | None = None) -> bool:
        if most is not None and self._count_open(table.host) >= most:
            raise TableLimitError
        self._cell.secrets.setdefault(table.id, secret)
        if await self.by_code(table.code) is not None:
            return False
        if table.rematch_of is not None and await self.rematch_of(table.rematch_of) is not None:
            raise RematchExistsError
        self._cell.tables[table.id] = table
        return True

    async def get(self, table: UUID) -> TableRow | None:
        return self._cell.table(table)

    async def visible(self, table: UUID, account: UUID | None, key: str | None = None) -> TableRow | None:
        found = self._cell.table(table)
        return found if found is not None and may_look(found, account, key) else None

    async def by_code(self, code: str) -> TableRow | None:
        return next((table for table in self._cell.tables.values() if table.code == code), None)

    async def rematch_of(self, table: UUID) -> TableRow | None:
        return next((each for each in self._cell.tables.values() if each.rematch_of == table), None)

    async def secret(self, table: UUID) -> bytes:
        if table not in self._cell.secrets:
            raise LookupError(f"table {table} has no secret")
        return self._cell.secrets[table]

    async def public(self, *, limit: int) -> Sequence[TableRow]:
        tables = self._cell.tables.values()
        listed = [
            table
            for table in tables
            if table.status == "open" and table.access == "public" and not table.is_locked
        ]
        return sorted(listed, key=_age, reverse=True)[:limit]

    async def running(self, *, limit: int) -> Sequence[TableRow]:
        tables = [self._cell.table(table) for table in self._cell.tables]
        listed = [
            table for table in tables if table and table.status == "active" and table.access == "public"
        ]
        return sorted(listed, key=_age, reverse=True)[:limit]

    async def rename(self, table: UUID, name: str | None) -> None:
        if table in self._cell.tables:
            self._cell.revise(table, name=name)

    async def of_account(self, account: UUID, *, limit: int) -> Sequence[TableRow]:
        tables = [self._cell.table(table) for table in self._cell.tables]
        own = [
            table
            for table in tables
            if table is not None and table.lesson is None and not is_removed(table, account)
            if table.host == account or any(place.account == account for place in table.places)
        ]
        return sorted(own, key=lambda table: (table.status == "active", _age(table)), reverse=True)[:limit]

    async def running_lesson(self, account: UUID, seed: str) -> TableRow | None:
        tables = self._cell.tables.values()
        own = (table for table in tables if table.host == account and table.lesson == seed)
        return max((table for table in own if table.status == "active"), key=_age, default=None)

    async def halt(self, table: UUID, message: str, *, text: str = "", cause: HaltCause = "error") -> None:
        found = self._cell.tables.get(table)
        if found is not None and found.halted is None:
            now = self._cell.now()
            self._cell.revise(table, halted=message, halted_text=text, halted_cause=cause, halted_at=now)

    async def resume(self, table: UUID) -> None:
        if table in self._cell.tables:
            self._cell.revise(table, halted=None, halted_text=None, halted_cause=None, halted_at=None)

    async def halted(self, *, limit: int) -> Sequence[TableRow]:
        halted = [table for table in self._cell.tables.values() if table.halted is not None]
        return sorted(halted, key=lambda table: (table.halted_at or 0, table.id))[:limit]

    async def active(self, *, after: UUID, limit: int) -> Sequence[TableRow]:
        played = [self._cell.table(table) for table in sorted(self._cell.tables) if table > after]
        return [table for table in played if table is not None and table.status == "active"][:limit]

    def _count_open(self, account: UUID) -> int:
        tables = self._cell.tables.values()
        return sum(table.host == account and table.status in ("open", "active") for table in tables)


def _age(table: TableRow) -> tuple[int, UUID]:
    return table.created_at, table.id
