"""Tells people that it is their turn: plans what has been owed for a while, and delivers what is due.

Any node may; a claim saves work, and a message is handed over once at most.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog

from rondel.kernel import Ms
from rondel.server.ports.deadlines import Now
from rondel.server.ports.notices import Notice, Notices, OutboxEntry
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import pause

TICK_S: Final = 1.0
TAKE: Final = 50
TAKE_MS: Ms = 30_000
LEASE_MS: Ms = 60_000
"""Longer than it takes to hand a message over."""

IN_FLIGHT: Final = 8
STOP_S: Final = 5.0
"""So long whatever is being sent has, to be sent to its end, when the node stops."""

RETENTION_MS: Ms = 30 * 24 * 3_600_000
SWEEP_MS: Ms = 3_600_000

_log = structlog.get_logger()


class NoticeLoop:
    """Plans a few turns at a time; delivers a few messages at once, so that a slow one delays no other."""

    def __init__(
        self,
        notices: Notices,
        now: Now,
        *,
        plan: Callable[[OutboxEntry], Coroutine[Any, Any, None]],
        deliver: Callable[[Notice], Coroutine[Any, Any, None]],
        lease_ms: Ms = LEASE_MS,
    ) -> None:
        self._notices = notices
        self._now = now
        self._plan = plan
        self._deliver = deliver
        self._lease_ms = lease_ms
        self._under_way: set[asyncio.Task[None]] = set()
        self._swept_at: Ms = 0

    async def run(self) -> None:
        """For ever; when cancelled, what is being sent is sent to its end, if that is soon."""
        try:
            while True:
                await pause()
                if not await self._round():
                    await pause(TICK_S * random.uniform(0.8, 1.2))  # noqa: S311 - jitter
        finally:
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=STOP_S)
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def tick(self) -> None:
        """Plan and deliver what there is now."""
        while await self._round() or self._under_way:
            if self._under_way:
                await asyncio.wait(self._under_way)

    async def _round(self) -> bool:
        """Whether there was something to do."""
        try:
            owed = await self._notices.take(limit=TAKE, lease_ms=TAKE_MS)
            await asyncio.gather(*(self._safely(self._plan(each)) for each in owed))
            await self._sweep()
            if len(self._under_way) >= IN_FLIGHT:
                await asyncio.wait(self._under_way, return_when=asyncio.FIRST_COMPLETED)
            free = IN_FLIGHT - len(self._under_way)
            claimed = await self._notices.claim(limit=free, lease_ms=self._lease_ms)
        except StoreUnavailableError:
            return False
        for notice in claimed:
            task = asyncio.create_task(self._safely(self._deliver(notice)))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        return bool(owed or claimed)

    async def _sweep(self) -> None:
        now = self._now.ms()
        if now - self._swept_at >= SWEEP_MS:
            self._swept_at = now
            await self._notices.forget(before=now - RETENTION_MS)

    async def _safely(self, doing: Coroutine[Any, Any, None]) -> None:
        """One that fails is tried again when its lease ends, and spoils no other."""
        try:
            await doing
        except StoreUnavailableError:
            return  # it is logged once, as database.lost
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are to be told
            _log.error("notice.failed", error=type(error).__name__)
