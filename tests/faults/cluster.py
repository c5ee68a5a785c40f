"""A PostgreSQL cluster and a Redis of one's own, on their own ports, to be killed and restarted at will."""

import asyncio
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import asyncpg

LIMIT_S: Final = 90
"""How long a program of PostgreSQL may take; pg_ctl itself gives up after 60 seconds."""


def free_port() -> int:
    """A port on which nobody listens, and which the system gives to no outgoing connection meanwhile."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def installed_programs() -> Path:
    """Where PostgreSQL's own programs are: on the path, or where Debian puts them."""
    if (found := shutil.which("initdb")) is not None:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))


async def whole(work: Callable[..., Any], *arguments: Any) -> None:
    """Do it in a thread, and to its end even if cancelled: half of it would leave processes behind."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *arguments))
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


def end_by_signals() -> None:
    """SIGINT, SIGTERM and SIGHUP cancel the current task, once: what it has started is ended in any case."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def end() -> None:
        for number in signals:
            loop.add_signal_handler(number, lambda: None)
        task.cancel()

    for number in signals:
        loop.add_signal_handler(number, end)


class Postgres:
    """A cluster in a folder of its own. It refuses to run as root, so then it runs as its own user.

    With `is_configured` its port and its settings are in its files, so that `pg_ctl start` is enough.
    """

    def __init__(self, *, settings: tuple[str, ...] = (), is_configured: bool = False) -> None:
        self._is_configured = is_configured
        self.port = free_port()
        self._settings = settings
        self.binaries = installed_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="rondel-pg-"))
        self._user = "postgres" if os.getuid() == 0 else None
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)

    @property
    def url(self) -> str:
        return f"postgresql://rondel@127.0.0.1:{self.port}/rondel"

    def __enter__(self) -> Self:
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _make(self) -> None:
        self._run("initdb", "-D", str(self.data), "-U", "rondel", "-A", "trust", "-E", "UTF8", "--no-sync")
        if self._is_configured:
            with (self.data / "postgresql.conf").open("a") as file:
                file.write(f"port = {self.port}\nunix_socket_directories = '{self._folder}'\n")
        self.start()
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "rondel", "rondel")

    def __exit__(self, *_: object) -> None:
        if (self.data / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop", check=False)
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        log = str(self._folder / "log")
        if self._is_configured:
            self._run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "start")
            return
        settings = "".join(f" -c {setting}" for setting in ("listen_addresses=127.0.0.1", *self._settings))
        options = f"-p {self.port} -k {self._folder} -c max_connections=200{settings}"
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", options, "start")

    def kill(self) -> None:
        """At once, as if its machine had lost its power; it can be started again."""
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    async def _connected(self) -> "asyncpg.Connection[asyncpg.Record]":
        """A connection, once the database has recovered from the backend that was killed before."""
        until = time.monotonic() + LIMIT_S
        while True:
            try:
                return await asyncpg.connect(self.url)
            except (asyncpg.CannotConnectNowError, OSError):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)

    async def kill_backend(self) -> bool:
        """kill -9 one busy backend: PostgreSQL restarts all of them and recovers from its log."""
        connection = await self._connected()
        try:
            pid = await connection.fetchval(
                "SELECT pid FROM pg_stat_activity WHERE datname = 'rondel' AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend' ORDER BY (state = 'active') DESC, random() LIMIT 1"
            )
        finally:
            await connection.close()
        if pid is None:
            return False
        os.kill(pid, signal.SIGKILL)
        return True

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        command = [str(self.binaries / program), *arguments]
        if self._user is not None:
            command = ["setpriv", f"--reuid={self._user}", f"--regid={self._user}", "--init-groups", *command]
        subprocess.run(
            command,
            check=check,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            timeout=LIMIT_S,
            start_new_session=True,  # so that Ctrl-C in a terminal does not end it half-way
        )


class Redis:
    """A Redis that keeps nothing."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        """The server, which has to run."""
        assert self._process is not None
        return self._process

    def start(self) -> None:
        options = ("--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), *options], stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise RuntimeError("redis-server does not listen")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()
