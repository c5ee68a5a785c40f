"""Outbound: what waits to be written to one socket. A slow socket is sent less, and nobody waits for it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from operator import itemgetter
from typing import Any, Final, Protocol

import structlog

FAULT: Final = 1011
"""Why a socket is closed, by RFC 6455: the fault is the server's."""

_frame_of: Final = itemgetter(0)
_log = structlog.get_logger()


class Line(Protocol):
    """A connection to which frames can be written without waiting, as long as its client reads them."""

    def write(self, frames: Sequence[bytes]) -> bool:
        """Write texts, all together; False, and nothing is written, if it takes none now."""
        ...


class TurnEnd:
    """The end of this turn of the event loop: what was queued in the turn is written then, socket by socket.

    One for all sockets of a node: a table with many spectators asks the loop once.
    """

    def __init__(self) -> None:
        self._due: list[Outbound] = []

    def add(self, out: "Outbound") -> None:
        """Write what is queued there, once this turn ends."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._flush)
        self._due.append(out)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for out in due:
            try:
                out.flush()
            except Exception as fault:  # noqa: BLE001 - of this socket, never of those after it
                _log.error("socket could not be written", fault=type(fault).__name__)
                out.close(FAULT, "it could not be written")


class Outbound:
    """A queue with one writer, which never grows past its limits.

    What is queued in one turn of the event loop is written together, while the `line` is free. Where it is
    not, or there is none, the writer's task waits for it.

    Beyond the limits, frames that may be dropped are; while it lags, whatever is pushed is dropped too, and
    once everything is written `caught_up` is called to push what is true then. Answers are never dropped:
    where they alone are too many, the socket is overrun and must be closed.
    """

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        *,
        max_frames: int,
        max_bytes: int,
        caught_up: Callable[[], None],
        line: Line | None = None,
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
        self.drops = 0

    def __len__(self) -> int:
        return len(self._queue)

    def push(self, frame: bytes) -> None:
        """Queue a frame that may be dropped, for what comes after it holds the same."""
        if self.is_lagging or self.is_overrun:
            return
        self._put(frame, False)
        if self._is_past_limit():
            self._drop()

    def answer(self, frame: bytes) -> None:
        """Queue a frame that is not dropped. Wait for `room` before doing what is to be answered."""
        if self.is_overrun:
            return
        self._put(frame, True)
        if self._is_past_limit():
            self._drop()
            if self._is_past_limit():
                self._overrun()

    def close(self, code: int, reason: str) -> None:
        """Close the socket, after the answers that wait."""
        if self._close is None:
            self._close = (code, reason)
            self._wake.set()

    @property
    def is_closing(self) -> bool:
        """Whether it is to be closed."""
        return self._close is not None or self.is_overrun

    async def room(self) -> None:
        """Wait until the queue is short enough for another answer."""
        while (self.is_lagging or self._is_full()) and not self.is_closing:
            self._written.clear()
            await self._written.wait()

    async def write(self) -> None:
        """Write what is queued, until it is to be closed; nobody waits for room after that."""
        try:
            await self._write()
        finally:
            self.is_lagging = False
            self._overrun()
            self._caught_up = _nobody  # who waits for it holds this queue

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
            return  # it will see whether it can be written
        if self._line is None or self._is_awake:
            self._wake.set()
        else:
            self._is_flush_due = True
            self._turn_end.add(self)

    def flush(self) -> None:
        """Write all that was queued in this turn of the loop, past the writer, which has nothing in hand."""
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
        self.drops += 1

    def _overrun(self) -> None:
        self.is_overrun = True
        self._queue.clear()
        self._bytes = 0
        self._written.set()


def _nobody() -> None:
    """Nobody waits any more."""
