"""`rondel dev`: serve a package from its author's folder, and again whenever a file is saved."""

import asyncio
import signal
import socket
import traceback
import webbrowser
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import rich_click as click

from rondel.bots import registry as bots
from rondel.cli.arguments.bot_speed import pace_option, thinking, undo_wait_ms
from rondel.cli.arguments.package_source import PROJECT, NotAPackageError, Source, on_the_path, source_in
from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.databases.server_settings import server_extra, settings_with
from rondel.cli.serving.file_watcher import Saves
from rondel.cli.serving.law_worker import LawsBeside
from rondel.cli.serving.process import (
    BACKLOG,
    IN_MEMORY,
    bots_beside,
    bound,
    check_http,
    placed,
    run,
    show_mail,
)
from rondel.wire import faces, registry

if TYPE_CHECKING:
    from rondel.server.cells.cell import Cell
    from rondel.server.settings import Settings
    from rondel.server.startup.app import Server

PORT: Final = 8000
"""Where it listens if nobody says otherwise; any free port if somebody listens there."""

MOST_HALTED: Final = 1000


@click.command
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", metavar="[FOLDER]"
)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help=f"0 picks a free port.  [default: {PORT}]"
)
@pace_option
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    metavar="N",
    help="Random moves for the laws after each change; 0 for none.",
)
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
def dev(folder: Path, port: int | None, pace: float, steps: int, opens: bool) -> None:
    """Serve the game in FOLDER to this machine while you write it, until Ctrl-C.

    Whenever a file is saved it is loaded and served again, with the tables as they are, and held to the
    laws in a process of its own. What it raises is shown with its traceback. Neither the package need be
    installed nor a database: everything is kept in memory, and lost at the end.

    Example: `rondel dev river_kings`
    """
    try:
        source = source_in(folder)
    except NotAPackageError as missing:
        raise WrongUse(str(missing)) from None
    options = {**IN_MEMORY, "port": _free(port), "log_level": "critical"}
    with server_extra(), on_the_path(source):
        from rondel.server.runtime.logs import start_logging

        settings = settings_with(options)
        check_http(settings)
        start_logging(settings.log_level)
        with bound(settings) as listening:
            settings = paced(placed(settings, listening, options), pace)
            listening.listen(BACKLOG)  # whoever comes while the package is loaded again waits for it
            run(_Bench(settings, listening, source, thinking(pace), steps, opens=opens).work())


def paced(settings: "Settings", pace: float) -> "Settings":
    """The settings with bots that move at this pace."""
    constants = msgspec.structs.replace(settings.constants, undo_wait_ms=undo_wait_ms(pace))
    return msgspec.structs.replace(settings, constants=constants)


def _free(port: int | None) -> int:
    """The port that was said; else the usual one, unless somebody listens there."""
    if port is not None:
        return port
    with socket.socket() as trying, suppress(OSError):
        trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trying.bind(("127.0.0.1", PORT))
        return PORT
    return 0


class _Bench:
    """A package under work: its server, which begins again and again, and what outlives each of them."""

    def __init__(
        self,
        settings: "Settings",
        listening: socket.socket,
        source: Source,
        think: str,
        steps: int,
        *,
        opens: bool,
    ) -> None:
        from rondel.server.startup.stores import in_memory

        self._settings, self._listening, self._source = settings, listening, source
        self._think, self._steps, self._opens = think, steps, opens
        self._memory = in_memory()
        self._laws = LawsBeside(steps, click.echo)
        self._saves = Saves(source.code, source.folder / PROJECT)
        self._server: Server | None = None
        self._is_over = False

    async def work(self) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)
        click.echo(f"Serving {self._source.name} at {self._address()}. Press Ctrl-C to stop.")
        click.echo(
            f"Emails, with sign-in links, are printed here and listed at {self._settings.public_url}/dev"
        )
        if self._opens:
            webbrowser.open(self._address())
        try:
            while not self._is_over:
                await self._serve_once()
        finally:
            await self._laws.stop()

    def _address(self) -> str:
        [first, *_] = self._source.games
        return f"{self._settings.public_url}/new/{first}"

    def _end(self, number: int) -> None:
        self._is_over = True
        if self._server is not None:
            self._server.handle_exit(number, None)

    async def _serve_once(self) -> None:
        """Load the package and serve it until something is saved, or all is over."""
        from rondel.server.startup.app import Development, Server, running

        if _is_usable(self._source) and self._steps:
            await self._laws.check(self._source.games)
        development = Development(show_mail, shows_errors=True)
        async with running(self._settings, memory=self._memory, development=development) as node_running:
            home = node_running.cells.home
            home.room_context.on_halt.append(_show_halted)
            await _resume_all(home)
            async with bots_beside(self._settings, node_running.node, 1, self._think):
                self._server = Server(node_running)
                saved = asyncio.create_task(self._until_saved(self._server))
                if not self._is_over:
                    await self._server.serve(sockets=[self._listening.dup()])
                self._server = None
                saved.cancel()
                await asyncio.gather(saved, return_exceptions=True)
        if not self._is_over:
            self._load_again()

    async def _until_saved(self, server: "Server") -> None:
        await self._saves.next()
        server.should_exit = True

    def _load_again(self) -> None:
        click.echo("File changed: reloading.")
        try:
            points = source_in(self._source.folder).points
        except NotAPackageError as missing:
            click.echo(f"{missing} The entry points stay as they were.")
        else:
            if points != self._source.points:
                click.echo(f"The entry points in {PROJECT} have changed: stop and start rondel dev for them.")
        self._source.forget_modules()


def _is_usable(source: Source) -> bool:
    """Whether its games can be loaded, having said why not, with the traceback of whatever was raised."""
    for name, target in source.points.get(registry.GROUP, {}).items():
        try:
            EntryPoint(name, target, registry.GROUP).load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an author's code, so anything can come
            _show(error)
    package = f"{source.name} {source.version}"
    found = [finding for finding in registry.findings() if finding.package == package]
    games = registry.installed_games()
    beside = (*bots.findings(games), *faces.findings(games))
    for finding in (*found, *(each for each in beside if each.package == package and not found)):
        click.echo(f"Left out: {finding}. It is tried again when you save.")
    return not found


async def _resume_all(cell: "Cell") -> None:
    """A table that was halted by the code before may go on with the code now."""
    for table in await cell.tables.halted(limit=MOST_HALTED):
        await cell.tables.resume(table.id)


def _show(error: BaseException) -> None:
    """The whole traceback, without the frames of Python's own import machinery."""
    shown = traceback.TracebackException.from_exception(error)
    shown.stack[:] = [frame for frame in shown.stack if "importlib" not in frame.filename]
    click.echo("".join(shown.format()))


def _show_halted(error: BaseException) -> None:
    _show(error)
    click.echo("The table is halted. It resumes after your next save.")
