"""Fires what has fallen due. Any node may; a claim saves work, and firing twice is once."""

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
from rondel.server.clock import pause
from rondel.server.ports import Deadlines, Due, Now, Unavailable

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
class Rest:
    """A table whose firing failed is left alone until then; each time twice as long."""

    until: Ms
    rest_ms: Ms


class DeadlineLoop:
    """Claims small batches and fires each on its own, so that one slow or broken table delays no other.

    `fire` lets the House act at the table of a claimed deadline, if it is still due. `late` is told how
    late each was, when its firing is done.
    """

    def __init__(
        self,
        deadlines: Deadlines,
        now: Now,
        fire: Callable[[Due], Coroutine[Any, Any, object]],
        *,
        late: Callable[[Ms], None] = lambda _: None,
    ) -> None:
        self._deadlines = deadlines
        self._now = now
        self._fire = fire
        self._late = late
        self._firing: dict[UUID, asyncio.Task[object]] = {}
        self._resting: dict[UUID, Rest] = {}
        self._noted = asyncio.Event()
        self._earliest: Ms | None = None
        self._oldest: Ms | None = None
        self._last_due: Ms = 0
        self._in_vain = 0

    @property
    def firing(self) -> int:
        """How many tables' deadlines are being fired now."""
        return len(self._firing)

    @property
    def overdue_ms(self) -> Ms:
        """For how long the oldest deadline has been due that was found at the last look."""
        return 0 if self._oldest is None else max(self._now.ms() - self._oldest, 0)

    def note(self, due_at: Ms) -> None:
        """This node has armed a deadline: be awake by then."""
        if self._earliest is None or due_at < self._earliest:
            self._earliest = due_at
            self._noted.set()

    async def run(self) -> None:
        """Fire for ever; when cancelled, leave what is not done to whoever claims it next."""
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
        self._earliest = None  # whatever is stored by now, next_due will know
        try:
            claimed = await self._deadlines.claim(limit=CLAIM, lease_ms=LEASE_MS)
            self._start(claimed)
            if len(claimed) == CLAIM:
                self._oldest = min(due.due_at for due in claimed)
            else:
                self._oldest = await self._deadlines.next_due()
                await self._sleep(self._next(claimed, self._oldest))
        except Unavailable:
            await pause(random.uniform(0.02, 0.25))  # noqa: S311 - jitter

    def _start(self, claimed: Sequence[Due]) -> None:
        now = self._now.ms()
        for due in claimed:
            if due.due_at > now:
                self._now.learn(due.due_at)  # it is due by the database's clock, so it is as late as that
            rest = self._resting.get(due.table)
            if due.table in self._firing or (rest is not None and now < rest.until):
                continue
            self._last_due = now
            task = asyncio.create_task(self._fire(due))
            self._firing[due.table] = task
            task.add_done_callback(partial(self._done, due))

    def _done(self, due: Due, task: asyncio.Task[object]) -> None:
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
        self._resting[table] = Rest(now + rest_ms, rest_ms)

    def _next(self, claimed: Sequence[Due], next_due: Ms | None) -> Ms | None:
        """When the next one is worth a look."""
        now = self._now.ms()
        if next_due is None or next_due > now or claimed:
            self._in_vain = 0
            return next_due
        self._in_vain = min(self._in_vain + 1, 9)
        return now + (TICK_MS << self._in_vain)  # due, and yet not to be had: somebody is at it

    async def _sleep(self, due_at: Ms | None) -> None:
        """Until that falls due, or an earlier one that is noted; sooner if others may have died firing."""
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
