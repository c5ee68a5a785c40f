"""The real server, in this process."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from rondel.client import Http, create_guest
from rondel.server.flows.accounts.bot_runner import new_token
from rondel.server.settings import Rate
from rondel.server.startup.app import RunningNode, Server, running
from tests.server.visitors import with_constants


@dataclass
class RealServer:
    """Where it is, and its insides."""

    url: str
    running: RunningNode

    async def guest(self, name: str) -> tuple[Http, str]:
        """Somebody new: their doors, and the token for their socket."""
        token = await create_guest(self.url, name)
        return Http(self.url, token), token

    async def bot_runner(self) -> str:
        return (await new_token(self.running.node, "test"))[0]


class PatientServer(Server):
    """Finishes connections that it accepted before it closes; asyncio would leave them half made."""

    async def shutdown(self, sockets: Any = None) -> None:
        for server in self.servers:
            for listening in server.sockets:
                asyncio.get_running_loop().remove_reader(listening.fileno())
        for _ in range(3):
            await asyncio.sleep(0)
        await super().shutdown(sockets)
        for late in [*self.server_state.connections]:
            if late.transport is not None:
                late.transport.abort()
        await asyncio.sleep(0)


@asynccontextmanager
async def real_server(port: int = 0, **chosen: Any) -> AsyncIterator[RealServer]:
    """A server; without `database_url` it keeps everything in memory."""
    listening = socket.create_server(("127.0.0.1", port))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    many = Rate(10_000, 1_000)
    usual = {"public_url": url, "origins": (url,), "drain_ms": 0}
    settings = with_constants(move_rate=many, request_rate=many, guest_rate=many, **{**usual, **chosen})
    async with running(settings) as node_running:
        server = PatientServer(node_running)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield RealServer(url, node_running)
        finally:
            server.should_exit = True
            await serving


async def ask(doors: Http, method: str, path: str, body: Any = None) -> Any:
    """The answer, which must be a good one."""
    answer = await doors.ask(method, path, body)
    assert answer.status in (200, 201), (answer.status, answer.content)
    return answer.json()


async def table_with_bots(host: Http, *levels: str, **options: Any) -> str:
    """A table of Cambio where bots of these levels sit and the host has a seat; play has begun."""
    seats = len(levels) + 1
    table = (await ask(host, "POST", "/api/tables", {"game": "cambio", "options": options, "seats": seats}))[
        "id"
    ]
    await ask(host, "POST", f"/api/tables/{table}/seat", {})
    for level in levels:
        await ask(host, "POST", f"/api/tables/{table}/bots", {"level": level})
    await ask(host, "POST", f"/api/tables/{table}/start")
    return str(table)
