"""`rondel doctor`: is everything there that a server needs?"""

import asyncio

import rich_click as click

from rondel.cli.databases.for_each_cell import HOME, DatabaseTarget, cell_option, in_each, places
from rondel.cli.databases.server_settings import examined, print_findings, server_extra, settings_of


@click.command
@click.option(
    "--database",
    metavar="URL",
    envvar="RONDEL_DATABASE_URL",
    help="The database to look at.  [default: RONDEL_DATABASE_URL]",
)
@click.option("--redis", metavar="URL", help="The Redis to look at.  [default: RONDEL_REDIS_URL]")
@click.option("--mail-to", metavar="ADDRESS", help="Send a test mail to this address, and say what happened.")
@cell_option
@click.pass_context
def doctor(
    context: click.Context, database: str | None, redis: str | None, mail_to: str | None, cell: str | None
) -> None:
    """Check the configuration and the dependencies of a server, with this shell's settings.

    A line for each thing: ok, or what is wrong and what to do. Nothing is changed, and nothing is sent
    unless --mail-to asks for it. Exit code 1 if anything is wrong; a warning alone is none. With
    RONDEL_CELLS the database of each cell is looked at, too.

    Example: `rondel doctor --database postgresql://rondel@localhost/rondel`
    """

    def work(place: DatabaseTarget) -> None:
        with server_extra():
            from rondel.server.maintenance.doctor import examine_database

            settings = settings_of(place.url or None, redis_url=redis)
        examination = (
            examined(settings, mail_to) if place.name == HOME else print_findings(examine_database(settings))
        )
        context.exit(0 if asyncio.run(examination) else 1)

    context.exit(in_each(places(context, database or "", cell), work))
