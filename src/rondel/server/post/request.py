"""One POST over HTTP/1.1 to an address that was looked at: no redirects, one clock, a short answer."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final, NamedTuple

import h11

from rondel.server.ports import Go, Unavailable, Unknown, Withdrawn
from rondel.server.post.guard import Guard, Place

TIMEOUT_S: Final = 10.0
LONGEST_ANSWER: Final = 16_384

_Reader = asyncio.StreamReader
_Writer = asyncio.StreamWriter


class Answer(NamedTuple):
    """As much of it as anybody asks for."""

    status: int


class Courier:
    """Carries requests. `trust` is for tests: whose certificates are believed."""

    def __init__(
        self, guard: Guard, *, trust: ssl.SSLContext | None = None, timeout_s: float = TIMEOUT_S
    ) -> None:
        self.guard = guard
        self._trust = trust
        self._timeout_s = timeout_s

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, go: Go) -> Answer:
        """Send it and give what was answered. All that can fail without being sent is done before `go`."""
        place = await self.guard.place(url)
        reader, writer = await self._connected(place)
        try:
            if not await go():
                raise Withdrawn
            try:
                async with asyncio.timeout(self._timeout_s):
                    return await _asked(reader, writer, _request(place, headers, body), body)
            except (OSError, TimeoutError, EOFError, h11.ProtocolError) as error:
                raise Unknown(f"There was no answer: {type(error).__name__}.") from None
        finally:
            writer.close()
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    await writer.wait_closed()

    async def _connected(self, place: Place) -> tuple[_Reader, _Writer]:
        tls = (self._trust or _usual_trust()) if place.is_tls else None
        try:
            async with asyncio.timeout(self._timeout_s):
                return await asyncio.open_connection(
                    place.address, place.port, ssl=tls, server_hostname=place.host if tls else None
                )
        except (OSError, TimeoutError, ValueError) as error:
            raise Unavailable(f"Nobody answers there: {type(error).__name__}.") from None


def _request(place: Place, headers: Mapping[str, str], body: bytes) -> h11.Request:
    told = {
        "Host": place.authority,
        "User-Agent": "Rondel",
        "Connection": "close",
        "Content-Length": str(len(body)),
        **headers,
    }
    return h11.Request(method="POST", target=place.target, headers=list(told.items()))


async def _asked(reader: _Reader, writer: _Writer, request: h11.Request, body: bytes) -> Answer:
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
            return Answer(event.status_code)
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError("hung up")


@cache
def _usual_trust() -> ssl.SSLContext:
    return ssl.create_default_context()
