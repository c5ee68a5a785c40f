"""The limits of connections: size and time of headers and bodies, how many, and clients that do not read."""

import asyncio
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import StringIO
from typing import Any

import httpx
import pytest
import websockets

from rondel.server.api.transport.protocols import PIPELINED
from rondel.server.api.transport.refusals import RESPONSES
from rondel.server.api.transport.websocket_protocol import (
    FRAMES_AT_ONCE,
    TINY_SLICE,
    WAITING_MESSAGES,
    LimitedSocket,
)
from rondel.server.api.websocket.socket import Socket
from rondel.server.settings import Rate
from tests.cli.served import RONDEL, Served, serving
from tests.contracts.databases import migrated, url_of
from tests.server.visitors import House, Visitor, eventually, open_house, settings

GET = b"GET /healthz HTTP/1.1\r\nHost: rondel.test\r\n"
POST = b"POST /api/guests HTTP/1.1\r\nHost: rondel.test\r\nContent-Type: application/json\r\n"
PING = b"\x89\x80\0\0\0\0"
"""A WebSocket ping without payload, masked by zeros."""

READ_AT_ONCE = 262_144
"""How many bytes an event loop reads at most."""


class Raw:
    """A client that sends exactly these bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def response(self) -> tuple[int, bytes]:
        """The status and the body of the next response."""
        async with asyncio.timeout(10):
            head = await self.reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            return int(head.split()[1]), await self.reader.readexactly(size)

    async def status(self) -> int:
        return (await self.response())[0]

    def is_gone(self) -> bool:
        """Whether the server has closed, politely or not."""
        return self.reader.at_eof() or self.reader.exception() is not None

    async def rest(self) -> bytes:
        """What else is sent until the server closes."""
        async with asyncio.timeout(10):
            try:
                return await self.reader.read()
            except ConnectionResetError:
                return b""


@asynccontextmanager
async def raw(house: House, address: str = "127.0.0.1") -> AsyncIterator[Raw]:
    port = int(house.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


async def send_in_vain(client: Raw, chunk: bytes, times: int) -> int:
    """Send the chunk again and again until the server cuts the connection; how many bytes it accepted."""
    for number in range(times):
        try:
            client.send(chunk)
            await asyncio.wait_for(client.writer.drain(), 5)
        except ConnectionError:
            return number * len(chunk)
    raise AssertionError("the server has read everything")


def hits(house: House, limit: str) -> float:
    """How often the metric counted this limit."""
    value = house.node.metrics.registry.get_sample_value("rondel_connection_limits_total", {"limit": limit})
    return value or 0.0


async def is_alone(house: House) -> None:
    """No connection is left."""
    await eventually(lambda: len(house.running.connections) == 0, 10)


@pytest.mark.parametrize("mib", [1, 16, 64])
async def test_a_huge_header_is_refused_after_the_first_bytes_of_it(house: House, mib: int) -> None:
    async with raw(house) as client:
        client.send(GET + b"X-Long: ")
        cpu = time.process_time()

        accepted = await send_in_vain(client, b"a" * 65_536, mib * 16 + 200)

        assert accepted < 20 << 20  # what fits into the buffers of two sockets
        assert time.process_time() - cpu < 3  # both ends, and the same for every size
    assert hits(house, "header_bytes") == 1
    await is_alone(house)


async def test_a_client_with_a_large_header_can_read_why_it_is_refused(house: House) -> None:
    async with raw(house) as client:
        client.send(GET + b"X-Long: " + b"a" * 20_000)

        status, body = await client.response()

        assert status == 431
        assert json.loads(body)["code"] == "TOO_LARGE"
        assert await client.rest() == b""


@pytest.mark.parametrize(
    "header",
    [
        pytest.param(b"X-Long: " + b"a" * 20_000 + b"\r\n", id="one long line"),
        pytest.param(b"".join(b"X-%d: a\r\n" % number for number in range(200)), id="many lines"),
    ],
)
async def test_a_header_that_arrives_at_once_is_measured_too(house: House, header: bytes) -> None:
    async with raw(house) as client:
        client.send(GET + header + b"\r\n")

        assert await client.status() == 431
        assert hits(house, "header_bytes") == 1


async def test_a_long_address_is_part_of_the_header(house: House) -> None:
    async with raw(house) as client:
        client.send(b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: rondel.test\r\n\r\n")

        assert await client.status() == 431


async def test_a_header_within_the_limit_passes_with_its_body_right_behind(house: House) -> None:
    body = json.dumps({"name": "Ada"}).encode()
    body = body + b" " * (60_000 - len(body))
    request = POST + b"X-Rondel: 1\r\nX-Long: " + b"a" * 15_000 + b"\r\nContent-Length: 60000\r\n\r\n" + body
    async with raw(house) as client:
        client.send(request * 2)

        statuses = [await client.status() for _ in range(2)]
        assert statuses[0] == 201
        assert hits(house, "header_bytes") == 0


async def test_trailers_behind_a_body_are_limited_too() -> None:
    async with open_house(settings(body_bytes=100_000)) as house, raw(house) as client:
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Long: ")

        await send_in_vain(client, b"a" * 65_536, 400)

        assert hits(house, "body_bytes") == 1


async def test_many_trailers_behind_a_body_are_refused(house: House) -> None:
    async with raw(house) as client:
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")

        await send_in_vain(client, b"a: b\r\n" * 10_000, 400)

        assert hits(house, "body_bytes") == 1


async def test_a_slow_header_is_answered_with_a_timeout() -> None:
    async with open_house(settings(header_ms=300)) as house, raw(house) as client:
        client.send(GET + b"X-Slow: ")

        status, body = await client.response()

        assert status == 408
        assert "did not arrive in time" in json.loads(body)["message"]
        assert hits(house, "header_time") == 1


async def test_a_connection_that_says_nothing_is_closed_without_a_word() -> None:
    async with open_house(settings(header_ms=300)) as house, raw(house) as client:
        assert await client.rest() == b""


async def test_empty_lines_do_not_keep_an_idle_connection_open() -> None:
    async with open_house(settings(header_ms=300)) as house, raw(house) as client:
        client.send(GET + b"\r\n")
        assert await client.status() == 200

        began = time.monotonic()
        while time.monotonic() - began < 5 and not client.is_gone():
            client.send(b"\r\n")
            await asyncio.sleep(0.05)

        assert client.is_gone()


async def test_an_idle_connection_is_closed_after_the_keep_alive_time() -> None:
    async with open_house(settings(keep_alive_ms=1000)) as house, raw(house) as client:
        client.send(GET + b"\r\n")
        assert await client.status() == 200

        assert await client.rest() == b""


async def test_slow_headers_of_four_hundred_clients_all_end_and_nobody_else_notices() -> None:
    async with open_house(settings(header_ms=1000)) as house:
        other = await house.visitor("Ada")
        port = int(house.url.rpartition(":")[2])
        clients = []
        for _ in range(400):
            clients.append(Raw(*await asyncio.open_connection("127.0.0.1", port)))
            clients[-1].send(GET)

        assert (await other.get("/api/me"))["name"] == "Ada"
        ends = await asyncio.gather(*(client.rest() for client in clients))

        assert all(end.startswith(b"HTTP/1.1 408") for end in ends)
        assert hits(house, "header_time") == 400
        for client in clients:
            client.writer.transport.abort()
        await eventually(lambda: len(house.running.connections) <= 1)


@pytest.mark.parametrize("expecting", [b"", b"Expect: 100-continue\r\n"])
async def test_a_slow_body_is_answered_with_a_timeout(logged: StringIO, expecting: bytes) -> None:
    async with open_house(settings(body_ms=300)) as house, raw(house) as client:
        client.send(POST + expecting + b"Content-Length: 1000\r\n\r\n{")
        if expecting:
            assert await client.reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"

        assert await client.status() == 408
        assert hits(house, "body_time") == 1
    assert "request.failed" not in logged.getvalue()


async def test_a_client_that_hangs_up_amid_its_body_is_no_error_of_ours(logged: StringIO) -> None:
    async with open_house() as house:
        async with raw(house) as client:
            client.send(POST + b"Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n{")
            await eventually(lambda: len(house.server.server_state.tasks) == 1)
        await eventually(lambda: not house.server.server_state.tasks)

        assert house.node.metrics.registry.get_sample_value("rondel_internal_errors_total") == 0
    assert "request.failed" not in logged.getvalue()


async def test_the_application_is_started_when_the_body_is_there(house: House) -> None:
    """So a body that comes byte by byte wakes nothing but the parser."""
    body = b'{"name": "Ada"}'
    async with raw(house) as client:
        client.send(POST + b"Content-Length: %d\r\n\r\n" % len(body))
        for number in range(len(body) - 1):
            client.send(body[number : number + 1])
            await asyncio.sleep(0.005)
            assert not house.server.server_state.tasks

        client.send(body[-1:])

        assert await client.status() == 201


async def test_a_body_that_comes_after_an_earlier_request_was_answered_is_given_to_its_own(
    house: House,
) -> None:
    body = b'{"name": "Ada"}'
    async with raw(house) as client:
        client.send(GET + b"\r\n" + POST + b"Content-Length: %d\r\n\r\n" % len(body) + body[:5])
        assert await client.status() == 200
        await asyncio.sleep(0.05)

        client.send(body[5:] + GET + b"\r\n")

        assert [await client.status() for _ in range(2)] == [201, 200]


async def test_a_long_body_is_read_in_large_pieces() -> None:
    """The application is woken for each 64 KiB and at the end, however small the packets are."""
    pieces, body = [], b"a" * 150_000

    async def application(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive()).get("more_body"):
            pieces.append(len(message["body"]))
        pieces.append(len(message["body"]))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async with open_house() as house:
        house.server.config.loaded_app = application
        async with raw(house) as client:
            client.send(POST + b"Content-Length: %d\r\n\r\n" % len(body))
            for start in range(0, len(body), 1000):
                client.send(body[start : start + 1000])
                await asyncio.sleep(0)

            assert await client.status() == 200

    assert sum(pieces) == len(body)
    assert len(pieces) == 3


async def test_a_slow_but_steady_body_has_time_for_each_step_of_it() -> None:
    async with open_house(settings(body_ms=1500)) as house, raw(house) as client:
        client.send(POST + b"Content-Length: 400000\r\n\r\n")
        for _ in range(5):
            client.send(b" " * 80_000)
            await asyncio.sleep(0.6)

        assert await client.status() in (401, 403, 413)  # an answer of the application
        assert hits(house, "body_time") == 0


async def test_a_body_without_end_is_cut_off() -> None:
    async with open_house(settings(body_bytes=1 << 20)) as house, raw(house) as client:
        client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")

        await send_in_vain(client, b"10000\r\n" + b"a" * 65_536 + b"\r\n", 400)

        assert hits(house, "body_bytes") == 1
        await is_alone(house)


async def test_a_few_pipelined_requests_are_answered_in_order(house: House) -> None:
    async with raw(house) as client:
        client.send((GET + b"\r\n") * PIPELINED)

        assert [await client.status() for _ in range(PIPELINED)] == [200] * PIPELINED


async def test_more_pipelined_requests_than_may_wait_are_cut_off(house: House) -> None:
    async with raw(house) as client:
        client.send((GET + b"\r\n") * 4 * PIPELINED)

        assert await client.rest() == b""  # none was served: all came before the first could be
        assert hits(house, "pipeline") == 1


async def test_a_flood_of_pipelined_requests_is_cut_off(house: House) -> None:
    async with raw(house) as client:
        client.send((GET + b"\r\n") * 50_000)

        await client.rest()

        assert hits(house, "pipeline") == 1
        assert len(house.server.server_state.tasks) <= 1
        await is_alone(house)


@contextmanager
def deaf(house: House) -> Iterator[socket.socket]:
    """A client that will not read, with small buffers at both ends."""
    for listening in house.server.servers[0].sockets:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", int(house.url.rpartition(":")[2])))
        client.setblocking(False)
        yield client


async def test_a_client_that_does_not_read_is_cut_off_and_its_answers_do_not_pile_up() -> None:
    asking = b"GET /schema/openapi.json HTTP/1.1\r\nHost: rondel.test\r\n\r\n"
    async with open_house(settings(unread_ms=500)) as house:
        schema = (await house.stranger().ask("GET", "/schema/openapi.json")).content
        with deaf(house) as client:
            for _ in range(PIPELINED // 2):
                client.send(asking)
            await eventually(lambda: waiting(house) > 0)

            assert waiting(house) < 65_536 + 2 * len(schema)
            await eventually(lambda: hits(house, "unread") == 1, 5)
            await eventually(lambda: len(house.running.connections) == 1, 5)  # the one that asked first


def waiting(house: House) -> int:
    """How many bytes wait in this process to be read by clients."""
    protocols = list(house.server.server_state.connections)
    return sum(protocol.transport.get_write_buffer_size() for protocol in protocols)


def handshake(visitor: Visitor, query: str = "") -> bytes:
    return (
        f"GET /ws{query} HTTP/1.1\r\nHost: rondel.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: https://rondel.test\r\nCookie: {visitor.cookie_header()}\r\n\r\n"
    ).encode()


async def test_a_handshake_with_a_line_too_long_for_it_is_refused_and_not_left_open(house: House) -> None:
    """The header as a whole is within its limit, and the line is not within that of websockets."""
    visitor = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(handshake(visitor, "?table=" + "a" * 10_000))

        assert await client.status() == 431
        assert await client.rest() == b""
    assert hits(house, "header_bytes") == 1


async def shaken(visitor: Visitor, client: Raw) -> None:
    """It is a WebSocket now."""
    client.send(handshake(visitor))
    assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")


async def test_a_flood_of_pings_waits_unread_and_others_are_answered(logged: StringIO) -> None:
    async with open_house(settings(frame_rate=settings().constants.frame_rate)) as house:
        visitor, other = await house.visitor("Ada"), await house.visitor("Ben")
        async with raw(house) as client:
            await shaken(visitor, client)
            began, cpu = time.monotonic(), time.process_time()
            client.send(PING * 200_000)

            assert (await other.get("/api/me"))["name"] == "Ben"
            await eventually(lambda: hits(house, "frames") >= 1)
            await asyncio.sleep(1)

            burst, seconds = house.node.settings.constants.frame_rate.burst, time.monotonic() - began
            pongs = len(await client.reader.read(1 << 20)) // 2
            assert pongs <= burst + 1024 // len(PING) + (seconds + 1) * burst / 10
            assert time.process_time() - cpu < 1.5
    assert '"reason":"frames"' in logged.getvalue()


async def test_of_a_flood_of_pings_few_are_answered_in_one_turn_of_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Several sockets may flood, and are read in the same turn."""
    answered: list[int] = []
    handle = LimitedSocket.handle_events

    def counted(self: LimitedSocket) -> None:
        answered.append(len(self.conn.events))
        handle(self)

    monkeypatch.setattr(LimitedSocket, "handle_events", counted)
    async with open_house(settings(rate_limits=False)) as house:
        visitor = await house.visitor("Ada")
        async with raw(house) as client:
            await shaken(visitor, client)
            answered.clear()
            client.send(PING * 1000)
            await client.reader.readexactly(2 * 1000)

    first, *others = answered
    assert first > FRAMES_AT_ONCE
    assert max(others) <= 1 + TINY_SLICE // len(PING)


def served_socket(house: House) -> LimitedSocket:
    """The one WebSocket that is open here."""
    (served,) = (each for each in house.server.server_state.connections if isinstance(each, LimitedSocket))
    return served


async def test_what_a_flood_of_texts_sends_is_read_only_when_nothing_of_it_waits() -> None:
    """The application takes all that was parsed, again and again, and uvicorn would read on each time."""
    texts = (b"\x81\x80\0\0\0\0" * 9 + b'\x81\x8f\0\0\0\0{"type":"ping"}') * 1000
    async with open_house(settings(rate_limits=False)) as house:
        visitor = await house.visitor("Ada")
        async with raw(house) as client:
            await shaken(visitor, client)
            await eventually(lambda: len(list(house.running.sockets)) == 1)
            served, waited = served_socket(house), [0]
            for _ in range(100):
                client.send(texts)
                await asyncio.sleep(0.01)
                waited.append(len(served._waiting))

            assert 0 < max(waited) < 2 * READ_AT_ONCE


async def test_a_socket_whose_parser_fails_in_what_waits_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As uvicorn's does for a client that breaks the protocol before its handshake was answered."""

    def fails(self: LimitedSocket) -> None:
        raise AssertionError(self)

    monkeypatch.setattr(LimitedSocket, "handle_parser_exception", fails)
    async with open_house(settings(rate_limits=False)) as house:
        visitor = await house.visitor("Ada")
        async with raw(house) as client:
            await shaken(visitor, client)
            client.send(b"\x8a\x80\0\0\0\0" * 60 + b"\xff\xff")

            await client.rest()


async def test_a_request_right_before_a_handshake_is_started_before_it(house: House) -> None:
    """Both are parsed in one slice."""
    shaking = (
        b"GET /ws HTTP/1.1\r\nHost: rondel.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    async with raw(house) as client:
        client.send(GET + b"\r\n" + shaking)

        assert await client.status() == 200


async def test_a_handshake_with_too_many_lines_is_refused_and_no_error_of_ours(
    house: House, logged: StringIO
) -> None:
    visitor = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(handshake(visitor)[:-2] + b"X: y\r\n" * 120 + b"\r\n")

        assert await client.status() == 431
    assert "KeyError" not in logged.getvalue()


async def test_pings_of_a_client_that_does_not_read_are_not_stored() -> None:
    ping = b"\x89\xfd\0\0\0\0" + b"a" * 125
    async with open_house(settings(rate_limits=False)) as house:
        visitor, loop = await house.visitor("Ada"), asyncio.get_running_loop()
        with deaf(house) as client:
            await loop.sock_sendall(client, handshake(visitor))
            await eventually(lambda: len(list(house.running.sockets)) == 1)

            for _ in range(60):
                await loop.sock_sendall(client, ping * 500)
                await asyncio.sleep(0)

            assert 0 < waiting(house) < 262_144


async def test_a_socket_whose_peer_has_vanished_is_closed() -> None:
    async with open_house(settings(ping_ms=200, dead_ms=400)) as house:
        visitor = await house.visitor("Ada")
        async with raw(house) as client:
            await shaken(visitor, client)
            await eventually(lambda: len(list(house.running.sockets)) == 1)

            await eventually(lambda: not list(house.running.sockets), 5)  # it never answers the ping


async def test_a_socket_is_read_on_while_few_messages_wait_and_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    has_begun, may_answer = asyncio.Event(), asyncio.Event()
    answer = Socket._hear

    async def wait(self: Socket, raw: bytes) -> None:
        has_begun.set()
        await may_answer.wait()
        await answer(self, raw)

    monkeypatch.setattr(Socket, "_hear", wait)
    async with open_house() as house:
        ada = await house.visitor("Ada")
        async with ada.socket() as wire:
            served = served_socket(house)
            await wire.send(type="ping", lastVersions={})
            await has_begun.wait()
            for _ in range(WAITING_MESSAGES):
                await wire.send(type="ping", lastVersions={})
            await eventually(lambda: served.queue.qsize() == WAITING_MESSAGES)
            assert not served.read_paused

            await wire.send(type="ping", lastVersions={})
            await eventually(lambda: served.read_paused)
            may_answer.set()
            for _ in range(2 + WAITING_MESSAGES):
                assert (await wire.next())["type"] == "pong"
            assert not served.read_paused


async def test_a_socket_whose_peer_has_vanished_with_unread_frames_is_reset() -> None:
    async with open_house(settings(ping_ms=200, dead_ms=400, unread_ms=500)) as house:
        visitor, loop = await house.visitor("Ada"), asyncio.get_running_loop()
        with deaf(house) as client:
            await loop.sock_sendall(client, handshake(visitor))
            await eventually(lambda: len(list(house.running.sockets)) == 1)
            (open_socket,) = list(house.running.sockets)

            for _ in range(20):
                open_socket.answer(b'"' + b"a" * 40_000 + b'"')

            await visitor.http.aclose()
            await is_alone(house)
            assert hits(house, "unread") == 1


async def test_one_connection_too_many_is_refused_logged_counted_and_shown(logged: StringIO) -> None:
    async with open_house(settings(connections=3)) as house:
        async with raw(house) as one, raw(house), raw(house):
            await eventually(lambda: len(house.running.connections) == 3)
            async with raw(house) as fourth:
                status, body = await fourth.response()
                assert (status, json.loads(body)["code"]) == (503, "UNAVAILABLE")

            one.send(b"GET /readyz HTTP/1.1\r\nHost: rondel.test\r\n\r\n")
            status, body = await one.response()

            assert status == 503
            assert json.loads(body)["checks"]["connections"] == "exhausted"
        await eventually(lambda: len(house.running.connections) == 0)
        assert (await house.stranger().ask("GET", "/readyz")).status_code == 200
        assert hits(house, "connections") == 1
    assert '"event":"connection.limited"' in logged.getvalue()
    assert '"reason":"connections"' in logged.getvalue()


async def test_one_address_has_a_limit_of_its_own() -> None:
    chosen = settings(connections_per_address=2, trusted_proxies=())
    async with open_house(chosen) as house:
        async with raw(house), raw(house):
            await eventually(lambda: len(house.running.connections) == 2)
            async with raw(house) as third:
                assert await third.status() == 429
        await is_alone(house)
        async with raw(house) as again:
            again.send(GET + b"\r\n")
            assert await again.status() == 200


async def test_one_address_may_not_open_connections_too_fast() -> None:
    """Nor may another one of its network, if it is IPv6."""
    chosen = settings(connection_rate=Rate(3, 3_600_000), trusted_proxies=())
    async with open_house(chosen) as house:
        statuses = []
        for _ in range(5):
            async with raw(house) as client:
                client.send(GET + b"\r\n")
                statuses.append(await client.status())
            await is_alone(house)

        assert statuses == [200, 200, 200, 429, 429]
        assert hits(house, "new_connections") == 2


async def test_a_trusted_proxy_may_open_as_many_as_it_likes() -> None:
    async with open_house(settings(connection_rate=Rate(1, 3_600_000))) as house:
        for _ in range(4):
            async with raw(house) as client:
                client.send(GET + b"\r\n")
                assert await client.status() == 200


async def test_the_limit_of_an_address_does_not_lock_out_people_behind_a_trusted_proxy() -> None:
    async with open_house(settings(connections_per_address=2)) as house, raw(house), raw(house):
        await eventually(lambda: len(house.running.connections) == 2)
        async with raw(house) as third:
            third.send(GET + b"X-Forwarded-For: 192.0.2.7\r\n\r\n")

            assert await third.status() == 200


async def test_sockets_behind_a_proxy_are_counted_by_the_forwarded_address() -> None:
    async with open_house(settings(connections_per_address=2)) as house:
        visitor = await house.visitor("Ada")

        def opened(address: str) -> Any:
            headers = {"Cookie": visitor.cookie_header(), "X-Forwarded-For": address}
            return websockets.connect(
                house.socket_url,
                origin=websockets.Origin("https://rondel.test"),
                additional_headers=headers,
                compression=None,
            )

        async with opened("192.0.2.7"), opened("192.0.2.7"):
            with pytest.raises(websockets.InvalidStatus) as refused:
                await opened("192.0.2.7")
            assert refused.value.response.status_code == 429
            async with opened("192.0.2.8"):
                assert len(list(house.running.sockets)) == 3
        await eventually(lambda: not list(house.running.sockets))
        async with opened("192.0.2.7"):
            pass


async def test_an_address_that_goes_on_after_refusals_is_left_unread_and_others_are_not() -> None:
    chosen = settings(
        trusted_proxies=(),
        request_rate=Rate(1, 600_000),
        failed_sign_in_rate=Rate(1, 600_000),
        refusal_rate=Rate(5, 1000),
    )
    asking = b"GET /api/me HTTP/1.1\r\nHost: rondel.test\r\nAuthorization: Bearer wrong\r\n\r\n"
    async with open_house(chosen) as house, raw(house, "127.0.0.2") as client, raw(house) as other:
        for wanted in (401, *[429] * 6):
            client.send(asking)
            assert await client.status() == wanted

        client.send(asking)
        other.send(GET + b"\r\n")

        assert await other.status() == 200
        assert hits(house, "refusals") == 1
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.reader.read(1), 0.05)
        assert await client.status() == 429  # in its turn


async def test_a_request_that_waited_may_have_a_body_or_become_a_socket() -> None:
    chosen = settings(trusted_proxies=(), failed_sign_in_rate=Rate(1, 600_000), refusal_rate=Rate(2, 100))
    wrong = b"GET /api/me HTTP/1.1\r\nHost: rondel.test\r\nAuthorization: Bearer wrong\r\n\r\n"
    body = b'{"name":"Ada"}'
    async with open_house(chosen) as house:
        ada = await house.visitor("Eve")
        async with raw(house) as client:
            for _ in range(4):
                client.send(wrong)
                await client.status()
            client.send(POST + b"Content-Length: 14\r\n\r\n" + body[:5])
            await asyncio.sleep(0.2)
            client.send(body[5:])
            assert await client.status() == 201
            for _ in range(4):
                client.send(wrong)
                await client.status()

            async with ada.socket() as wire:
                await wire.send(type="ping")
                assert (await wire.next())["type"] == "pong"
        assert hits(house, "refusals") >= 2


async def test_refusals_are_not_counted_against_a_trusted_proxy() -> None:
    chosen = settings(failed_sign_in_rate=Rate(1, 600_000), refusal_rate=Rate(2, 60_000))
    asking = b"GET /api/me HTTP/1.1\r\nHost: rondel.test\r\nAuthorization: Bearer wrong\r\n\r\n"
    async with open_house(chosen) as house, raw(house) as client:
        for wanted in (401, *[429] * 20):
            client.send(asking)
            assert await client.status() == wanted

        assert hits(house, "refusals") == 0


async def test_an_account_opens_no_more_sockets_than_it_may_ask() -> None:
    async with open_house(settings(request_rate=Rate(8, 600_000))) as house:
        visitor = await house.visitor("Ada")
        for _ in range(8):
            async with visitor.socket():
                pass

        with pytest.raises(websockets.InvalidStatus) as refused:
            await visitor.socket().__aenter__()

    assert refused.value.response.status_code == 429


def test_every_limit_that_is_answered_has_a_readable_response() -> None:
    for response in RESPONSES.values():
        head, _, body = response.partition(b"\r\n\r\n")
        assert b"connection: close" in head
        assert f"content-length: {len(body)}".encode() in head
        assert set(json.loads(body)) >= {"code", "message", "hint"}


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@contextmanager
def few_descriptors(database: str) -> Iterator[Served]:
    """A server that may have 160 file descriptors."""
    limited = ("prlimit", "--nofile=160:160", *RONDEL)
    with serving("--database", database, "--bots", "0", rondel=limited) as served:
        yield served


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is a program of Linux")
def test_a_node_without_file_descriptors_refuses_says_so_and_recovers(database: str) -> None:
    with few_descriptors(database) as served:
        port = int(served.url.rpartition(":")[2])
        with httpx.Client(verify=False, base_url=served.url) as early:
            assert early.get("/readyz").status_code == 200
            crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(120)]
            time.sleep(0.5)

            ready, counted = early.get("/readyz"), early.get("/metrics").text
            late = httpx.get(f"{served.url}/readyz", verify=False)

            assert (ready.status_code, ready.json()["checks"].get("descriptors")) == (503, "exhausted")
            assert 'rondel_connection_limits_total{limit="descriptors"}' in counted
            assert late.status_code == 503
            served.wait_for('"reason":"descriptors"')
            for client in crowd:
                client.close()
            time.sleep(0.5)
            assert early.get("/readyz").status_code == 200
            assert httpx.get(f"{served.url}/readyz", verify=False).status_code == 200
