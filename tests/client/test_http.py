"""As much of HTTP as the doors need, against a server that says what it is told to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import pytest

from rondel.client import Http, ServerUnreachableError
from rondel.client import http as client_http


@asynccontextmanager
async def saying(*parts: bytes, hangs: bool = False) -> AsyncIterator[tuple[Http, list[bytes]]]:
    """Doors that always answer with these bytes, and the requests they got."""
    requests: list[bytes] = []
    closed: list[asyncio.StreamWriter] = []
    over = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests.append(await reader.readuntil(b"\r\n\r\n"))
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
        yield Http(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/base", "secret"), requests
        over.set()
        while len(closed) < len(requests):
            await asyncio.sleep(0)


async def test_it_asks_in_json_with_its_token_and_reads_the_answer() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\nSet-Cookie: a=b; Path=/\r\n\r\n"
    async with saying(head, b'{"ok":true}', b"and more") as (doors, requests):
        answer = await doors.ask("POST", "/api/x", {"a": 1}, headers={"X-Rondel-Bot": "t"})

        assert (answer.status, answer.json(), answer.cookie) == (200, {"ok": True}, "a=b; Path=/")
    lines = requests[0].decode().splitlines()
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
    "response",
    [
        b"",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        b"nonsense\r\n\r\n",
    ],
)
async def test_half_an_answer_is_none(response: bytes) -> None:
    async with saying(response) as (doors, _):
        with pytest.raises(ServerUnreachableError):
            await doors.ask("GET", "/")


async def test_it_does_not_wait_for_ever() -> None:
    async with saying(hangs=True) as (doors, _):
        with pytest.raises(ServerUnreachableError, match=r"within 0\.05 s"):
            await doors.ask("GET", "/", within_s=0.05)


async def test_where_nobody_listens_is_unreachable() -> None:
    with pytest.raises(ServerUnreachableError):
        await Http("http://127.0.0.1:1").ask("GET", "/")


async def test_a_header_holds_one_line() -> None:
    with pytest.raises(ValueError, match="line break"):
        await Http("http://127.0.0.1:1", "a\r\nX: y").ask("GET", "/")


@pytest.mark.parametrize("url", ["127.0.0.1:8000", "ws://127.0.0.1", "http://"])
def test_what_is_no_address_is_said_to_be_none(url: str) -> None:
    with pytest.raises(ValueError, match="no address of a server"):
        Http(url)


async def test_why_not_is_a_code_and_a_sentence() -> None:
    body = b'{"code":"TOO_MANY","message":"Too often."}'
    head = b"HTTP/1.1 429 No\r\nContent-Length: %d\r\n\r\n" % len(body)
    async with saying(head, body) as (doors, _):
        answer = await doors.ask("GET", "/")
        assert (answer.code(), answer.message()) == ("TOO_MANY", "Too often.")
    async with saying(b"HTTP/1.1 502 Bad Gateway\r\n\r\n<html>") as (doors, _):
        answer = await doors.ask("GET", "/")
        assert (answer.code(), answer.message()) == ("HTTP 502", "The server answers 502.")


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"


@dataclass
class Talk:
    """The requests, connection by connection, and how often each is answered before it is closed."""

    answers: int
    response: bytes = OK
    requests: list[list[str]] = field(default_factory=list)
    ends: list[asyncio.StreamWriter] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests: list[str] = []
        self.requests.append(requests)
        self.ends.append(writer)
        with suppress(EOFError, OSError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                requests.append(head.partition(" HTTP")[0])
                if len(requests) > self.answers:
                    break  # it is read, and not answered
                writer.write(self.response)
        writer.close()


@asynccontextmanager
async def talking(answers: int, response: bytes = OK) -> AsyncIterator[tuple[Http, Talk]]:
    """Doors that keep connections, and somebody behind them who closes each after so many answers."""
    talk = Talk(answers, response)
    server = await asyncio.start_server(talk.serve, "127.0.0.1", 0)
    async with server:
        async with Http(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}") as doors:
            yield doors, talk
        for writer in talk.ends:
            with suppress(OSError):
                await writer.wait_closed()


async def test_a_connection_is_used_again_and_closed_at_the_end() -> None:
    async with talking(9) as (doors, talk):
        for path in ("/a", "/b", "/c"):
            await doors.ask("GET", path)
        await doors.ask("POST", "/d", is_repeatable=True)

        assert talk.requests == [["GET /a", "GET /b", "GET /c", "POST /d"]]
    assert all(writer.is_closing() for writer in talk.ends)


async def test_calls_at_the_same_time_have_connections_of_their_own() -> None:
    async with talking(9) as (doors, talk):
        await asyncio.gather(doors.ask("GET", "/a"), doors.ask("GET", "/b"))
        await asyncio.gather(doors.ask("GET", "/c"), doors.ask("GET", "/d"))

        assert [len(requests) for requests in talk.requests] == [2, 2]


async def test_what_may_not_be_repeated_goes_on_a_new_connection() -> None:
    async with talking(9) as (doors, talk):
        await doors.ask("GET", "/a")
        await doors.ask("POST", "/b")

        assert talk.requests == [["GET /a"], ["POST /b"]]


async def test_what_a_kept_connection_leaves_without_an_answer_is_asked_again_on_a_new_one() -> None:
    async with talking(1) as (doors, talk):
        await doors.ask("GET", "/a")
        await doors.ask("POST", "/b", is_repeatable=True)

        assert talk.requests == [["GET /a", "POST /b"], ["POST /b"]]


async def test_what_a_new_connection_leaves_without_an_answer_is_unreachable() -> None:
    async with talking(0) as (doors, talk):
        with pytest.raises(ServerUnreachableError):
            await doors.ask("GET", "/a")

        assert talk.requests == [["GET /a"]]


async def test_a_connection_that_was_closed_while_idle_is_not_used() -> None:
    async with talking(9) as (doors, talk):
        await doors.ask("GET", "/a")
        talk.ends[0].close()
        await talk.ends[0].wait_closed()
        await asyncio.sleep(0.01)  # its end arrives here
        await doors.ask("GET", "/b")

        assert talk.requests == [["GET /a"], ["GET /b"]]


async def test_a_connection_that_was_idle_for_long_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_http, "KEEP_ALIVE_S", 0.0)
    async with talking(9) as (doors, talk):
        await doors.ask("GET", "/a")
        await doors.ask("GET", "/b")

        assert talk.requests == [["GET /a"], ["GET /b"]]


@pytest.mark.parametrize(
    "response",
    [
        OK.replace(b"HTTP/1.1", b"HTTP/1.0"),
        OK.replace(b"\r\n\r\n", b"\r\nConnection: Close\r\n\r\n"),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
    ],
)
async def test_an_answer_that_ends_its_connection_or_may_is_the_last_on_it(response: bytes) -> None:
    async with talking(9, response) as (doors, talk):
        assert [(await doors.ask("GET", path)).json() for path in ("/a", "/b")] == [[], []]

        assert talk.requests == [["GET /a"], ["GET /b"]]


async def test_what_follows_an_answer_unasked_is_no_answer_to_the_next() -> None:
    async with talking(9, OK + b"and more\r\n\r\n") as (doors, talk):
        assert [(await doors.ask("GET", path)).status for path in ("/a", "/b")] == [200, 200]

        assert talk.requests[-1] == ["GET /b"]


async def test_a_call_that_is_given_up_closes_its_connection() -> None:
    async with talking(9, b"HTTP/1.1 200 OK\r\n") as (doors, talk):
        with pytest.raises(ServerUnreachableError):
            await doors.ask("GET", "/a", within_s=0.05)
        with pytest.raises(ServerUnreachableError):
            await doors.ask("GET", "/b", within_s=0.05)

        assert talk.requests == [["GET /a"], ["GET /b"]]


async def test_only_so_many_connections_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_http, "MAX_POOLED", 1)
    async with talking(9) as (doors, talk):
        await asyncio.gather(doors.ask("GET", "/a"), doors.ask("GET", "/b"))
        await asyncio.gather(doors.ask("GET", "/c"), doors.ask("GET", "/d"))

        assert len(talk.requests) == 3
