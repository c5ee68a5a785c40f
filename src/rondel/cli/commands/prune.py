"""`rondel prune`: delete expired data."""

import asyncio
from collections.abc import Sequence

import rich_click as click

from rondel.cli.arguments.parameters import INTERRUPTED, WrongUse
from rondel.cli.arguments.progress import progress
from rondel.cli.databases.for_each_cell import cells_beside, each_cell
from rondel.cli.databases.server_settings import database_option, reaching, server_extra, shown


@click.command
@database_option
@click.option("--delete", "deletes", is_flag=True, help="Delete it. Without this nothing is changed.")
@click.option(
    "--keep",
    multiple=True,
    metavar="KIND=DAYS",
    help="Retention in days per kind; `KIND=always` never deletes it. Repeatable.",
)
@each_cell
def prune(context: click.Context, database: str, deletes: bool, keep: Sequence[str]) -> None:
    """List expired data, and delete it with `--delete`.

    Guests who never sat at a table (kept for 30 days), tables where play never began (14), chat of tables
    that have ended (365), expired sessions (7) and snapshots that no table is loaded from (7). No game that
    was begun, no account with a name and no proof is touched. Servers may run meanwhile. With RONDEL_CELLS a
    guest is deleted who never sat at a table of any cell.

    Example: `rondel prune --keep chat=always --delete`
    """
    with server_extra(), reaching(database):
        from rondel.server.maintenance.migrations import pending

        days = _days(keep)
        if pending(database):
            raise click.ClickException(f"Database {shown(database)} needs a migration. Run: rondel migrate")
        try:
            asyncio.run(_prune(database, days, deletes=deletes))
        except KeyboardInterrupt:
            click.echo("Stopped. Deleted rows stay deleted; run again to continue.")
            context.exit(INTERRUPTED)


def _days(keep: Sequence[str]) -> dict[str, int]:
    """Return the retention in days per kind, without the kinds that are never deleted."""
    from rondel.server.maintenance.prune import KINDS

    days = {kind.name: kind.days for kind in KINDS}
    for setting in keep:
        name, _, number = setting.partition("=")
        if name not in {kind.name for kind in KINDS} or not (number == "always" or number.isdecimal()):
            names = ", ".join(kind.name for kind in KINDS)
            raise WrongUse(f"{setting!r} is not KIND=DAYS or KIND=always; the kinds are {names}.")
        if number == "always":
            days.pop(name, None)
        else:
            days[name] = int(number)
    return days


async def _prune(database: str, days: dict[str, int], *, deletes: bool) -> None:
    from rondel.server.maintenance.prune import KINDS, RetentionError, pruning

    total = 0
    async with pruning(database, cells_beside(database)) as work:
        for kind in KINDS:
            if kind.name not in days:
                continue
            age_days = days[kind.name]
            if kind.needs_cells:
                try:
                    await work.ask_cells(kind, days=age_days)
                except RetentionError as message:
                    click.echo(f"        -  {kind.name:<10} left alone: {message}, and they may sit there")
                    continue
            count = await work.count(kind, days=age_days)
            if deletes:
                with progress(kind.name, count) as advance:
                    gone = count = 0
                    while gone := await work.delete(kind, days=age_days):
                        count += gone
                        advance(gone)
            total += count
            click.echo(f"{count:>9}  {kind.name:<10} {kind.what}, older than {age_days} days")
    click.echo("Deleted." if deletes else _next(total))


def _next(total: int) -> str:
    return "Nothing was changed. Delete it: rondel prune --delete" if total else "Nothing to delete."
