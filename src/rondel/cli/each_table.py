"""What commands that go through all tables of a database share: the order, progress, and how to go on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

import rich_click as click

from rondel.cli.parameters import INTERRUPTED
from rondel.cli.progress import progress
from rondel.cli.servers import reaching, server_extra, settings_of

if TYPE_CHECKING:
    from rondel.server.node import Node

Table = TypeVar("Table")

table_option = click.option("--table", type=click.UUID, metavar="ID", help="Only this table.  [default: all]")
after_option = click.option(
    "--after", type=click.UUID, metavar="ID", help="Begin after this table, where an earlier run stopped."
)


def for_each_table(
    context: click.Context,
    database: str,
    command: str,
    listed: "Callable[[Node], Awaitable[Sequence[Table]]]",
    work: "Callable[[Node, Table], Awaitable[list[str]]]",
    *,
    id_of: Callable[[Table], UUID],
) -> tuple[int, list[str]]:
    """Do the work for every table, in the order of their ids; how many, and every line of it."""
    done: list[UUID] = []
    lines: list[str] = []

    async def walk() -> None:
        async with _node(database) as node:
            tables = await listed(node)
            with progress(command, len(tables)) as advance:
                for each in tables:
                    for line in await work(node, each):
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
async def _node(database: str) -> "AsyncIterator[Node]":
    from rondel.server.app import open_node
    from rondel.server.ports import Unavailable

    settings = settings_of(database)
    try:
        async with open_node(settings) as (node, _):
            yield node
    except Unavailable as lost:
        raise click.ClickException(f"The database does not answer: {lost}") from None
