"""`rondel record`: rebuild the relational record from the journal, or check it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING
from uuid import UUID

import rich_click as click

from rondel.cli.databases.for_each_cell import each_cell
from rondel.cli.databases.for_each_table import after_option, for_each_table, table_option
from rondel.cli.databases.server_settings import database_option

if TYPE_CHECKING:
    from rondel.server.cells.cell import Cell

PAGE = 100


@click.group
def record() -> None:
    """Check or rebuild the SQL projection of the games.

    It covers the tables card, turn, special_power and game_score, and columns of game_session and player.
    It is written from the journal, a moment after each move, and can be rebuilt at any time.

    Example: `rondel record check --database postgresql://rondel@localhost/rondel`
    """


@record.command
@database_option
@table_option
@after_option
@each_cell
def rebuild(context: click.Context, database: str, table: UUID | None, after: UUID | None) -> None:
    """Delete the record and write it again from the journal, table by table.

    Servers may run meanwhile. Ctrl-C stops it between any two steps: nothing is lost, and it says how to go
    on. Exit code 1 if a table could not be rebuilt.

    Example: `rondel record rebuild --database postgresql://rondel@localhost/rondel`
    """

    async def rebuilt(cell: "Cell", each: UUID) -> list[str]:
        from rondel.server.ports.value import StoreUnavailableError
        from rondel.server.record.rows import rebuild as write_again

        try:
            await write_again(cell.projector.sources, cell.projection, each)
        except StoreUnavailableError:
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
@each_cell
def check(context: click.Context, database: str, table: UUID | None, after: UUID | None) -> None:
    """Compare the record with the one that the journal implies at the same version. Nothing is changed.

    A line for each difference. Exit code 1 if there is any.

    Example: `rondel record check --database postgresql://rondel@localhost/rondel`
    """

    async def checked(cell: "Cell", each: UUID) -> list[str]:
        from rondel.server.record.rows import check as compare

        return [f"{each}: {line}" for line in await compare(cell.projector.sources, cell.projection, each)]

    tables, differences = _for_each(context, database, table, after, "check", checked)
    click.echo(f"{tables} tables checked, {len(differences)} differences.")
    context.exit(1 if differences else 0)


def _for_each(
    context: click.Context,
    database: str,
    table: UUID | None,
    after: UUID | None,
    command: str,
    work: "Callable[[Cell, UUID], Awaitable[list[str]]]",
) -> tuple[int, list[str]]:
    """Do the work for every table that has a record; how many, and every line of it."""

    async def listed(cell: "Cell") -> list[UUID]:
        if table is not None:
            return [table]
        return await _tables(cell, cell.projector.sources.recorded_games(), after)

    return for_each_table(context, database, f"record {command}", listed, work, id_of=lambda each: each)


async def _tables(cell: "Cell", games: list[str], after: UUID | None) -> list[UUID]:
    found: list[UUID] = []
    while page := await cell.projection.recorded(games, after=found[-1] if found else after, limit=PAGE):
        found += page
    return found
