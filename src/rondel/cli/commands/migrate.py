"""`rondel migrate`: bring the database, and those of all cells, to this version."""

import asyncio

import rich_click as click

from rondel.cli.arguments.parameters import INTERRUPTED, WrongUse
from rondel.cli.databases.for_each_cell import HOME, DatabaseTarget, cell_option, in_each, places
from rondel.cli.databases.server_settings import database_option, reaching, server_extra


@click.command
@database_option
@cell_option
@click.option(
    "--check", "only_checks", is_flag=True, help="Change nothing; exit code 1 if there is work to do."
)
@click.option(
    "--raise-epoch",
    "raises_epoch",
    is_flag=True,
    help="After a restore: raise the epoch, so that clients drop moves the database may have lost.",
)
@click.pass_context
def migrate(
    context: click.Context, database: str, cell: str | None, only_checks: bool, raises_epoch: bool
) -> None:
    """Migrate the database to this version of Rondel.

    Each step is one transaction. If one fails or you press Ctrl-C, run this again: it continues with that
    step. Running games go on.

    With RONDEL_CELLS the database of each cell comes after RONDEL_DATABASE_URL, and a new one is made into
    its cell. One that does not answer is named, the others are migrated, and the exit code is 1.

    Example: `rondel migrate --database postgresql://rondel@localhost/rondel`
    """
    chosen = places(context, database, cell)
    if raises_epoch and len(chosen) > 1:
        names = " or ".join(f"--cell {place.name}" for place in chosen)
        raise WrongUse(f"The epoch is raised in one database. Say which: {names}.")

    def work(place: DatabaseTarget) -> None:
        with server_extra(), reaching(place.url):
            is_done = _migrate(context, place.url, only_checks)
        if only_checks:
            context.exit(0 if is_done and (place.name == HOME or _is_met(database, place)) else 1)
        if place.name != HOME:
            _meet(database, place)
        if raises_epoch:
            _raise_epoch(place.url)

    context.exit(in_each(chosen, work))


def _migrate(context: click.Context, database: str, only_checks: bool) -> bool:
    """Bring it up, unless it is only checked; whether it is at this version now."""
    from rondel.server.maintenance.migrations import lacks_roles, newest, pending
    from rondel.server.maintenance.migrations import migrate as sync

    if not pending(database) and not lacks_roles(database):
        click.echo(f"The database is at {newest()}, the newest.")
        return True
    if only_checks:
        what = f"is not at {newest()}" if pending(database) else "does not let this user act as its roles"
        click.echo(f"The database {what}. Run: rondel migrate")
        return False
    try:
        sync(database)
    except KeyboardInterrupt:
        click.echo("Stopped. The database is whole, and games go on. Go on with: rondel migrate")
        context.exit(INTERRUPTED)
    click.echo(f"The database is now at {newest()}.")
    return True


def _is_met(home: str, place: DatabaseTarget) -> bool:
    """Whether home knows the cell, and the database is it."""
    from rondel.server.maintenance.known_cells import cell_at, cells_known
    from rondel.server.maintenance.migrations import pending

    with reaching(home):
        known = None if pending(home) else asyncio.run(cells_known(home)).get(place.name)
    with reaching(place.url):
        is_met = known is not None and asyncio.run(cell_at(place.url)) == (known.name, known.number)
    if not is_met:
        click.echo(f"Home does not know it as the cell {place.name}. Run: rondel migrate")
    return is_met


def _meet(home: str, place: DatabaseTarget) -> None:
    """Home gives the cell its number, and the database is made into it."""
    from rondel.server.maintenance.known_cells import CellMismatchError, verify_cell

    try:
        with reaching(place.url):
            met = asyncio.run(verify_cell(home, place.name, place.url))
    except CellMismatchError as message:
        raise click.ClickException(str(message)) from None
    if met is not None:
        click.echo(f"It is cell {met.number} now. To let new tables go there: rondel cells open {place.name}")


def _raise_epoch(database: str) -> None:
    from rondel.server.maintenance.epoch import raise_epoch

    with reaching(database):
        click.echo(f"The epoch is now {raise_epoch(database)}. Restart every node.")
