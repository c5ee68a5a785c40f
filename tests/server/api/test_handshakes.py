"""Handshakes that no browser sends, and messages in too many pieces: an answer, and no error in the log."""

import base64
import json
import os
from io import StringIO

import pytest

from rondel.server.api.transport.websocket_protocol import FRAGMENTS, LimitedSocket
from rondel.server.maintenance.owner import as_owner
from tests.contracts.databases import url_of
from tests.server.api.test_transport import Raw, hits, raw
from tests.server.visitors import ORIGIN, House, Visitor, eventually, open_house, settings

PONG = b'"type":"pong"'
BODY = b"GET /readyz HTTP/1.1"


def handshake(who: Visitor, *lines: bytes, method: bytes = b"GET", path: bytes = b"/ws") -> bytes:
    """The bytes of a handshake, with more lines in its header."""
    head = (
        method + b" " + path + b" HTTP/1.1",
        b"Host: rondel.test",
        b"Origin: " + ORIGIN.encode(),
        b"Cookie: " + who.cookie_header().encode(),
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)),
        *lines,
    )
    return b"\r\n".join((*head, b"", b""))


def frame(payload: bytes, *, opcode: int = 1, is_last: bool = True) -> bytes:
    """A short frame of a client, masked by zeros."""
    return bytes(((0x80 if is_last else 0) | opcode, 0x80 | len(payload))) + bytes(4) + payload


def message(pieces: int) -> bytes:
    """A ping as a text in so many pieces."""
    middle = frame(b" ", opcode=0, is_last=False) * (pieces - 2)
    return frame(b'{"type":"ping",', is_last=False) + middle + frame(b'"lastVersions":{}}', opcode=0)


async def opened(client: Raw, who: Visitor) -> None:
    """The socket is open."""
    client.send(handshake(who))
    assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")


async def ended(house: House) -> None:
    """Nothing is left but the connection by which Ada signed in."""
    await eventually(lambda: len(house.running.connections) == 1, 10)


@pytest.mark.parametrize("pieces", [FRAGMENTS + 1, 2_000, 20_000])
async def test_a_message_in_too_many_pieces_closes_its_socket(
    house: House, logged: StringIO, pieces: int
) -> None:
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        await opened(client, ada)
        client.send(message(pieces))

        answer = await client.rest()

        assert answer.endswith((1008).to_bytes(2, "big") + b"too many fragments")
    assert hits(house, "fragments") == 1
    await ended(house)
    assert '"level":"error"' not in logged.getvalue()


async def test_a_message_in_some_pieces_is_answered(house: House) -> None:
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        await opened(client, ada)
        client.send(message(FRAGMENTS) * 2)

        for _ in range(2):
            assert PONG in await client.reader.readuntil(b"}")


@pytest.mark.parametrize("pieces", [2, 20, 2_000, 20_000])
async def test_frames_right_behind_a_handshake_are_refused(
    house: House, logged: StringIO, pieces: int
) -> None:
    """RFC 6455, 4.1: a client waits for the answer to its handshake before it sends anything."""
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(handshake(ada) + message(pieces))

        status, body = await client.response()

        assert (status, json.loads(body)["code"]) == (400, "MALFORMED")
        assert "before the handshake was answered" in json.loads(body)["message"]
        await client.rest()
    assert hits(house, "early_data") == 1
    await ended(house)
    assert '"level":"error"' not in logged.getvalue()


async def test_frames_before_a_handshake_is_answered_are_refused(template: str, logged: StringIO) -> None:
    """They arrive by themselves, while the server still looks for the session."""
    async with open_house(settings(database_url=url_of(template))) as house, raw(house) as client:
        ada = await house.visitor("Ada")
        sockets = house.running.connections._open
        async with as_owner(url_of(template)) as owner, owner.transaction():
            await owner.execute("LOCK TABLE session_token IN ACCESS EXCLUSIVE MODE")
            client.send(handshake(ada))
            await eventually(lambda: any(isinstance(one, LimitedSocket) for one in sockets.values()))
            client.send(b"\x81\x02{}")  # not even masked

            assert await client.status() == 400
        await ended(house)
    assert '"level":"error"' not in logged.getvalue()


async def test_frames_behind_a_handshake_on_a_connection_in_use_are_refused(house: House) -> None:
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(b"GET /healthz HTTP/1.1\r\nHost: rondel.test\r\n\r\n")
        assert await client.status() == 200
        client.send(handshake(ada) + message(2))

        assert await client.status() == 400


@pytest.mark.parametrize(
    ("line", "body"),
    [
        pytest.param(b"Content-Length: 20", BODY, id="a hidden request"),
        pytest.param(b"Content-Length: 20", b"", id="a body that does not come"),
        pytest.param(b"Transfer-Encoding: chunked", b"14\r\n" + BODY + b"\r\n0\r\n\r\n", id="in chunks"),
    ],
)
@pytest.mark.parametrize("path", [b"/ws", b"/ws?table=01a1e6b3-e495-751d-abc1-24c3b3975efd"])
async def test_a_handshake_with_a_body_is_refused(
    house: House, logged: StringIO, line: bytes, body: bytes, path: bytes
) -> None:
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(handshake(ada, line, path=path) + body)

        status, answer = await client.response()

        assert (status, json.loads(answer)["code"]) == (400, "MALFORMED")
        assert "has a body" in json.loads(answer)["message"]
        assert await client.rest() == b""  # what the body holds is no request
    assert hits(house, "handshake_body") == 1
    await ended(house)
    assert '"level":"error"' not in logged.getvalue()


async def test_an_empty_body_is_none(house: House) -> None:
    ada = await house.visitor("Ada")
    async with raw(house) as client:
        client.send(handshake(ada, b"Content-Length: 0"))

        assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")


async def test_a_handshake_that_is_none_is_refused_and_no_error_of_ours(
    house: House, logged: StringIO
) -> None:
    ada = await house.visitor("Ada")
    right = handshake(ada)
    for wrong, status in (
        (handshake(ada, method=b"POST"), 405),
        (right.replace(b"Sec-WebSocket-Key: ", b"Sec-WebSocket-Key: !!"), 400),
        (right.replace(b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 12"), 400),
    ):
        async with raw(house) as client:
            client.send(wrong)

            assert f" {status} ".encode() in await client.rest()
    await ended(house)
    assert '"level":"error"' not in logged.getvalue()
