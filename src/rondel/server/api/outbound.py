"""Outbound: what waits to be written to one socket. Whoever is too slow is told less, and nobody waits."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any


class Outbound:
    """A queue with one writer. Beyond its limits frames are dropped; answers never are.

    While it lags, whatever is pushed is dropped too. Once everything is written, `caught_up` is called to
    push what is true then.
    """

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        *,
        max_frames: int,
        max_bytes: int,
        caught_up: Callable[[], None],
    ) -> None:
        self._send = send
        self._max_frames = max_frames
        self._max_bytes = max_bytes
        self._caught_up = caught_up
        self._queue: deque[tuple[bytes, bool]] = deque()
        self._bytes = 0
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._close: tuple[int, str] | None = None
        self.is_lagging = False
        self.drops = 0

    def push(self, frame: bytes) -> None:
        """Queue a frame that may be dropped, for what comes after it tells the same."""
        if self.is_lagging:
            return
        self._put(frame, False)
        if len(self._queue) > self._max_frames or self._bytes > self._max_bytes:
            self._drop()

    def answer(self, frame: bytes) -> None:
        """Queue a frame that is not dropped. Who gives answers first waits until there is room."""
        self._put(frame, True)

    def close(self, code: int, reason: str) -> None:
        """Close the socket, after the answers that wait."""
        if self._close is None:
            self._close = (code, reason)
            self._wake.set()

    @property
    def is_closing(self) -> bool:
        """Whether it is to be closed."""
        return self._close is not None

    async def room(self) -> None:
        """Wait while it lags."""
        while self.is_lagging:
            self._idle.clear()
            await self._idle.wait()

    async def write(self) -> None:
        """Write what is queued, until it is to be closed; nobody waits for room after that."""
        try:
            await self._write()
        finally:
            self.is_lagging = False
            self._idle.set()

    async def _write(self) -> None:
        while True:
            while self._queue:
                frame, _ = self._queue.popleft()
                self._bytes -= len(frame)
                await self._send({"type": "websocket.send", "text": frame.decode()})
            if self._close is not None:
                code, reason = self._close
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
            if self.is_lagging:
                self.is_lagging = False
                self._idle.set()
                self._caught_up()
                continue
            self._wake.clear()
            await self._wake.wait()

    def _put(self, frame: bytes, is_answer: bool) -> None:
        self._queue.append((frame, is_answer))
        self._bytes += len(frame)
        self._wake.set()

    def _drop(self) -> None:
        self._queue = deque(entry for entry in self._queue if entry[1])
        self._bytes = sum(len(frame) for frame, _ in self._queue)
        self.is_lagging = True
        self.drops += 1
