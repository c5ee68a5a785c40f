"""A server that speaks the protocol at one table of counting, and misbehaves as it is told to."""

from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

TABLE = "01890000-0000-7000-8000-000000000001"
OTHER = "01890000-0000-7000-8000-000000000002"
TOKEN = "a token"

Trick = Callable[["OddServer", ServerConnection, dict[str, Any]], Any]
"""What to do with one frame instead of what is right; it may call `server.answer` all the same."""


@dataclass
class OddServer:
    """The truth (`rows`, `ids`), what came in (`received`), and the tricks to play, by type of frame."""

    epoch: int = 1
    rows: list[dict[str, Any]] = field(default_factory=list)
    ids: dict[str, tuple[int, Any]] = field(default_factory=dict)
    received: list[dict[str, Any]] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    tricks: dict[str, deque[Trick]] = field(default_factory=dict)
    sockets: set[ServerConnection] = field(default_factory=set)
    connections: int = 0
    remembers: int = 0
    refuses: int | None = None
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def play(self, kind: str, *tricks: Trick) -> None:
        self.tricks.setdefault(kind, deque()).extend(tricks)

    def moves(self) -> list[Any]:
        return [row["action"] for row in self.rows]

    def frames(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.received if frame["type"] == kind]

    async def serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        self.sockets.add(socket)
        try:
            async for text in socket:
                frame = msgspec.json.decode(text)
                self.received.append(frame)
                waiting = self.tricks.get(frame["type"])
                if waiting:
                    await waiting.popleft()(self, socket, frame)
                else:
                    await self.answer(socket, frame)
        finally:
            self.sockets.discard(socket)

    async def answer(self, socket: ServerConnection, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "watch" if frame["table"] in (TABLE, OTHER):
                await self.sit(socket, frame)
            case "watch":
                message = {"type": "nack", "id": None, "code": "UNKNOWN_GAME", "message": "None here."}
                await say(socket, message | {"table": frame["table"]})
            case "act":
                reply = self.decide(frame)
                await say(socket, reply)
                if reply["type"] == "ack" and not reply["duplicate"]:
                    await self.announce()
            case _:
                pass

    async def sit(self, socket: ServerConnection, frame: dict[str, Any]) -> None:
        last = frame.get("lastVersion")
        if last is None or frame["epoch"] != self.epoch or last < self.remembers:
            await say(socket, self.view(frame["table"]))
            return
        for version in range(last, len(self.rows)):
            await say(socket, self.step(version + 1))

    def decide(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Each id once; only on the head."""
        known = self.ids.get(frame["id"])
        about = {"id": frame["id"], "table": frame["table"]}
        if known is not None:
            assert known[1] == frame["action"]
            return about | {"type": "ack", "version": known[0], "duplicate": True}
        if frame["expectedVersion"] != len(self.rows):
            message = {"type": "nack", "code": "STALE_VERSION", "message": "It has moved on."}
            return about | message | {"currentVersion": len(self.rows)}
        self.rows.append(frame)
        self.ids[frame["id"]] = len(self.rows), frame["action"]
        return about | {"type": "ack", "version": len(self.rows), "duplicate": False}

    async def announce(self) -> None:
        for socket in list(self.sockets):
            await say(socket, self.step(len(self.rows)))

    def somebody_else_moves(self) -> None:
        self.rows.append({"action": "theirs"})

    def view(self, table: str = TABLE) -> dict[str, Any]:
        return {
            "type": "view",
            "table": table,
            "epoch": self.epoch,
            "version": len(self.rows),
            "game": "counting",
            "status": "active",
            "seat": 0,
            "seats": [],
            "newerThanThisClient": True,
        } | self.shown(len(self.rows))

    def step(self, version: int, table: str = TABLE) -> dict[str, Any]:
        frame = {"type": "step", "table": table, "version": version, "events": [{"type": "COUNTED"}]}
        return frame | self.shown(version) if version == len(self.rows) else frame

    def shown(self, version: int) -> dict[str, Any]:
        shown = {"view": {"count": version}, "legal": [{"type": "COUNT"}], "status": "active"}
        return shown | {"deadline": None, "clocks": None, "now": 0}

    def let_in(self, _: ServerConnection, request: Request) -> Response | None:
        if self.refuses is not None:
            return Response(self.refuses, "No", Headers())
        path, _sign, query = request.path.partition("?")
        assert path == "/ws"
        self.queries.append(query)
        assert request.headers["Authorization"] == f"Bearer {TOKEN}"
        return None


@asynccontextmanager
async def odd_server(port: int = 0, **fields: Any) -> AsyncIterator[OddServer]:
    """The server, on a port of its own."""
    odd = OddServer(**fields)
    async with serve(odd.serve, "127.0.0.1", port, process_request=odd.let_in, compression=None) as server:
        odd.port = _port(server)
        yield odd


def _port(server: Server) -> int:
    (socket,) = server.sockets
    return int(socket.getsockname()[1])


async def say(socket: ServerConnection, frame: dict[str, Any]) -> None:
    await socket.send(msgspec.json.encode(frame).ljust(256), text=True)


async def do_and_break(server: OddServer, socket: ServerConnection, frame: dict[str, Any]) -> None:
    """It is committed, and the connection is gone before the ack."""
    server.decide(frame)
    socket.transport.abort()


async def just_break(_: OddServer, socket: ServerConnection, __: dict[str, Any]) -> None:
    """The connection is gone before anything was done."""
    socket.transport.abort()


async def do_and_say_nothing(server: OddServer, _: ServerConnection, frame: dict[str, Any]) -> None:
    """It is committed, and nobody is told."""
    server.decide(frame)


async def answer_twice(server: OddServer, socket: ServerConnection, frame: dict[str, Any]) -> None:
    """Every frame comes twice."""
    await server.answer(socket, frame)
    await server.answer(socket, frame)


def nack(code: str) -> Trick:
    """Answer with this code, and do nothing."""

    async def trick(_: OddServer, socket: ServerConnection, frame: dict[str, Any]) -> None:
        reply = {"type": "nack", "id": frame.get("id"), "code": code, "message": "Not now."}
        await say(socket, reply | {"table": frame["table"]})

    return trick


def go_away(after_ms: int, *, closes: bool = True) -> Trick:
    """The node stops: first it says so, then it does, with 1012."""

    async def trick(server: OddServer, socket: ServerConnection, frame: dict[str, Any]) -> None:
        await server.answer(socket, frame)
        await say(socket, {"type": "goaway", "afterMs": after_ms})
        if closes:
            await socket.close(1012, "restart")

    return trick


def close(code: int, reason: str = "") -> Trick:
    """Close with this code."""

    async def trick(_: OddServer, socket: ServerConnection, __: dict[str, Any]) -> None:
        await socket.close(code, reason)

    return trick
