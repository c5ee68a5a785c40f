"""Uvicorn's WebSocket with limits: floods of frames, messages in many pieces, clients that do not read."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from rondel.server.api.transport.connections import Connections, Limit
from rondel.server.api.transport.refusals import LINGER_BYTES, LINGER_S, RESPONSES
from rondel.server.api.transport.unread_output import UnreadOutput

SOCKET_SLICE: Final = 256
TINY_SLICE: Final = 32
"""How many bytes are parsed at a time: a move is shorter. Of a socket that has sent too many frames, a tiny
slice in each turn of the event loop, until nothing of it waits."""

FRAGMENTS: Final = 64
"""A message comes in at most so many frames. Browsers and proxies send one, or one for each few kilobytes."""

FRAMES_AT_ONCE: Final = 8
"""A slice with more frames than this has too many: others have their turns before the next one is parsed."""

WAITING_MESSAGES: Final = 4
"""How many messages wait for the one that is being answered before its socket is read no further."""

LINE: Final = "rondel.line"
"""The extension of ASGI's scope by which the application writes frames."""

SWITCHING_PROTOCOLS: Final = 101
_WHOLE_TEXT: Final = 0x81
_SIZE_OF_16_BITS: Final = 126
_SIZE_OF_64_BITS: Final = 127

SAME_TEXTS: Final = 16
"""How many texts are remembered as they are framed."""


class LimitedSocket(WebSocketsSansIOProtocol):
    """One WebSocket. Frames beyond `frame_rate` wait unread, which slows down the client that sends them."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        settings = connections.settings
        self._limits = connections
        self._is_limited = settings.rate_limits
        self._unread = UnreadOutput(settings.constants.unread_ms / 1000)
        self._burst = float(settings.constants.frame_rate.burst)
        self._per_s = settings.constants.frame_rate.burst * 1000 / settings.constants.frame_rate.per_ms
        self._credit = self._burst
        self._counted_at = self.loop.time()
        self._frames = 0
        self._waiting = bytearray()
        self._resume: asyncio.Handle | None = None
        self._is_refused = False
        self._lingered = 0

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
        if self.handshake_initiated and self.response.status_code == SWITCHING_PROTOCOLS:
            self.scope["extensions"].pop(LINE, None)

    def data_received(self, data: bytes) -> None:
        """Parse what came, slice by slice, as long as its frames are within the limit."""
        if self._is_refused:
            self._linger(len(data))
            return
        if self.handshake_initiated and not self.handshake_complete:
            self._refuse("early_data")
            return
        if self._resume is not None:
            self._waiting += data
            self.transport.pause_reading()
            return
        for start in range(0, len(data), SOCKET_SLICE):
            self._parse(data[start : start + SOCKET_SLICE])
            if self.transport.is_closing() or self._is_refused:
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
            self._refuse("header_bytes")  # the package takes shorter lines than we do, and is silent

    def _refuse(self, limit: Limit) -> None:
        """Answer a handshake with the limit's error, and end."""
        self._limits.hit(limit)
        self.transport.write(RESPONSES[limit])
        self._end(CloseCode.ABNORMAL_CLOSURE)

    def handle_parser_exception(self) -> None:
        """Send the close frame of frames that cannot be read, and end."""
        assert self.conn.close_sent is not None
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._end(self.conn.close_sent.code)

    def _end(self, code: int) -> None:
        """Write nothing more, but read on for a moment: a closed connection is reset by what still arrives.

        A client that is reset does not read why. The timer also keeps uvicorn from closing at once.
        """
        self._is_refused = self.close_sent = self.disconnected = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.transport.write_eof()
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _linger(self, size: int) -> None:
        self._lingered += size
        if self._lingered > LINGER_BYTES:
            self.transport.abort()

    def handle_events(self) -> None:
        """Count the frames, then handle them."""
        self._frames = len(self.conn.events)
        if self._is_limited:
            now = self.loop.time()
            earned = (now - self._counted_at) * self._per_s
            self._credit = min(self._credit + earned, self._burst) - self._frames
            self._counted_at = now
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to the message, unless it has too many."""
        if self.close_sent:
            return
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
            return
        self._limits.hit("fragments")
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many fragments")
        self.handle_parser_exception()

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
        if self.transport.is_closing() or self._is_refused:
            return
        try:
            self._parse(data)
        except Exception:
            self.transport.abort()  # as the event loop does where it has called
            raise
        if self.transport.is_closing() or self._is_refused:
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
