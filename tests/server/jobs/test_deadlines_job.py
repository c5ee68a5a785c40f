"""The deadline loop: each fires once, in time, whoever dies. In virtual time, so no machine is too slow."""

import asyncio
from bisect import insort
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import wraps
from itertools import islice, takewhile
from typing import Any, ParamSpec
from uuid import UUID, uuid4

import pytest

from rondel.kernel import Ms
from rondel.server.jobs import fire_deadlines as job
from rondel.server.jobs.fire_deadlines import CLAIM, IN_FLIGHT, DeadlineLoop
from rondel.server.ports.deadlines import ClaimedDeadline
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import DatabaseClock
from tests.simulate.loop import VirtualLoop

P = ParamSpec("P")


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=lambda: VirtualLoop(test.__name__)) as runner:
            runner.run(test(*args, **kwargs))

    return run


def now_ms() -> Ms:
    return 1_000_000 + int(asyncio.get_running_loop().time() * 1000)


class Armed:
    """Deadlines as a database keeps them, with a round trip's time and claims that run out."""

    def __init__(self) -> None:
        self.due: dict[UUID, Ms] = {}
        self.in_order: list[tuple[Ms, UUID]] = []
        self.claimed_until: dict[UUID, Ms] = {}
        self.is_down = False
        self.round_trips = 0

    def arm(self, *tables: UUID, due_at: Ms) -> None:
        for table in tables:
            self.due[table] = due_at
            insort(self.in_order, (due_at, table))

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[ClaimedDeadline]:
        await self._round_trip()
        now = now_ms()
        due = takewhile(lambda due: due.due_at <= now, self._unclaimed(now))
        claimed = list(islice(due, limit))
        self.claimed_until.update((due.table, now + lease_ms) for due in claimed)
        return claimed

    async def next_due(self) -> Ms | None:
        await self._round_trip()
        return next((due.due_at for due in self._unclaimed(now_ms())), None)

    async def due_at(self, table: UUID) -> Ms | None:
        await self._round_trip()
        return self.due.get(table)

    def _unclaimed(self, now: Ms) -> Iterator[ClaimedDeadline]:
        for due_at, table in self.in_order:
            if self.due.get(table) == due_at and self.claimed_until.get(table, 0) <= now:
                yield ClaimedDeadline(table, 1, due_at)

    async def _round_trip(self) -> None:
        self.round_trips += 1
        await asyncio.sleep(0.001)
        if self.is_down:
            raise StoreUnavailableError


class Tables:
    """Where deadlines are fired: once each, however often it is tried."""

    def __init__(self, armed: Armed, *, takes_s: float = 0.003) -> None:
        self.armed = armed
        self.takes_s = takes_s
        self.fired: list[UUID] = []
        self.tried: list[UUID] = []
        self.late: list[Ms] = []
        self.is_broken: Callable[[UUID], bool] = lambda _: False

    async def fire(self, due: ClaimedDeadline) -> None:
        self.tried.append(due.table)
        await asyncio.sleep(self.takes_s)
        if self.is_broken(due.table):
            raise RuntimeError("broken")
        if self.armed.due.pop(due.table, None) is not None:
            self.fired.append(due.table)
            self.late.append(now_ms() - due.due_at)

    def p99(self) -> Ms:
        return sorted(self.late)[len(self.late) * 99 // 100]


@asynccontextmanager
async def running(*loops: DeadlineLoop) -> AsyncIterator[list[asyncio.Task[None]]]:
    tasks = [asyncio.create_task(loop.run()) for loop in loops]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends)


async def until(is_so: Callable[[], bool], within_s: float = 10) -> None:
    async with asyncio.timeout(within_s):
        while not is_so():
            await asyncio.sleep(0.005)


def a_clock(*, lags_ms: Ms = 0) -> DatabaseClock:
    clock = DatabaseClock(now_ms, now_ms)
    clock.learn(now_ms() - lags_ms)
    return clock


@in_virtual_time
async def test_two_hundred_at_one_instant_and_one_of_two_nodes_killed() -> None:
    armed = Armed()
    tables = Tables(armed)
    armed.arm(*(uuid4() for _ in range(200)), due_at=now_ms() + 200)
    dead = DeadlineLoop(armed, a_clock(), lambda _: asyncio.sleep(60))  # claims, and never gets to fire
    alive = DeadlineLoop(armed, a_clock(), tables.fire)

    async with running(dead, alive) as (killed, _):
        await until(lambda: dead.firing >= CLAIM)
        killed.cancel()
        await until(lambda: not armed.due)

    assert len(tables.fired) == len(set(tables.fired)) == 200
    assert tables.p99() < 250


@in_virtual_time
async def test_what_a_node_claimed_before_it_died_fires_although_the_other_had_nothing_to_do() -> None:
    armed = Armed()
    tables = Tables(armed)
    armed.arm(uuid4(), due_at=now_ms() + 50)
    dead = DeadlineLoop(armed, a_clock(), lambda _: asyncio.sleep(60))
    alive = DeadlineLoop(armed, a_clock(), tables.fire)

    async with running(dead) as (killed,):
        await until(lambda: bool(armed.claimed_until))
        async with running(alive):
            killed.cancel()
            await until(lambda: not armed.due)

    assert tables.late[0] < 1250


@in_virtual_time
async def test_ten_thousand_armed_are_punctual() -> None:
    armed = Armed()
    tables = Tables(armed)
    began = now_ms() + 1000
    for number in range(10_000):
        armed.arm(uuid4(), due_at=began + (number * 7 % 2_000 if number < 400 else 3_600_000))
    loop = DeadlineLoop(armed, a_clock(), tables.fire)

    async with running(loop):
        await until(lambda: len(tables.fired) == 400)

    assert tables.p99() <= 50
    assert len(armed.due) == 9_600


@in_virtual_time
async def test_a_deadline_armed_here_wakes_the_loop_before_its_sweep() -> None:
    armed = Armed()
    tables = Tables(armed)
    loop = DeadlineLoop(armed, a_clock(), tables.fire)

    async with running(loop):
        await asyncio.sleep(0.4)  # asleep for a second
        due_at = now_ms() + 50
        armed.arm(uuid4(), due_at=due_at)
        loop.note(due_at)
        loop.note(due_at + 10_000)
        await until(lambda: bool(tables.fired))

    assert tables.late[0] < 50


@in_virtual_time
async def test_a_deadline_armed_elsewhere_is_found_by_the_sweep() -> None:
    armed = Armed()
    tables = Tables(armed)

    async with running(DeadlineLoop(armed, a_clock(), tables.fire)):
        await asyncio.sleep(0.1)
        armed.arm(uuid4(), due_at=now_ms() + 50)
        await until(lambda: bool(tables.fired))

    assert tables.late[0] < 1100


@in_virtual_time
async def test_with_nothing_to_do_it_asks_once_a_second() -> None:
    armed = Armed()

    async with running(DeadlineLoop(armed, a_clock(), Tables(armed).fire)):
        await asyncio.sleep(1.5)

    assert armed.round_trips <= 6


@in_virtual_time
async def test_a_broken_table_stops_no_other_and_is_tried_ever_more_seldom() -> None:
    armed = Armed()
    tables = Tables(armed)
    broken = [uuid4() for _ in range(40)]
    tables.is_broken = broken.__contains__
    armed.arm(*broken, due_at=now_ms() - 1000)

    async with running(DeadlineLoop(armed, a_clock(), tables.fire)):
        await asyncio.sleep(1)
        sound = [uuid4() for _ in range(20)]
        armed.arm(*sound, due_at=now_ms())
        await until(lambda: len(tables.fired) == 20)
        tries = len(tables.tried)
        tables.is_broken = lambda _: False
        await until(lambda: not armed.due)

    assert set(tables.fired[:20]) == set(sound)
    assert tables.p99() < 6000
    assert tries <= 20 + 40 * 5


@in_virtual_time
async def test_a_slow_table_delays_no_other() -> None:
    armed = Armed()
    tables = Tables(armed)
    slow = uuid4()
    armed.arm(slow, due_at=now_ms())

    async def fire(due: ClaimedDeadline) -> None:
        if due.table == slow:
            await asyncio.sleep(1)
        await tables.fire(due)

    loop = DeadlineLoop(armed, a_clock(), fire)
    async with running(loop):
        await asyncio.sleep(0.3)
        due_at = now_ms() + 100
        armed.arm(*(uuid4() for _ in range(30)), due_at=due_at)
        loop.note(due_at)
        await until(lambda: len(tables.fired) == 30)
        assert tables.p99() < 150
        await until(lambda: slow in tables.fired)

    assert tables.tried.count(slow) == 1


@in_virtual_time
async def test_no_more_than_so_many_fire_at_once() -> None:
    armed = Armed()
    tables = Tables(armed)
    at_once = most = 0
    armed.arm(*(uuid4() for _ in range(150)), due_at=now_ms())

    async def fire(due: ClaimedDeadline) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.05)
        await tables.fire(due)
        at_once -= 1

    async with running(DeadlineLoop(armed, a_clock(), fire)):
        await until(lambda: not armed.due)

    assert IN_FLIGHT - CLAIM < most <= IN_FLIGHT
    assert len(tables.fired) == 150


@in_virtual_time
async def test_a_database_that_is_away_is_asked_again() -> None:
    armed = Armed()
    tables = Tables(armed)
    armed.arm(uuid4(), due_at=now_ms())
    armed.is_down = True

    async with running(DeadlineLoop(armed, a_clock(), tables.fire)):
        await asyncio.sleep(0.5)
        assert tables.fired == []
        attempts = armed.round_trips
        armed.is_down = False
        await until(lambda: bool(tables.fired), within_s=1)

    assert attempts < 30


@in_virtual_time
async def test_a_node_whose_clock_lags_fires_what_the_database_says_is_due() -> None:
    armed = Armed()
    clock = a_clock(lags_ms=500)
    seen: list[Ms] = []
    due_at = now_ms() - 5
    armed.arm(uuid4(), due_at=due_at)

    async def fire(due: ClaimedDeadline) -> None:
        seen.append(clock.ms())
        armed.due.clear()

    async with running(DeadlineLoop(armed, clock, fire)):
        await until(lambda: bool(seen))

    assert seen[0] >= due_at


@in_virtual_time
async def test_lateness_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "CLAIM", 2)
    armed = Armed()
    tables = Tables(armed)
    delays: list[Ms] = []
    armed.arm(*(uuid4() for _ in range(5)), due_at=now_ms() - 300)

    async with running(DeadlineLoop(armed, a_clock(), tables.fire, late=delays.append)):
        await until(lambda: len(delays) == 5)

    assert all(300 <= late < 2000 for late in delays)


@in_virtual_time
async def test_being_due_and_never_to_be_had_does_not_make_it_spin() -> None:
    armed = Armed()
    armed.arm(uuid4(), due_at=now_ms() - 1000)

    async def nothing(*, limit: int, lease_ms: Ms) -> Sequence[ClaimedDeadline]:
        await asyncio.sleep(0)
        armed.round_trips += 1
        return []

    armed.claim = nothing  # type: ignore[method-assign]
    async with running(DeadlineLoop(armed, a_clock(), Tables(armed).fire)):
        await asyncio.sleep(1)

    assert armed.round_trips <= 40
