"""One socket at one table, which records all that it sends and receives."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final, Literal

import msgspec

from tests.history.recording import Frame, Read, Recording, Sending, hash_of, now
from tests.load.socket import LeanSocket

OPEN_S: Final = 2.0
ENDING: Final = frozenset(("CALL_CAMBIO", "CLOSE_PLANNER"))
_numbers = count()


class Received(msgspec.Struct):
    """As much of a frame as is recorded."""

    type: str
    table: str | None = None
    version: int = 0
    view: msgspec.Raw = msgspec.Raw()
    legal: msgspec.Raw = msgspec.Raw()
    id: str | None = None
    duplicate: bool = False
    code: str = ""


_RECEIVED: Final = msgspec.json.Decoder(Received)
_LEGAL: Final = msgspec.json.Decoder(list[dict[str, Any]])


class PieceStyle:
    """A View that was requested by `sit`. The pong to the `ping` behind it says that it has been sent."""

    def __init__(self) -> None:
        self.began = now()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Connection:
    """A socket of one seat. `version` and `legal` are those of the newest View that it was sent."""

    def __init__(self, table: str, seat: int, recording: Recording) -> None:
        self.version = 0
        self._table = table
        self._seat = seat
        self._recording = recording
        self._number = next(_numbers)
        self._legal = b"[]"
        self._looks: deque[PieceStyle] = deque()
        self._view: Frame | None = None
        self._sent: dict[str, deque[tuple[Sending, asyncio.Future[None]]]] = defaultdict(deque)
        self._socket: LeanSocket | None = None

    async def open(self, port: int, token: str) -> None:
        """Connect; raises OSError or TimeoutError if nobody answers."""
        async with asyncio.timeout(OPEN_S):
            self._socket = await LeanSocket.connect("127.0.0.1", port, token, self._take)

    @property
    def is_open(self) -> bool:
        return self._socket is not None and not self._socket.lost.done()

    def legal(self) -> Sequence[dict[str, Any]]:
        """What the seat may do, but for what would end the game."""
        return [action for action in _LEGAL.decode(self._legal) if action["type"] not in ENDING]

    def close(self) -> None:
        """Hang up. What was sent and not answered stays unknown."""
        if self._socket is not None:
            self._socket.close()

    async def look(self, patience_s: float) -> None:
        """Request a View and record it; raises TimeoutError or OSError if there is no answer."""
        look = PieceStyle()
        self._looks.append(look)
        self._send({"type": "watch", "table": self._table})
        self._send({"type": "ping", "lastVersions": {}})
        await self._answered(look.done, patience_s)

    async def act(
        self, sending: Sending, action: dict[str, Any], expected_version: int, patience_s: float
    ) -> None:
        """Send a move and record its answer; raises TimeoutError or OSError if there is none."""
        answered = asyncio.get_running_loop().create_future()
        self._sent[sending.id].append((sending, answered))
        frame = {
            "type": "act",
            "table": self._table,
            "id": sending.id,
            "expectedVersion": expected_version,
            "action": action,
        }
        self._send(frame)
        await self._answered(answered, patience_s)

    async def _answered(self, answer: asyncio.Future[None], patience_s: float) -> None:
        assert self._socket is not None
        await asyncio.wait(
            (answer, self._socket.lost), timeout=patience_s, return_when=asyncio.FIRST_COMPLETED
        )
        if not answer.done():
            self.close()
            raise TimeoutError

    def _send(self, frame: dict[str, Any]) -> None:
        if self._socket is None or self._socket.lost.done():
            raise ConnectionError
        self._socket.send(msgspec.json.encode(frame))

    def _take(self, raw: bytes) -> None:
        received = _RECEIVED.decode(raw)
        match received.type:
            case "view" | "step":
                self._take_view(received)
            case "ack" | "nack" if received.id is not None:
                self._take_answer(received.id, received)
            case "pong" if self._looks:
                self._end_look(self._looks.popleft())

    def _take_view(self, received: Received) -> None:
        shown = None
        if view := bytes(received.view):
            self._legal = bytes(received.legal)
            shown = hash_of(view, self._legal)
        self.version = received.version
        frame = self._frame("view" if received.type == "view" else "step", received.version, shown)
        if frame.kind == "view":
            self._view = frame

    def _frame(self, kind: Literal["view", "step", "ack"], version: int, shown: str | None = None) -> Frame:
        frame = Frame(self._table, self._seat, self._number, now(), kind, version, shown)
        self._recording.frames.append(frame)
        return frame

    def _end_look(self, look: PieceStyle) -> None:
        """Where a busy node has dropped the View, or could not read the table, nothing was read."""
        view = self._view
        if view is not None and view.shown is not None and view.at >= look.began:
            self._recording.reads.append(
                Read(self._table, self._seat, look.began, view.at, view.version, view.shown)
            )
        look.done.set_result(None)

    def _take_answer(self, id_: str, received: Received) -> None:
        sending, answered = self._sent[id_].popleft()
        if received.type == "ack":
            sending.acknowledge(received.version, is_dup=received.duplicate)
            if not received.duplicate:
                self._frame("ack", received.version)
        else:
            sending.refuse(received.code)
        with suppress(asyncio.InvalidStateError):
            answered.set_result(None)
