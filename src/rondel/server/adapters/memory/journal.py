"""The journal in memory. An append has no pause in it, so nothing comes between."""

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

from rondel.kernel.digest import first_digest
from rondel.server.adapters.memory.database import Deadline, MemoryDatabase
from rondel.server.ports.journal import Appended, Entry, Head, Heads, HeadSnapshot, Snapshot, StoredRow
from rondel.server.ports.tables import NO_TABLE
from rondel.server.ports.value import StoreUnavailableError


class MemoryJournal:
    """The rows of a cell's tables."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell
        self._epoch = 0

    async def append(self, entry: Entry) -> Appended | None:
        await asyncio.sleep(0)  # others have their turn meanwhile, as with a real store
        self._see()
        cell, row = self._cell, entry.row
        table = cell.tables.get(entry.table)
        if (
            table is None
            or table.version != row.version - 1
            or (cell.epoch, table.revision) != (entry.epoch, entry.revision)
            or self._digest(entry.table) != entry.prior_digest
            or row.action_id in cell.ids[entry.table]
        ):
            return None
        cell.rows[entry.table].append(row)
        cell.ids[entry.table][row.action_id] = row
        cell.change(
            entry.table,
            version=row.version,
            status=entry.status,
            to_act=entry.to_act,
            ending=None if entry.outcome is None else entry.outcome.ending,
            outcome=entry.outcome,
            summary=entry.summary,
        )
        self._ride(entry)
        return Appended(now=cell.now(), epoch=cell.epoch)

    async def close(self) -> None:
        """Nothing waits here."""

    async def look(self, table: UUID, action_id: UUID | None = None) -> HeadSnapshot:
        self._see()
        cell = self._cell
        found = cell.tables.get(table)
        rows = cell.rows[table]
        return HeadSnapshot(
            head=0 if found is None else found.version,
            now=cell.now(),
            epoch=cell.epoch,
            digest=rows[-1].digest if rows else None,
            revision=0 if found is None else found.revision,
            row=None if action_id is None else cell.ids[table].get(action_id),
        )

    async def confirm(self, table: UUID, version: int, digest: bytes) -> bool:
        self._see()
        rows = self._cell.rows[table]
        return version <= len(rows) and rows[version - 1].digest == digest

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        return self._cell.rows[table][after:until]

    async def snapshot(self, table: UUID, *, until: int | None = None) -> Snapshot | None:
        known = [each for each in self._cell.snapshots[table] if until is None or each.version <= until]
        return max(known, key=lambda each: each.version, default=None)

    async def heads(self, known: Mapping[UUID, Head]) -> Heads:
        self._see()
        tables = (self._cell.tables[table] for table in known if table in self._cell.tables)
        heads = {
            table.id: (table.version, table.revision)
            for table in tables
            if (table.version, table.revision) != known[table.id]
        }
        return Heads(self._cell.now(), self._cell.epoch, heads)

    async def bots_to_act(self, *, limit: int, after: UUID = NO_TABLE) -> Sequence[tuple[UUID, int]]:
        waiting = (
            (table.id, table.version)
            for table_id in sorted(self._cell.bots_to_act)
            if table_id > after
            and (table := self._cell.tables[table_id]).status == "active"
            and table.halted is None
        )
        return list(waiting)[:limit]

    def _ride(self, entry: Entry) -> None:
        """Everything that is kept beside the row."""
        cell, version = self._cell, entry.row.version
        cell.bots_to_act.pop(entry.table, None)
        if entry.bots_to_act:
            cell.bots_to_act[entry.table] = entry.bots_to_act
        cell.deadlines.pop(entry.table, None)
        if entry.due_at is not None:
            cell.deadlines[entry.table] = Deadline(version, entry.due_at)
        if entry.snapshot is not None:
            cell.snapshots[entry.table].append(entry.snapshot)
        cell.outbox += [(entry.table, version, row) for row in entry.outbox]

    def _digest(self, table: UUID) -> bytes:
        """The digest that the next row goes on from."""
        rows, header = self._cell.rows[table], self._cell.tables[table].header
        return rows[-1].digest if rows else first_digest(header or b"")

    def _see(self) -> None:
        if self._cell.epoch < self._epoch:
            raise StoreUnavailableError(
                f"the cell is of epoch {self._cell.epoch}, epoch {self._epoch} has been seen"
            )
        self._epoch = self._cell.epoch
