"""Half-open connections: a proxy in between stops forwarding, one way or both, and closes nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from rondel.client import connect
from rondel.server.settings import Settings
from rondel.wire.protocol import Ack
from tests.faults.stalling import StallingProxy, Way
from tests.server.visitors import ORIGIN, House, Visitor, eventually, open_house, settings

GET = b"GET /healthz HTTP/1.1\r\nHost: rondel.test\r\n"
POST = b"POST /api/guests HTTP/1.1\r\nHost: rondel.test\r\nContent-Length: 1000\r\n\r\n{"
SCHEMA = b"GET /schema/openapi.json HTTP/1.1\r\nHost: rondel.test\r\n\r\n"


def short(**chosen: Any) -> Settings:
    """Deadlines that a test can wait for."""
    times = {"header_ms": 300, "body_ms": 300, "keep_alive_ms": 1000, "unread_ms": 500}
    return settings(**{**times, "ping_ms": 200, "dead_ms": 400, **chosen})


def port_of(house: House) -> int:
    return int(house.url.rpartition(":")[2])


async def is_forgotten(house: House) -> None:
    """The node has closed its end, though nobody closed the other."""
    await eventually(lambda: len(house.running.connections) == 0, 10)


@pytest.mark.parametrize("begun", [GET, POST, GET + b"\r\n"], ids=["header", "body", "idle"])
async def test_a_request_behind_a_stalled_proxy_is_given_up(begun: bytes) -> None:
    async with open_house(short()) as house, StallingProxy(port_of(house)) as proxy:
        _, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(begun)
        await eventually(lambda: len(house.running.connections) == 1)
        await asyncio.sleep(0.1)

        proxy.stall()
        writer.write(b"X-More: of it\r\n\r\n")

        await is_forgotten(house)
        writer.transport.abort()


async def test_answers_that_a_stalled_proxy_does_not_read_are_given_up() -> None:
    async with open_house(short()) as house, StallingProxy(port_of(house)) as proxy:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port, limit=4096)
        writer.write(SCHEMA)
        await reader.read(100)

        proxy.stall("down")
        for _ in range(8):
            writer.write(SCHEMA)
            await asyncio.sleep(0.05)

        await is_forgotten(house)
        writer.transport.abort()


@asynccontextmanager
async def watching(visitor: Visitor, proxy: StallingProxy, table: str) -> AsyncIterator[ClientConnection]:
    """A socket through the proxy, which looks at the table."""
    connection = await websockets.connect(
        f"ws://127.0.0.1:{proxy.port}/ws",
        origin=websockets.Origin(ORIGIN),
        additional_headers={"Cookie": visitor.cookie_header()},
        compression=None,
        ping_interval=None,
    )
    await connection.send(json.dumps({"type": "watch", "table": table}))
    await connection.recv()
    try:
        yield connection
    finally:
        connection.transport.abort()


@pytest.mark.parametrize("ways", [("up", "down"), ("up",), ("down",)], ids="-".join)
async def test_a_socket_behind_a_stalled_proxy_is_closed_though_its_client_goes_on_sending(
    ways: tuple[Way, ...],
) -> None:
    """Both ends believe that the connection is there; only the unanswered ping tells."""
    async with open_house(short()) as house, StallingProxy(port_of(house)) as proxy:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob)
        async with watching(ada, proxy, table) as connection:
            assert len(list(house.running.sockets)) == 1

            proxy.stall(*ways)
            sending = asyncio.create_task(_send_pings(connection))

            await eventually(lambda: not list(house.running.sockets), 5)
            assert (await bob.get(f"/api/tables/{table}"))["id"] == table
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)
        await ada.http.aclose()
        await bob.http.aclose()
        await is_forgotten(house)


async def _send_pings(connection: ClientConnection) -> None:
    while True:
        await connection.send('{"type":"ping"}')
        await asyncio.sleep(0.05)


async def test_a_client_behind_a_stalled_proxy_comes_back_and_its_move_is_played_once() -> None:
    """The Python client gives up a connection that brings no answer, and sends the move again."""
    async with open_house(settings()) as house, StallingProxy(port_of(house)) as proxy:
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob)
        token = await ada.bearer()
        async with connect(f"http://127.0.0.1:{proxy.port}", token, patience_s=0.3) as client:
            view = await client.sit(table)
            version = view.version

            proxy.stall("down")
            answer = await client.act(table, {"type": "CONFIRM_INITIAL_VIEW"})

            assert isinstance(answer, Ack)
            assert answer.version == version + 1
            assert (await bob.get(f"/api/tables/{table}"))["version"] == version + 1


async def test_16_who_has_vanished_behind_a_stalled_proxy_is_away_and_others_are_told() -> None:
    """Takes four seconds: the node asks for a sign of life, and looks once a second who is there."""
    async with (
        open_house(settings(ping_ms=500, dead_ms=2000)) as house,
        StallingProxy(port_of(house)) as proxy,
    ):
        ada, bob = await house.visitor("Ada"), await house.visitor("Bob")
        table = await house.table(ada, bob, disconnectGraceMs=0)
        async with ada.socket() as mine, watching(bob, proxy, table):
            await mine.sit(table)
            assert len(list(house.running.sockets)) == 2

            proxy.stall()

            await eventually(lambda: len(list(house.running.sockets)) == 1, 20)
            gone: list[Any] = []
            while not gone:
                step = await mine.until("step", timeout_s=15)
                gone = [event for event in step["events"] if event["type"] == "CONNECTION_CHANGED"]
            assert gone[0]["payload"] == {"seat": 1, "connected": False}
