"""`rondel archive`: move the moves of tables that have ended out of the database."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.for_each_cell import each_cell
from rondel.cli.databases.for_each_table import after_option, for_each_table, table_option
from rondel.cli.databases.server_settings import database_option, server_extra

if TYPE_CHECKING:
    from rondel.server.adapters.archive import Archive
    from rondel.server.cells.cell import Cell
    from rondel.server.maintenance.move_to_archive import Archiving, Moved


def _address(_context: click.Context, _option: click.Parameter, to: str | None) -> str:
    if not to:
        raise WrongUse("Where to? Say --to DIRECTORY or --to s3://BUCKET/PREFIX, or set RONDEL_ARCHIVE.")
    return to if "://" in to else Path(to).absolute().as_uri()


@click.command
@database_option
@click.option(
    "--to",
    metavar="PLACE",
    envvar="RONDEL_ARCHIVE",
    callback=_address,
    help="A directory, or s3://BUCKET/PREFIX.  [default: RONDEL_ARCHIVE]",
)
@click.option(
    "--days",
    metavar="N",
    type=click.IntRange(min=0),
    default=30,
    show_default=True,
    help="Tables that ended at least N days ago.",
)
@click.option("--move", "moves", is_flag=True, help="Move them. Without this nothing is changed.")
@table_option
@after_option
@each_cell
def archive(
    context: click.Context,
    database: str,
    to: str,
    days: int,
    moves: bool,
    table: UUID | None,
    after: UUID | None,
) -> None:
    """Count old finished tables; with `--move`, move their journals to the archive.

    Each table becomes a compressed transcript in a directory or in an S3 store. It is read back and proven
    before its rows are deleted here. Nodes with RONDEL_ARCHIVE set to the same place go on showing it:
    replays, transcripts and history stay. Servers may run meanwhile; Ctrl-C stops between two tables.

    Example: `rondel archive --to s3://club/rondel --days 90 --move`
    """
    place = _place(to)
    moved: list[Moved] = []

    async def listed(cell: "Cell") -> Sequence[UUID]:
        await _check(place)
        return await _archiving(cell, database, place).ended(days=days, table=table, after=after)

    async def done(cell: "Cell", each: UUID) -> list[str]:
        from rondel.server.maintenance.move_to_archive import ArchiveError

        if not moves:
            return []
        try:
            moved.append(await _archiving(cell, database, place).move(each))
        except ArchiveError as message:
            return [f"{each} stays: {message}"]
        return []

    tables, failures = for_each_table(context, database, "archive", listed, done, id_of=lambda each: each)
    if not moves:
        click.echo(f"{tables} tables ended {days} days ago or earlier.")
        click.echo("Nothing was changed. Move them: rondel archive --move")
        return
    click.echo(_summarize(moved))
    context.exit(1 if failures else 0)


def _place(to: str) -> "Archive":
    with server_extra():
        from rondel.server.adapters.archive import Archive
    return Archive(to)


async def _check(place: "Archive") -> None:
    from rondel.server.ports.value import StoreUnavailableError

    try:
        await place.check()
    except StoreUnavailableError as lost:
        text = str(lost)
        raise click.ClickException(
            f"{text[:1].upper()}{text[1:]}. Nothing was changed. Make or mount it, or correct the address."
        ) from None


def _archiving(cell: "Cell", database: str, place: "Archive") -> "Archiving":
    from rondel.server.maintenance.move_to_archive import Archiving

    return Archiving(database, place, cell.journal, cell.tables, cell.node.games)


def _summarize(moved: "Sequence[Moved]") -> str:
    rows = sum(each.rows for each in moved)
    before, after = (
        sum(sizes) / max(rows, 1)
        for sizes in ((each.bytes_before for each in moved), (each.bytes_after for each in moved))
    )
    tables = "1 table" if len(moved) == 1 else f"{len(moved)} tables"
    return f"{tables} moved, {rows} moves: {before:.0f} bytes a move before, {after:.0f} in the archive."
