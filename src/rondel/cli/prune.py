"""`rondel prune`: delete what nobody needs any more."""

import asyncio
from collections.abc import Sequence

import rich_click as click

from rondel.cli.each_cell import cells_beside, each_cell
from rondel.cli.parameters import INTERRUPTED, WrongUse
from rondel.cli.progress import progress
from rondel.cli.servers import database_option, reaching, server_extra, shown


@click.command
@database_option
@click.option("--delete", "deletes", is_flag=True, help="Delete it. Without this nothing is changed.")
@click.option(
    "--keep",
    "kept",
    multiple=True,
    metavar="KIND=DAYS",
    help="Keep something for so many days; `KIND=always` leaves it alone. May be said several times.",
)
@each_cell
def prune(context: click.Context, database: str, deletes: bool, kept: Sequence[str]) -> None:
    """Say what nobody needs any more, and delete it with `--delete`.

    Guests who never sat at a table (kept for 30 days), tables where play never began (14), chat of tables
    that have ended (365), expired sessions (7) and snapshots that no table is loaded from (7). No game that
    was begun, no account with a name and no proof is touched. Servers may run meanwhile. With RONDEL_CELLS a
    guest is deleted who never sat at a table of any cell.

    Example: `rondel prune --keep chat=always --delete`
    """
    with server_extra(), reaching(database):
        from rondel.server.migrations import pending

        days = _days(kept)
        if pending(database):
            raise click.ClickException(
                f"The database {shown(database)} is not at this version. Run: rondel migrate"
            )
        try:
            asyncio.run(_prune(database, days, deletes=deletes))
        except KeyboardInterrupt:
            click.echo("Stopped. What is gone is gone; run it again for the rest.")
            context.exit(INTERRUPTED)


def _days(kept: Sequence[str]) -> dict[str, int]:
    """For how many days each kind is kept; one that is left alone is not among them."""
    from rondel.server.prune import KINDS

    days = {kind.name: kind.days for kind in KINDS}
    for said in kept:
        name, _, number = said.partition("=")
        if name not in {kind.name for kind in KINDS} or not (number == "always" or number.isdecimal()):
            names = ", ".join(kind.name for kind in KINDS)
            raise WrongUse(f"{said!r} is not KIND=DAYS or KIND=always; the kinds are {names}.")
        if number == "always":
            days.pop(name, None)
        else:
            days[name] = int(number)
    return days


async def _prune(database: str, days: dict[str, int], *, deletes: bool) -> None:
    from rondel.server.prune import KINDS, NotAsked, pruning

    total = 0
    async with pruning(database, cells_beside(database)) as work:
        for kind in KINDS:
            if kind.name not in days:
                continue
            kept = days[kind.name]
            if kind.needs_cells:
                try:
                    await work.ask_cells(kind, days=kept)
                except NotAsked as because:
                    click.echo(f"        -  {kind.name:<10} left alone: {because}, and they may sit there")
                    continue
            count = await work.count(kind, days=kept)
            if deletes:
                with progress(kind.name, count) as advance:
                    gone = count = 0
                    while gone := await work.delete(kind, days=kept):
                        count += gone
                        advance(gone)
            total += count
            click.echo(f"{count:>9}  {kind.name:<10} {kind.what}, older than {kept} days")
    click.echo("Deleted." if deletes else _next(total))


def _next(total: int) -> str:
    return "Nothing was changed. Delete it: rondel prune --delete" if total else "Nothing to delete."
