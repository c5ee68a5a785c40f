"""Live tables: every seat has a socket and plays by the legal list alone, after some thought."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

import msgspec

from rondel.client import Http
from rondel.client.create_guest import create_guest
from tests.load.lateness import Span
from tests.load.socket import LeanSocket

REMEMBERED = 40
"""How many of the latest versions a seat remembers: an ack may come after them."""

OPTIONS = {"turnMs": 3_600_000, "powerDecisionMs": 600_000, "initialViewMs": 60_000}


class FrameHead(msgspec.Struct):
    """As much of a frame as a player needs; the View is not even looked at."""

    type: str
    version: int = 0
    legal: msgspec.Raw = msgspec.Raw()
    id: str | None = None
    code: str | None = None


_HEAD = msgspec.json.Decoder(FrameHead)
_LEGAL = msgspec.json.Decoder(list[dict[str, object]])


@dataclass
class Figures:
    """What was seen: when each move was sent, acknowledged, and heard by the others."""

    acks: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    ack_s: list[float] = field(default_factory=list)
    pushes: list[Span] = field(default_factory=list)
    is_counting: bool = False
    sent: dict[str, float] = field(default_factory=dict)

    def waiting(self) -> int:
        """Moves that have had no answer for more than five seconds."""
        now = time.perf_counter()
        return sum(now - sent > 5 for sent in self.sent.values())


def percentile_ms(values: list[float], share: float) -> float:
    """Of seconds, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000 if ordered else float("nan")


class LiveSeat:
    """One seat's socket."""

    def __init__(self, table: "LiveTable", seat: int, think_s: Callable[[], float]) -> None:
        self._table = table
        self._seat = seat
        self._think_s = think_s
        self._version = 0
        self._legal = b"[]"
        self._sent: dict[str, float] = {}
        self._is_thinking = False
        self.socket: LeanSocket | None = None
        table.join(seat)

    async def connect(self, host: str, port: int, token: str, *, is_hinted: bool = True) -> None:
        path = f"/ws?table={self._table.id}" if is_hinted else "/ws"
        self.socket = await LeanSocket.connect(host, port, token, self.take, path=path)
        self.socket.send(msgspec.json.encode({"type": "watch", "table": self._table.id}))

    def take(self, frame: bytes) -> None:
        now = time.perf_counter()
        head = _HEAD.decode(frame)
        if head.type in ("step", "view"):
            self._version = head.version
            self._table.receive(self._seat, head.version, now)
            if legal := bytes(head.legal):
                self._legal = legal
                self._think()
        elif head.type == "ack" and head.id is not None:
            self._table.figures.sent.pop(head.id, None)
            self._table.acked(self._seat, head.version, self._sent.pop(head.id, now), now)
        elif head.type == "nack":
            self._table.figures.codes[head.code or ""] += 1
            if head.id is not None:
                self._table.figures.sent.pop(head.id, None)
                self._sent.pop(head.id, None)
                self._think()

    def _think(self) -> None:
        if self._legal == b"[]" or self._is_thinking:
            return
        self._is_thinking = True
        asyncio.get_running_loop().call_later(self._think_s(), self._act)

    def _act(self) -> None:
        self._is_thinking = False
        if self._sent or self.socket is None or self._table.is_over:
            return
        legal = [action for action in _LEGAL.decode(self._legal) if action["type"] != "CALL_CAMBIO"]
        if not legal:
            return
        move = str(uuid4())
        self._sent[move] = self._table.figures.sent[move] = time.perf_counter()
        self.socket.send(
            msgspec.json.encode(
                {
                    "type": "act",
                    "table": self._table.id,
                    "id": move,
                    "expectedVersion": self._version,
                    "action": self._table.rng.choice(legal),
                }
            )
        )


class LiveTable:
    """A table and its seats; it notes how long each move took to reach every other seat."""

    def __init__(self, table: str, figures: Figures, seed: int) -> None:
        self.id = table
        self.figures = figures
        self.rng = random.Random(seed)
        self.is_over = False
        self._received: dict[int, deque[tuple[int, float]]] = {}
        self._undelivered: dict[int, dict[int, float]] = {}

    def join(self, seat: int) -> None:
        """This seat listens, too."""
        self._received[seat], self._undelivered[seat] = deque(maxlen=REMEMBERED), {}

    def acked(self, seat: int, version: int, sent: float, now: float) -> None:
        figures = self.figures
        if not figures.is_counting:
            return
        figures.acks += 1
        figures.ack_s.append(now - sent)
        for other, received in self._received.items():
            if other != seat:
                at = next((at for later, at in received if later >= version), None)
                if at is None:
                    self._undelivered[other][version] = sent
                else:
                    figures.pushes.append(Span(sent, at))

    def receive(self, seat: int, version: int, now: float) -> None:
        """A version, and with it every earlier one that this seat was not sent by itself."""
        self._received[seat].append((version, now))
        undelivered = self._undelivered[seat]
        for earlier in [earlier for earlier in undelivered if earlier <= version]:
            self.figures.pushes.append(Span(undelivered.pop(earlier), now))

    def undelivered(self) -> list[float]:
        """When the moves were sent that somebody has not heard of yet."""
        return [sent for seat in self._undelivered.values() for sent in seat.values()]


async def undelivered_after(figures: Figures, tables: Sequence[LiveTable], seconds: float) -> list[Span]:
    """The moves that are unanswered or undelivered by then: each is as late as one waits for it."""

    def undelivered() -> list[float]:
        return [*figures.sent.values(), *(sent for table in tables for sent in table.undelivered())]

    until = time.perf_counter() + seconds
    while undelivered() and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    now = time.perf_counter()
    return [Span(sent, now) for sent in undelivered()]


async def opened(http: str, seats: int, number: int) -> tuple[str, list[str]]:
    """A Cambio table that can begin, and the tokens of those who sit there."""
    tokens = [await create_guest(http, f"Load {number} {'abcdef'[seat]}") for seat in range(seats)]
    return await opened_by(http, tokens), tokens


async def opened_by(http: str, tokens: Sequence[str]) -> str:
    """A Cambio table that can begin, where these sit."""
    seats = len(tokens)
    host = Http(http, tokens[0])
    body = {"game": "cambio", "options": {**OPTIONS, "seats": seats}, "access": "unlisted"}
    table = (await request(host, "POST", "/api/tables", body))["id"]
    for token in tokens:
        await request(Http(http, token), "POST", f"/api/tables/{table}/seat", {})
        await request(Http(http, token), "POST", f"/api/tables/{table}/ready", {"isReady": True})
    return table


async def begun(http: str, table: str, host: str) -> None:
    await request(Http(http, host), "POST", f"/api/tables/{table}/start", {})


async def request(http: Http, method: str, path: str, body: object) -> dict[str, str]:
    answer = await http.ask(method, path, body)
    if answer.status >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status} {answer.content!r}")
    response: dict[str, str] = answer.json()
    return response
