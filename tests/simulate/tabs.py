"""A tab: one connection after another of one account that looks at one table, and what it was sent."""

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Seat
from rondel.wire.patch import whole_step
from rondel.wire.protocol import Ack, ChatLine, Nack, Pong, SeatsFrame, ServerFrame, StepFrame, ViewFrame

if TYPE_CHECKING:
    from tests.simulate.node import SimulatedNode
    from tests.simulate.people import Person

_READ: Final = msgspec.json.Decoder(ServerFrame)
_SHOWN: Final = ("view", "legal", "clocks", "scene")
"""What a patch of the next step is of."""


class ReceivedFrame(NamedTuple):
    """A frame of a table, when it came, and whether it answers a `sit` that told a version."""

    at: Ms
    frame: ViewFrame | StepFrame
    is_resume: bool
    is_first: bool


class Sent(NamedTuple):
    """A move on its way: which, when, and as what."""

    move: UUID
    at: Ms
    action: bytes


class Connection:
    """Both ends of a socket, as the server's door uses one."""

    def __init__(self, tab: "Tab", node: "SimulatedNode") -> None:
        self.tab = tab
        self.node = node
        self.is_open = True
        self._inbound: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiting: asyncio.Future[None] | None = None
        self._stalled: asyncio.Future[None] | None = None
        self.was_stalled = False
        self.pending: deque[Sent] = deque()
        """The moves that are not answered here; a socket answers in the order it was asked."""
        self.serving = node.serve(tab.person.token, self.receive, self.send)

    def push(self, text: str) -> None:
        """Send a frame to the server."""
        if self.is_open:
            self._put({"type": "websocket.receive", "text": text})

    def _put(self, message: dict[str, Any]) -> None:
        self._inbound.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def receive(self) -> dict[str, Any]:
        """The server's next message."""
        while not self._inbound:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._inbound.popleft()

    async def send(self, message: dict[str, Any]) -> None:
        """What the server sends; it waits while this end does not read."""
        if self._stalled is not None:
            await self._stalled
        if not self.is_open:
            return
        match message["type"]:
            case "websocket.send":
                self.tab.hear(message["text"])
            case "websocket.close" | "websocket.http.response.start":
                self.end()
            case _:
                pass

    def stall(self) -> None:
        """Stop reading."""
        if self._stalled is None:
            self._stalled = asyncio.get_running_loop().create_future()
            self.was_stalled = True

    def unstall(self) -> None:
        """Read again."""
        if self._stalled is not None:
            if not self._stalled.done():  # cancelled with the writer that waited for it
                self._stalled.set_result(None)
            self._stalled = None

    @property
    def is_stalled(self) -> bool:
        """Whether nothing is read."""
        return self._stalled is not None

    def end(self) -> None:
        """It is over, by whichever end."""
        if self.is_open:
            self.is_open = False
            self._put({"type": "websocket.disconnect", "code": 1006})
            self.unstall()
            self.tab.lost()


class Tab:
    """A browser tab at one table."""

    def __init__(self, person: "Person", table: UUID, name: str) -> None:
        self.person = person
        self.world = person.world
        self.table = table
        self.name = name
        self.connection: Connection | None = None
        self.received: list[ReceivedFrame] = []
        self.chats: list[tuple[Connection | None, ChatLine]] = []
        self.epoch: int | None = None
        self.version: int | None = None
        self.viewed_at: Ms = 0
        self.seat: Seat | None = None
        self.legal: list[msgspec.Raw] = []
        self.shown: dict[str, Any] = {}
        self.status = "open"
        self.seats: list[Any] = []
        self.is_sitting = False
        self.sitting_since: Ms = 0
        self.awaiting_since: float | None = None
        self.back_at = 0.0
        self._resumes = False
        self._is_first = True

    @property
    def is_open(self) -> bool:
        """Whether it is connected."""
        return self.connection is not None and self.connection.is_open

    def connect(self, node: "SimulatedNode", *, resumes: bool) -> None:
        """Connect to a node and sit down there, with the version it has or without."""
        self.world.note("connect", self.name, node.number, resumes)
        self.is_sitting = False
        self.connection = Connection(self, node)
        self.sit(resumes=resumes and self.version is not None)

    def sit(self, *, resumes: bool) -> None:
        """Ask to be shown the table."""
        request: dict[str, Any] = {"type": "watch", "table": str(self.table), "patches": True}
        if resumes:
            request |= {"epoch": self.epoch, "lastVersion": self.version, "seat": self.seat}
        self._resumes, self._is_first = resumes, True
        self.awaiting_since = self.world.loop.time()
        self.send(request)

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        if self.connection is not None:
            self.connection.push(msgspec.json.encode(frame).decode())

    def act(self, move: UUID, expected_version: int, action: bytes) -> None:
        """Send a move."""
        if self.connection is not None:
            self.connection.pending.append(Sent(move, self.world.now_ms(), action))
            head = f'{{"type":"act","table":"{self.table}","id":"{move}",'
            head += f'"expectedVersion":{expected_version},"action":'
            self.connection.push(head + action.decode() + "}")

    def answered(self, move: UUID) -> Sent:
        """The move that was answered just now, as it was sent."""
        pending = deque[Sent]() if self.connection is None else self.connection.pending
        if not pending or pending[0].move != move:
            self.world.found("answer", f"{self.name} heard an answer to {move} out of turn")
        while pending:
            if (sent := pending.popleft()).move == move:
                return sent
        return Sent(move, self.world.now_ms(), b"")

    def lost(self) -> None:
        """The connection is gone."""
        self.world.note("lost", self.name)
        self.connection = None
        self.is_sitting = False

    def hear(self, text: str) -> None:
        """A frame has come."""
        self.world.note("frame", self.name, text.rstrip())
        match frame := self._read(text):
            case ViewFrame():
                self._view(frame)
            case StepFrame():
                self._step(frame)
            case Ack():
                self.person.acked(self, frame)
            case Nack():
                if frame.id is None:
                    self.awaiting_since = (
                        self.world.loop.time() - 4 if not self.is_sitting else self.awaiting_since
                    )
                else:
                    self.person.nacked(self, frame)
            case SeatsFrame():
                self.seats = list(frame.seats)
            case ChatLine():
                self.chats.append((self.connection, frame))
            case Pong():
                self.awaiting_since = None if self.is_sitting else self.awaiting_since
            case _:
                pass

    def _read(self, text: str) -> Any:
        """A frame; a step with a patch as the whole step that it stands for."""
        frame: Any = msgspec.json.decode(text)
        if frame["type"] in ("view", "step"):
            frame = {**whole_step(self.shown, frame), "beats": []} if "patch" in frame else frame
            self.shown = {name: frame[name] for name in _SHOWN if name in frame} or self.shown
        return _READ.decode(msgspec.json.encode(frame))

    def _view(self, frame: ViewFrame) -> None:
        self.epoch, self.version, self.seat, self.status = (
            frame.epoch,
            frame.version,
            frame.seat,
            frame.status,
        )
        self.seats, self.viewed_at = list(frame.seats), self.world.now_ms()
        self.legal = msgspec.json.decode(frame.legal, type=list[msgspec.Raw])
        self._keep(frame)

    def _step(self, frame: StepFrame) -> None:
        if self.version is None or frame.version != self.version + 1:
            self.world.found(
                "step order", f"{self.name} had version {self.version} and was sent step {frame.version}"
            )
        self.version = frame.version
        if isinstance(frame.legal, msgspec.Raw):
            self.legal = msgspec.json.decode(frame.legal, type=list[msgspec.Raw])
            assert isinstance(frame.status, str)
            self.status = frame.status
        self._keep(frame)

    def _keep(self, frame: ViewFrame | StepFrame) -> None:
        self.received.append(ReceivedFrame(self.world.now_ms(), frame, self._resumes, self._is_first))
        if isinstance(frame, ViewFrame) or isinstance(frame.view, msgspec.Raw):
            self._resumes = self._is_first = False
            if not self.is_sitting:
                self.is_sitting, self.sitting_since = True, self.world.now_ms()
            self.awaiting_since = None
