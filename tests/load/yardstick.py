"""The same journey without Rondel, again and again beside a run: how busy is the machine?

A trip begins in the event loop of the players, goes through a socket of the loopback to a process that uses
as much of a core as Rondel does for a move, commits one row in a PostgreSQL of its own, and comes back. That
is the way of a push, with another server and another database on the same machine: a server that slows its
own database does not slow this one. `python -m tests.load.yardstick URL` is that process; it prints its port.
"""

import asyncio
import sys
import threading
import time
from asyncio import StreamReader, StreamWriter, subprocess
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final, Self, TypeAlias

import asyncpg

from tests.faults.cluster import Postgres
from tests.load.lateness import Span

Trips: TypeAlias = Callable[[], Sequence[Span]]

PAUSE_S: Final = 0.04
WORK_S: Final = 0.003
"""What a trip uses of a core: as much as a move for four, its Views and its pushes."""


class Yardstick:
    """Trips, one after the other, for as long as this lasts; the database is not one that the server uses."""

    def __init__(self, database_url: str) -> None:
        self._trips: list[Span] = []
        self._began = time.perf_counter()
        self._database_url = database_url
        self._process: subprocess.Process | None = None
        self._travelling: asyncio.Task[None] | None = None

    def trips(self) -> list[Span]:
        """All since the beginning, and the one that is under way; a yardstick that broke measures nothing."""
        if self._travelling is None or self._travelling.done():
            raise RuntimeError("the yardstick is not travelling")
        under_way = Span(self._began, max(self._began, time.perf_counter()))
        return [*self._trips, under_way]

    def begin(self) -> None:
        """Forget the trips that were made."""
        self._trips.clear()

    @property
    def pid(self) -> int:
        """The process at the other end."""
        assert self._process is not None
        return self._process.pid

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.load.yardstick", self._database_url, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        port = int(await self._process.stdout.readline())
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        self._travelling = asyncio.create_task(self._travel(reader, writer))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._travelling is not None:
            self._travelling.cancel()
            await asyncio.gather(self._travelling, return_exceptions=True)
        if self._process is not None:
            self._process.kill()
            await self._process.wait()

    async def _travel(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            while True:
                self._began = time.perf_counter()
                writer.write(b"x\n")
                await reader.readexactly(2)
                self._trips.append(Span(self._began, time.perf_counter()))
                self._began = time.perf_counter() + PAUSE_S
                await asyncio.sleep(PAUSE_S)
        finally:
            writer.close()


@asynccontextmanager
async def own_yardstick() -> AsyncIterator[Yardstick]:
    """Trips through a PostgreSQL cluster that is started for them alone."""
    postgres = Postgres()
    await asyncio.to_thread(postgres.__enter__)
    try:
        async with Yardstick(postgres.url) as yardstick:
            yield yardstick
    finally:
        await asyncio.to_thread(postgres.__exit__)


@contextmanager
def travelling_apart(database_url: str) -> Iterator[Trips]:
    """Trips from a thread with an event loop of its own, for a server that runs in the players' event loop.

    A server that blocks that loop does not hold up these trips.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yardstick = Yardstick(database_url)
    try:
        asyncio.run_coroutine_threadsafe(yardstick.__aenter__(), loop).result()
        yield yardstick.trips
    finally:
        asyncio.run_coroutine_threadsafe(yardstick.__aexit__(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _serve(database_url: str) -> None:
    connection = await asyncpg.connect(database_url)
    await connection.execute("CREATE TABLE IF NOT EXISTS yardstick (trip BIGSERIAL PRIMARY KEY)")
    statement = await connection.prepare("INSERT INTO yardstick DEFAULT VALUES")

    async def echo(reader: StreamReader, writer: StreamWriter) -> None:
        while line := await reader.readline():
            until = time.process_time() + WORK_S
            while time.process_time() < until:
                pass
            await statement.fetch()
            writer.write(line)

    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
