"""boardgame.io's server under the same load: as many matches, each seat with a socket of its own."""

import asyncio
import os
import random
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import uuid4

import msgspec
from tests.faults.cluster import free_port
from tests.load.socket import LeanSocket
from tests.load.tables import Figures

from bench.live import SEATS, SLOWLY_PER_S, TABLES, WARM_S, Live, Pace
from bench.peer import HERE

PATH: Final = "/socket.io/?EIO=4&transport=websocket"
HAND_SIZE: Final = 4
_EVENT: Final = b"42/swap,"


class _Ctx(msgspec.Struct):
    """Whose turn it is."""

    player: str = msgspec.field(name="currentPlayer")


class _G(msgspec.Struct):
    """The card that was drawn, if one was."""

    held: dict[str, Any] | None = None


class _State(msgspec.Struct):
    """As much of a state as a player needs."""

    G: _G
    ctx: _Ctx
    version: int = msgspec.field(name="_stateID")


class _Sync(msgspec.Struct):
    """What a seat is sent first."""

    state: _State


_PARTS: Final = msgspec.json.Decoder(list[msgspec.Raw])
_STATE: Final = msgspec.json.Decoder(_State)
_SYNC: Final = msgspec.json.Decoder(_Sync)


class MatchSeat:
    """One seat's socket: draws, then swaps or discards, whenever it is its turn."""

    def __init__(self, match: str, seat: int, figures: Figures, pace: Pace) -> None:
        self._match = match
        self._seat = str(seat)
        self._figures = figures
        self._pace = pace
        self._dice = random.Random(match + self._seat)
        self._sent: tuple[int, float] | None = None
        self._state: _State | None = None
        self._socket: LeanSocket | None = None
        self._is_thinking = False

    async def connect(self, port: int) -> None:
        """Open the socket and join the game's namespace; what comes then leads to the rest."""
        self._socket = await LeanSocket.connect("127.0.0.1", port, "", self.take, path=PATH)
        self._socket.send(b"40/swap,")

    def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            self._socket.close()

    def take(self, frame: bytes) -> None:
        """Answer the protocol, or take in a state."""
        if frame.startswith(_EVENT):
            self._receive_event(_PARTS.decode(frame[len(_EVENT) :]))
        elif frame == b"2" and self._socket is not None:
            self._socket.send(b"3")
        elif frame.startswith(b"40/swap,"):
            self._send("sync", self._match, self._seat, None, SEATS)

    def _send(self, *event: object) -> None:
        assert self._socket is not None
        self._socket.send(_EVENT + msgspec.json.encode(event))

    def _receive_event(self, parts: list[msgspec.Raw]) -> None:
        kind = bytes(parts[0])
        if kind == b'"sync"':
            self._state = _SYNC.decode(parts[2]).state
        elif kind == b'"update"':
            self._state = _STATE.decode(parts[2])
        else:
            return
        now = time.perf_counter()
        if self._sent is not None and self._state.version > self._sent[0]:
            if self._figures.is_counting:
                self._figures.acks += 1
                self._figures.ack_s.append(now - self._sent[1])
            self._sent = None
        if self._state.ctx.player == self._seat and not self._is_thinking and self._sent is None:
            self._is_thinking = True
            asyncio.get_running_loop().call_later(self._pace.think_s(), self._act)

    def _act(self) -> None:
        self._is_thinking = False
        assert self._state is not None
        name, choice = "draw", None
        if self._state.G.held is not None:
            choice = self._dice.randrange(HAND_SIZE + 1)
            name = "discard" if choice == HAND_SIZE else "swap"
        given = [choice] if name == "swap" else []
        payload = {"type": name, "args": given, "playerID": self._seat}
        self._sent = (self._state.version, time.perf_counter())
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._send("update", action, self._state.version, self._match, self._seat)


async def nothing() -> float:
    """What a peer uses of PostgreSQL."""
    return 0.0


@asynccontextmanager
async def started(script: str, port: int) -> AsyncIterator[int]:
    """The process of a peer's server in production mode, once it listens."""
    process = subprocess.Popen(
        ["node", script, str(port)],
        cwd=HERE,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        await asyncio.to_thread(process.stdout.readline)
        yield process.pid
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def boardgame_io_server(tables: int = TABLES) -> AsyncIterator[Live | None]:
    """boardgame.io's server with players at all matches; None if it is not installed."""
    if not (HERE / "node_modules" / "boardgame.io").is_dir():
        yield None
        return
    players: list[MatchSeat] = []
    async with started("server.js", port := free_port()) as pid:
        live = Live([pid], Figures(), Pace(2), nothing)
        live.pace.per_s = SLOWLY_PER_S
        try:
            for _ in range(tables):
                match = str(uuid4())
                for seat in range(SEATS):
                    player = MatchSeat(match, seat, live.figures, live.pace)
                    players.append(player)
                    await player.connect(port)
            await asyncio.sleep(WARM_S)
            yield live
        finally:
            for player in players:
                player.close()
