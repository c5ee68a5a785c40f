"""As much of HTTP as the doors need, against a server that says what it is told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from rondel.client import Http, Unreachable


@asynccontextmanager
async def saying(*parts: bytes, hangs: bool = False) -> AsyncIterator[tuple[Http, list[bytes]]]:
    """Doors that always answer with these bytes, and what they heard."""
    heard: list[bytes] = []
    closed: list[asyncio.StreamWriter] = []
    over = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readuntil(b"\r\n\r\n"))
        for part in parts:
            writer.write(part)
            await writer.drain()
        if hangs:
            await over.wait()
        writer.close()
        with suppress(OSError):  # whoever asked has gone
            await writer.wait_closed()
        closed.append(writer)

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield Http(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/base", "secret"), heard
        over.set()
        while len(closed) < len(heard):
            await asyncio.sleep(0)


async def test_it_asks_in_json_with_its_token_and_reads_the_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nSet-Cookie: a=b; Path=/\r\n\r\n"
    async with saying(head, b'{"ok":true}', b"and more") as (doors, heard):
        answer = await doors.ask("POST", "/api/x", {"a": 1}, headers={"X-Rondel-Bot": "t"})

        assert (answer.status, answer.json(), answer.cookie) == (200, {"ok": True}, "a=b; Path=/")
    lines = heard[0].decode().splitlines()
    assert lines[0] == "POST /base/api/x HTTP/1.1"
    assert {"Authorization: Bearer secret", "Content-Length: 7", "X-Rondel-Bot: t"} <= set(lines)


async def test_an_answer_in_pieces_is_put_together() -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with saying(head, b"3\r\n[1,\r\n", b"3;x=y\r\n22]\r\n", b"0\r\n\r\n") as (doors, _):
        assert (await doors.ask("GET", "/")).json() == [1, 22]


async def test_an_answer_of_no_length_ends_with_the_connection_and_none_is_nothing() -> None:
    async with saying(b"HTTP/1.1 200 OK\r\n\r\n", b"[1]") as (doors, _):
        assert (await doors.ask("GET", "/")).json() == [1]
    async with saying(b"HTTP/1.1 204 No Content\r\n\r\n", hangs=True) as (doors, _):
        assert (await doors.ask("DELETE", "/", within_s=1)).json() is None


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        b"nonsense\r\n\r\n",
    ],
)
async def test_half_an_answer_is_none(said: bytes) -> None:
    async with saying(said) as (doors, _):
        with pytest.raises(Unreachable):
            await doors.ask("GET", "/")


async def test_it_does_not_wait_for_ever() -> None:
    async with saying(hangs=True) as (doors, _):
        with pytest.raises(Unreachable, match=r"within 0\.05 s"):
            await doors.ask("GET", "/", within_s=0.05)


async def test_where_nobody_listens_is_unreachable() -> None:
    with pytest.raises(Unreachable):
        await Http("http://127.0.0.1:1").ask("GET", "/")


async def test_a_header_holds_one_line() -> None:
    with pytest.raises(ValueError, match="line break"):
        await Http("http://127.0.0.1:1", "a\r\nX: y").ask("GET", "/")


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ws://127.0.0.1", "http://"])
def test_what_is_no_address_is_said_to_be_none(url: str) -> None:
    with pytest.raises(ValueError, match="no address of a server"):
        Http(url)


async def test_why_not_is_a_code_and_a_sentence() -> None:
    told = b'{"code":"TOO_MANY","because":"Too often."}'
    head = b"HTTP/1.1 429 No\r\nContent-Length: %d\r\n\r\n" % len(told)
    async with saying(head, told) as (doors, _):
        answer = await doors.ask("GET", "/")
        assert (answer.code(), answer.because()) == ("TOO_MANY", "Too often.")
    async with saying(b"HTTP/1.1 502 Bad Gateway\r\n\r\n<html>") as (doors, _):
        answer = await doors.ask("GET", "/")
        assert (answer.code(), answer.because()) == ("HTTP 502", "The server answers 502.")
