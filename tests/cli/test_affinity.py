"""A socket that names its table comes to the worker that has it, whichever worker accepted the connection."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import msgspec
import pytest

from rondel.client import Client, Http, TableView, connect, create_guest
from rondel.server.api.transport.siblings import WorkerPeers
from rondel.wire.protocol import Ack
from tests.cli.processes import own_urls, until, workers
from tests.cli.served import Served, serving
from tests.client.real_server import ask
from tests.contracts.own_redis import OwnRedis
from tests.load.socket import LeanSocket
from tests.load.tables import opened

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="it looks at processes in /proc")

ENOUGH = 2
"""Tables that each worker has at least."""
SEATS = 4
COMING = 5
OF_ALL = 7
OF_ONE_ADDRESS = 5
OPTIONS = {"handSize": 5, "discardCount": 2}


@pytest.fixture
def served(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Two workers, without limits of how often."""
    monkeypatch.setenv("RONDEL_RATE_LIMITS", "false")
    with served_by_two(empty_database) as served:
        yield served


@contextmanager
def served_by_two(database: str) -> Iterator[Served]:
    with OwnRedis() as redis:
        where = ("--database", database, "--redis", redis.url)
        with serving("--migrate", "--bots", "0", "--workers", "2", *where) as served:
            served.wait_for("Worker 2, its metrics:")
            yield served


def home_of(table: str) -> int:
    """Which of two workers has this table: 0 or 1."""
    return len(WorkerPeers(Path(), 1, 2).better(UUID(table)))


def table_of(worker: int) -> str:
    """An id that no table has, at this worker."""
    return next(table for table in iter(lambda: str(uuid4()), "") if home_of(table) == worker)


def figures(served: Served, name: str) -> list[int]:
    """A figure of each worker's metrics, 0 where it has not happened yet."""
    pages = [httpx.get(url, timeout=60).text for url in own_urls(served)]
    found = [re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE) for page in pages]
    return [0 if each is None else int(float(each[1])) for each in found]


def sockets(served: Served) -> list[int]:
    return figures(served, "rondel_sockets")


async def dialled(
    served: Served, token: str, query: str, take: list[bytes] | None = None, *, address: str = "127.0.0.1"
) -> LeanSocket:
    into = [] if take is None else take
    path = f"/ws?{query}" if query else "/ws"
    port = int(served.url.rpartition(":")[2])
    async with asyncio.timeout(60):
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: LeanSocket(f"127.0.0.1:{port}", token, into.append, path),
            "127.0.0.1",
            port,
            local_addr=(address, 0),
        )
        await socket.opened
    return socket


async def answers(socket: LeanSocket, taken: list[bytes]) -> None:
    """It is served: a ping brings one pong."""
    before = len(taken)
    socket.send(b'{"type":"ping","lastVersions":{}}')
    async with asyncio.timeout(60):
        while len(taken) == before:
            await asyncio.sleep(0.01)
    assert msgspec.json.decode(taken[before])["type"] == "pong"


@asynccontextmanager
async def hung_up(socketed: Sequence[LeanSocket]) -> AsyncIterator[None]:
    try:
        yield
    finally:
        for each in socketed:
            each.close()


@pytest.mark.drawn(1 / 3)
async def test_the_sockets_of_a_table_are_at_one_worker_and_tables_are_at_all(served: Served) -> None:
    """One start for all of it, since each takes seconds."""
    await _four_sockets_of_a_table_meet(served)
    await _a_hint_that_says_nothing_is_ignored(served)
    await _a_socket_stays_where_it_came_to_a_worker_of_its_choice(served)
    await _a_worker_that_hangs_is_left_out_and_takes_nothing_late(served)
    await _a_worker_that_dies_with_sockets_on_their_way_to_it_loses_none(served)
    await _everybody_comes_in_while_workers_are_renewed(served)

    assert served.stop() == 0


async def _four_sockets_of_a_table_meet(served: Served) -> None:
    dialled_so_far: list[LeanSocket] = []
    expected = [0, 0]
    async with hung_up(dialled_so_far):
        while min(expected) < ENOUGH * SEATS:
            table, tokens = await opened(served.url, SEATS, len(dialled_so_far))
            dialled_so_far += [await dialled(served, token, f"table={table}") for token in tokens]
            expected[home_of(table)] += SEATS

            assert sockets(served) == expected, table
        assert sum(figures(served, 'rondel_moved_sockets_total{way="in"}')) > 0
    until(lambda: sockets(served) == [0, 0])


async def _a_hint_that_says_nothing_is_ignored(served: Served) -> None:
    token = await create_guest(served.url, "Eve")
    table = str(uuid4())
    moved = 'rondel_moved_sockets_total{way="%s"}'
    before = [figures(served, moved % way) for way in ("in", "out", "kept")]
    nonsense = ["", "table=", "table=..%2Fetc", "table=" + "a" * 7_000, f"table={table}&table={table}"]
    nonsense += [f"table=%7B{table}", f"tables={table}", f"table={table[:-1]}"]
    for query in nonsense:
        taken: list[bytes] = []
        socket = await dialled(served, token, query, taken)
        await answers(socket, taken)
        socket.close()

    assert [figures(served, moved % way) for way in ("in", "out", "kept")] == before
    with pytest.raises(ConnectionError, match="431"):
        await dialled(served, token, "table=" + "a" * 10_000)
    for worker in range(2):
        with pytest.raises(ConnectionError, match="401"):
            await dialled(served, "no token", f"table={table_of(worker)}")


async def _a_socket_stays_where_it_came_to_a_worker_of_its_choice(served: Served) -> None:
    """A worker's own port is for who wants that one, a proxy for instance that has chosen already."""
    token = await create_guest(served.url, "Ann")
    until(lambda: sockets(served) == [0, 0])
    for number, url in enumerate(own_urls(served)):
        port = httpx.URL(url).port
        assert port is not None
        path = f"/ws?table={table_of(1 - number)}"
        taken: list[bytes] = []
        socket = await LeanSocket.connect("127.0.0.1", port, token, taken.append, path=path)

        assert sockets(served)[number] == 1
        socket.close()


async def _a_worker_that_hangs_is_left_out_and_takes_nothing_late(served: Served) -> None:
    token = await create_guest(served.url, "Bea")
    until(lambda: sockets(served) == [0, 0])
    hung = workers(served)[max(workers(served))]
    before = figures(served, 'rondel_moved_sockets_total{way="in"}')
    taken: list[bytes] = []
    os.kill(hung, signal.SIGSTOP)
    try:
        socket = await dialled(served, token, f"table={table_of(1)}", taken)
        await answers(socket, taken)
    finally:
        os.kill(hung, signal.SIGCONT)

    assert sockets(served) == [1, 0]  # it is up again, and was offered the connection
    await answers(socket, taken)
    assert figures(served, 'rondel_moved_sockets_total{way="in"}') == before
    socket.close()


async def _a_worker_that_dies_with_sockets_on_their_way_to_it_loses_none(served: Served) -> None:
    """Its table is played on at the other one, by who had a socket there and by those who come."""
    token = await create_guest(served.url, "Ada")
    table = await _alone_at_a_table_of(1, Http(served.url, token))
    async with asyncio.timeout(120), connect(served.url, token) as ada:
        view = await ada.sit(table)
        assert sockets(served) == [0, 1]
        versions = [await _move(ada, view) for _ in range(3)]
        dying = workers(served)[max(workers(served))]
        os.kill(dying, signal.SIGSTOP)
        coming = asyncio.gather(*(dialled(served, token, f"table={table}") for _ in range(COMING)))
        asyncio.get_running_loop().call_later(0.1, os.kill, dying, signal.SIGKILL)

        async with hung_up(await coming):
            versions += [await _move(ada, view) for _ in range(3)]

    assert versions == list(range(versions[0], versions[0] + 6))


async def _everybody_comes_in_while_workers_are_renewed(served: Served) -> None:
    token = await create_guest(served.url, "Cem")
    until(lambda: sum('"event":"server.started"' in line for line in served.lines) == 3)
    before, number = workers(served), 0
    served.child.send_signal(signal.SIGHUP)
    while len(now := workers(served)) < 2 or set(now.values()) & set(before.values()):
        number += 1
        taken: list[bytes] = []
        try:
            socket = await dialled(served, token, f"table={table_of(number % 2)}", taken)
        except ConnectionError:  # the worker began to stop while it looked at the token
            socket = await dialled(served, token, f"table={table_of(number % 2)}", taken)
        await answers(socket, taken)
        socket.close()

    assert number > 2


async def _alone_at_a_table_of(worker: int, doors: Http) -> str:
    """A table that has begun, at this worker."""
    while True:
        table = str((await ask(doors, "POST", "/api/tables", {"game": "decks", "options": OPTIONS}))["id"])
        if home_of(table) == worker:
            await ask(doors, "POST", f"/api/tables/{table}/seat", {})
            await ask(doors, "POST", f"/api/tables/{table}/start")
            return table


async def _move(client: Client, view: TableView) -> int:
    answer = await client.act(view.table, view.legal[0])
    assert isinstance(answer, Ack)
    await view.until(lambda view: view.version >= answer.version)
    return answer.version


async def test_limits_hold_for_sockets_that_another_worker_has_accepted(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address has no more at one worker than it may; a worker that is full takes no more of others."""
    monkeypatch.setenv("RONDEL_RATE_LIMITS", "false")
    monkeypatch.setenv("RONDEL_CONNECTIONS", str(OF_ALL))
    monkeypatch.setenv("RONDEL_CONNECTIONS_PER_ADDRESS", str(OF_ONE_ADDRESS))
    with served_by_two(empty_database) as served:
        token = await create_guest(served.url, "Ada")
        come: list[LeanSocket] = []

        async def comes_from(address: str) -> None:
            come.append(await dialled(served, token, f"table={table_of(1)}", address=address))

        async with hung_up(come):
            for _ in range(OF_ONE_ADDRESS):
                await comes_from("127.0.0.2")
            for _ in range(10):
                with pytest.raises(ConnectionError, match="429"):
                    await comes_from("127.0.0.2")
            assert sockets(served) == [0, OF_ONE_ADDRESS]

            for _ in range(OF_ALL - OF_ONE_ADDRESS):
                await comes_from("127.0.0.3")
            while len(come) == OF_ALL:
                with suppress(ConnectionError):  # 503, where the full worker itself was sooner to accept it
                    await comes_from("127.0.0.4")
            assert sockets(served)[0] == 1
            assert figures(served, 'rondel_moved_sockets_total{way="kept"}')[0] == 1
