"""One POST over HTTP/1.1 to a checked address: no redirects, one timeout, a size limit."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

import h11

from rondel.server.adapters.http_client.guard import ConnectTarget, Guard
from rondel.server.ports.messages import DeliveryCancelledError, DeliveryUnknownError, Go
from rondel.server.ports.value import StoreUnavailableError

TIMEOUT_S: Final = 10.0
LONGEST_ANSWER: Final = 16_384

_Reader = asyncio.StreamReader
_Writer = asyncio.StreamWriter


class HttpResponse(NamedTuple):
    """The parts of a response that callers use."""

    status: int


class HttpSender:
    """HTTP sender. Tests set `trust`, the trusted certificates."""

    def __init__(
        self, guard: Guard, *, trust: ssl.SSLContext | None = None, timeout_s: float = TIMEOUT_S
    ) -> None:
        self.guard = guard
        self._trust = trust
        self._timeout_s = timeout_s

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, go: Go) -> HttpResponse:
        """Send a request and return the response. Every step that can fail before sending precedes `go`."""
        place = await self.guard.place(url)
        reader, writer = await self._connected(place)
        try:
            if not await go():
                raise DeliveryCancelledError
            try:
                async with asyncio.timeout(self._timeout_s):
                    return await _exchange(reader, writer, _request(place, headers, body), body)
            except (OSError, TimeoutError, EOFError, h11.ProtocolError) as error:
                raise DeliveryUnknownError(f"No response: {type(error).__name__}.") from None
        finally:
            writer.close()
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await writer.wait_closed()

    async def _connected(self, place: ConnectTarget) -> tuple[_Reader, _Writer]:
        tls = (self._trust or _usual_trust()) if place.is_tls else None
        try:
            async with asyncio.timeout(self._timeout_s):
                return await asyncio.open_connection(
                    place.address, place.port, ssl=tls, server_hostname=place.host if tls else None
                )
        except (OSError, TimeoutError, ValueError) as error:
            raise StoreUnavailableError(f"Connection failed: {type(error).__name__}.") from None


def _request(place: ConnectTarget, headers: Mapping[str, str], body: bytes) -> h11.Request:
    all_headers = {
        "Host": place.authority,
        "User-Agent": "Rondel",
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    return h11.Request(method="POST", target=place.target, headers=list(all_headers.items()))


async def _exchange(reader: _Reader, writer: _Writer, request: h11.Request, body: bytes) -> HttpResponse:
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_ANSWER)
    for part in (request, h11.Data(body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    taken = 0
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            received = await reader.read(4096)
            taken += len(received)
            if taken > LONGEST_ANSWER:
                raise EOFError("the answer is too long")
            connection.receive_data(received)
        elif isinstance(event, h11.Response):
            return HttpResponse(event.status_code)
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError("hung up")


@cache
def _usual_trust() -> ssl.SSLContext:
    return ssl.create_default_context()
