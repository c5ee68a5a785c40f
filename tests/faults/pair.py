"""A PostgreSQL primary and its standby, to be killed, promoted and rebuilt in turn."""

import asyncio
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from typing import Any, Final, Self

import asyncpg

from tests.faults.cluster import Postgres, whole

WAIT_S: Final = 30.0
"""How long a standby may take to follow, to fall behind or to be promoted."""

_SETTINGS: Final = (
    "fsync=off",  # processes are killed, not the machine: what they wrote, the kernel has
    "wal_retrieve_retry_interval=100ms",
    "dynamic_shared_memory_type=mmap",  # in its own folder, so that a kill leaves nothing in /dev/shm
)


class Member(Postgres):
    """One of the two: a cluster that can be killed whole, and rebuilt as a copy of the other."""

    def __init__(self) -> None:
        super().__init__(settings=_SETTINGS)

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def follow(self, primary: Postgres) -> None:
        """Become a standby of `primary`, from a fresh base backup."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = ("-h", "127.0.0.1", "-p", str(primary.port), "-U", "rondel")
        copy = ("-R", "-X", "stream", "-c", "fast", "--no-sync")
        self._run("pg_basebackup", *source, "-D", str(self.data), *copy)
        self.start()

    def promote(self) -> None:
        """Become the primary."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "promote")

    def kill(self) -> None:
        """kill -9 every process of it at once, as if the machine had lost power."""
        pid_file = self.data / "postmaster.pid"
        if not pid_file.exists():
            return
        lines = pid_file.read_text().splitlines()
        pid = int(lines[0])
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)  # it must not start anything while its children die
            subprocess.run(["pkill", "-KILL", "-P", str(pid)], check=False)
            os.kill(pid, signal.SIGKILL)
        _gone(pid)
        for lock in (pid_file, *self._folder.glob(".s.PGSQL.*")):
            lock.unlink(missing_ok=True)
        if len(lines) > 6 and lines[6].split():  # the shared memory a killed PostgreSQL leaves behind
            subprocess.run(["ipcrm", "-m", lines[6].split()[-1]], check=False, stderr=subprocess.DEVNULL)

    def signal_senders(self, number: signal.Signals) -> None:
        """Signal the processes that send to standbys: stopped ones send nothing and stay connected."""
        postmaster = (self.data / "postmaster.pid").read_text().split()[0]
        subprocess.run(["pkill", f"-{number.name[3:]}", "-P", postmaster, "-f", "walsender"], check=True)

    async def ask(self, statement: str, *arguments: Any, within_s: float = 10) -> Any:
        """The one value a statement gives."""
        connection = await asyncpg.connect(self.url, timeout=5)
        try:
            return await connection.fetchval(statement, *arguments, timeout=within_s)
        finally:
            await connection.close()

    async def set(self, name: str, value: str) -> None:
        """Change a setting while it runs."""
        connection = await asyncpg.connect(self.url, timeout=5)
        try:
            await connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
            await connection.execute("SELECT pg_reload_conf()")
        finally:
            await connection.close()


class Pair:
    """The primary, and the standby that follows it."""

    def __init__(self) -> None:
        self.primary, self.standby = Member(), Member()
        self._both = ExitStack()

    async def __aenter__(self) -> Self:
        self._both.push(self.standby.__exit__)
        self._both.push(self.primary.__exit__)
        try:
            await whole(self.primary.__enter__)
            await whole(self.standby.follow, self.primary)
        except BaseException:
            await whole(self._both.close)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await whole(self._both.close)

    async def catch_up(self) -> None:
        """Return once the standby has applied everything that was committed before the call."""
        position = await self.primary.ask("SELECT pg_current_wal_flush_lsn()::text")
        await _until(
            lambda: self.standby.ask(
                "SELECT coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)", position
            ),
            "the standby has caught up",
        )

    async def synchronize(self) -> None:
        """From now on a commit is answered once the standby has it on disk."""
        await self.primary.set("synchronous_standby_names", "*")
        await _until(
            lambda: self.primary.ask(
                "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')"
            ),
            "the standby is synchronous",
        )
        await self.catch_up()

    async def hold(self) -> None:
        """From now on the standby hears nothing, its connection stays open, and commits wait for it."""
        self.primary.signal_senders(signal.SIGSTOP)
        await _until(self._commits_wait, "commits wait for the standby")

    async def _commits_wait(self) -> bool:
        """The setting reaches every process of a server a moment after it was changed."""
        try:
            await self.primary.ask("SELECT pg_logical_emit_message(true, 'rondel', '')", within_s=0.5)
        except TimeoutError:
            return True
        return False

    def release(self) -> None:
        """The standby receives all that was held back."""
        self.primary.signal_senders(signal.SIGCONT)

    async def cut(self) -> None:
        """From now on the standby receives nothing, while the primary goes on."""
        await self.standby.set("primary_conninfo", "")
        await _until(
            lambda: self.standby.ask("SELECT NOT EXISTS (SELECT FROM pg_stat_wal_receiver)"),
            "the standby is cut off",
        )

    async def kill(self) -> None:
        """kill -9 the primary."""
        await whole(self.primary.kill)

    async def promote(self) -> None:
        """The standby becomes the primary; the one before waits to be rebuilt."""
        await whole(self.standby.promote)
        await _until(lambda: self.standby.ask("SELECT NOT pg_is_in_recovery()"), "the standby is promoted")
        self.primary, self.standby = self.standby, self.primary

    async def rebuild(self) -> None:
        """The one that was the primary, dead or not, follows the new one."""
        await whole(self.standby.kill)
        await whole(self.standby.follow, self.primary)
        await _until(
            lambda: self.primary.ask(
                "SELECT EXISTS (SELECT FROM pg_stat_replication WHERE state = 'streaming')"
            ),
            "the standby follows",
        )


def _gone(pid: int) -> None:
    """Wait until a process that was killed is dead; who reaps it, and when, does not matter."""
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False)
        if found.stdout.strip()[:1] in (b"", b"Z"):
            return
        time.sleep(0.01)
    raise TimeoutError(f"process {pid} does not die")


async def _until(is_so: Callable[[], Awaitable[bool]], what: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while not await is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {WAIT_S:g} s it is still not so that {what}")
        await asyncio.sleep(0.05)
