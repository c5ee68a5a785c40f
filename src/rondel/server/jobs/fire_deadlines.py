"""Fires due deadlines. Any node may: a lease avoids duplicate work, and firing is idempotent."""

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

import structlog

from rondel.kernel import Ms
from rondel.server.ports.deadlines import ClaimedDeadline, Deadlines, Now
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import pause

CLAIM = 12
LEASE_MS: Ms = 120
SWEEP_MS: Ms = 1000
ALERT_MS: Ms = 25
"""How often to look while another node may have claimed something and died."""

IN_FLIGHT = 36
TICK_MS: Ms = 2
REST_MS: Ms = 200
LONGEST_REST_MS: Ms = 10_000

log = structlog.get_logger()


@dataclass
class Backoff:
    """Backoff of a table whose firing failed; it doubles with each failure."""

    until: Ms
    rest_ms: Ms


class DeadlineLoop:
    """Claims small batches and fires each deadline concurrently, so that a slow table delays no other.

    `fire` runs the house action of a claimed deadline, if it is still due. `late` receives the delay of each
    fired deadline.
    """

    def __init__(
        self,
        deadlines: Deadlines,
        now: Now,
        fire: Callable[[ClaimedDeadline], Coroutine[Any, Any, object]],
        *,
        late: Callable[[Ms], None] = lambda _: None,
    ) -> None:
        self._deadlines = deadlines
        self._now = now
        self._fire = fire
        self._late = late
        self._firing: dict[UUID, asyncio.Task[object]] = {}
        self._resting: dict[UUID, Backoff] = {}
        self._noted = asyncio.Event()
        self._earliest: Ms | None = None
        self._oldest: Ms | None = None
        self._last_due: Ms = 0
        self._in_vain = 0

    @property
    def firing(self) -> int:
        """Return the number of deadlines being fired."""
        return len(self._firing)

    @property
    def overdue_ms(self) -> Ms:
        """Return how long the oldest deadline of the last poll has been due."""
        return 0 if self._oldest is None else max(self._now.ms() - self._oldest, 0)

    def note(self, due_at: Ms) -> None:
        """Wake up for a deadline that this node has armed."""
        if self._earliest is None or due_at < self._earliest:
            self._earliest = due_at
            self._noted.set()

    async def run(self) -> None:
        """Fire until cancelled. Other nodes claim unfinished deadlines when their leases expire."""
        try:
            while True:
                await pause()
                await self._round()
        finally:
            firing = list(self._firing.values())
            for task in firing:
                task.cancel()
            await asyncio.gather(*firing, return_exceptions=True)

    async def _round(self) -> None:
        if len(self._firing) + CLAIM > IN_FLIGHT:
            await asyncio.wait(self._firing.values(), return_when=asyncio.FIRST_COMPLETED)
            return
        self._earliest = None  # next_due covers what is stored by now
        try:
            claimed = await self._deadlines.claim(limit=CLAIM, lease_ms=LEASE_MS)
            self._start(claimed)
            if len(claimed) == CLAIM:
                self._oldest = min(due.due_at for due in claimed)
            else:
                self._oldest = await self._deadlines.next_due()
                await self._sleep(self._next(claimed, self._oldest))
        except StoreUnavailableError:
            await pause(random.uniform(0.02, 0.25))  # noqa: S311 - jitter

    def _start(self, claimed: Sequence[ClaimedDeadline]) -> None:
        now = self._now.ms()
        for due in claimed:
            if due.due_at > now:
                self._now.learn(due.due_at)  # the database's clock has passed this time
            rest = self._resting.get(due.table)
            if due.table in self._firing or (rest is not None and now < rest.until):
                continue
            self._last_due = now
            task = asyncio.create_task(self._fire(due))
            self._firing[due.table] = task
            task.add_done_callback(partial(self._done, due))

    def _done(self, due: ClaimedDeadline, task: asyncio.Task[object]) -> None:
        del self._firing[due.table]
        if task.cancelled():
            return
        fault = task.exception()
        if fault is None:
            self._resting.pop(due.table, None)
            self._late(self._now.ms() - due.due_at)
        else:
            log.error(
                "deadline.failed", table=str(due.table), version=due.version, fault=type(fault).__name__
            )
            self._rest(due.table)

    def _rest(self, table: UUID) -> None:
        now = self._now.ms()
        before = self._resting.get(table)
        rest_ms = REST_MS if before is None else min(2 * before.rest_ms, LONGEST_REST_MS)
        forgotten = now - 2 * LONGEST_REST_MS
        self._resting = {at: rest for at, rest in self._resting.items() if rest.until > forgotten}
        self._resting[table] = Backoff(now + rest_ms, rest_ms)

    def _next(self, claimed: Sequence[ClaimedDeadline], next_due: Ms | None) -> Ms | None:
        """Return when to poll next."""
        now = self._now.ms()
        if next_due is None or next_due > now or claimed:
            self._in_vain = 0
            return next_due
        self._in_vain = min(self._in_vain + 1, 9)
        return now + (TICK_MS << self._in_vain)  # due, but another node holds the lease

    async def _sleep(self, due_at: Ms | None) -> None:
        """Sleep until a deadline is due, or an earlier one is noted. Polls in between for expired leases."""
        began = self._now.ms()
        sweep_at = began + (ALERT_MS if began - self._last_due < 2 * LEASE_MS else SWEEP_MS)
        while True:
            self._noted.clear()
            due_at = _earlier(due_at, self._earliest)
            now = self._now.ms()
            if due_at is not None and due_at <= now:
                self._last_due = now
                return
            if sweep_at <= now:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout((min(sweep_at, due_at or sweep_at) - now) / 1000):
                    await self._noted.wait()


def _earlier(one: Ms | None, other: Ms | None) -> Ms | None:
    return other if one is None else one if other is None else min(one, other)
