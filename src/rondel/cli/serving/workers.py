"""Several processes that serve on one port, and the one that looks after them."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.cli.serving.process import RESTART_S, RONDEL, bound, describe_server, reached_here

if TYPE_CHECKING:
    import structlog

    from rondel.server.api.transport.siblings import WorkerPeers
    from rondel.server.settings import Settings

LOOK_S = 0.1
PATIENCE_S = 5.0
WELL_S = 60.0
"""A worker that ran for so long did not fail at its start: the next one is started soon again."""


class WorkerSlot(NamedTuple):
    """Which worker a process is, the descriptors of the port that all share and of its own, and a folder.

    In the folder each worker has a Unix socket, by which the others hand it connections. It is empty if none
    could be made.
    """

    number: int
    shared: int
    own: int
    folder: str

    def __str__(self) -> str:
        return ":".join(map(str, self))

    @classmethod
    def of(cls, text: str) -> "WorkerSlot":
        """What the process that looks after it has said."""
        number, shared, own, folder = text.split(":", 3)
        return cls(int(number), int(shared), int(own), folder)

    def siblings(self, count: int) -> "WorkerPeers | None":
        """The other workers, of which there are so many with this one."""
        from rondel.server.api.transport.siblings import WorkerPeers

        return WorkerPeers(Path(self.folder), self.number, count) if self.folder else None

    @contextmanager
    def sockets(self) -> Iterator[Sequence[socket.socket]]:
        """Where this worker listens."""
        with socket.socket(fileno=self.shared) as shared, socket.socket(fileno=self.own) as own:
            yield shared, own


def check_workers(settings: "Settings") -> None:
    """Processes that cannot tell each other of moves would serve, but late."""
    if settings.workers > 1 and settings.redis_url is None:
        raise WrongUse(
            f"{settings.workers} workers tell each other of moves by Redis: "
            "say --redis redis://HOST:PORT, or serve by one."
        )


async def supervise_workers(
    settings: "Settings", shared: socket.socket, options: Mapping[str, object], bots: int
) -> None:
    """Keep all workers running until Ctrl-C or SIGTERM; SIGHUP renews them one by one.

    `options` are the options, which each worker reads from its environment like all other settings.
    """
    import structlog

    from rondel.server.runtime.logs import start_logging

    start_logging(settings.log_level)
    with ExitStack() as stack:
        any_port = {"port": 0} if options.get("port") == 0 else {}  # then those beside it may not be free
        own_settings = msgspec.structs.replace(settings, **any_port)
        own = [stack.enter_context(bound(own_settings, number)) for number in range(1, settings.workers + 1)]
        environment = _environment(settings, options, shared.getsockname()[1])
        log = structlog.get_logger()
        folder = _folder(stack, log)
        workers = [
            Worker(WorkerSlot(number, shared.fileno(), each.fileno(), folder), each, environment, bots, log)
            for number, each in enumerate(own, 1)
        ]
        await _until_stopped(settings, workers, bots)


def _folder(stack: ExitStack, log: "structlog.stdlib.BoundLogger") -> str:
    """A folder that only this user may enter."""
    try:
        return stack.enter_context(TemporaryDirectory(prefix="rondel-", ignore_cleanup_errors=True))
    except OSError as error:
        log.warning("workers.handover_unavailable", error=str(error))
        return ""


def _environment(settings: "Settings", overrides: Mapping[str, object], port: int) -> dict[str, str]:
    options = {f"RONDEL_{name.upper()}": str(value) for name, value in overrides.items() if value is not None}
    return {**os.environ, **options, "RONDEL_NODE": settings.node, "RONDEL_PORT": str(port)}


async def _until_stopped(settings: "Settings", workers: "Sequence[Worker]", bots: int) -> None:
    loop = asyncio.get_running_loop()
    stop, renew = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop, stop, workers)
    loop.add_signal_handler(signal.SIGHUP, renew.set)
    keeping = [asyncio.create_task(worker.keep()) for worker in workers]
    others = [
        asyncio.create_task(stop.wait()),
        asyncio.create_task(_greet(settings, workers, bots)),
        asyncio.create_task(_restart_rolling(renew, workers)),
    ]
    try:
        await asyncio.wait([*keeping, others[0]], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for worker in workers:
            worker.stop()
        for task in others:
            task.cancel()
        ends = await asyncio.gather(*keeping, return_exceptions=True)
    for end in ends:
        if isinstance(end, BaseException):
            raise end


def _stop(stop: asyncio.Event, workers: "Sequence[Worker]") -> None:
    """The first time all are told to stop; the second time, to hurry."""
    if stop.is_set():
        for worker in workers:
            worker.stop_now()
    stop.set()


async def _greet(settings: "Settings", workers: "Sequence[Worker]", bots: int) -> None:
    for worker in workers:
        await worker.serves.wait()
    for line in describe_server(settings, bots):
        click.echo(line)
    for worker in workers:
        click.echo(f"  Worker {worker.place.number}, its metrics: {worker.url}/metrics")


async def _restart_rolling(requested: asyncio.Event, workers: "Sequence[Worker]") -> None:
    """One after another, each when the one before serves again: somebody always takes connections."""
    while True:
        await requested.wait()
        requested.clear()
        for worker in workers:
            for each in workers:
                await each.serves.wait()
            await worker.renew()


class Worker:
    """One process that serves, and whoever takes its place when it ends."""

    def __init__(
        self,
        place: WorkerSlot,
        own: socket.socket,
        environment: Mapping[str, str],
        bots: int,
        log: "structlog.stdlib.BoundLogger",
    ) -> None:
        self.place = place
        self.serves = asyncio.Event()
        host, self._port = own.getsockname()[:2]
        self._host = reached_here(host)
        self._node = f"{environment['RONDEL_NODE']}-{place.number}"
        self._environment = {**environment, "RONDEL_NODE": self._node}
        self._bots = bots if place.number == 1 else 0
        self._log = log
        self._child: asyncio.subprocess.Process | None = None
        self._stopping = asyncio.Event()
        self._has_served = False
        self._is_renewed = False

    @property
    def url(self) -> str:
        """Where this worker alone answers."""
        return f"http://{f'[{self._host}]' if ':' in self._host else self._host}:{self._port}"

    async def keep(self) -> None:
        """Start it, and another one when it ends, until it is stopped. One that never served is a mistake."""
        tries = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            code = await self._run()
            self.serves.clear()
            if self._stopping.is_set():
                return
            if not self._has_served:
                raise click.ClickException(f"Worker {self.place.number} has ended with exit code {code}.")
            if self._is_renewed:
                self._is_renewed, tries = False, 0
                continue
            self._log.error("worker.ended", node=self._node, code=code)
            tries = 0 if time.monotonic() - began > WELL_S else tries
            with suppress(TimeoutError):
                async with asyncio.timeout(RESTART_S[min(tries, len(RESTART_S) - 1)]):
                    await self._stopping.wait()
            tries += 1

    async def renew(self) -> None:
        """Let it drain and end, while others serve; its successor takes its place."""
        await self.serves.wait()
        if self._child is not None and self._child.returncode is None:
            self._log.info("worker.renewed", node=self._node)
            self._is_renewed = True
            self._child.terminate()
            await self._child.wait()
            self.serves.clear()

    def stop(self) -> None:
        """It stops together with all others: the end of its standard input says so."""
        self._stopping.set()
        if self._child is not None and self._child.stdin is not None:
            self._child.stdin.close()

    def stop_now(self) -> None:
        """It stops at once."""
        if self._child is not None and self._child.returncode is None:
            for _ in range(2):
                self._child.send_signal(signal.SIGINT)

    async def _run(self) -> int:
        command = (*RONDEL, "serve", "--bots", str(self._bots), "--as-worker", str(self.place))
        child = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            env=self._environment,
            pass_fds=(self.place.shared, self.place.own),
            start_new_session=True,
        )
        self._child = child
        if self._stopping.is_set():
            self.stop()
        watching = asyncio.create_task(self._watch(child))
        try:
            return await child.wait()
        finally:
            watching.cancel()

    async def _watch(self, child: asyncio.subprocess.Process) -> None:
        """Say when it is ready."""
        while child.returncode is None:
            if await self._is_ready():
                self._has_served = True
                self.serves.set()
                return
            await asyncio.sleep(LOOK_S)

    async def _is_ready(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_S):
                reader, writer = await asyncio.open_connection(self._host, self._port)
                writer.write(b"GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n")
                line = await reader.readline()
                writer.close()
        except (OSError, TimeoutError):
            return False
        return b" 200 " in line
