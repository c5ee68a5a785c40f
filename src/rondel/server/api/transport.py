"""Uvicorn's protocols with limits: size and time of headers and bodies, unread answers, floods of frames.

Each connection has its next deadline in a field, which a sweep over all connections (`Connections.sweep`)
checks: a normal request starts no timer and no task. Data is parsed in small slices, so that no client holds
the event loop.
"""

import asyncio
import math
from asyncio import Transport
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from rondel.server.api.connections import Connections, Limit
from rondel.server.api.refusals import RESPONSES
from rondel.server.api.siblings import Siblings, hint_of

HEADER_LINES: Final = 100
PIPELINED: Final = 4
"""How many requests may wait for the answer to an earlier one of the same connection."""

HTTP_SLICE: Final = 512
SOCKET_SLICE: Final = 256
TINY_SLICE: Final = 32
"""How many bytes are parsed at a time: a move is shorter, and tiny requests are not many then. Of a socket
that has sent too many frames, a tiny slice in each turn of the event loop, until nothing of it waits."""

FRAMES_AT_ONCE: Final = 8
"""A slice with more frames than this has too many: others have their turns before the next one is parsed."""

WAITING_MESSAGES: Final = 4
"""How many messages wait for the one that is being answered before its socket is read no further."""

BODY_STEP: Final = 65_536
"""Each time this many bytes of a body have arrived, the application is given them, and the rest has its whole
time again. A shorter body is given to the application when it is complete."""

UNREAD_STEP: Final = 4_096
"""A client that reads fewer bytes than this in RONDEL_UNREAD_MS does not read."""

LINE: Final = "rondel.line"
"""The extension of ASGI's scope by which the application writes frames."""

SOCKET_PATH: Final = "/ws"
SWITCHING_PROTOCOLS: Final = 101
_WHOLE_TEXT: Final = 0x81
_SIZE_OF_16_BITS: Final = 126
_SIZE_OF_64_BITS: Final = 127

SAME_TEXTS: Final = 16
"""How many texts are remembered as they are framed."""

LINGER_S: Final = 1.0
LINGER_BYTES: Final = 1 << 18
"""How long, and how many bytes, a refused client may go on sending until it is reset: it should read why."""


class UnreadOutput:
    """Notices when a client has stopped reading what was written to it."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self._left = 0
        self._due = math.inf

    def reset(self) -> None:
        """Nothing waits to be read."""
        self._due = math.inf

    def is_overdue(self, transport: Transport, now: float) -> bool:
        """Whether the client has read next to nothing for too long."""
        left = transport.get_write_buffer_size()
        if self._due == math.inf or abs(left - self._left) >= UNREAD_STEP:
            self._left, self._due = left, now + self._after_s
        return now >= self._due


class LimitedHttp(HttpToolsProtocol):
    """One HTTP connection. It is idle between requests, else a header or a body is arriving."""

    def __init__(
        self, connections: Connections, siblings: Siblings | None, request: bytes = b"", **given: Any
    ) -> None:
        super().__init__(**given)
        settings = connections.settings
        self._connections = connections
        self._siblings = siblings
        self._request = request  # what another worker has read of it
        self._is_offered = False
        self._header_bytes, self._header_s = settings.header_bytes, settings.header_ms / 1000
        self._body_bytes, self._body_s = settings.body_bytes, settings.body_ms / 1000
        self._unread = UnreadOutput(settings.unread_ms / 1000)
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
        self._expect("body", self._body_s)
        super().on_headers_complete()

    def _is_header_too_large(self) -> bool:
        if len(self.headers) > HEADER_LINES:
            return True
        if self._taken + self._slice <= self._header_bytes:
            return False  # whatever of it was the header
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        return size > self._header_bytes

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
        if self._is_refused or (self.parser.should_upgrade() and self._should_upgrade()):
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
        if self._phase == "header":
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


class LimitedSocket(WebSocketsSansIOProtocol):
    """One WebSocket. Frames beyond RONDEL_FRAMES wait unread, which slows down the client that sends them."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        settings = connections.settings
        self._limits = connections
        self._is_limited = settings.limited
        self._unread = UnreadOutput(settings.unread_ms / 1000)
        self._burst = float(settings.frames.burst)
        self._per_s = settings.frames.burst * 1000 / settings.frames.per_ms
        self._credit = self._burst
        self._counted_at = self.loop.time()
        self._frames = 0
        self._waiting = bytearray()
        self._resume: asyncio.Handle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was an HTTP connection until now."""
        super().connection_made(transport)
        self._limits.replace(transport, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._resume is not None:
            self._resume.cancel()
        self._waiting.clear()
        self._limits.leave(self.transport)
        super().connection_lost(exc)
        # It holds itself by these two: the memory of a socket that is closed waits for no collector.
        self.conn.parser.close()
        if self.handshake_initiated:
            self.scope["extensions"].pop(LINE, None)

    def data_received(self, data: bytes) -> None:
        """Parse what came, slice by slice, as long as its frames are within the limit."""
        if self._resume is not None:
            self._waiting += data
            self.transport.pause_reading()
            return
        for start in range(0, len(data), SOCKET_SLICE):
            self._parse(data[start : start + SOCKET_SLICE])
            if self.transport.is_closing():
                return
            if self._credit < 0 or self._frames > FRAMES_AT_ONCE:
                self._waiting += data[start + SOCKET_SLICE :]
                self.transport.pause_reading()
                self._wait()
                return

    def _parse(self, data: bytes) -> None:
        self._frames = 0
        super().data_received(data)
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self._refuse_handshake()

    def _refuse_handshake(self) -> None:
        """The package websockets takes shorter lines than we do, and is silent where one is too long."""
        self._limits.hit("header_bytes")
        self.transport.write(RESPONSES["header_bytes"])
        self.transport.close()

    def handle_events(self) -> None:
        """Count the frames, then handle them."""
        self._frames = len(self.conn.events)
        if self._is_limited:
            now = self.loop.time()
            earned = (now - self._counted_at) * self._per_s
            self._credit = min(self._credit + earned, self._burst) - self._frames
            self._counted_at = now
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Queue a message. While few wait, reading goes on: to stop and to start it would cost two calls."""
        if self.read_paused or self.queue.qsize() >= WAITING_MESSAGES:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so uvicorn does not stop it
        super().send_receive_event_to_app()
        self.read_paused = False

    async def receive(self) -> Any:
        """The next message. More is read when all are taken, and nothing of what was read waits."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._resume is None:
                self.transport.resume_reading()
        return message

    def handle_connect(self, event: Request) -> None:
        """Hand the application a way to write frames without waiting, beside those of ASGI."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write texts, all together, a message each; False if it is not open, or its client does not read."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(message_of, frames)))
        return True

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read its answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # dropped: else answers would pile up in memory

    def check(self, now: float) -> None:
        """Reset it if it was closed, but the client does not read what was written before."""
        if not self.transport.is_closing():
            self._unread.reset()
        elif self._unread.is_overdue(self.transport, now):
            self._limits.hit("unread")
            self.transport.abort()

    def _wait(self) -> None:
        """Parse no more until others have had their turns, and its frames are within the limit again."""
        if self._credit < 0:
            self._limits.hit("frames")
            self._resume = self.loop.call_later(-self._credit / self._per_s, self._go_on)
        else:
            self._resume = self.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Parse a little of what waits; read on once nothing does."""
        self._resume = None
        data = bytes(self._waiting[:TINY_SLICE])
        del self._waiting[:TINY_SLICE]
        if self.transport.is_closing():
            return
        try:
            self._parse(data)
        except Exception:
            self.transport.abort()  # as the event loop does where it has called
            raise
        if self.transport.is_closing():
            return
        if self._waiting or self._credit < 0:
            self._wait()
        elif not self.read_paused:
            self.transport.resume_reading()


@lru_cache(maxsize=SAME_TEXTS)
def message_of(text: bytes) -> bytes:
    """A text as RFC 6455 frames it: once for all spectators of a table, who are sent the same one."""
    return head_of(len(text)) + text


def head_of(size: int) -> bytes:
    """What comes before the bytes of a text that is sent as one frame."""
    if size < _SIZE_OF_16_BITS:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, _SIZE_OF_16_BITS)) + size.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, _SIZE_OF_64_BITS)) + size.to_bytes(8, "big")


def protocols(connections: Connections, siblings: Siblings | None = None) -> dict[str, Any]:
    """What uvicorn's configuration needs to serve with these limits, beside these workers."""
    return {"http": partial(LimitedHttp, connections, siblings), "ws": partial(LimitedSocket, connections)}
