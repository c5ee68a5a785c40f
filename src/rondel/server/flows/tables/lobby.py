"""The lobby: which tables there are for whom."""

from collections.abc import Sequence
from uuid import UUID

from rondel.server.cells.cells import Cells, Found
from rondel.server.errors import ApiError
from rondel.server.ports.access import seat_of
from rondel.server.ports.ids import as_code
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError

SHOWN = 50
"""How many tables a list shows."""


async def public_tables(cells: Cells) -> Found[TableRow]:
    """Tables that anybody may join."""
    return _newest(await cells.each(lambda cell: cell.tables.public(limit=SHOWN)))


async def running_tables(cells: Cells) -> Found[TableRow]:
    """Tables that anybody may watch."""
    return _newest(await cells.each(lambda cell: cell.tables.running(limit=SHOWN)))


async def my_tables(cells: Cells, account: UUID) -> Found[TableRow]:
    """Tables of this account, those where it owes a move first."""
    tables, is_whole = await tables_of(cells, account, limit=SHOWN)
    return Found(sorted(tables, key=lambda table: not _owes(table, account)), is_whole)


async def tables_of(cells: Cells, account: UUID, *, limit: int) -> Found[TableRow]:
    """Tables where the account has a seat or is host, in all cells: running ones first, then the newest."""
    found = await cells.each(lambda cell: cell.tables.of_account(account, limit=limit))
    rows = sorted(found.rows, key=lambda table: (table.status != "active", -table.created_at))
    return Found(rows[:limit], found.is_whole)


async def all_tables_of(cells: Cells, account: UUID, *, limit: int) -> Sequence[TableRow]:
    """The same; Unavailable if a cell is away that may have some."""
    found = await tables_of(cells, account, limit=limit)
    if not found.is_whole:
        raise StoreUnavailableError("a cell is away")
    return found.rows


async def find_by_code(cells: Cells, code: str) -> TableRow | None:
    """The table with this code, in whichever cell."""
    placement = cells.placement
    table = None if placement is None else await placement.table_of(code)
    if table is None:
        return await cells.home.tables.by_code(code)
    return await cells.at(table).tables.get(table)


async def by_code(cells: Cells, code: str) -> TableRow:
    """The table with this code. A private one is found by its link alone."""
    table = await find_by_code(cells, as_code(code))
    if table is None or table.access == "private":
        raise ApiError.of("UNKNOWN_GAME", "No table has this code.")
    return table


def _newest(found: Found[TableRow]) -> Found[TableRow]:
    rows = sorted(found.rows, key=lambda table: table.created_at, reverse=True)
    return Found(rows[:SHOWN], found.is_whole)


def _owes(table: TableRow, account: UUID) -> bool:
    return seat_of(table, account) in table.to_act
