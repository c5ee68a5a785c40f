"""Play at a table: what another seat draws is hidden, so its step must come as soon whatever it is."""

import time
from collections.abc import Callable
from typing import Any, Final
from uuid import uuid4

import msgspec

from rondel.games.cambio.pieces import POWERS
from tests.timing.line import SocketLine
from tests.timing.stage import Stage

CLASSES: Final = ("draws a card with a power", "draws another")
DRAW: Final = {"type": "DRAW_CARD", "payload": {"source": "deck"}}
_PUT_ASIDE: Final = ("DISCARD_CARD", "SKIP_POWER")


class Draws:
    """Both seats draw and discard in turn; the one that looks on times the other's step."""

    def __init__(self, stage: Stage, cpu_ms: Callable[[], float]) -> None:
        self._table = stage.live
        self._sockets = (stage.ada_socket, stage.bob_socket)
        self._cpu_ms = cpu_ms
        self._version = 0
        self._seat = 0

    async def begin(self) -> None:
        """Look at the table."""
        for seat, socket in enumerate(self._sockets):
            frame = _decoded(await socket.settle(_sit(self._table)))[0]
            self._version = frame["version"]
            if any(action["type"] == "DRAW_CARD" for action in frame["legal"]):
                self._seat = seat

    async def draw(self) -> tuple[int, float, float, tuple[int, ...]]:
        """One turn: the class of the card; time, CPU time and sizes of the step at the other seat."""
        actor, other = self._sockets[self._seat], self._sockets[1 - self._seat]
        cpu, began = self._cpu_ms(), time.perf_counter()
        own = _decoded(await actor.settle(self._act(DRAW)))
        received = await other.settle()
        wall_ms, cpu_ms = (time.perf_counter() - began) * 1000, self._cpu_ms() - cpu
        step = next(frame for frame in own if frame["type"] == "step")
        card = step["view"]["held"]["card"]
        self._version = step["version"]
        await self._put_aside(actor, other, step)
        return 0 if card["rank"] in POWERS else 1, wall_ms, cpu_ms, tuple(map(len, received))

    async def _put_aside(self, actor: SocketLine, other: SocketLine, step: dict[str, Any]) -> None:
        while chosen := [action for action in step["legal"] if action["type"] in _PUT_ASIDE]:
            frames = _decoded(await actor.settle(self._act(chosen[0])))
            step = next(frame for frame in reversed(frames) if frame["type"] == "step")
            self._version = step["version"]
        await other.settle()
        self._seat = 1 - self._seat

    def _act(self, action: dict[str, Any]) -> bytes:
        frame = {
            "type": "act",
            "table": self._table,
            "id": str(uuid4()),
            "expectedVersion": self._version,
            "action": action,
        }
        return msgspec.json.encode(frame)


def _sit(table: str) -> bytes:
    return msgspec.json.encode({"type": "watch", "table": table})


def _decoded(frames: list[bytes]) -> list[dict[str, Any]]:
    return [msgspec.json.decode(frame) for frame in frames]
