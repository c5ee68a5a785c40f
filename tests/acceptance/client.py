"""A client as the customer's documents have it: it asks by HTTP POST and listens on a WebSocket."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Self
from uuid import uuid4

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from rondel.client import create_guest

WAIT_S = 30.0


class ReceivedFrame(NamedTuple):
    """A frame that came on the socket, and when."""

    at: float
    frame: dict[str, Any]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of these types that it carries."""
        return [event for event in self.frame.get("events", ()) if event["type"] in kinds]


class Client:
    """Somebody with a token: requests go to one node, the socket to another, which may be the same."""

    def __init__(self, name: str, token: str, http_url: str, socket_url: str) -> None:
        self.name = name
        self.frames: list[ReceivedFrame] = []
        self.frame: dict[str, Any] = {}
        self.closed_at = 0.0
        self._token = token
        self._http = httpx.AsyncClient(
            verify=False, base_url=http_url, headers={"Authorization": f"Bearer {token}"}, timeout=WAIT_S
        )
        self._socket_url = socket_url.replace("http", "ws", 1) + "/ws"
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    @classmethod
    async def create_guest(cls, name: str, http_url: str, socket_url: str | None = None) -> Self:
        """A new guest."""
        return cls(name, await create_guest(http_url, name), http_url, socket_url or http_url)

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """One request."""
        return await self._http.request(method, path, json=body)

    async def post(self, path: str, body: Any = None) -> Any:
        """What a POST that succeeds answers."""
        answer = await self.ask("POST", path, {} if body is None else body)
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()

    async def get(self, path: str) -> Any:
        """What a GET that succeeds answers."""
        answer = await self.ask("GET", path)
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()

    async def do(self, table: str, action: Any, expected_version: int | None = None) -> httpx.Response:
        """An action by POST: powers and the call by the addresses that the documents name."""
        payload = action.get("payload", {})
        beside = {} if expected_version is None else {"expectedVersion": expected_version}
        match action["type"]:
            case "CALL_CAMBIO":
                return await self.ask("POST", f"/api/game/{table}/cambio", beside)
            case "SKIP_POWER":
                return await self.ask("POST", f"/api/game/{table}/power", {"skip": True, **beside})
            case "USE_POWER":
                return await self.ask("POST", f"/api/game/{table}/power", {**payload, **beside})
            case _:
                body = {"id": str(uuid4()), "action": action, "expectedVersion": expected_version}
                return await self.ask("POST", f"/api/tables/{table}/act", body)

    async def listen(self, table: str) -> None:
        """Open a socket and look at the table, until the first frame has come."""
        self._socket = await websockets.connect(
            self._socket_url, additional_headers={"Authorization": f"Bearer {self._token}"}, compression=None
        )
        self._reading = asyncio.create_task(self._read(self._socket))
        before = len(self.frames)
        await self._socket.send(msgspec.json.encode({"type": "watch", "table": table}).decode())
        await self.until(lambda received: received.frame["type"] in ("view", "step"), after=before)

    async def hang_up(self) -> None:
        """Close the socket, as a browser does with its tab."""
        if self._socket is not None:
            self.closed_at = time.perf_counter()
            await self._socket.close()
            self._socket = None
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)
            self._reading = None

    async def leave(self) -> None:
        """Close everything."""
        await self.hang_up()
        await self._http.aclose()

    async def until(
        self, is_it: Callable[[ReceivedFrame], bool], *, after: int = 0, timeout_s: float = WAIT_S
    ) -> ReceivedFrame:
        """The first such frame from index `after` on; it may have come already."""
        async with asyncio.timeout(timeout_s):
            while True:
                for index in range(after, len(self.frames)):
                    if is_it(self.frames[index]):
                        return self.frames[index]
                after = len(self.frames)
                self._news.clear()
                await self._news.wait()

    async def changed(self, timeout_s: float) -> None:
        """Wait until something has come, or for so long."""
        self._news.clear()
        try:
            await asyncio.wait_for(self._news.wait(), timeout_s)
        except TimeoutError:
            return

    def events(self, *kinds: str) -> Iterator[tuple[float, dict[str, Any]]]:
        """All events of these types that have come, each with its moment."""
        for received in self.frames:
            for event in received.events(*kinds):
                yield received.at, event

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                received = ReceivedFrame(time.perf_counter(), msgspec.json.decode(text))
                self.frames.append(received)
                if received.frame.get("view") is not None:
                    self.frame = received.frame
                self._news.set()
        except websockets.ConnectionClosed:
            return


async def opened(clients: Sequence[Client], **options: Any) -> str:
    """A table of Cambio where these sit and play has begun; every other option is as it is by default."""
    body = {"game": "cambio", "options": {"seats": len(clients), **options}}
    table: str = (await clients[0].post("/api/tables", body))["id"]
    for client in clients:
        await client.post(f"/api/tables/{table}/seat")
        await client.post(f"/api/tables/{table}/ready", {"isReady": True})
    await clients[0].post(f"/api/tables/{table}/start")
    return table


def of_event(kind: str, **fields: Any) -> Callable[[ReceivedFrame], bool]:
    """Whether a frame carries such an event, with these fields in its payload."""

    def is_it(received: ReceivedFrame) -> bool:
        return any(fields.items() <= event["payload"].items() for event in received.events(kind))

    return is_it
