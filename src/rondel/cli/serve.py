"""`rondel serve`: a server, its bots beside it."""

import rich_click as click

from rondel.cli.servers import database_option, reaching, server_extra, settings_with, shown
from rondel.cli.serving import bound, check_http, is_private, placed, run, serve_until_stopped


@click.command
@database_option
@click.option(
    "--redis", metavar="URL", help="For several nodes: redis://HOST:PORT.  [default: RONDEL_REDIS_URL]"
)
@click.option("--host", metavar="ADDRESS", help="Where to listen.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="0 takes a free one.  [default: 8000]"
)
@click.option("--public-url", metavar="URL", help="How people reach it, where TLS is in front: https://HOST.")
@click.option("--plain-http", is_flag=True, help="Serve other machines without TLS, as at home.")
@click.option("--migrate", "migrates", is_flag=True, help="Bring the database to this version first.")
@click.option("--dev", is_flag=True, help="To try things: migrates, needs a database only, stops at once.")
@click.option(
    "--bots",
    "workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="On how many processes bots think.",
)
def serve(
    database: str,
    redis: str | None,
    host: str | None,
    port: int | None,
    public_url: str | None,
    plain_http: bool,
    migrates: bool,
    dev: bool,
    workers: int,
) -> None:
    """Serve games, until Ctrl-C or SIGTERM.

    Every option is also a setting: `--port 9000` is RONDEL_PORT=9000, and there are more settings than
    options. When it stops, players are sent to other nodes one by one; twice Ctrl-C stops at once.

    Example: `rondel serve --dev --database postgresql://localhost/rondel`
    """
    options = {
        "database_url": database,
        "redis_url": redis,
        "host": host,
        "port": port,
        "public_url": public_url,
        "plain_http": "true" if plain_http else None,
        **({"redis_url": "", "smtp_url": "", "drain_ms": 0} if dev else {}),
    }
    with server_extra():
        settings = settings_with(options)
        check_http(settings)
        with bound(settings) as listening:
            with reaching(database):
                _prepare(database, migrates or dev)
            settings = placed(settings, listening, options)
            run(serve_until_stopped(settings, listening, workers, shows_mails=dev and is_private(settings)))


def _prepare(database: str, migrates: bool) -> None:
    from rondel.server.migrations import migrate, pending

    if migrates:
        migrate(database)
    elif pending(database):
        raise click.ClickException(
            f"The database {shown(database)} is not at this version. Run `rondel migrate`, or say --migrate."
        )
