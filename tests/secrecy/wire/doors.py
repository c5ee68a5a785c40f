"""A server on a loopback port whose clock stands still, and one observer's ears and mouth there."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.flows.accounts import moderation
from rondel.server.flows.accounts.mail_addresses import hashed
from rondel.server.ports.people import Account, Session
from rondel.wire import padding
from tests.secrecy.wire import inside
from tests.secrecy.wire.games import OF_THE_KIT
from tests.secrecy.wire.worlds import SEATS, account_of
from tests.server.nodes import Hands
from tests.server.visitors import House, open_house, settings

FAR: Final = 10**15
ONLOOKER: Final = SEATS
"""Whoever has an account and no seat."""

MODERATOR: Final = SEATS + 1
"""An admin of the server, who may not know more of a running table than anybody."""

PATIENCE_S: Final = 60
"""How long is waited for what must come: a busy machine is slow."""

STILL: Final = {
    "jobs": False,
    "rate_limits": False,
    "heads_ms": 10**9,
    "presence_ms": 10**9,
    "sockets_per_account": 1000,
    "revoked_ms": 10**8,
    "recheck_ms": 10**8,
}
"""Nothing happens by itself: no deadline is fired, nobody is missed, and no head is read unasked."""


def token_of(who: int) -> str:
    """The bearer token of whoever sits in this seat."""
    return f"token-of-{who}"


class Side:
    """One of two servers, with everybody who may call it."""

    def __init__(self, house: House, memory: MemoryDatabase, clock: Hands) -> None:
        self.house, self.memory, self.clock = house, memory, clock
        self.cells, self.cell, self.node = house.cells, house.cell, house.node
        self.http = httpx.AsyncClient(verify=False, base_url=house.url, timeout=60)

    async def greet(self) -> None:
        """Everybody has an account and a token, the same at both servers."""
        for who in range(SEATS + 2):
            name = f"Player {who}"
            account = Account(id=account_of(who), name=name, skeleton=name.casefold(), created_at=0)
            await self.node.people.add(account)
            token = hashed(token_of(who))
            await self.node.people.open_session(
                Session(UUID(int=who + 1), account.id, token, "bearer", "", 0, 0, FAR)
            )

        by = moderation.COMMAND_LINE
        await moderation.grant(self.cells, by, account_of(MODERATOR), "admin", reason="to be asked")

    def head(self, table: UUID) -> inside.Head:
        """The table as this server has folded it."""
        return inside.head(self.cell, table)

    async def ask(
        self, who: int | None, method: str, path: str, body: Any = None, **headers: str
    ) -> httpx.Response:
        """Ask over HTTP, in somebody's name or in nobody's."""
        if who is not None:
            headers["Authorization"] = f"Bearer {token_of(who)}"
        content = None if body is None else msgspec.json.encode(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        return await self.http.request(method, path, content=content, headers=headers)


def encode_response(answer: httpx.Response, content: bytes | None = None) -> bytes:
    """All that an answer says, but when; with this content in place of its own."""
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
    return f"{answer.status_code} {headers} ".encode() + (answer.content if content is None else content)


class Line:
    """A socket of somebody's, and every frame that came by it."""

    def __init__(self, connection: ClientConnection, side: Side, who: int) -> None:
        self.connection, self.side, self.who = connection, side, who
        self.received: list[bytes] = []

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        await self.connection.send(msgspec.json.encode(frame).decode())

    async def settle(self) -> None:
        """Wait until everything that was under way has come: what is answered last has come last."""
        await self.send(type="ping")
        while True:
            frame = await asyncio.wait_for(self.connection.recv(), PATIENCE_S)
            raw = frame.encode() if isinstance(frame, str) else frame
            self.received.append(raw)
            if raw.startswith(b'{"type":"pong"'):
                return


@asynccontextmanager
async def line(side: Side, who: int) -> AsyncIterator[Line]:
    """A socket, for as long as this lasts."""
    headers = {"Authorization": f"Bearer {token_of(who)}"}
    async with websockets.connect(
        side.house.socket_url, additional_headers=headers, compression=None
    ) as connection:
        yield Line(connection, side, who)


async def handshake(side: Side, headers: Mapping[str, str]) -> bytes:
    """What a handshake is answered that is not let in."""
    try:
        async with websockets.connect(side.house.socket_url, additional_headers=headers) as connection:
            return f"let in: {connection.response}".encode()
    except websockets.InvalidStatus as no:
        response_headers = sorted(
            (name, value) for name, value in no.response.headers.raw_items() if name.lower() != "date"
        )
        return f"{no.response.status_code} {response_headers} ".encode() + bytes(no.response.body or b"")


@asynccontextmanager
async def two_sides() -> AsyncIterator[tuple[Side, Side]]:
    """Two servers in this process, each with a clock that is turned by hand.

    Their frames are padded in steps of one byte: so sizes that differ at any boundary differ here.
    """
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.multiple(padding, SMALL_STEPS_BYTES=(), STEP_BYTES=1))
        sides = []
        for _ in range(2):
            clock = Hands()
            memory = MemoryDatabase(now=clock.ms)
            house = await stack.enter_async_context(open_house(settings(**STILL, node="one"), memory=memory))
            inside.turned_by(house.running, clock)
            inside.offer(house.running, OF_THE_KIT)
            side = Side(house, memory, clock)
            stack.push_async_callback(side.http.aclose)
            await side.greet()
            sides.append(side)
        yield sides[0], sides[1]
