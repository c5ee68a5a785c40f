"""Cells: databases with tables but no accounts. Home lists them by name and number."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import asyncpg

from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.ids import HOME, MOST_CELLS
from rondel.server.ports.tables import NO_TABLE


class CellRow(NamedTuple):
    """A cell as home lists it."""

    number: int
    name: str
    takes_tables: bool


class CellMismatchError(Exception):
    """Raised if a database is another cell than expected. The text names both, and the fix."""


HOME_NAME: Final = "home"

_KNOW: Final = """
INSERT INTO known_cell (number, name, takes_tables)
SELECT coalesce($3, max(number) + 1), $1, false FROM known_cell HAVING max(number) < $2
ON CONFLICT DO NOTHING
"""

_CODES: Final = "SELECT id, code FROM game_session WHERE id > $1 ORDER BY id LIMIT 10000"

_LEARN: Final = """
WITH learnt AS (
    INSERT INTO table_code (table_id, code) SELECT * FROM unnest($1::uuid[], $2::text[])
    ON CONFLICT DO NOTHING RETURNING code
) SELECT count(*) FROM learnt
"""

# Accounts are stored at home, so a cell's tables cannot have foreign keys to them.
_ACCOUNTS: Final = ("notice", "note", "standing_order", "removed_player")

_HAS_PEOPLE: Final = "SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM game_session)"


async def cells_known(home: str) -> Mapping[str, CellRow]:
    """Return the cells that home lists, by name."""
    async with as_owner(home) as connection:
        rows = await connection.fetch("SELECT number, name, takes_tables FROM known_cell ORDER BY number")
    return {row["name"]: CellRow(*row) for row in rows}


async def register_cell(home: str, name: str, number: int | None = None) -> CellRow:
    """Register a cell at home, with a new number or that of its database. Idempotent.

    Raises CellMismatchError if this is not home, or the number is taken.
    """
    async with as_owner(home) as connection, connection.transaction():
        _must_be_home(*await which_cell(connection))
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('rondel.cells'))")
        await connection.execute(_KNOW, name, MOST_CELLS, number)
    known = (await cells_known(home)).get(name)
    if known is None and number is not None:
        raise CellMismatchError(f"Cell {name!r} has number {number}, which belongs to another cell.")
    if known is None:
        raise CellMismatchError(f"There are {MOST_CELLS} cells already.")
    return known


async def make_cell(url: str, cell: CellRow) -> bool:
    """Turn a migrated database into this cell. Returns False if it already is.

    Raises CellMismatchError if it is another cell, or a home with accounts or tables.
    """
    async with as_owner(url) as connection, connection.transaction():
        name, number = await connection.fetchrow("SELECT name, number FROM cell FOR UPDATE") or ("", 0)
        if (name, number) == (cell.name, cell.number):
            return False
        if number != 0:
            raise CellMismatchError(
                f"RONDEL_CELLS maps {cell.name!r} to a database that is cell {name!r}."
                " Give each cell its own address."
            )
        if await connection.fetchval(_HAS_PEOPLE):
            raise CellMismatchError(
                f"RONDEL_CELLS maps {cell.name!r} to a database that has tables or accounts of its own."
                " A new cell is an empty database."
            )
        await connection.execute("UPDATE cell SET name = $1, number = $2", cell.name, cell.number)
        for table in _ACCOUNTS:
            await connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {table}_account_id_fkey")
    return True


async def verify_cell(home: str, name: str, url: str) -> CellRow | None:
    """Register a cell and turn its database into it. None if it already is. Raises CellMismatchError."""
    made, number = await cell_at(url)
    known = await register_cell(home, name, number if made == name else None)
    return known if await make_cell(url, known) else None


async def cell_at(url: str) -> tuple[str, int]:
    """Return the name and number of a migrated database's cell."""
    async with as_owner(url) as connection:
        return await which_cell(connection)


async def learn_codes(home: str, url: str) -> int:
    """Add the codes of a cell's tables that home lacks after a restore; return how many."""
    learnt, last = 0, NO_TABLE
    async with as_owner(home) as connection, as_owner(url) as cell:
        while rows := await cell.fetch(_CODES, last):
            ids, codes = zip(*rows, strict=True)
            learnt += await connection.fetchval(_LEARN, ids, codes)
            last = ids[-1]
    return learnt


async def take_tables(home: str, name: str, takes_tables: bool) -> bool:
    """Set whether new tables go into this cell. Returns False if home does not list it."""
    async with as_owner(home) as connection:
        done = await connection.fetchval(
            "UPDATE known_cell SET takes_tables = $2 WHERE name = $1 RETURNING name", name, takes_tables
        )
    return done is not None


async def which_cell(connection: "asyncpg.Connection[asyncpg.Record]") -> tuple[str, int]:
    """Return the name and number of a database's cell."""
    row = await connection.fetchrow("SELECT name, number FROM cell")
    assert row is not None
    return row["name"], row["number"]


async def check_home(url: str) -> None:
    """Raise CellMismatchError if a database is not home.

    A database that is not migrated passes.
    """
    async with as_owner(url) as connection:
        try:
            name, number = await which_cell(connection)
        except asyncpg.UndefinedTableError:
            return
    _must_be_home(name, number)


def _must_be_home(name: str, number: int) -> None:
    if number != HOME:
        raise CellMismatchError(
            f"RONDEL_DATABASE_URL names the cell {name!r}, which has no accounts."
            " Let it name home, and put this one into RONDEL_CELLS."
        )
