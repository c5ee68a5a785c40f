"""`rondel record`: rebuild the relational record from the journal, or check it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from uuid import UUID

import rich_click as click

from rondel.cli.parameters import INTERRUPTED
from rondel.cli.progress import progress
from rondel.cli.servers import database_option, reaching, server_extra, settings_with

if TYPE_CHECKING:
    from rondel.server.node import Node

PAGE = 100

table_option = click.option("--table", type=click.UUID, metavar="ID", help="Only this table.  [default: all]")
after_option = click.option(
    "--after", type=click.UUID, metavar="ID", help="Begin after this table, where an earlier run stopped."
)


@click.group
def record() -> None:
    """The tables turn, special_power and game_score, and what game_session and player say of a game.

    They are written from the journal, a moment after each move, and can be written again at any time.

    Example: `rondel record check --database postgresql://rondel@localhost/rondel`
    """


@record.command
@database_option
@table_option
@after_option
@click.pass_context
def rebuild(context: click.Context, database: str, table: UUID | None, after: UUID | None) -> None:
    """Delete the record and write it again from the journal, table by table.

    Servers may run meanwhile. Ctrl-C stops it between any two steps: nothing is lost, and it says how to go
    on. Exit code 1 if a table could not be rebuilt.

    Example: `rondel record rebuild --database postgresql://rondel@localhost/rondel`
    """

    async def rebuilt(node: "Node", each: UUID) -> list[str]:
        from rondel.server.ports import Unavailable
        from rondel.server.record import rebuild as write_again

        try:
            await write_again(node.projector.sources, node.projection, each)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - the next table may be well
            return [f"{each}: {type(error).__name__}: {error}"]
        return []

    tables, failures = _for_each(context, database, table, after, "rebuild", rebuilt)
    click.echo(f"{tables - len(failures)} tables rebuilt, {len(failures)} failed.")
    context.exit(1 if failures else 0)


@record.command
@database_option
@table_option
@after_option
@click.pass_context
def check(context: click.Context, database: str, table: UUID | None, after: UUID | None) -> None:
    """Compare the record with the one that the journal implies at the same version. Nothing is changed.

    A line for each difference. Exit code 1 if there is any.

    Example: `rondel record check --database postgresql://rondel@localhost/rondel`
    """

    async def checked(node: "Node", each: UUID) -> list[str]:
        from rondel.server.record import check as compare

        return [f"{each}: {line}" for line in await compare(node.projector.sources, node.projection, each)]

    tables, differences = _for_each(context, database, table, after, "check", checked)
    click.echo(f"{tables} tables checked, {len(differences)} differences.")
    context.exit(1 if differences else 0)


def _for_each(
    context: click.Context,
    database: str,
    table: UUID | None,
    after: UUID | None,
    command: str,
    work: "Callable[[Node, UUID], Awaitable[list[str]]]",
) -> tuple[int, list[str]]:
    """Do the work for every table, in the order of their ids; how many, and every line of it."""
    done: list[UUID] = []
    lines: list[str] = []

    async def walk() -> None:
        async with _node(database) as node:
            games = node.projector.sources.recorded_games()
            tables = [table] if table is not None else await _tables(node, games, after)
            with progress(f"{command} the record", len(tables)) as advance:
                for each in tables:
                    for line in await work(node, each):
                        click.echo(line)
                        lines.append(line)
                    done.append(each)
                    advance(1)

    with server_extra(), reaching(database):
        try:
            asyncio.run(walk())
        except KeyboardInterrupt:
            last = f" --after {done[-1]}" if done else ""
            click.echo(f"Stopped after {len(done)} tables. Go on with: rondel record {command}{last}")
            context.exit(INTERRUPTED)
    return len(done), lines


async def _tables(node: "Node", games: list[str], after: UUID | None) -> list[UUID]:
    found: list[UUID] = []
    while page := await node.projection.recorded(games, after=found[-1] if found else after, limit=PAGE):
        found += page
    return found


@asynccontextmanager
async def _node(database: str) -> AsyncIterator[Any]:
    from rondel.server.app import open_node
    from rondel.server.ports import Unavailable

    settings = settings_with({"database_url": database})
    try:
        async with open_node(settings) as (node, _):
            yield node
    except Unavailable as lost:
        raise click.ClickException(f"The database does not answer: {lost}") from None
