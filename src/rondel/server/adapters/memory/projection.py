"""The relational record in memory. A write has no pause in it, so nothing comes between."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import Ms
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.ports.projection import ProjectionRejectedError, ProjectionWrite, StoredRecord

RECORD_TABLES: Final = frozenset({"game_session", "player", "card", "turn", "special_power", "game_score"})

_FIRST: Final = UUID(int=0)


class MemoryProjection:
    """The record of a cell's tables."""

    def __init__(self, cell: MemoryDatabase) -> None:
        self._cell = cell

    async def write(self, batch: Sequence[ProjectionWrite]) -> Collection[UUID]:
        decoded = [(write, _decoded(write)) for write in batch]
        await asyncio.sleep(0)  # others have their turn meanwhile, as with a real store
        cell, written = self._cell, set()
        for write, rows in decoded:
            stored = cell.rows[write.table][write.version - 1 : write.version]
            if cell.projected.get(write.table, 0) != write.after or [row.digest for row in stored] != [
                write.digest
            ]:
                continue
            for name, each in rows.items():
                for row in each:
                    cell.record[name].setdefault(row["id"], {}).update(row)
            cell.projected[write.table] = write.version
            cell.projection_failures.pop(write.table, None)
            written.add(write.table)
        return written

    async def versions(self, tables: Collection[UUID]) -> Mapping[UUID, int]:
        return {table: self._cell.projected[table] for table in tables if table in self._cell.projected}

    async def behind(
        self, games: Collection[str], *, older_ms: Ms, after: UUID | None = None, limit: int
    ) -> Sequence[UUID]:
        cell = self._cell
        found = [
            table
            for table in sorted(cell.tables)
            if table > (after or _FIRST)
            and cell.tables[table].game in games
            and cell.tables[table].lesson is None
            and cell.tables[table].header is not None
            and (next_row := cell.rows[table][cell.projected.get(table, 0) :])
            and next_row[0].at <= cell.now() - older_ms
        ]
        return found[:limit]

    async def failed(self, table: UUID, message: str) -> None:
        self._cell.projection_failures[table] = message

    async def settle(self, games: Collection[str], *, limit: int) -> None:
        """Nothing: `behind` looks at every table."""

    async def reset(self, table: UUID) -> None:
        for rows in self._cell.record.values():
            for row_id in [row_id for row_id, row in rows.items() if self._is_of(row, table)]:
                del rows[row_id]
        self._cell.projected[table] = 0
        self._cell.projection_failures.pop(table, None)

    async def recorded(self, games: Collection[str], *, after: UUID | None, limit: int) -> Sequence[UUID]:
        tables = self._cell.tables
        return [
            table
            for table in sorted(tables)
            if table > (after or _FIRST)
            and tables[table].game in games
            and tables[table].lesson is None
            and tables[table].version > 0
        ][:limit]

    async def read(self, table: UUID) -> StoredRecord:
        rows = {
            name: [dict(row) for row in rows.values() if self._is_of(row, table)]
            for name, rows in self._cell.record.items()
        }
        return StoredRecord(self._cell.projected.get(table, 0), rows)

    def _is_of(self, row: Mapping[str, Any], table: UUID) -> bool:
        if "game_session_id" in row:
            return bool(row["game_session_id"] == str(table))
        places = self._cell.tables[table].places if table in self._cell.tables else ()
        return row["id"] in (str(table), *(str(place.id) for place in places))


def _decoded(write: ProjectionWrite) -> Mapping[str, Sequence[dict[str, Any]]]:
    rows = msgspec.json.decode(write.rows, type=dict[str, list[dict[str, Any]]])
    if unknown := rows.keys() - RECORD_TABLES:
        raise ProjectionRejectedError(f"no table of the record: {', '.join(sorted(unknown))}")
    return rows
