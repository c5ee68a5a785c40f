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

import rich_click as click

from rondel.bots import shelf as bots
from rondel.cli.laws_beside import LawsBeside
from rondel.cli.pace import pace_option, thinking, undo_wait_ms
from rondel.cli.parameters import WrongUse
from rondel.cli.saves import Saves
from rondel.cli.servers import server_extra, settings_with
from rondel.cli.serving import BACKLOG, IN_MEMORY, bots_beside, bound, check_http, placed, run, show_mail
from rondel.cli.source import PROJECT, NotAPackage, Source, on_the_path, source_in
from rondel.wire import faces, shelf

if TYPE_CHECKING:
    from rondel.server.app import Server
    from rondel.server.node import Node
    from rondel.server.settings import Settings

PORT: Final = 8000
"""Where it listens if nobody says otherwise; any free port if somebody listens there."""

MOST_HALTED: Final = 1000


@click.command
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=".", metavar="[FOLDER]"
)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help=f"0 takes a free one.  [default: {PORT}]"
)
@pace_option
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    default=500,
    show_default=True,
    metavar="N",
    help="How far the laws are walked after each change; 0 for not at all.",
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
    except NotAPackage as missing:
        raise WrongUse(str(missing)) from None
    said = {**IN_MEMORY, "port": _free(port), "log_level": "critical", "undo_wait_ms": undo_wait_ms(pace)}
    with server_extra(), on_the_path(source):
        from rondel.server.logs import start_logging

        settings = settings_with(said)
        check_http(settings)
        start_logging(settings.log_level)
        with bound(settings) as listening:
            settings = placed(settings, listening, said)
            listening.listen(BACKLOG)  # whoever comes while the package is loaded again waits for it
            run(_Bench(settings, listening, source, thinking(pace), steps, opens=opens).work())


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
        from rondel.server.stores import in_memory

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
        click.echo(f"{self._source.name} is served at {self._address()}. Ctrl-C stops it.")
        click.echo(f"Mails, and the links to sign in, are shown here and at {self._settings.public_url}/dev")
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
        from rondel.server.app import Server, running

        if _is_usable(self._source) and self._steps:
            await self._laws.check(self._source.games)
        async with running(self._settings, memory=self._memory) as node_running:
            node = node_running.node
            node.room_ports.on_halt.append(_show_halted)
            node.room_ports.tells_why = True
            node_running.show_mails(show_mail)
            await _resume_all(node)
            async with bots_beside(self._settings, node, 1, self._think):
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
        click.echo("Saved: loading it again.")
        try:
            points = source_in(self._source.folder).points
        except NotAPackage as missing:
            click.echo(f"{missing} The entry points stay as they were.")
        else:
            if points != self._source.points:
                click.echo(f"The entry points in {PROJECT} have changed: stop and start rondel dev for them.")
        self._source.forget_modules()


def _is_usable(source: Source) -> bool:
    """Whether its games can be loaded, having said why not, with the traceback of whatever was raised."""
    for name, target in source.points.get(shelf.GROUP, {}).items():
        try:
            EntryPoint(name, target, shelf.GROUP).load()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - an author's code, so anything can come
            _show(error)
    package = f"{source.name} {source.version}"
    found = [finding for finding in shelf.findings() if finding.package == package]
    games = shelf.shelf()
    beside = (*bots.findings(games), *faces.findings(games))
    for finding in (*found, *(each for each in beside if each.package == package and not found)):
        click.echo(f"Left out: {finding}. It is tried again when you save.")
    return not found


async def _resume_all(node: "Node") -> None:
    """A table that was halted by the code before may go on with the code now."""
    for table in await node.tables.halted(limit=MOST_HALTED):
        await node.tables.resume(table.id)


def _show(error: BaseException) -> None:
    """The whole traceback, without the frames of Python's own import machinery."""
    shown = traceback.TracebackException.from_exception(error)
    shown.stack[:] = [frame for frame in shown.stack if "importlib" not in frame.filename]
    click.echo("".join(shown.format()))


def _show_halted(error: BaseException) -> None:
    _show(error)
    click.echo("That table is halted. It goes on when you have saved a file.")
