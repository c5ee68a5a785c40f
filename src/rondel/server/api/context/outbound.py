"""The send queue of one socket. A slow socket gets fewer frames, and nobody waits for it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from operator import itemgetter
from typing import Any, Final, Protocol

import structlog

FAULT: Final = 1011
"""Why a socket is closed, by RFC 6455: the fault is the server's."""

_frame_of: Final = itemgetter(0)
_log = structlog.get_logger()


class OutgoingConnection(Protocol):
    """A connection that accepts frames without waiting, as long as its client reads them."""

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write frames together. Returns False, and writes none, if the connection is busy."""
        ...


class TurnEnd:
    """Writes all queued frames at the end of an event-loop iteration, socket by socket.

    All sockets of a node share one: a table with many spectators schedules a single callback.
    """

    def __init__(self) -> None:
        self._due: list[Outbound] = []

    def add(self, out: "Outbound") -> None:
        """Schedule a write of this queue for the end of the iteration."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._flush)
        self._due.append(out)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for out in due:
            try:
                out.flush()
            except Exception as fault:  # noqa: BLE001 - of this socket, never of those after it
                _log.error("socket.write_failed", fault=type(fault).__name__)
                out.close(FAULT, "it could not be written")


class Outbound:
    """A bounded queue with one writer.

    Frames queued in one event-loop iteration are written together while the `line` is free. Otherwise the
    writer's task waits for it.

    Beyond the limits, droppable frames are dropped, and so are new ones while the queue lags. Once all is
    written, `caught_up` is called to push the current state. Answers are never dropped: if they alone exceed
    the limits, the socket is overrun and must be closed.
    """

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        *,
        max_frames: int,
        max_bytes: int,
        caught_up: Callable[[], None],
        line: OutgoingConnection | None = None,
        turn_end: TurnEnd | None = None,
    ) -> None:
        self._send = send
        self._line = line
        self._turn_end = turn_end or TurnEnd()
        self._is_awake = True
        self._is_flush_due = False
        self._max_frames = max_frames
        self._max_bytes = max_bytes
        self._caught_up = caught_up
        self._queue: list[tuple[bytes, bool]] = []
        self._bytes = 0
        self._wake = asyncio.Event()
        self._written = asyncio.Event()
        self._close: tuple[int, str] | None = None
        self.is_lagging = False
        self.is_overrun = False

    def __len__(self) -> int:
        return len(self._queue)

    def push(self, frame: bytes) -> None:
        """Queue a frame that may be dropped: a later full view replaces it."""
        if self.is_lagging or self.is_overrun:
            return
        self._put(frame, False)
        if self._is_past_limit():
            self._drop()

    def answer(self, frame: bytes) -> None:
        """Queue a frame that is never dropped. Await `room` before handling the request."""
        if self.is_overrun:
            return
        self._put(frame, True)
        if self._is_past_limit():
            self._drop()
            if self._is_past_limit():
                self._overrun()

    def close(self, code: int, reason: str) -> None:
        """Close the socket after the queued answers."""
        if self._close is None:
            self._close = (code, reason)
            self._wake.set()

    @property
    def is_closing(self) -> bool:
        """Return whether the socket is closing."""
        return self._close is not None or self.is_overrun

    async def room(self) -> None:
        """Wait until the queue is short enough for another answer."""
        while (self.is_lagging or self._is_full()) and not self.is_closing:
            self._written.clear()
            await self._written.wait()

    async def write(self) -> None:
        """Write queued frames until the socket closes. Nobody waits for room after that."""
        try:
            await self._write()
        finally:
            self.is_lagging = False
            self._overrun()
            self._caught_up = _ignore  # breaks the reference cycle

    async def _write(self) -> None:
        while True:
            while self._queue:
                frame, _ = self._queue.pop(0)
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._written.set()
            if self._close is not None:
                code, reason = self._close
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
            if self.is_lagging:
                self.is_lagging = False
                self._written.set()
                self._caught_up()
                continue
            self._wake.clear()
            self._is_awake = False
            await self._wake.wait()
            self._is_awake = True

    def _put(self, frame: bytes, is_answer: bool) -> None:
        self._queue.append((frame, is_answer))
        self._bytes += len(frame)
        if self._is_flush_due:
            return  # the writer's task checks whether it can write
        if self._line is None or self._is_awake:
            self._wake.set()
        else:
            self._is_flush_due = True
            self._turn_end.add(self)

    def flush(self) -> None:
        """Write all frames of this iteration directly, while the writer is idle."""
        self._is_flush_due = False
        is_held = self.is_lagging or self.is_overrun or self._is_awake or self._close is not None
        if is_held or self._line is None or not self._line.write(list(map(_frame_of, self._queue))):
            self._wake.set()
            return
        self._queue.clear()
        self._bytes = 0
        self._written.set()

    def _is_full(self) -> bool:
        return len(self._queue) >= self._max_frames or self._bytes >= self._max_bytes

    def _is_past_limit(self) -> bool:
        return len(self._queue) > self._max_frames or self._bytes > self._max_bytes

    def _drop(self) -> None:
        self._queue = [entry for entry in self._queue if entry[1]]
        self._bytes = sum(len(frame) for frame, _ in self._queue)
        self.is_lagging = True

    def _overrun(self) -> None:
        self.is_overrun = True
        self._queue.clear()
        self._bytes = 0
        self._written.set()


def _ignore() -> None:
    """No-op callback of a closed queue."""
