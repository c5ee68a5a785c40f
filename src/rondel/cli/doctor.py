"""`rondel doctor`: is everything there that a server needs?"""

import asyncio

import rich_click as click

from rondel.cli.each_cell import HOME, Place, cell_option, in_each, places
from rondel.cli.servers import examined, server_extra, settings_of, told


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
    """Look at everything a server needs, with the settings this shell has.

    A line for each thing: ok, or what is wrong and what to do. Nothing is changed, and nothing is sent
    unless --mail-to asks for it. Exit code 1 if anything is wrong; a warning alone is none. With
    RONDEL_CELLS the database of each cell is looked at, too.

    Example: `rondel doctor --database postgresql://rondel@localhost/rondel`
    """

    def work(place: Place) -> None:
        with server_extra():
            from rondel.server.doctor import examine_database

            settings = settings_of(place.url or None, redis_url=redis)
        looking = examined(settings, mail_to) if place.name == HOME else told(examine_database(settings))
        context.exit(0 if asyncio.run(looking) else 1)

    context.exit(in_each(places(context, database or "", cell), work))
