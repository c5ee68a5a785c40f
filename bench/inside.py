"""A move's cost in this process: a whole node with its doors, without kernel sockets.

The node, its jobs, uvicorn's protocol classes and the players are in one process; bytes go through transports
in memory, and its store is in memory too, or a PostgreSQL, whose own CPU does not count. A slice sends one
move at each of 32 tables and waits for the answers: that is what is timed. The players read and choose in
between, where nobody counts. After each slice comes a piece of work that never changes
(`bench.calibration`), so a slice is expressed in such pieces, and a busy machine slows both.
"""

import asyncio
import base64
import random
import time
from asyncio import Transport
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple
from uuid import uuid4

import msgspec
from tests.faults.cluster import free_port
from tests.load.tables import begun, opened_by

from bench.calibration import Calibration
from rondel.client.create_guest import create_guest
from rondel.server.settings import Constants, Settings
from rondel.server.startup.app import Server, config_of, freeze_gc, running
from rondel.wire.patch import apply

TABLES: Final = 32
SEATS: Final = 4
WAIT_S: Final = 30.0
AT_ONCE: Final = 8
"""How many tables are opened at the same time."""

PING_MS: Final = 3_600_000
"""Players read when they play, and thousands of them wait for others to be seated."""

MOVED_ON: Final = ("STALE_VERSION", "WRONG_PHASE")
"""The first look ends by the clock, now and then just before somebody moves."""

_TEXT: Final = 0x81
_PING: Final = 0x89
_PONG: Final = 0x8A


class _Frame(msgspec.Struct):
    """As much of a frame as a player needs."""

    type: str
    version: int = 0
    legal: msgspec.Raw = msgspec.Raw()
    patch: dict[str, object] = msgspec.field(default_factory=dict)
    code: str = ""


_FRAME: Final = msgspec.json.Decoder(_Frame)
_LEGAL: Final = msgspec.json.Decoder(list[dict[str, object]])


class Wire(Transport):
    """A connection in memory: what the server writes is kept for its player."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written: list[bytes] = []
        self.answered: asyncio.Future[None] | None = None
        self._protocol: Any = None
        self._is_closing = False

    def write(self, data: Any) -> None:
        """Keep it."""
        self.written.append(data)
        if self.answered is not None and (b'"ack"' in data or b'"nack"' in data):
            self.answered.set_result(None)
            self.answered = None

    def writelines(self, parts: Any) -> None:
        """Keep it as one."""
        self.write(b"".join(parts))

    def expect_answer(self) -> "asyncio.Future[None]":
        """A move is about to be sent: done when it is answered."""
        self.answered = asyncio.get_running_loop().create_future()
        return self.answered

    def set_protocol(self, protocol: Any) -> None:
        """From now on bytes go there."""
        self._protocol = protocol

    def get_protocol(self) -> Any:
        """Where bytes go."""
        return self._protocol

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return self._is_closing

    def close(self) -> None:
        """Close it, soon."""
        if not self._is_closing:
            self._is_closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)
            self._protocol = None

    def abort(self) -> None:
        """Close it, soon."""
        self.close()

    def pause_reading(self) -> None:
        """Nothing comes unless a player sends it."""

    def resume_reading(self) -> None:
        """Nothing comes unless a player sends it."""

    def get_write_buffer_size(self) -> int:
        """Everything is read at once."""
        return 0


class Player:
    """One seat: sends masked frames, reads what was written when it is its turn to think."""

    def __init__(self, table: str, token: str, dice: random.Random, *, takes_patches: bool = True) -> None:
        self.wire = Wire()
        self._takes_patches = takes_patches
        self.table = table
        self._token = token
        self._dice = dice
        self.version = 0
        self.legal: list[dict[str, object]] = []

    async def connect(self, make_protocol: Any) -> None:
        """Shake hands and sit down."""
        protocol = make_protocol()
        self.wire.set_protocol(protocol)
        protocol.connection_made(self.wire)
        protocol.data_received(
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: %b\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer %b\r\n\r\n"
            % (base64.b64encode(bytes(16)), self._token.encode())
        )
        await until(lambda: bool(self.wire.written))
        assert b" 101 " in self.wire.written[0], self.wire.written[0]
        self.wire.written.clear()
        self.send({"type": "watch", "table": self.table, "patches": self._takes_patches})

    def send(self, message: object) -> None:
        """Send a frame."""
        self.wire.get_protocol().data_received(_framed(_TEXT, msgspec.json.encode(message)))

    def move(self) -> bytes:
        """A legal move, as the frame that asks for it."""
        choice = [action for action in self.legal if action["type"] != "CALL_CAMBIO"]
        act = {"type": "act", "table": self.table, "id": str(uuid4()), "expectedVersion": self.version}
        return _framed(_TEXT, msgspec.json.encode({**act, "action": self._dice.choice(choice)}))

    def read(self) -> int:
        """Take in what was written; gives how many moves of one's own were acknowledged."""
        acks = 0
        data = b"".join(self.wire.written)
        self.wire.written.clear()
        while data:
            kind, payload, data = _unframed(data)
            if kind == _PING:
                self.wire.get_protocol().data_received(_framed(_PONG, payload))
                continue
            frame = _FRAME.decode(payload)
            acks += frame.type == "ack"
            assert frame.type != "nack" or frame.code in MOVED_ON, payload
            if frame.type in ("step", "view"):
                self.version = frame.version
                if legal := bytes(frame.legal):
                    self.legal = _LEGAL.decode(legal)
                elif "legal" in frame.patch:
                    self.legal = apply(self.legal, frame.patch["legal"])
        return acks


def _framed(kind: int, payload: bytes) -> bytes:
    """A frame as a client sends it; masked by zeros, which is allowed."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


def _unframed(data: bytes) -> tuple[int, bytes, bytes]:
    """The first frame's kind and payload, and what follows it."""
    size, at = data[1], 2
    if size == 126:
        size, at = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        size, at = int.from_bytes(data[2:10], "big"), 10
    return data[0], data[at : at + size], data[at + size :]


async def until(is_so: Any) -> None:
    """Let the node work until it is so."""
    limit = time.monotonic() + WAIT_S
    while not is_so():
        if time.monotonic() > limit:
            raise TimeoutError
        await asyncio.sleep(0)


class Cost(NamedTuple):
    """What slices cost: CPU microseconds by move, and the same in pieces of calibration."""

    move_us: list[float]
    ratios: list[float]


class Inside:
    """A node in this process, with players at its tables."""

    def __init__(
        self,
        url: str,
        protocol: Callable[[], Any],
        tables: Sequence[Sequence[Player]],
        calibration: Calibration,
    ) -> None:
        self._url = url
        self._protocol = protocol
        self._tables = tables
        self._crowd: list[Player] = []
        self._turn = 0
        self._calibration = calibration

    async def watch(self, spectators: int) -> None:
        """Add this many spectators to the first table."""
        token = await create_guest(self._url, f"Crowd {len(self._crowd)}")
        for _ in range(spectators):
            spectator = Player(self._tables[0][0].table, token, random.Random(0))
            await spectator.connect(self._protocol)
            self._crowd.append(spectator)
        await until(lambda: all(_has_begun(spectator) for spectator in self._crowd))

    async def slice_us(self) -> float | None:
        """A move at each of the next tables, in CPU microseconds by move; None if a table moved by itself."""
        tables = self._next_tables()
        moves = [self._next(players) for players in tables]
        answers = [player.wire.expect_answer() for player, _ in moves]
        began = time.thread_time()
        for player, frame in moves:
            player.wire.get_protocol().data_received(frame)
        async with asyncio.timeout(WAIT_S):
            for answer in answers:
                await answer
        await until(lambda: all(spectator.wire.written for spectator in self._crowd))
        spent = time.thread_time() - began
        await asyncio.sleep(0)
        acks = sum(player.read() for players in tables for player in players)
        for spectator in self._crowd:
            spectator.read()
        return 1e6 * spent / len(moves) if acks == len(moves) else None

    async def cost(self, slices: int) -> Cost:
        """Measure this many slices, each followed by a calibration."""
        found: list[float] = []
        ratios: list[float] = []
        piece_us = self._calibration.piece_us
        before = piece_us(1)
        while len(found) < slices:
            spent = await self.slice_us()
            after = piece_us(1)
            if spent is not None:
                found.append(spent)
                ratios.append(2 * spent / (before + after))
            before = after
        return Cost(found, ratios)

    def _next_tables(self) -> Sequence[Sequence[Player]]:
        """All, or as many as move at once: all tables have their turn."""
        first, self._turn = self._turn, (self._turn + TABLES) % len(self._tables)
        return [*self._tables[first:], *self._tables[:first]][:TABLES]

    @staticmethod
    def _next(players: Sequence[Player]) -> tuple[Player, bytes]:
        """Whose turn it is, and the move. A table may have moved on by itself meanwhile."""
        for player in players:
            player.read()
        for player in players:
            if any(action["type"] != "CALL_CAMBIO" for action in player.legal):
                return player, player.move()
        raise AssertionError("nobody can move")


@asynccontextmanager
async def inside(
    tables: int = TABLES, seats: int = SEATS, *, takes_patches: bool = True, database_url: str | None = None
) -> AsyncIterator[Inside]:
    """A node; tables are opened over HTTP, then every seat has a connection in memory."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = Settings(
        port=port,
        database_url=database_url,
        rate_limits=False,
        open_tables=10_000,
        connections=max(10_000, 2 * tables * seats),
        origins=(url,),
        drain_ms=0,
        constants=Constants(ping_ms=PING_MS, dead_ms=2 * PING_MS),
    )
    async with running(settings) as node_running:
        server = Server(node_running)
        serving = asyncio.create_task(server.serve())
        try:
            await until(lambda: server.started)
            config = config_of(node_running)
            config.load()
            make: Any = config.http_protocol_class

            def protocol() -> Any:
                return make(config=config, server_state=server.server_state, app_state={})

            seated = await _seated(url, tables, seats, protocol, takes_patches=takes_patches)
            calibration = Calibration()
            freeze_gc()
            yield Inside(url, protocol, seated, calibration)
        finally:
            server.should_exit = server.force_exit = True
            with suppress(asyncio.CancelledError):
                await serving


async def _seated(
    url: str, tables: int, seats: int, protocol: Any, *, takes_patches: bool
) -> list[list[Player]]:
    tokens = [await create_guest(url, f"Load {'abcdef'[seat]}") for seat in range(seats)]
    is_free = asyncio.Semaphore(AT_ONCE)

    async def seated(number: int) -> list[Player]:
        dice = random.Random(number)
        async with is_free:
            table = await opened_by(url, tokens)
            players = [Player(table, token, dice, takes_patches=takes_patches) for token in tokens]
            for player in players:
                await player.connect(protocol)
            await begun(url, table, tokens[0])
        return players

    found = await asyncio.gather(*map(seated, range(tables)))
    for players in found:
        for player in players:
            await until(lambda player=player: _has_begun(player))
    return found


def _has_begun(player: Player) -> bool:
    player.read()
    return player.version > 0
