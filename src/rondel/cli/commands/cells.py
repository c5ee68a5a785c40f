"""`rondel cells`: the databases that have tables, and which of them take new ones."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.for_each_cell import HOME, DatabaseTarget, cells_beside, in_each
from rondel.cli.databases.server_settings import database_option, migrated

if TYPE_CHECKING:
    from rondel.server.maintenance.known_cells import CellRow

WITHIN_S: Final = 5.0


@click.group
def cells() -> None:
    """List the databases that have tables, and say which of them take new ones.

    A server has one, home, unless RONDEL_CELLS names more: see docs/operate/cells.md.

    Example: `rondel cells list`
    """


@cells.command("list")
@database_option
def list_cells(database: str) -> None:
    """List the cells: number, whether new tables go there, whether it answers, its tables.

    Example: `rondel cells list`
    """
    known, beside = _known(database), cells_beside(database)
    row = "{:<20} {:>6}  {:<10}  {}"
    click.echo(row.format("cell", "number", "new tables", "tables"))
    for cell in known.values():
        url = database if cell.name == HOME else beside.get(cell.name)
        takes = "yes" if cell.takes_tables else "no"
        click.echo(row.format(cell.name, cell.number, takes, _tables(url)))
    for name in beside.keys() - known.keys():
        click.echo(row.format(name, "-", "no", "home does not know it. Run: rondel migrate"))


@cells.command("open")
@click.argument("name", metavar="NAME")
@database_option
def open_cell(name: str, database: str) -> None:
    """Let new tables go into this cell, too. Nodes need no restart.

    Example: `rondel cells open east`
    """
    _take_tables(database, name, True)
    click.echo(f"New tables go into {name}, too.")


@cells.command
@click.argument("name", metavar="NAME")
@database_option
def close(name: str, database: str) -> None:
    """Let no more new tables go into this cell. Those that are there play on. Nodes need no restart.

    Example: `rondel cells close home`
    """
    known = _known(database)
    _check_name(name, known)
    if not any(cell.takes_tables for cell in known.values() if cell.name != name):
        raise click.ClickException(
            f"No other cell takes new tables, so {name} stays open. "
            "Open another first: rondel cells open NAME"
        )
    _take_tables(database, name, False)
    click.echo(f"No new tables go into {name}. Those that are there play on.")


@cells.command
@database_option
@click.pass_context
def codes(context: click.Context, database: str) -> None:
    """Let home learn the codes of the tables in all other cells: after it was restored it may lack some.

    Example: `rondel cells codes`
    """
    _known(database)
    others = [DatabaseTarget(*each) for each in cells_beside(database).items()]
    if not others:
        raise WrongUse("RONDEL_CELLS names no other cell of this database.")

    def learn(place: DatabaseTarget) -> None:
        from rondel.server.maintenance.known_cells import learn_codes

        with migrated(place.url):
            learnt = asyncio.run(learn_codes(database, place.url))
        click.echo(f"Codes of tables in {place.name} that were not known: {learnt}. They are now.")

    context.exit(in_each(others, learn))


def _known(database: str) -> "Mapping[str, CellRow]":
    with migrated(database):
        from rondel.server.maintenance.known_cells import CellMismatchError, cells_known, check_home

        try:
            asyncio.run(check_home(database))
        except CellMismatchError as wrong:
            raise WrongUse(str(wrong)) from None
        return asyncio.run(cells_known(database))


def _check_name(name: str, known: "Mapping[str, CellRow]") -> None:
    if name not in known:
        raise WrongUse(
            f"There is no cell {name!r}. Home knows: {', '.join(known)}. "
            "A new one is named in RONDEL_CELLS; then run: rondel migrate"
        )


def _take_tables(database: str, name: str, takes_tables: bool) -> None:
    _check_name(name, _known(database))
    with migrated(database):
        from rondel.server.maintenance.known_cells import take_tables

        asyncio.run(take_tables(database, name, takes_tables))


def _tables(url: str | None) -> str:
    """Return the number of tables, or why it is unknown."""
    if url is None:
        return "unreachable: RONDEL_CELLS does not name it"
    import asyncpg

    from rondel.server.maintenance.halted_tables import count

    try:
        opened, played = asyncio.run(asyncio.wait_for(count(url), WITHIN_S))
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        why = str(error).splitlines()[0] if str(error) else "no answer"
        return f"connection failed: {why}"
    return f"{opened} open, {played} running"
