"""`rondel serve`: a server, its bots beside it."""

import asyncio
from collections.abc import Mapping
from typing import Final

import rich_click as click

from rondel.cli.databases.server_settings import database_option, reaching, server_extra, settings_with, shown
from rondel.cli.serving.process import bound, check_http, is_private, placed, run, serve_until_stopped
from rondel.cli.serving.workers import WorkerSlot, check_workers, supervise_workers

CELL_ANSWERS_S: Final = 3.0
"""So long a start waits for a cell that is to be migrated."""


@click.command
@database_option
@click.option(
    "--redis", metavar="URL", help="For several nodes: redis://HOST:PORT.  [default: RONDEL_REDIS_URL]"
)
@click.option("--host", metavar="ADDRESS", help="Listen address.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="0 picks a free port.  [default: 8000]"
)
@click.option(
    "--public-url", metavar="URL", help="Public URL, as seen through your reverse proxy: https://HOST."
)
@click.option(
    "--plain-http", is_flag=True, help="Allow plain HTTP from other machines, as in a home network."
)
@click.option("--migrate", "migrates", is_flag=True, help="Migrate the databases first.")
@click.option("--dev", is_flag=True, help="Development mode: migrates, needs only a database, stops at once.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Worker processes; more than one needs Redis.  [default: 1]",
)
@click.option(
    "--bots",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="Bot processes.",
)
@click.option("--as-worker", "worker", hidden=True, help="One of --workers: its number and its sockets.")
def serve(
    database: str,
    redis: str | None,
    host: str | None,
    port: int | None,
    public_url: str | None,
    plain_http: bool,
    migrates: bool,
    dev: bool,
    workers: int | None,
    bots: int,
    worker: str | None,
) -> None:
    """Serve games, until Ctrl-C or SIGTERM.

    Every option is also a setting: `--port 9000` is RONDEL_PORT=9000, and there are more settings than
    options. When it stops, players are sent to other nodes one by one; twice Ctrl-C stops at once. Of
    several workers, SIGHUP renews one after another, and nobody is refused meanwhile.

    Example: `rondel serve --dev --database postgresql://localhost/rondel`
    """
    options = {
        "database_url": database,
        "redis_url": redis,
        "host": host,
        "port": port,
        "public_url": public_url,
        "plain_http": "true" if plain_http else None,
        "workers": workers,
        **({"redis_url": redis or "", "smtp_url": "", "drain_ms": 0} if dev else {}),
    }
    with server_extra():
        settings = settings_with(options)
        check_http(settings)
        check_workers(settings)
        if worker is not None:
            place = WorkerSlot.of(worker)
            with place.sockets() as sockets:
                settings = placed(settings, sockets[0], options)
                run(
                    serve_until_stopped(
                        settings,
                        sockets,
                        bots,
                        greet=lambda _settings, _bots: (),
                        siblings=place.siblings(settings.workers),
                    )
                )
            return
        with bound(settings) as listening:
            with reaching(database):
                _prepare(database, migrates or dev)
            if migrates or dev:
                _prepare_cells(database, settings.cell_urls)
            settings = placed(settings, listening, options)
            if settings.workers > 1:
                run(supervise_workers(settings, listening, options, bots))
            else:
                shows_mails = dev and is_private(settings)
                run(serve_until_stopped(settings, [listening], bots, shows_mails=shows_mails))


def _prepare(database: str, migrates: bool) -> None:
    from rondel.server.maintenance.migrations import migrate, pending

    if migrates:
        migrate(database)
    elif pending(database):
        raise click.ClickException(
            f"Database {shown(database)} needs migration. Run `rondel migrate`, or add --migrate."
        )


def _prepare_cells(home: str, cells: Mapping[str, str]) -> None:
    """Bring up the databases of cells, too. One that cannot be now is said: the others are served."""
    from rondel.server.maintenance.known_cells import CellMismatchError, verify_cell
    from rondel.server.maintenance.migrations import migrate
    from rondel.server.maintenance.owner import as_owner

    async def answer(url: str) -> None:
        async with asyncio.timeout(CELL_ANSWERS_S), as_owner(url):
            pass

    for name, url in cells.items():
        try:
            with reaching(url):
                asyncio.run(answer(url))
                migrate(url)
                asyncio.run(verify_cell(home, name, url))
        except (CellMismatchError, click.ClickException) as message:
            click.echo(f"The cell {name} is served later. {message}", err=True)
