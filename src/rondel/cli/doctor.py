"""`rondel doctor`: is everything there that a server needs?"""

import asyncio

import rich_click as click

from rondel.cli.servers import server_extra, settings_with


@click.command
@click.option("--database", metavar="URL", help="The database to look at.  [default: RONDEL_DATABASE_URL]")
@click.option("--redis", metavar="URL", help="The Redis to look at.  [default: RONDEL_REDIS_URL]")
@click.pass_context
def doctor(context: click.Context, database: str | None, redis: str | None) -> None:
    """Look at everything a server needs, with the settings this shell has.

    A line for each thing: ok, or what is wrong and what to do. Nothing is changed. Exit code 1 if
    anything is wrong; a warning alone is none.

    Example: `rondel doctor --database postgresql://rondel@localhost/rondel`
    """
    with server_extra():
        from rondel.server.doctor import Finding, examine
        from rondel.server.settings import Settings

    async def look(settings: Settings) -> bool:
        is_well = True
        async for finding in examine(settings):
            click.echo(_line(finding))
            is_well = is_well and (finding.do is None or finding.is_warning)
        return is_well

    def _line(finding: Finding) -> str:
        verdict = "ok   " if finding.do is None else "warn " if finding.is_warning else "WRONG"
        then = "" if finding.do is None else f". {finding.do}"
        return f"{verdict}  {finding.what + ':':<13} {finding.said}{then}"

    settings = settings_with({"database_url": database, "redis_url": redis})
    context.exit(0 if asyncio.run(look(settings)) else 1)
