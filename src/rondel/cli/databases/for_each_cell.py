"""What commands about a server with several databases share: they go through home and then every cell."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, NamedTuple
from uuid import UUID

import rich_click as click
from click.core import ParameterSource
from click.exceptions import Exit

from rondel.cli.arguments.parameters import INTERRUPTED, WrongUse
from rondel.cli.databases.server_settings import reaching, server_extra, settings_with

HOME: Final = "home"


class DatabaseTarget(NamedTuple):
    """A database of a server: home, or another cell."""

    name: str
    url: str


cell_option = click.option(
    "--cell", metavar="NAME", help="Only this cell: home, or a name in RONDEL_CELLS.  [default: all]"
)


def cells_beside(database: str | None) -> Mapping[str, str]:
    """The other cells of the server whose home this is, by name; none of a database that is not home."""
    if not os.environ.get("RONDEL_CELLS") or database != os.environ.get("RONDEL_DATABASE_URL"):
        return {}
    with server_extra():
        return settings_with({}).cell_urls


def places(context: click.Context, database: str, cell: str | None) -> list[DatabaseTarget]:
    """The databases that are meant: the one that was typed, that of --cell, or home and every cell."""
    if context.get_parameter_source("database") is ParameterSource.COMMANDLINE:
        if cell is not None:
            raise WrongUse("Say --database or --cell, not both: an address is one database.")
        return [DatabaseTarget(HOME, database)]
    known = [
        DatabaseTarget(HOME, database),
        *(DatabaseTarget(*each) for each in cells_beside(database).items()),
    ]
    chosen = [place for place in known if cell in (None, place.name)]
    if not chosen:
        names = ", ".join(place.name for place in known)
        raise WrongUse(f"There is no cell {cell!r}. The cells are: {names}. RONDEL_CELLS names them.")
    return chosen


def place_of(chosen: Sequence[DatabaseTarget], table: UUID) -> DatabaseTarget:
    """The one of them that has this table, which its id says; the first is home."""
    if len(chosen) == 1:
        return chosen[0]
    from rondel.server.maintenance.known_cells import cells_known
    from rondel.server.ports.ids import HOME as HOME_NUMBER
    from rondel.server.ports.ids import cell_of

    number, home = cell_of(table), chosen[0]
    if number == HOME_NUMBER:
        return home
    with reaching(home.url):
        known = asyncio.run(cells_known(home.url))
    names = [row.name for row in known.values() if row.number == number]
    for place in chosen:
        if place.name in names:
            return place
    called = repr(names[0]) if names else f"number {number}"
    raise click.ClickException(
        f"The table {table} is in the cell {called}, which RONDEL_CELLS does not name."
    )


def in_each(chosen: Sequence[DatabaseTarget], work: Callable[[DatabaseTarget], None]) -> int:
    """Work in one after the other, each under its name; the worst exit code. A failure does not end it."""
    if len(chosen) == 1:
        work(chosen[0])
        return 0
    worst = 0
    for place in chosen:
        click.echo(f"cell {place.name}:")
        try:
            work(place)
        except WrongUse:
            raise
        except Exit as left:
            if left.exit_code == INTERRUPTED:
                raise
            worst = max(worst, left.exit_code)
        except click.ClickException as error:
            message = " ".join(error.format_message().split())
            click.echo(f"cell {place.name}: {message}", err=True)
            worst = max(worst, error.exit_code)
    return worst


def each_cell(command: Callable[..., None]) -> Callable[..., None]:
    """A command about one database is run in each: its `database` is one after the other.

    `--table` leads to its cell alone. `--after` begins in the cell of that table and goes on from there.
    """

    @cell_option
    @click.pass_context
    @wraps(command)
    def run(context: click.Context, /, *, database: str, cell: str | None, **options: Any) -> None:
        chosen = places(context, database, cell)
        if (table := options.get("table")) is not None:
            chosen = [place_of(chosen, table)]
        if (after := options.get("after")) is not None:
            chosen = chosen[chosen.index(place_of(chosen, after)) :]

        def work(place: DatabaseTarget) -> None:
            begin = options if place is chosen[0] or after is None else {**options, "after": None}
            command(context, database=place.url, **begin)

        context.exit(in_each(chosen, work))

    return run
