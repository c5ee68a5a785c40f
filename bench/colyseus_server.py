"""Colyseus under the same load: a room for each table, each seat with a socket of its own.

As much of its protocol (0.16) as a player needs: a seat is reserved over HTTP, the socket's first frame is
answered, then comes the whole state, then a patch for each move. Of a patch only the version is read, which
the game changes first; whose turn it is follows from it, since every turn has two moves.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from tests.faults.cluster import free_port
from tests.load.socket import LeanSocket
from tests.load.tables import Figures

from bench.live import SEATS, SLOWLY_PER_S, TABLES, WARM_S, Live, Pace
from bench.peer import HERE
from bench.peer_server import HAND_SIZE, nothing, started
from rondel.client import Http

JOIN: Final = 10
MESSAGE: Final = 13
STATE: Final = 14
PATCH: Final = 15
_VERSION_FIRST: Final = 0x80
"""Field 0 of the state is set: what the patch of a move begins with."""


def message(name: str, choice: int | None = None) -> bytes:
    """A message to a room: its name, as MessagePack has short texts, and perhaps a small number."""
    given = b"" if choice is None else bytes((choice,))
    return bytes((MESSAGE, 0xA0 | len(name))) + name.encode() + given


def version_of(patch: bytes) -> int:
    """The version that a patch leads to."""
    assert patch[1] == _VERSION_FIRST, patch.hex()
    return int.from_bytes(patch[2:6], "little")


class RoomSeat:
    """One seat's socket: draws, then swaps or discards, whenever it is its turn."""

    def __init__(self, seat: int, figures: Figures, pace: Pace) -> None:
        self._seat = seat
        self._figures = figures
        self._pace = pace
        self._dice = random.Random(seat)
        self._sent: tuple[int, float] | None = None
        self._version = 0
        self._socket: LeanSocket | None = None
        self._is_join_received = asyncio.Event()
        self._has_joined = asyncio.Event()

    async def connect(self, port: int, room: dict[str, Any], session: str) -> None:
        """Open the socket of a seat that was reserved; the whole state leads to the rest."""
        path = f"/{room['processId']}/{room['roomId']}?sessionId={session}"
        self._socket = await LeanSocket.connect("127.0.0.1", port, "", self.take, path=path)
        await self._is_join_received.wait()
        self._socket.send_binary(bytes((JOIN,)))
        await self._has_joined.wait()

    def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            self._socket.close()

    def take(self, frame: bytes) -> None:
        """Follow the protocol, or take in a patch."""
        if frame[0] == PATCH:
            self._receive_version(version_of(frame))
        elif frame[0] == JOIN:
            self._is_join_received.set()
        elif frame[0] == STATE:
            self._has_joined.set()
        else:
            raise RuntimeError(f"Colyseus answers {frame!r}")

    def _receive_version(self, version: int) -> None:
        self._version = version
        if self._sent is not None and version > self._sent[0]:
            if self._figures.is_counting:
                self._figures.acks += 1
                self._figures.ack_s.append(time.perf_counter() - self._sent[1])
            self._sent = None
        self.think()

    def think(self) -> None:
        """Move after a while, if it is this seat's turn."""
        if self._version // 2 % SEATS == self._seat:
            asyncio.get_running_loop().call_later(self._pace.think_s(), self._act)

    def _act(self) -> None:
        assert self._socket is not None
        self._sent = (self._version, time.perf_counter())
        if self._version % 2 == 0:
            self._socket.send_binary(message("draw"))
            return
        choice = self._dice.randrange(HAND_SIZE + 1)
        swap = message("discard") if choice == HAND_SIZE else message("swap", choice)
        self._socket.send_binary(swap)


async def _joined(port: int, figures: Figures, pace: Pace) -> list[RoomSeat]:
    """A room with four players, of whom the first moves."""
    http, path, seats = Http(f"http://127.0.0.1:{port}"), "/matchmake/create/swap", []
    for number in range(SEATS):
        reserved = (await http.ask("POST", path, {})).json()
        path = f"/matchmake/joinById/{reserved['room']['roomId']}"
        seats.append(RoomSeat(number, figures, pace))
        await seats[-1].connect(port, reserved["room"], reserved["sessionId"])
    seats[0].think()
    return seats


@asynccontextmanager
async def colyseus_server(tables: int = TABLES) -> AsyncIterator[Live | None]:
    """A server of Colyseus with players in all rooms; None if it is not installed."""
    if not (HERE / "node_modules" / "@colyseus" / "core").is_dir():
        yield None
        return
    players: list[RoomSeat] = []
    async with started("colyseus.js", port := free_port()) as pid:
        live = Live([pid], Figures(), Pace(3), nothing)
        live.pace.per_s = SLOWLY_PER_S
        try:
            for _ in range(tables):
                players += await _joined(port, live.figures, live.pace)
            await asyncio.sleep(WARM_S)
            yield live
        finally:
            for player in players:
                player.close()
