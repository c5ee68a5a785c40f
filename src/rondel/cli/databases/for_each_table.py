"""What commands that go through all tables of a database share: the order, progress, and how to go on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

import rich_click as click

from rondel.cli.arguments.parameters import INTERRUPTED
from rondel.cli.arguments.progress import progress
from rondel.cli.databases.server_settings import reaching, server_extra, settings_of

if TYPE_CHECKING:
    from rondel.server.cells.cell import Cell

Table = TypeVar("Table")

table_option = click.option("--table", type=click.UUID, metavar="ID", help="Only this table.  [default: all]")
after_option = click.option(
    "--after", type=click.UUID, metavar="ID", help="Begin after this table, where an earlier run stopped."
)


def for_each_table(
    context: click.Context,
    database: str,
    command: str,
    listed: "Callable[[Cell], Awaitable[Sequence[Table]]]",
    work: "Callable[[Cell, Table], Awaitable[list[str]]]",
    *,
    id_of: Callable[[Table], UUID],
) -> tuple[int, list[str]]:
    """Do the work for every table, in the order of their ids; how many, and every line of it."""
    done: list[UUID] = []
    lines: list[str] = []

    async def walk() -> None:
        async with _home(database) as cell:
            tables = await listed(cell)
            with progress(command, len(tables)) as advance:
                for each in tables:
                    for line in await work(cell, each):
                        click.echo(line)
                        lines.append(line)
                    done.append(id_of(each))
                    advance(1)

    with server_extra(), reaching(database):
        try:
            asyncio.run(walk())
        except KeyboardInterrupt:
            last = f" --after {done[-1]}" if done else ""
            click.echo(f"Stopped after {len(done)} tables. Go on with: rondel {command}{last}")
            context.exit(INTERRUPTED)
    return len(done), lines


@asynccontextmanager
async def _home(database: str) -> "AsyncIterator[Cell]":
    from rondel.server.ports.value import StoreUnavailableError
    from rondel.server.startup.app import open_node

    settings = settings_of(database)
    try:
        async with open_node(settings) as (cells, _):
            yield cells.home
    except StoreUnavailableError as lost:
        raise click.ClickException(f"The database does not answer: {lost}") from None
