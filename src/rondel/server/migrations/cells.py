"""Cells: databases that hold tables and no accounts. Home knows them by name and number."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import asyncpg

from rondel.server.ids import HOME, MOST_CELLS
from rondel.server.owner import as_owner
from rondel.server.ports import NO_TABLE


class CellRow(NamedTuple):
    """A cell as home knows it."""

    number: int
    name: str
    takes_tables: bool


class NotThisCell(Exception):  # noqa: N818 - reads as a sentence
    """A database is another cell than it was taken for. The text says which, and what to do."""


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

# A cell has tables of people whose accounts are at home: what refers to accounts there refers to nobody here.
_ACCOUNTS: Final = ("notice", "note", "standing_order", "removed_player")

_HAS_PEOPLE: Final = "SELECT EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM game_session)"


async def cells_known(home: str) -> Mapping[str, CellRow]:
    """The cells that home knows, by name."""
    async with as_owner(home) as connection:
        rows = await connection.fetch("SELECT number, name, takes_tables FROM known_cell ORDER BY number")
    return {row["name"]: CellRow(*row) for row in rows}


async def know_cell(home: str, name: str, number: int | None = None) -> CellRow:
    """Give a cell its number, once, or the one that its database has; NotThisCell if this is not home."""
    async with as_owner(home) as connection, connection.transaction():
        _must_be_home(*await which_cell(connection))
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('rondel.cells'))")
        await connection.execute(_KNOW, name, MOST_CELLS, number)
    known = (await cells_known(home)).get(name)
    if known is None and number is not None:
        raise NotThisCell(f"The cell {name!r} has the number {number}, which home has given to another.")
    if known is None:
        raise NotThisCell(f"There are {MOST_CELLS} cells already.")
    return known


async def make_cell(url: str, cell: CellRow) -> bool:
    """Make a migrated database into this cell; NotThisCell if it is another one, or a home with people.

    False if it was this cell already.
    """
    async with as_owner(url) as connection, connection.transaction():
        name, number = await connection.fetchrow("SELECT name, number FROM cell FOR UPDATE") or ("", 0)
        if (name, number) == (cell.name, cell.number):
            return False
        if number != 0:
            raise NotThisCell(
                f"RONDEL_CELLS calls this database {cell.name!r}, and it is the cell {name!r}."
                " Give each cell its own address."
            )
        if await connection.fetchval(_HAS_PEOPLE):
            raise NotThisCell(
                f"RONDEL_CELLS calls this database {cell.name!r}, and it has tables or accounts of its own."
                " A new cell is an empty database."
            )
        await connection.execute("UPDATE cell SET name = $1, number = $2", cell.name, cell.number)
        for table in _ACCOUNTS:
            await connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {table}_account_id_fkey")
    return True


async def meet_cell(home: str, name: str, url: str) -> CellRow | None:
    """Make a migrated database into this cell of home; None if it was that already, or NotThisCell."""
    made, number = await cell_at(url)
    known = await know_cell(home, name, number if made == name else None)
    return known if await make_cell(url, known) else None


async def cell_at(url: str) -> tuple[str, int]:
    """Which cell a migrated database is."""
    async with as_owner(url) as connection:
        return await which_cell(connection)


async def learn_codes(home: str, url: str) -> int:
    """Let home know the codes of a cell's tables, which it does not after it went back in time; how many."""
    learnt, last = 0, NO_TABLE
    async with as_owner(home) as connection, as_owner(url) as cell:
        while rows := await cell.fetch(_CODES, last):
            ids, codes = zip(*rows, strict=True)
            learnt += await connection.fetchval(_LEARN, ids, codes)
            last = ids[-1]
    return learnt


async def take_tables(home: str, name: str, takes_tables: bool) -> bool:
    """From now on new tables go into this cell, or none; False if home does not know it."""
    async with as_owner(home) as connection:
        done = await connection.fetchval(
            "UPDATE known_cell SET takes_tables = $2 WHERE name = $1 RETURNING name", name, takes_tables
        )
    return done is not None


async def which_cell(connection: "asyncpg.Connection[asyncpg.Record]") -> tuple[str, int]:
    """Which cell a database is."""
    row = await connection.fetchrow("SELECT name, number FROM cell")
    assert row is not None
    return row["name"], row["number"]


async def check_home(url: str) -> None:
    """NotThisCell if a database that is to be home is another cell; one that is not migrated is none."""
    async with as_owner(url) as connection:
        try:
            name, number = await which_cell(connection)
        except (asyncpg.UndefinedColumnError, asyncpg.UndefinedTableError):
            return
    _must_be_home(name, number)


def _must_be_home(name: str, number: int) -> None:
    if number != HOME:
        raise NotThisCell(
            f"RONDEL_DATABASE_URL names the cell {name!r}, which has no accounts."
            " Let it name home, and put this one into RONDEL_CELLS."
        )
