"""The workers of one port: who has a table, and how one hands a connection to another."""

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import pytest

from rondel.server.api.transport import siblings
from rondel.server.api.transport.siblings import _SIZE, MOST_BYTES, WorkerPeers, hint_of

TABLE = UUID("01890000-0000-7000-8000-00000000000a")
TABLES = [UUID(int=number) for number in range(1000)]
REQUEST = b"GET /ws HTTP/1.1\r\n\r\n"


def home_of(table: UUID, workers: int) -> int:
    """The worker to which all others would hand it."""
    (home,) = {
        (WorkerPeers(Path(), number, workers).better(table) or [number])[0]
        for number in range(1, workers + 1)
    }
    return home


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_all_workers_agree_and_each_has_its_share_of_tables(workers: int) -> None:
    homes = Counter(home_of(table, workers) for table in TABLES)

    assert homes.keys() == set(range(1, workers + 1))
    assert max(homes.values()) < 2.5 * len(TABLES) / workers


def test_one_more_worker_takes_its_share_and_no_other_table_moves() -> None:
    moved = [table for table in TABLES if home_of(table, 4) != home_of(table, 3)]

    assert {home_of(table, 4) for table in moved} == {4}
    assert 150 < len(moved) < 350


@pytest.mark.parametrize(
    "query",
    [
        b"",
        b"table=",
        b"table=nonsense",
        b"tables=%b" % str(TABLE).encode(),
        b"table=%b0" % str(TABLE).encode(),
        b"table=%b" % TABLE.hex.encode(),
        b"table=%b&table=%b" % (str(TABLE).encode(), str(TABLE).encode()),
        b"table=x&table=%b" % str(TABLE).encode(),
        b"table=" + b"a" * 10_000,
        b"table=%7B01890000-0000-7000-8000-00000000000a",
        b"table=\xff\xfe",
        b"&" * 10_000,
    ],
)
def test_a_hint_that_is_not_one_id_is_none(query: bytes) -> None:
    assert hint_of(query) is None


@pytest.mark.parametrize("query", ["table={}", "a=b&table={}", "table={}&", "a&table={}&b=c"])
def test_a_hint_is_read_beside_others_and_in_any_case(query: str) -> None:
    for text in (str(TABLE), str(TABLE).upper()):
        assert hint_of(query.format(text).encode()) == TABLE


class Taken:
    """A worker that notes what it takes."""

    def __init__(self, folder: Path, number: int = 2) -> None:
        self.siblings = WorkerPeers(folder, number, 2)
        self.requests: list[bytes] = []
        self.connections: list[socket.socket] = []
        self.may_take = True

    def listen(self) -> None:
        self.siblings.listen(self.take, lambda: self.may_take)

    def end(self) -> None:
        self.siblings.leave()
        for connection in self.connections:
            connection.close()

    def take(self, connection: socket.socket, request: bytes) -> None:
        self.connections.append(connection)
        self.requests.append(request)


@contextmanager
def connected() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A client, and its connection as a worker has accepted it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = socket.create_connection(listening.getsockname(), timeout=30)
        accepted, _ = listening.accept()
    with client, accepted:
        yield client, accepted


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[Taken]:
    taken = Taken(tmp_path)
    taken.listen()
    yield taken
    taken.end()


async def test_a_connection_goes_on_at_the_worker_that_takes_it(tmp_path: Path, other: Taken) -> None:
    with connected() as (client, accepted):
        address = client.getsockname()

        assert await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), REQUEST)
        accepted.close()
        (taken,) = other.connections
        taken.sendall(b"hello")

        assert other.requests == [REQUEST]
        assert taken.getpeername() == address
        assert not taken.get_inheritable()
        assert client.recv(5) == b"hello"


def _is_full(other: Taken) -> None:
    other.may_take = False


def _is_leaving(other: Taken) -> None:
    other.siblings.leave()


def _was_killed(other: Taken) -> None:
    """Its socket is closed, and its name is left behind."""
    _hangs(other).close()
    other.siblings._listening = None


def _hangs(other: Taken) -> socket.socket:
    listening = other.siblings._listening
    assert listening is not None
    asyncio.get_running_loop().remove_reader(listening)
    return listening


@pytest.mark.parametrize("happens", [_is_full, _is_leaving, _was_killed, _hangs])
async def test_a_connection_stays_where_the_other_worker_does_not_take_it(
    tmp_path: Path, other: Taken, happens: Callable[[Taken], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(siblings, "PATIENCE_S", 0.01)
    happens(other)
    with connected() as (client, accepted):
        assert not await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), REQUEST)

        accepted.sendall(b"hello")
        assert client.recv(5) == b"hello"
        assert other.requests == []


async def test_a_worker_that_wakes_up_late_takes_nothing(
    tmp_path: Path, other: Taken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(siblings, "PATIENCE_S", 0.01)
    _hangs(other)
    with connected() as (client, accepted):
        assert not await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), REQUEST)
        monkeypatch.undo()
        other.siblings._accept_later(other.take, lambda: True)
        assert await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), b"another")

        assert other.requests == [b"another"]
        other.connections[0].close()
        accepted.close()
        assert client.recv(1) == b""  # nobody has it open


async def test_who_answers_after_nobody_waits_any_more_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would serve a connection that stays where it was."""
    monkeypatch.setattr(siblings, "PATIENCE_S", 0.01)
    here, there = socket.socketpair(socket.AF_UNIX)
    here.setblocking(False)
    with here, there:
        assert not await siblings._is_taken(here)

        with pytest.raises(BrokenPipeError):
            there.send(b"+")


async def test_a_request_that_is_too_long_is_not_offered(tmp_path: Path, other: Taken) -> None:
    with connected() as (_, accepted):
        assert not await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), b"a" * (MOST_BYTES + 1))

        assert await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), b"a" * MOST_BYTES)
    assert [len(request) for request in other.requests] == [MOST_BYTES]


@pytest.mark.parametrize(
    "arrives",
    [
        pytest.param(_SIZE.pack(len(REQUEST))[:2], id="half of its length"),
        pytest.param(_SIZE.pack(len(REQUEST)), id="its length alone"),
        pytest.param(_SIZE.pack(len(REQUEST)) + REQUEST[:-1], id="all but a byte"),
        pytest.param(_SIZE.pack(len(REQUEST)) + REQUEST + b"a", id="a byte too many"),
    ],
)
async def test_a_request_that_does_not_arrive_as_it_was_sent_is_not_taken(
    tmp_path: Path, other: Taken, arrives: bytes
) -> None:
    with connected() as (client, accepted), socket.socket(socket.AF_UNIX) as channel:
        channel.setblocking(False)
        channel.connect(str(tmp_path / "2"))
        socket.send_fds(channel, [arrives], [accepted.fileno()])
        accepted.close()

        async with asyncio.timeout(30):
            assert await asyncio.get_running_loop().sock_recv(channel, 1) == b""

        assert other.requests == []
        assert client.recv(1) == b""  # nobody has it open


async def test_a_worker_starts_where_one_was_killed(tmp_path: Path, other: Taken) -> None:
    _was_killed(other)
    successor = Taken(tmp_path)
    successor.listen()
    with connected() as (_, accepted):
        assert await WorkerPeers(tmp_path, 1, 2).offer(2, accepted.fileno(), REQUEST)
    assert successor.requests == [REQUEST]
    successor.end()
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_stops_prefers_all_others_and_others_never_wait_for_a_table_they_do_not_know() -> None:
    worker = WorkerPeers(Path(), 2, 3)
    assert worker.better(None) == ()

    worker.leave()

    assert sorted(worker.better(None)) == sorted(worker.better(TABLE)) == [1, 3]
