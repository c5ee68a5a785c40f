"""HTTP, as little of it as the doors need: JSON there and back.

On asyncio's own streams, so that a call can be given up at any moment, a long one too.
"""

import asyncio
import ssl
from collections import deque
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, parse_headers
from io import BytesIO
from typing import Any, Final, NamedTuple, Self
from urllib.parse import urlsplit

import msgspec

MOST_BYTES: Final = 64 * 1024 * 1024

KEEP_ALIVE_S: Final = 15.0
"""How long an idle connection is kept. Servers close it later: Rondel after 30 s, many proxies after 60."""

MAX_POOLED: Final = 16


class ServerUnreachableError(Exception):
    """The server did not answer, so whether it did what was asked is not known."""


@dataclass(frozen=True)
class HttpResponse:
    """What the server said."""

    status: int
    content: bytes
    cookie: str = ""

    def json(self) -> Any:
        """What it said, as JSON; None where it said nothing."""
        return msgspec.json.decode(self.content) if self.content.strip() else None

    def code(self) -> str:
        """Why not: the stable code, or the HTTP status where there is none."""
        return str(self._error().get("code", f"HTTP {self.status}"))

    def message(self) -> str:
        """Why not, as a sentence."""
        return str(self._error().get("message", f"The server answers {self.status}."))

    def _error(self) -> dict[str, Any]:
        try:
            body = self.json()
        except msgspec.DecodeError:
            body = None
        return body if isinstance(body, dict) else {}


class _Connection(NamedTuple):
    """A connection, and since when nothing was asked on it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    since: float

    def close(self) -> None:
        """Whatever it has to say after its answer, nobody listens."""
        self.writer.transport.abort()


class Http:
    """The doors of one server. A bearer token says who asks.

    Each call has a connection of its own. Within `async with` connections are kept and used again, for calls
    that may reach the server twice: it may close a kept connection while a request is on its way.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{url} is no address of a server; one looks like https://games.example.org")
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._host, self._port = parts.hostname, parts.port or (443 if self._tls else 80)
        self._named = parts.netloc.rpartition("@")[2]
        self._path = parts.path.rstrip("/")
        self._token = token
        self._pool: deque[_Connection] | None = None

    async def __aenter__(self) -> Self:
        self._pool = deque()
        return self

    async def __aexit__(self, *_: object) -> None:
        idle, self._pool = self._pool or (), None
        for connection in idle:
            connection.close()

    async def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        within_s: float = 30.0,
        is_repeatable: bool = False,
    ) -> HttpResponse:
        """Ask; raises Unreachable if there is no whole answer in time.

        It reaches the server once, unless it is a GET or `is_repeatable`: then it may be twice.
        """
        text = b"" if body is None else msgspec.json.encode(body)
        request = self._request(method, path, headers or {}, text)
        try:
            async with asyncio.timeout(within_s):
                return await self._exchange(request, is_repeatable or method == "GET")
        except TimeoutError:
            raise ServerUnreachableError(f"{self._named} has not answered within {within_s:g} s") from None
        except (OSError, EOFError, HTTPException, ValueError) as error:
            raise ServerUnreachableError(f"{self._named}: {str(error) or type(error).__name__}") from None

    def _request(self, method: str, path: str, headers: dict[str, str], text: bytes) -> bytes:
        lines = {"Host": self._named, "Accept": "application/json"}
        if self._pool is None:
            lines["Connection"] = "close"
        if self._token is not None:
            lines["Authorization"] = f"Bearer {self._token}"
        if text:
            lines["Content-Type"] = "application/json"
        if text or method != "GET":
            lines["Content-Length"] = str(len(text))
        head = [f"{method} {self._path}{path} HTTP/1.1", *(f"{k}: {v}" for k, v in (lines | headers).items())]
        if any("\r" in line or "\n" in line for line in head):
            raise ValueError("a line of a request holds no line break")
        return "\r\n".join([*head, "", ""]).encode() + text

    async def _exchange(self, request: bytes, is_repeatable: bool) -> HttpResponse:
        if is_repeatable and (connection := self._take_pooled()) is not None:
            try:
                return await self._send(connection, request)
            except (OSError, EOFError, HTTPException, ValueError):
                pass  # most likely the server has closed it meanwhile: a new connection tells
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=self._tls, limit=1 << 20)
        return await self._send(_Connection(reader, writer, 0), request)

    def _take_pooled(self) -> _Connection | None:
        """The connection that was kept for the longest time and is still good, so that all are used."""
        while self._pool:
            connection = self._pool.popleft()
            if asyncio.get_running_loop().time() - connection.since < KEEP_ALIVE_S and _is_open(connection):
                return connection
            connection.close()
        return None

    async def _send(self, connection: _Connection, request: bytes) -> HttpResponse:
        is_pooled = False
        try:
            connection.writer.write(request)
            await connection.writer.drain()
            answer, goes_on = await _answer(connection.reader)
            if goes_on and self._pool is not None and len(self._pool) < MAX_POOLED:
                self._pool.append(connection._replace(since=asyncio.get_running_loop().time()))
                is_pooled = True
            return answer
        finally:
            if not is_pooled:
                connection.close()


def _is_open(connection: _Connection) -> bool:
    """Whether nothing has come since the last answer: neither its end, nor what nobody asked for."""
    is_silent = not connection.reader._buffer  # type: ignore[attr-defined]
    return is_silent and not connection.reader.at_eof() and not connection.writer.is_closing()


async def _answer(reader: asyncio.StreamReader) -> tuple[HttpResponse, bool]:
    """An answer, and whether another may follow on this connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, _, rest = head.partition(b"\r\n")
    if not first.startswith(b"HTTP/"):
        raise ValueError("what answers there does not speak HTTP")
    status = int(first.split(b" ", 2)[1])
    headers = parse_headers(BytesIO(rest))
    content = await _content(reader, status, headers)
    return HttpResponse(status, content, headers.get("Set-Cookie", "")), _goes_on(first, status, headers)


def _goes_on(first: bytes, status: int, headers: Message) -> bool:
    """Whether the answer has an end that is known, and the server does not close behind it."""
    has_end = "Content-Length" in headers or status == 204
    is_chunked = "Transfer-Encoding" in headers
    return (
        first.startswith(b"HTTP/1.1")
        and has_end
        and not is_chunked
        and "close" not in headers.get("Connection", "").lower()
    )


async def _content(reader: asyncio.StreamReader, status: int, headers: Message) -> bytes:
    if headers.get("Transfer-Encoding", "").lower() == "chunked":
        return await _chunks(reader)
    length = headers.get("Content-Length")
    if length is None:
        return b"" if status == 204 else await reader.read()
    if int(length) > MOST_BYTES:
        raise ValueError("the answer is too long")
    return await reader.readexactly(int(length))


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    content = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        if len(content) + size > MOST_BYTES:
            raise ValueError("the answer is too long")
        content += (await reader.readexactly(size + 2))[:-2]
    return content
