"""One request to the identity provider: no redirects, one timeout, a size limit on the response.

The webhook guard does not apply: the operator names the provider in a setting, and it may be in a private
network. TLS protects the traffic; without TLS only this machine can be reached.
"""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import h11

from rondel.server.ports.value import StoreUnavailableError

TIMEOUT_S: Final = 10.0
LONGEST_ANSWER: Final = 256 * 1024
HERE: Final = ("localhost", "127.0.0.1", "::1")

_Reader = asyncio.StreamReader
_Writer = asyncio.StreamWriter


class HttpResponse(NamedTuple):
    """The status and the whole body."""

    status: int
    body: bytes


def is_safe(url: str) -> bool:
    """Return whether a secret may be sent to this URL: over HTTPS, or to this machine."""
    parts = urlsplit(url)
    is_plain = parts.username is None and parts.password is None and not parts.fragment
    return is_plain and (
        (parts.scheme == "https" and bool(parts.hostname))
        or (parts.scheme == "http" and parts.hostname in HERE)
    )


async def fetch(
    url: str, *, method: str = "GET", headers: Mapping[str, str] | None = None, body: bytes = b""
) -> HttpResponse:
    """Return the response. Raises StoreUnavailableError without one within the time and size limits."""
    if not is_safe(url):
        raise StoreUnavailableError("This address is neither https nor on this machine.")
    try:
        async with asyncio.timeout(TIMEOUT_S):
            reader, writer = await _connected(url)
            try:
                return await _exchange(reader, writer, _request(url, method, headers or {}, body), body)
            finally:
                writer.close()
                with suppress(OSError):
                    await writer.wait_closed()
    except (OSError, TimeoutError, EOFError, ValueError, h11.ProtocolError) as error:
        raise StoreUnavailableError(f"No response: {type(error).__name__}.") from None


async def _connected(url: str) -> tuple[_Reader, _Writer]:
    parts = urlsplit(url)
    tls = ssl.create_default_context() if parts.scheme == "https" else None
    port = parts.port or (443 if tls else 80)
    return await asyncio.open_connection(parts.hostname, port, ssl=tls)


def _request(url: str, method: str, headers: Mapping[str, str], body: bytes) -> h11.Request:
    parts = urlsplit(url)
    target = parts.path or "/"
    all_headers = {
        "Host": parts.netloc,
        "User-Agent": "Rondel",
        "Accept": "application/json",
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    return h11.Request(
        method=method,
        target=f"{target}?{parts.query}" if parts.query else target,
        headers=list(all_headers.items()),
    )


async def _exchange(reader: _Reader, writer: _Writer, request: h11.Request, body: bytes) -> HttpResponse:
    connection = h11.Connection(h11.CLIENT)
    for part in (request, h11.Data(body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    status, received = 0, b""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(16_384))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            received += event.data
            if len(received) > LONGEST_ANSWER:
                raise EOFError("the answer is too long")
        elif isinstance(event, h11.EndOfMessage):
            return HttpResponse(status, received)
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError("hung up")
