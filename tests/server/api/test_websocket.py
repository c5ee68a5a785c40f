"""Sockets: sit, act, resume, two tabs, slow ones, drained ones."""

import asyncio
import gc
import json
import random
import socket as sockets
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeGuard
from uuid import UUID, uuid4

import pytest
import websockets
from websockets.server import ServerProtocol
from websockets.typing import Origin

from rondel.server.api.context.outbound import Outbound
from rondel.server.api.transport.protocols import LimitedHttp
from rondel.server.api.transport.websocket_protocol import LimitedSocket
from rondel.server.api.websocket.socket import Socket, read
from rondel.server.api.websocket.watched_table import SocketWatcher
from rondel.server.jobs.refresh_rooms import show_waiting
from rondel.server.startup.app import ALONE_MS
from rondel.wire.protocol import Act
from rondel.wire.strict import MalformedError
from tests.server.visitors import ORIGIN, House, Visitor, Wire, choose, eventually, open_house, settings

CONFIRM = {"type": "CONFIRM_INITIAL_VIEW", "payload": {}}


async def act(
    wire: Wire, table: str, action: Any, expected_version: int, move_id: str | None = None
) -> dict[str, Any]:
    """Act, and the answer."""
    request_id = move_id or str(uuid4())
    await wire.send(type="act", table=table, id=request_id, expectedVersion=expected_version, action=action)
    while True:
        frame = await wire.until("ack", "nack")
        if frame["id"] == request_id:
            return frame


class Player:
    """Plays random legal moves over a socket, and holds the protocol to its promises."""

    def __init__(self, wire: Wire, table: str, seed: int) -> None:
        self.wire = wire
        self.table = table
        self.dice = random.Random(seed)
        self.version = -1
        self.status = "active"
        self.legal: list[Any] = []
        self.pending_id: str | None = None

    async def play(self) -> None:
        """Until the game is over."""
        await self.wire.send(type="watch", table=self.table)
        while self.status == "active" or self.pending_id is not None:
            self.hear(await self.wire.next(10))
            if self.pending_id is None and self.legal and self.status == "active":
                self.pending_id = str(uuid4())
                move = choose(self.legal, self.dice)
                await self.wire.send(
                    type="act",
                    table=self.table,
                    id=self.pending_id,
                    expectedVersion=self.version,
                    action=move,
                )

    def hear(self, frame: dict[str, Any]) -> None:
        """Versions come one by one; an ack never comes after the version that follows it."""
        match frame["type"]:
            case "view":
                assert self.version == -1, "a second view though nothing was dropped"
                self.version = frame["version"]
                self._learn(frame)
            case "step":
                assert frame["version"] == self.version + 1
                self.version = frame["version"]
                self._learn(frame)
            case "ack":
                assert frame["id"] == self.pending_id
                assert frame["version"] >= self.version
                self.pending_id = None
            case "nack":
                assert frame["id"] == self.pending_id
                assert frame["currentVersion"] is not None
                self.pending_id = None
            case _:
                assert frame["type"] in ("presence", "chat", "seats")

    def _learn(self, frame: dict[str, Any]) -> None:
        if "view" in frame:
            self.legal = frame["legal"]
            self.status = frame["status"]


async def test_three_play_a_game_over_sockets_alone() -> None:
    async with open_house(settings(rate_limits=False)) as house:
        visitors = [await house.visitor(name) for name in ("Ada", "Bob", "Cem")]
        table = await house.table(*visitors)
        watcher = await house.visitor("Watcher")
        async with (
            visitors[0].socket() as one,
            visitors[1].socket() as two,
            visitors[2].socket() as three,
            watcher.socket() as onlooker,
        ):
            players = [Player(wire, table, seed) for seed, wire in enumerate((one, two, three))]
            spectator = Player(onlooker, table, 9)

            async with asyncio.timeout(60):
                await asyncio.gather(*(player.play() for player in (*players, spectator)))

        assert {player.status for player in (*players, spectator)} == {"completed"}
        assert len({player.version for player in (*players, spectator)}) == 1
        assert spectator.legal == []


async def seated(house: House) -> tuple[Visitor, Visitor, str]:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    return one, two, await house.table(one, two, initialViewMs=60_000)


async def test_a_move_is_acked_and_everybody_is_told_once(house: House) -> None:
    one, two, table = await seated(house)
    async with one.socket() as mine, one.socket() as tab, two.socket() as other:
        views = [await wire.sit(table) for wire in (mine, tab, other)]
        assert [view["seat"] for view in views] == [0, 0, 1]

        ack = await act(mine, table, CONFIRM, views[0]["version"])

        assert ack == {"type": "ack", "id": ack["id"], "table": table, "version": 2, "duplicate": False}
        steps = [await wire.until("step") for wire in (tab, other)]
        assert [step["version"] for step in steps] == [2, 2]
        again = await act(mine, table, CONFIRM, 1, move_id=ack["id"])
        assert again == {**ack, "duplicate": True}


async def test_a_late_move_is_told_the_head(house: House) -> None:
    one, _, table = await seated(house)
    async with one.socket() as mine:
        await mine.sit(table)
        await act(mine, table, CONFIRM, 1)

        late = await act(mine, table, CONFIRM, 1)

        assert (late["code"], late["currentVersion"]) == ("STALE_VERSION", 2)


async def test_a_refused_move_carries_the_rulebooks_code(house: House) -> None:
    one, _, table = await seated(house)
    async with one.socket() as mine:
        await mine.sit(table)

        nack = await act(mine, table, {"type": "CALL_CAMBIO"}, 1)

        assert nack["type"] == "nack"
        assert nack["code"] == "WRONG_PHASE"
        assert "ignored" not in nack


async def test_resume_is_the_gap_or_a_full_view(house: House) -> None:
    one, two, table = await seated(house)
    async with one.socket() as mine:
        first = await mine.sit(table)
        await act(mine, table, CONFIRM, 1)
    async with two.socket() as other:
        view = await other.sit(table)
        await act(other, table, CONFIRM, 2)

    async with one.socket() as again:
        step = await again.sit(table, epoch=first["epoch"], lastVersion=1)
        assert (step["type"], step["version"]) == ("step", 2)
        assert "view" not in step
        newest = await again.until("step")
        assert newest["version"] == 3
        assert newest["view"]["you"] == 0
    for gap in (
        {"epoch": first["epoch"] + 1, "lastVersion": 1},
        {"lastVersion": 1},
        {"epoch": first["epoch"], "lastVersion": 9},
    ):
        async with one.socket() as anew:
            assert (await anew.sit(table, **gap))["type"] == "view"
    assert view["version"] == 2


async def test_who_waits_in_the_lobby_sees_others_sit_down_and_then_its_own_cards(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(one, start=False)
    async with two.socket() as wire:
        view = await wire.sit(table)
        assert (view["status"], view["seat"], view["view"]) == ("open", None, None)

        await two.post(f"/api/tables/{table}/seat", {})
        await two.post(f"/api/tables/{table}/ready", {})
        await one.post(f"/api/tables/{table}/start")

        begun = await wire.until("view")
        assert begun["seat"] == 1
        assert begun["view"]["you"] == 1
        assert begun["legal"]


async def test_one_socket_looks_at_several_tables(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    tables = [await house.table(one, two, initialViewMs=60_000) for _ in range(3)]
    async with one.socket() as wire:
        for table in tables:
            assert (await wire.sit(table))["table"] == table

        for table in tables:
            assert (await act(wire, table, CONFIRM, 1))["version"] == 2
            assert (await wire.until("step"))["table"] == table


async def test_a_table_that_may_not_be_seen_is_not_there(house: House) -> None:
    one, two = await house.visitor("Ada"), await house.visitor("Bob")
    opened = await one.post("/api/tables", {"game": "cambio", "seats": 2, "access": "private"})
    async with two.socket() as wire:
        hidden = await wire.sit(opened["id"])
        nowhere = await wire.sit(str(uuid4()))

        assert hidden["code"] == nowhere["code"] == "UNKNOWN_GAME"
        assert hidden["message"] == nowhere["message"]
        assert hidden["currentVersion"] is None


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        '"act"',
        '{"type":"act"}',
        '{"type":"nothing"}',
        '{"type":"ping","type":"ping"}',
        '{"type":"ping","more":1}',
        '{"type":"ping","lastVersions":{"x":1}}',
        '{"type":"ping","lastVersions":' + "[" * 20 + "]" * 20 + "}",
        '{"type":"watch","table":"ABC"}',
        '{"type":"watch","table":"00000000-0000-7000-8000-000000000000","lastVersion":NaN}',
        '{"type":"watch","table":"00000000-0000-7000-8000-000000000000","lastVersion":' + "9" * 400 + "}",
        '{"type":"ping"}\u0000',
    ],
)
async def test_what_cannot_be_read_is_malformed(house: House, frame: str) -> None:
    one = await house.visitor()
    async with one.socket() as wire:
        await wire.connection.send(frame)

        nack = await wire.next()
        assert (nack["type"], nack["id"], nack["code"]) == ("nack", None, "MALFORMED")
        await wire.send(type="ping")
        assert (await wire.next())["type"] == "pong"


async def test_who_sends_nothing_readable_is_closed(house: House) -> None:
    one = await house.visitor()
    async with one.socket() as wire:
        for _ in range(10):
            await wire.connection.send("nonsense")

        assert await wire.closed() == 1008
        assert len(wire.seen) == 10


async def test_binary_frames_are_refused(house: House) -> None:
    one = await house.visitor()
    async with one.socket() as wire:
        await wire.connection.send(b"{}")

        assert await wire.closed() == 1003


async def test_a_frame_that_is_too_large_closes_the_socket(house: House) -> None:
    one = await house.visitor()
    async with one.socket() as wire:
        await wire.connection.send("x" * 1_000_000)

        assert await wire.closed() == 1009


async def test_moves_are_limited() -> None:
    async with open_house() as house:
        one, _, table = await seated(house)
        async with one.socket() as wire:
            await wire.sit(table)
            answers = [await act(wire, table, {"type": "CALL_CAMBIO"}, 1) for _ in range(25)]

        assert [answer["code"] for answer in answers[:20]] == ["WRONG_PHASE"] * 20
        assert answers[-1]["code"] == "TOO_MANY"


async def test_an_account_has_so_many_sockets_and_no_more() -> None:
    async with open_house(settings(sockets_per_account=2)) as house:
        one = await house.visitor()
        async with one.socket(), one.socket():
            with pytest.raises(websockets.InvalidStatus) as refused:
                async with one.socket():
                    pass
        assert refused.value.response.status_code == 429
        body = refused.value.response.body
        assert body is not None
        assert json.loads(body)["code"] == "TOO_MANY"
        await eventually(lambda: house.running.sockets.count(next(iter(_accounts(house)), uuid4())) == 0)


def _accounts(house: House) -> list[Any]:
    return [socket.account_id for socket in house.running.sockets]


async def test_signing_out_closes_the_sockets_of_that_session_alone(house: House) -> None:
    one = await house.visitor()
    token = await one.bearer()
    sessions = await one.get("/api/me/sessions")
    this = next(session["id"] for session in sessions if session["isThis"])
    script = websockets.connect(house.socket_url, additional_headers={"Authorization": f"Bearer {token}"})
    async with one.socket() as tab, script as connection:
        assert (await one.ask("DELETE", f"/api/me/sessions/{this}")).status_code == 204

        assert await tab.closed() == 4401
        other = Wire(connection)
        await other.send(type="ping")
        assert (await other.next())["type"] == "pong"


async def test_a_session_that_ends_elsewhere_is_noticed_within_two_seconds(house: House) -> None:
    one = await house.visitor()
    me = await one.get("/api/me")
    async with one.socket() as wire:
        await house.node.people.revoke(UUID(me["id"]))

        assert await wire.closed() == 4401
    assert house.node.settings.constants.revoked_ms < 2000


async def test_chat_reaches_everybody_who_looks(house: House) -> None:
    one, two, table = await seated(house)
    async with one.socket() as mine, two.socket() as other:
        await mine.sit(table)
        await other.sit(table)

        await mine.send(type="chat", table=table, text="Good luck!")
        line = await other.until("chat")
        assert (line["name"], line["seat"], line["text"]) == ("Ada", 0, "Good luck!")
        await two.post(f"/api/tables/{table}/chat", {"text": "You too."})

        await mine.until("chat")
        assert (await mine.until("chat"))["text"] == "You too."
    assert [line["text"] for line in await two.get(f"/api/tables/{table}/chat")] == ["Good luck!", "You too."]


async def test_a_client_that_stays_behind_is_sent_everything_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rondel.server.api.websocket.socket.BEHIND_S", 0.0)
    one, _, table = await seated(house)
    async with one.socket() as wire:
        await wire.sit(table)
        await act(wire, table, CONFIRM, 1)
        await wire.until("step")

        await wire.send(type="ping", lastVersions={table: 1})
        await wire.until("pong")
        await asyncio.sleep(0.01)
        await wire.send(type="ping", lastVersions={table: 1})

        assert (await wire.until("view"))["version"] == 2


async def test_a_slow_socket_is_told_less_and_nobody_waits_for_it() -> None:
    async with open_house(settings(queue_frames=8, rate_limits=False)) as house:
        one, two = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(one, two, initialViewMs=60_000)
        async with one.socket() as mine, _reads_nothing(two, table) as slow:
            await mine.sit(table)
            await eventually(lambda: len(house.cell.rooms.room(UUID(table)).watchers) == 2)
            bob = (await two.get("/api/me"))["id"]
            out = next(each.out for each in house.running.sockets if _is_of(each, bob))
            while not out.is_lagging:  # what the kernels buffer is filled first, then the queue
                out.push(json.dumps({"type": "chat", "text": "x" * 50_000}).encode())
                await asyncio.sleep(0)

            ack = await act(mine, table, CONFIRM, 1)
            assert ack["version"] == 2

            frames = await _read_all(slow)
            assert frames[-1]["type"] == "view"
            assert frames[-1]["version"] == 2
            assert not any(out.is_lagging for out in _outs(house))


def _is_of(socket: object, account: str) -> TypeGuard[Socket]:
    return isinstance(socket, Socket) and str(socket.account_id) == account


def _outs(house: House) -> list[Outbound]:
    return [socket.out for socket in house.running.sockets if isinstance(socket, Socket)]


class _reads_nothing:  # noqa: N801 - reads as a sentence
    """A socket whose end reads nothing until it is told to."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table

    async def __aenter__(self) -> "websockets.ClientConnection":
        raw = sockets.socket()
        raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        raw.setblocking(False)
        host, port = self.visitor.house.url.removeprefix("http://").split(":")
        await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
        self.connection = await websockets.connect(
            self.visitor.house.socket_url,
            sock=raw,
            origin=Origin(ORIGIN),
            additional_headers={"Cookie": self.visitor.cookie_header()},
            compression=None,
            max_queue=1,
        )
        await self.connection.send(json.dumps({"type": "watch", "table": self.table}))
        return self.connection

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()


async def _read_all(connection: "websockets.ClientConnection") -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = []
    try:
        while True:
            frames.append(json.loads(await asyncio.wait_for(connection.recv(), 0.5)))
    except TimeoutError:
        return frames


async def test_the_only_node_sends_its_sockets_away_at_once_when_it_stops() -> None:
    async with open_house(settings(drain_ms=30_000)) as house:
        one, _, table = await seated(house)
        async with one.socket() as mine, one.socket() as tab:
            await mine.sit(table)
            house.server.should_exit = True

            goaway = await mine.until("goaway")
            assert 0 <= goaway["afterMs"] <= ALONE_MS
            assert (await one.ask("GET", "/readyz")).status_code == 503
            codes = await asyncio.gather(mine.closed(), tab.closed())
            assert set(codes) == {1012}


async def test_a_node_without_its_redis_is_ready_and_says_what_failed() -> None:
    async with open_house(settings(redis_url="redis://127.0.0.1:1")) as house:
        one, _, _ = await seated(house)

        ready = await one.ask("GET", "/readyz")

        assert ready.status_code == 200
        assert ready.json()["checks"]["redis"] == "failed"


async def test_presence_is_told_seldom_and_coarsely() -> None:
    async with open_house(settings(presence_ms=50)) as house:
        one, two, table = await seated(house)
        async with one.socket() as mine:
            await mine.sit(table)
            async with two.socket() as other:
                await other.sit(table)
                async with asyncio.timeout(5):
                    while (await mine.until("presence"))["here"] != [0, 1]:
                        pass
                assert set(house.cell.rooms.seats()) == {
                    (at, seat) for room in house.cell.rooms.watched() for at in (room.id,) for seat in (0, 1)
                }


async def test_whoever_stays_is_told_until_when_the_other_is_waited_for() -> None:
    async with open_house(settings()) as house:
        one, _, table = await seated(house)
        async with one.socket() as mine:
            await mine.sit(table)
            now = house.cell.now.ms()
            await show_waiting(house.cells, {UUID(table): {1: 15_000}})
            frame = await mine.until("presence")
            [away] = frame["away"]
            assert away["seat"] == 1
            assert now + 15_000 <= away["until"] <= now + 20_000

            await show_waiting(house.cells, {UUID(table): {}})
            assert (await mine.until("presence"))["away"] == []
            await show_waiting(house.cells, {uuid4(): {0: 1}})


ACT = {
    "type": "act",
    "table": "00000000-0000-7000-8000-000000000000",
    "id": "00000000-0000-4000-8000-000000000000",
    "expectedVersion": 1,
    "action": {"type": "DRAW_CARD", "payload": {"source": 'a "deck"'}},
}


def test_a_move_is_read_once() -> None:
    message = read(json.dumps(ACT).encode(), max_bytes=5000)

    assert isinstance(message, Act)
    assert json.loads(bytes(message.action)) == ACT["action"]


@pytest.mark.parametrize("key", ["type", "table", "id", "expectedVersion", "action", "\\u0069d"])
def test_a_move_with_a_key_twice_is_malformed(key: str) -> None:
    text = json.dumps(ACT)
    value = json.dumps(ACT[key.replace("\\u0069", "i")])

    for frame in (f'{{"{key}": {value}, {text[1:]}', f'{text[:-1]}, "{key}": {value}}}'):
        with pytest.raises(MalformedError):
            read(frame.encode(), max_bytes=5000)


def test_a_move_nested_without_end_is_malformed() -> None:
    deep = "[" * 2400 + "]" * 2400
    frame = json.dumps({**ACT, "action": 0}).replace('"action": 0', f'"action": {deep}')

    with pytest.raises(MalformedError):
        read(frame.encode(), max_bytes=100_000)
    with pytest.raises(MalformedError):
        read(json.dumps(ACT).encode(), max_bytes=50)


@pytest.mark.parametrize(("version", "expected"), [(3, "abXcd"), (2, "aXbcd"), (None, "Xabcd"), (9, "abcdX")])
async def test_the_ack_comes_between_the_versions_it_is_between(version: int | None, expected: str) -> None:
    sent: list[str] = []

    class Out:
        def push(self, frame: bytes) -> None:
            sent.append(frame.decode())

        answer = push

    watcher = SocketWatcher(UUID(int=0), Out(), lambda: None)  # type: ignore[arg-type]
    watcher.last = 1
    watcher.hold()
    for last, frame in ((1, b"a"), (2, b"b"), (3, b"c"), (4, b"d")):
        watcher.last = last
        watcher.send(frame)

    watcher.release(b"X", version)

    assert "".join(sent) == expected


OF_A_SOCKET = (LimitedHttp, LimitedSocket, ServerProtocol, Socket, Outbound, SocketWatcher)


def objects_of_sockets() -> Counter[str]:
    """How many there are, of all that a socket consists of."""
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, OF_A_SOCKET))


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Nobody looks for cycles meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
@pytest.mark.parametrize("ends", ["its client closes it", "the server closes it", "it is cut off"])
async def test_nothing_is_left_of_a_socket_that_was_closed(house: House, ends: str) -> None:
    """Else it is left to the collector, which looks through what is old after hours: ten thousand phones that
    connect again would be ten thousand dead sockets in memory.
    """
    ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
    table = await house.table(ada, bob)
    before = objects_of_sockets()

    async with ada.socket() as wire:
        on_listening = await wire.sit(table)
        await act(wire, table, CONFIRM, on_listening["version"])
        assert objects_of_sockets() != before
        if ends == "the server closes it":
            for socket in house.running.api.sockets:
                socket.close(4000, "a test")
            del socket
            await wire.closed()
        elif ends == "it is cut off":
            wire.connection.transport.abort()
    await eventually(lambda: objects_of_sockets() == before)
