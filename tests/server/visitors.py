"""A server on a loopback port, and people who come to its door over HTTP and sockets."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from string import Formatter
from typing import Any
from uuid import UUID, uuid4

import httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Origin

from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.settings import Constants, Settings
from rondel.server.startup.app import NO_DEVELOPMENT, Development, RunningNode, Server, running
from rondel.server.startup.stores import in_memory

ORIGIN = "https://rondel.test"
PAGE = {"Origin": ORIGIN, "X-Rondel": "1"}

QUICK = {"seats": 2, "initialViewMs": 1000, "peekMs": 1000}


def settings(**chosen: Any) -> Settings:
    """Settings for a server that a test starts: plain HTTP, any port, no waiting at the end."""
    usual = {"plain_http": True, "port": 0, "origins": (ORIGIN,), "drain_ms": 50}
    return with_constants(**{"node": f"test-{uuid4().hex[:8]}", "host": "127.0.0.1", **usual, **chosen})


def with_constants(**chosen: Any) -> Settings:
    """Settings, where some of the fields belong to `constants`."""
    constants = {name: chosen.pop(name) for name in Constants.__struct_fields__ if name in chosen}
    return Settings(**chosen, constants=Constants(**constants))


def address(path: str, **known: str) -> str:
    """A path of the schema with a value for each of its names; what is not listed is the id of nothing."""
    listed = {
        "game": "cambio",
        "seat": "0",
        "call": "power",
        "name": "standard",
        "code": "AAAAAAAA",
        "token": "t",
        "line": "1",
    }
    values = {**listed, **known}
    names = [name for _, name, _, _ in Formatter().parse(path) if name]
    return path.format(**{name: values.get(name, str(UUID(int=7, version=4))) for name in names})


class Visitor:
    """Somebody with a browser: cookies are kept, the page's headers are sent."""

    def __init__(self, house: "House", name: str) -> None:
        self.house = house
        self.name = name
        # nothing here is TLS, and to read all certificates costs more than a whole request
        self.http = httpx.AsyncClient(verify=False, base_url=house.url, headers=PAGE, timeout=60)

    async def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Ask, with a JSON body if there is one."""
        if body is not None:
            more["json"] = body
        return await self.http.request(method, path, **more)

    async def get(self, path: str, **more: Any) -> Any:
        """What a GET that succeeds answers."""
        answer = await self.ask("GET", path, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, **more: Any) -> Any:
        """What a POST that succeeds answers."""
        answer = await self.ask("POST", path, body, **more)
        assert answer.is_success, answer.text
        return answer.json()

    async def create_guest(self) -> Any:
        """Become a guest."""
        return await self.post("/api/guests", {"name": self.name})

    async def bearer(self) -> str:
        """A token for a script."""
        token: str = (await self.post("/api/me/tokens", {"label": "script"}))["token"]
        return token

    async def act(
        self, table: str, action: Any, *, expected_version: int | None = None, by: str | None = None
    ) -> httpx.Response:
        """A move over HTTP, by an id."""
        body = {"id": by or str(uuid4()), "action": action, "expectedVersion": expected_version}
        return await self.ask("POST", f"/api/tables/{table}/act", body)

    def cookie_header(self) -> str:
        """The cookies, as a browser would send them with a socket's handshake."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def socket(self, **more: Any) -> AsyncIterator["Wire"]:
        """A socket of this visitor's."""
        headers = {"Cookie": self.cookie_header()}
        async with websockets.connect(
            self.house.socket_url, origin=Origin(ORIGIN), additional_headers=headers, compression=None, **more
        ) as connection:
            yield Wire(connection)


class Wire:
    """A client's end of a socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.seen: list[dict[str, Any]] = []

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        await self.connection.send(json.dumps(frame))

    async def next(self, timeout_s: float = 30.0) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.connection.recv(), timeout_s))
        self.seen.append(frame)
        return frame

    async def until(self, *kinds: str, timeout_s: float = 30.0) -> dict[str, Any]:
        """The next frame of one of these kinds; others are passed over."""
        async with asyncio.timeout(timeout_s):
            while True:
                frame = await self.next(timeout_s)
                if frame["type"] in kinds:
                    return frame

    async def sit(self, table: str, **more: Any) -> dict[str, Any]:
        """Sit down to look at a table, and the first frame of it."""
        await self.send(type="watch", table=table, **more)
        return await self.until("view", "step", "nack")

    async def closed(self, timeout_s: float = 30.0) -> int | None:
        """Read until the other end closes, and with which code."""
        try:
            async with asyncio.timeout(timeout_s):
                while True:
                    await self.next(timeout_s)
        except websockets.ConnectionClosed:
            return self.connection.close_code


class House:
    """A server that runs, and everybody who has come."""

    def __init__(self, node_running: RunningNode, server: Server, stack: AsyncExitStack) -> None:
        self.running = node_running
        self.cells = node_running.cells
        self.cell = self.cells.home
        self.node = self.cells.node
        self.server = server
        port = server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.socket_url = f"ws://127.0.0.1:{port}/ws"
        self._stack = stack

    async def visitor(self, name: str = "Somebody") -> Visitor:
        """Somebody comes and is a guest."""
        visitor = self.stranger(name)
        await visitor.create_guest()
        return visitor

    def stranger(self, name: str = "Stranger") -> Visitor:
        """Somebody comes who has not said a name."""
        visitor = Visitor(self, name)
        self._stack.push_async_callback(visitor.http.aclose)
        return visitor

    async def table(self, *visitors: Visitor, start: bool = True, **options: Any) -> str:
        """A table of Cambio where these sit, and play has begun."""
        body = {"game": "cambio", "options": {**QUICK, "seats": max(len(visitors), 2), **options}}
        table: str = (await visitors[0].post("/api/tables", body))["id"]
        for visitor in visitors:
            await visitor.post(f"/api/tables/{table}/seat", {})
            await visitor.post(f"/api/tables/{table}/ready", {"isReady": True})
        if start:
            await visitors[0].post(f"/api/tables/{table}/start")
        return table


@asynccontextmanager
async def open_house(
    chosen: Settings | None = None,
    memory: MemoryDatabase | None = None,
    development: Development = NO_DEVELOPMENT,
) -> AsyncIterator[House]:
    """A server on a loopback port."""
    stores = None if memory is None else in_memory(memory)
    async with (
        AsyncExitStack() as stack,
        running(chosen or settings(), memory=stores, development=development) as node_running,
    ):
        server = Server(node_running)
        serving = asyncio.create_task(server._serve())
        while not server.started:
            await asyncio.sleep(0.005)
        house = House(node_running, server, stack)
        if isinstance(house.node.mailer, MemoryMailer):
            house.node.mailer.can_deliver = True  # tests read what it keeps
        try:
            yield house
        finally:
            await stack.aclose()
            server.should_exit = True
            await serving


def choose(legal: list[Any], dice: random.Random) -> Any:
    """A legal move, one that ends the game sooner or later."""
    return dice.choice(legal)


async def eventually(is_true: Callable[[], bool], timeout_s: float = 30.0) -> None:
    """Wait until it is true."""
    async with asyncio.timeout(timeout_s):
        while not is_true():
            await asyncio.sleep(0.01)
