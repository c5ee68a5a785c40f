"""`rondel doctor`: is everything there that a server needs?"""

import asyncio

import rich_click as click

from rondel.cli.servers import examined, server_extra, settings_with


@click.command
@click.option("--database", metavar="URL", help="The database to look at.  [default: RONDEL_DATABASE_URL]")
@click.option("--redis", metavar="URL", help="The Redis to look at.  [default: RONDEL_REDIS_URL]")
@click.option("--mail-to", metavar="ADDRESS", help="Send a test mail to this address, and say what happened.")
@click.pass_context
def doctor(context: click.Context, database: str | None, redis: str | None, mail_to: str | None) -> None:
    """Look at everything a server needs, with the settings this shell has.

    A line for each thing: ok, or what is wrong and what to do. Nothing is changed, and nothing is sent
    unless --mail-to asks for it. Exit code 1 if anything is wrong; a warning alone is none.

    Example: `rondel doctor --database postgresql://rondel@localhost/rondel`
    """
    with server_extra():
        settings = settings_with({"database_url": database, "redis_url": redis})
    context.exit(0 if asyncio.run(examined(settings, mail_to)) else 1)
