"""`rondel migrate`: bring the database to this version."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.parameters import INTERRUPTED
from rondel.cli.progress import progress
from rondel.cli.servers import database_option, reaching, server_extra

if TYPE_CHECKING:
    from rondel.server.migrations.copying import Copied


@click.command
@database_option
@click.option(
    "--check", "only_checks", is_flag=True, help="Change nothing; exit code 1 if there is work to do."
)
@click.option(
    "--raise-epoch",
    "raises_epoch",
    is_flag=True,
    help="After a restore: tell every client to forget what the database may have lost.",
)
@click.pass_context
def migrate(context: click.Context, database: str, only_checks: bool, raises_epoch: bool) -> None:
    """Bring the database to this version of Rondel.

    Each step is one transaction. If one fails, run this again: it goes on there. Running games go on. A step
    that copies many rows shows how far it is; Ctrl-C stops it, and the next run goes on.

    Example: `rondel migrate --database postgresql://rondel@localhost/rondel`
    """
    with server_extra(), reaching(database):
        from rondel.server.epoch import raise_epoch
        from rondel.server.migrations import lacks_roles, newest, pending
        from rondel.server.migrations import migrate as bring_up

        if not pending(database) and not lacks_roles(database):
            click.echo(f"The database is at {newest()}, the newest.")
        elif only_checks:
            what = f"is not at {newest()}" if pending(database) else "does not let this user act as its roles"
            click.echo(f"The database {what}. Run: rondel migrate")
            context.exit(1)
        else:
            try:
                with ExitStack() as stack:
                    bring_up(database, _shown_on(stack))
            except KeyboardInterrupt:
                click.echo("Stopped. The database is whole, and games go on. Go on with: rondel migrate")
                context.exit(INTERRUPTED)
            click.echo(f"The database is now at {newest()}.")
        if raises_epoch and not only_checks:
            click.echo(f"The epoch is now {raise_epoch(database)}. Start every node anew.")


def _shown_on(stack: ExitStack) -> "Callable[[Copied], None]":
    """Says once that the journal is copied, and moves a bar."""
    seen = 0
    advance: Callable[[int], None] | None = None

    def show(copied: "Copied") -> None:
        nonlocal seen, advance
        if advance is None:
            click.echo(
                "Copying the journal into partitions. Games go on; Ctrl-C stops, and the next run goes on."
            )
            advance = stack.enter_context(progress("journal", copied.of))
        advance(copied.rows - seen)
        seen = copied.rows

    return show
