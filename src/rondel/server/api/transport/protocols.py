"""Uvicorn's HTTP with limits: size and time of headers and bodies, handshakes, unread answers.

Each connection has its next deadline in a field, which a sweep over all connections (`Connections.sweep`)
checks: a normal request starts no timer and no task. Data is parsed in small slices, so that no client holds
the event loop.
"""

import asyncio
import math
import sys
from asyncio import Transport
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal

from httptools import HttpParserUpgrade
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rondel.server.api.transport.connections import Connections, Limit
from rondel.server.api.transport.refusals import LINGER_BYTES, LINGER_S, RESPONSES
from rondel.server.api.transport.siblings import WorkerPeers, hint_of
from rondel.server.api.transport.unread_output import UnreadOutput
from rondel.server.api.transport.websocket_protocol import LimitedSocket

HEADER_LINES: Final = 100
PIPELINED: Final = 4
"""How many requests may wait for the answer to an earlier one of the same connection."""

HTTP_SLICE: Final = 512
"""How many bytes are parsed at a time: a header is shorter, and tiny requests are not many then."""

BODY_STEP: Final = 65_536
"""Each time this many bytes of a body have arrived, the application is given them, and the rest has its whole
time again. A shorter body is given to the application when it is complete."""

SOCKET_PATH: Final = "/ws"


class LimitedHttp(HttpToolsProtocol):
    """One HTTP connection. It is idle between requests, else a header or a body is arriving."""

    def __init__(
        self, connections: Connections, siblings: WorkerPeers | None, request: bytes = b"", **given: Any
    ) -> None:
        super().__init__(**given)
        settings = connections.settings
        self._connections = connections
        self._siblings = siblings
        self._request = request  # what another worker has read of it
        self._is_offered = False
        self._has_more = False
        self._header_bytes, self._header_s = (
            settings.constants.header_bytes,
            settings.constants.header_ms / 1000,
        )
        self._body_bytes, self._body_s = settings.constants.body_bytes, settings.constants.body_ms / 1000
        self._unread = UnreadOutput(settings.constants.unread_ms / 1000)
        self._phase: Literal["idle", "header", "body"] = "header"
        self._phases = 0
        self._has_begun = False
        self._taken = 0
        self._step = 0
        self._slice = 0
        self._unstarted: tuple[RequestResponseCycle, Any] | None = None
        self._now = 0.0
        self._due = math.inf
        self._is_refused = False
        self._held = bytearray()
        self._release: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Accept it, or refuse it at once if it is one too many."""
        super().connection_made(transport)
        self._due = self.loop.time() + self._header_s
        host = None if self.client is None else self.client[0]
        limit = self._connections.enter(transport, self, host, is_new=not self._request)
        if limit is not None:
            self._is_refused, self._due = True, self.loop.time() + LINGER_S
            transport.write(RESPONSES[limit])
            transport.close()
        elif self._request:
            self.data_received(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._release is not None:
            self._release.cancel()
        self._connections.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless its address was refused too often: then the next request waits unread."""
        self._now = self.loop.time()
        if self._release is not None:
            self._hold(data)
            return
        if self._is_between() and not self._is_refused:
            host = None if self.client is None else self.client[0]
            wait_s = self._connections.wait_s(host, self._now)
            if wait_s > 0:
                self._release = self.loop.call_later(wait_s, self._go_on)
                self._hold(data)
                return
        self._take(data)

    def _is_between(self) -> bool:
        """Whether what comes now is the beginning of a request."""
        return self._phase == "idle" or (self._phase == "header" and not self._has_begun)

    def _hold(self, data: bytes) -> None:
        self._held += data
        self._due = math.inf
        self.transport.pause_reading()

    def _go_on(self) -> None:
        self._release = None
        if self.transport.is_closing():
            return
        data = bytes(self._held)
        self._held.clear()
        self._now = self.loop.time()
        self._due = self._now + self._header_s
        self._take(data)
        is_paused = self._is_offered or (self.transport.get_protocol() is self and self.flow.read_paused)
        if not self.transport.is_closing() and not is_paused:
            self.transport.resume_reading()

    def _take(self, data: bytes) -> None:
        """Parse slice by slice, until it is refused or becomes a WebSocket."""
        if len(data) <= HTTP_SLICE and not self._is_refused and not self._is_offered:
            self._parse(data)
            return
        for start in range(0, len(data), HTTP_SLICE):
            if self._is_refused:
                self._linger(len(data) - start)
                return
            if self._is_offered or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._has_more = start + HTTP_SLICE < len(data)
            self._parse(data[start : start + HTTP_SLICE])

    def _parse(self, data: bytes) -> None:
        if self._phase == "idle":
            self._expect("header", self._header_s)
        before = self._phases
        self._slice = len(data)
        super().data_received(data)
        if self._is_refused:
            return
        if self._unstarted is not None and not self._unstarted[0].more_body:
            self._start_application()
        if before != self._phases:
            return  # what of this slice belongs to the new phase is not known, and little
        self._taken += len(data)
        if self._phase == "header" and self._taken > self._header_bytes:
            self._refuse("header_bytes")
        elif self._phase == "body":
            self._count_body()

    def _count_body(self) -> None:
        if self._taken > self._body_bytes or len(self.headers) > 2 * HEADER_LINES:
            self._refuse("body_bytes")  # header lines may follow a body
        elif self._taken - self._step >= BODY_STEP:
            self._step = self._taken
            self._due = self._now + self._body_s

    def _expect(self, phase: Literal["header", "body"], within_s: float) -> None:
        self._phase = phase
        self._phases += 1
        self._has_begun = False
        self._taken = self._step = 0
        self._due = self._now + within_s

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        if self._phase != "header":
            self._expect("header", self._header_s)
        self._has_begun = True

    def on_headers_complete(self) -> None:
        """The header is here: the application starts, and the body has its own time."""
        if self._is_refused:
            return
        if self._is_header_too_large():
            self._refuse("header_bytes")
            return
        if len(self.pipeline) >= PIPELINED:
            self._refuse("pipeline")
            return
        if self._is_handshake() and self._announces_body():
            self._refuse("handshake_body")
            return
        self._expect("body", self._body_s)
        super().on_headers_complete()

    def _is_header_too_large(self) -> bool:
        if len(self.headers) > HEADER_LINES:
            return True
        if self._taken + self._slice <= self._header_bytes:
            return False  # whatever of it was the header
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        return size > self._header_bytes

    def _is_handshake(self) -> bool:
        return self.parser.should_upgrade() and bool(self._should_upgrade())

    def _announces_body(self) -> bool:
        sizes = [value for name, value in self.headers if name == b"content-length"]
        return any(size.strip(b"0") for size in sizes) or any(
            name == b"transfer-encoding" for name, _ in self.headers
        )

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Start the application, or wait for the body: byte by byte it would be woken each time.

        Without a body it waits, too, until all is parsed that came with it, which may refuse the connection.
        A client that asks whether to send its body (`Expect: 100-continue`) is answered by the application.
        """
        has_enough = not cycle.more_body or len(cycle.body) >= BODY_STEP
        if has_enough or cycle.waiting_for_100_continue:
            super()._start_asgi_task(cycle, app)
        else:
            self._unstarted = (cycle, app)

    def on_body(self, body: bytes) -> None:
        """A part of the body: stored until it is complete, or enough for the application to read."""
        if self._is_refused:
            return
        cycle: RequestResponseCycle = self.cycle
        if not cycle.response_complete:
            cycle.body += body
            if len(cycle.body) >= BODY_STEP:
                self.flow.pause_reading()
                cycle.message_event.set()
                self._start_application()

    def on_message_complete(self) -> None:
        """The request is here."""
        if not self._is_refused:
            super().on_message_complete()
            self._phase, self._due = "idle", math.inf

    def _start_application(self) -> None:
        if self._unstarted is not None:
            unstarted, self._unstarted = self._unstarted, None
            super()._start_asgi_task(*unstarted)

    def on_response_complete(self) -> None:
        """The answer is written; the next request is served unless the connection is refused."""
        if not self._is_refused:
            super().on_response_complete()

    def handle_websocket_upgrade(self) -> None:
        """Become a WebSocket: here, or in the worker that has its table."""
        if self._is_refused:
            return
        if self._has_more or self._parsed_bytes() < self._slice:
            self._refuse("early_data")
            return
        self._start_application()  # a request that came before it
        better = self._better_workers()
        if not better:
            self._become_socket()
            return
        self._is_offered, self._due = True, math.inf
        self.transport.pause_reading()
        task = self.loop.create_task(self._hand_over(better))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @staticmethod
    def _parsed_bytes() -> int:
        """How many bytes of the slice the handshake took: the parser stops behind it by an exception."""
        upgrade = sys.exc_info()[1]
        assert isinstance(upgrade, HttpParserUpgrade)
        parsed: int = upgrade.args[0]
        return parsed

    def _become_socket(self) -> None:
        super().handle_websocket_upgrade()
        del self.parser  # the two hold each other, and this protocol is not told that its connection is lost

    def _better_workers(self) -> Sequence[int]:
        """Who is to serve it rather than this worker; nobody, where it came to a worker's own port."""
        is_shared = self.server is not None and self.server[1] == self._connections.settings.port
        if self._siblings is None or self._request or not is_shared:
            return ()
        if not self._is_answered(self.cycle) or self.transport.get_write_buffer_size() > 0:
            return ()  # an earlier request of this connection has no whole answer yet
        path, _, query = self.url.partition(b"?")
        return self._siblings.better(hint_of(query)) if path == SOCKET_PATH.encode() else ()

    async def _hand_over(self, better: Sequence[int]) -> None:
        assert self._siblings is not None
        lines = [b": ".join(header) for header in self.headers]
        first = b"%b %b HTTP/1.1" % (self.scope["method"].encode(), self.url)
        request = b"\r\n".join([first, *lines, b"", b""])
        connection = self.transport.get_extra_info("socket").fileno()
        for number in better:
            if await self._siblings.offer(number, connection, request):
                self._connections.moved("out")
                self.transport.abort()  # of this process alone: the other one has it open
                return
            if self.transport.is_closing():
                return
        self._connections.moved("kept")
        self._become_socket()
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def check(self, now: float) -> None:
        """Close it if the client is too slow to send, or does not read."""
        if self._is_refused and now >= self._due:
            self.transport.abort()
        elif self.transport.is_closing() or self.flow.write_paused:
            if self._unread.is_overdue(self.transport, now):
                self._connections.hit("unread")
                self.transport.abort()
        else:
            self._unread.reset()
            if now >= self._due and not self.flow.read_paused:
                self._now = now
                self._check_arrival()

    def _check_arrival(self) -> None:
        if self._phase == "body":
            self._refuse("body_time")
        elif self._is_answered(self.cycle):
            self._refuse("header_time")

    def _refuse(self, limit: Limit) -> None:
        """Answer with the limit's error if no other answer is under way, and close."""
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        is_silent = self._phase == "header" and not self._has_begun
        if self._phase != "body":
            may_answer = self._is_answered(cycle)
        else:
            may_answer = (cycle is None or not cycle.response_started) and not self.pipeline
        self._is_refused = True
        self._due = self._now + LINGER_S
        self._unset_keepalive_if_required()
        self._connections.hit(limit)
        if cycle is not None and not self._is_answered(cycle):
            cycle.disconnected = True
            cycle.message_event.set()
        if may_answer and not is_silent and limit in RESPONSES:
            self.transport.write(RESPONSES[limit])
            self.transport.write_eof()
        else:
            self.transport.close()

    @staticmethod
    def _is_answered(cycle: RequestResponseCycle | None) -> bool:
        """Whether no request waits for its answer."""
        return cycle is None or cycle.response_complete

    def _linger(self, size: int) -> None:
        self._taken += size
        if self._taken > LINGER_BYTES:
            self.transport.abort()


def protocols(connections: Connections, siblings: WorkerPeers | None = None) -> dict[str, Any]:
    """What uvicorn's configuration needs to serve with these limits, beside these workers."""
    return {"http": partial(LimitedHttp, connections, siblings), "ws": partial(LimitedSocket, connections)}
