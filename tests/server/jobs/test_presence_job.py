"""Presence: who is reported absent, and when. (Cambio 9.1, 9.10)"""

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest

from rondel.kernel import Ms, Seat
from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.adapters.redis import connect
from rondel.server.adapters.redis.presence import RedisPresence
from rondel.server.jobs import report_presence
from rondel.server.jobs.report_presence import PresenceLoop, Report, Wait, verdict
from rondel.server.ports.presence import Absence, PresenceStore
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import monotonic_ms
from tests.contracts.own_redis import OwnRedis

RULEBOOK = "cambio"

GRACE_MS = 15_000
TABLE = uuid4()
SEAT = (TABLE, 1)
At = tuple[UUID, Seat]


def absence(*, since: Ms = 100_000, is_fresh_start: bool = False, used_ms: Ms = 0) -> Absence:
    return Absence(TABLE, 1, since, is_fresh_start, used_ms)


# the rule


def test_9_1_an_absence_is_reported_when_its_grace_has_passed() -> None:
    assert verdict(absence(), GRACE_MS, 114_999, answered_since=0) == Wait(115_000)
    assert verdict(absence(), GRACE_MS, 115_000, answered_since=0) == Report(GRACE_MS)
    assert verdict(absence(), GRACE_MS, 119_000, answered_since=0) == Report(GRACE_MS)


def test_9_1_without_grace_an_absence_is_reported_at_once() -> None:
    assert verdict(absence(), 0, 100_000, answered_since=0) == Report(0)


def test_9_10_death_or_drain_of_a_node_gives_45_s_that_do_not_count() -> None:
    gone = absence(is_fresh_start=True)

    assert verdict(gone, GRACE_MS, 144_999, answered_since=0) == Wait(145_000)
    assert verdict(gone, GRACE_MS, 145_000, answered_since=0) == Report(0)


def test_9_10_a_fresh_start_lasts_a_longer_grace_where_there_is_one() -> None:
    assert verdict(absence(is_fresh_start=True), 60_000, 150_000, answered_since=0) == Wait(160_000)


def test_9_10_after_a_restart_of_the_store_the_grace_starts_anew() -> None:
    assert verdict(absence(), GRACE_MS, 115_000, answered_since=110_000) == Wait(155_000)
    assert verdict(absence(), GRACE_MS, 155_000, answered_since=110_000) == Report(0)


def test_9_10_a_restart_before_the_absence_does_not_matter() -> None:
    assert verdict(absence(), GRACE_MS, 115_000, answered_since=100_000) == Report(GRACE_MS)


def test_9_10_redis_down_for_30_s_forfeits_nobody() -> None:
    """Leases of 30 s ended while nobody could renew them; a socket renews within ten seconds after."""
    down_at, up_at = 100_000, 130_000
    ended = absence(since=down_at + 25_000)

    for now in range(up_at, up_at + 45_000, 1000):
        assert verdict(ended, GRACE_MS, now, answered_since=up_at) == Wait(up_at + 45_000)


def test_9_10_once_four_graces_are_used_the_end_of_a_lease_is_reported_at_once() -> None:
    assert verdict(absence(used_ms=50_000), GRACE_MS, 100_000, answered_since=0) == Wait(110_000)
    assert verdict(absence(used_ms=60_000), GRACE_MS, 100_000, answered_since=0) == Report(0)
    assert verdict(absence(used_ms=75_000), GRACE_MS, 100_000, answered_since=0) == Report(0)


def test_9_10_a_fresh_start_is_granted_even_when_all_grace_is_used() -> None:
    spent = absence(used_ms=60_000, is_fresh_start=True)

    assert verdict(spent, GRACE_MS, 100_001, answered_since=0) == Wait(145_000)


# the loop


class Clock:
    def __init__(self) -> None:
        self.ms: Ms = 1_000_000

    def __call__(self) -> Ms:
        return self.ms


class House:
    """A node with sockets, and tables that hear reports."""

    def __init__(
        self,
        store: PresenceStore,
        clock: Callable[[], Ms] = monotonic_ms,
        *,
        node: str = "node-a",
        grace_ms: Ms | None = GRACE_MS,
    ) -> None:
        self.sockets: set[At] = set()
        self.reports: list[tuple[At, bool]] = []
        self.grace_requests: list[UUID] = []
        self.waits: list[dict[UUID, dict[Seat, Ms]]] = []
        self.is_broken: Callable[[At], bool] = lambda _: False
        self.is_away = False
        self.grace_ms = grace_ms
        self.loop = PresenceLoop(
            store,
            node,
            seats=lambda: self.sockets,
            report=self.report,
            grace_ms=self.grace,
            waiting=self.wait,
            monotonic=clock,
        )

    async def report(self, table: UUID, seat: Seat, connected: bool) -> None:
        if self.is_broken((table, seat)):
            raise RuntimeError("broken")
        if self.is_away:
            raise StoreUnavailableError("away")
        self.reports.append(((table, seat), connected))

    async def wait(self, waiting: Mapping[UUID, Mapping[Seat, Ms]]) -> None:
        self.waits.append({table: dict(seats) for table, seats in waiting.items()})

    async def grace(self, table: UUID) -> Ms | None:
        self.grace_requests.append(table)
        if self.is_broken((table, -1)):
            raise RuntimeError("broken")
        return self.grace_ms

    def reports_of(self, at: At) -> Sequence[bool]:
        return [connected for seat, connected in self.reports if seat == at]


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def ticks(clock: Clock, seconds: int, *houses: House) -> None:
    for _ in range(seconds):
        clock.ms += 1000
        for house in houses:
            await house.loop.tick()


async def test_a_socket_is_held_and_renewed_for_as_long_as_it_is_open(clock: Clock) -> None:
    store = MemoryPresence(clock)
    house = House(store, clock)
    house.sockets.add(SEAT)

    await ticks(clock, 300, house)

    assert house.reports == [(SEAT, True)]
    assert set((await store.here([TABLE]))[TABLE]) == {1}


async def test_who_leaves_is_reported_after_the_grace_and_who_returns_at_once(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    house.sockets.add(SEAT)
    await ticks(clock, 5, house)
    house.sockets.clear()

    await ticks(clock, 15, house)
    assert house.reports_of(SEAT) == [True]
    await ticks(clock, 60, house)
    assert house.reports_of(SEAT) == [True, False]

    house.sockets.add(SEAT)
    await ticks(clock, 1, house)
    assert house.reports_of(SEAT) == [True, False, True]


async def test_it_is_told_once_who_is_waited_for_and_once_that_the_wait_is_over(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    house.sockets.add(SEAT)
    await ticks(clock, 5, house)
    assert house.waits == []

    house.sockets.clear()
    await ticks(clock, 10, house)
    [wait] = house.waits
    assert GRACE_MS - 1000 <= wait[TABLE][1] <= GRACE_MS

    house.sockets.add(SEAT)
    await ticks(clock, 2, house)
    assert house.waits[1:] == [{TABLE: {}}]

    house.sockets.clear()
    await ticks(clock, 60, house)
    assert [*house.waits[2][TABLE]] == [1]
    assert house.waits[3:] == [{TABLE: {}}]


async def test_a_reload_within_the_grace_is_not_reported(clock: Clock) -> None:
    one, other = (House(store := MemoryPresence(clock), clock), House(store, clock, node="node-b"))
    one.sockets.add(SEAT)
    await ticks(clock, 3, one, other)

    one.sockets.clear()
    await ticks(clock, 10, one, other)
    other.sockets.add(SEAT)
    await ticks(clock, 100, one, other)

    assert False not in [*one.reports_of(SEAT), *other.reports_of(SEAT)]


async def test_two_hundred_flaps_use_four_graces_and_no_more(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    away_ms = 0
    for _ in range(200):
        house.sockets.add(SEAT)
        await ticks(clock, 1, house)
        house.sockets.clear()
        await ticks(clock, 1, house)
        for _ in range(8):
            if house.reports_of(SEAT)[-1]:
                away_ms += 1000
            await ticks(clock, 1, house)

    assert away_ms <= 4 * GRACE_MS + 8_000
    assert house.reports_of(SEAT).count(False) >= 190
    assert house.reports_of(SEAT)[-1] is False


async def test_after_the_death_of_a_node_there_is_time_to_come_back(clock: Clock) -> None:
    store = MemoryPresence(clock)
    dead, alive = House(store, clock), House(store, clock, node="node-b")
    dead.sockets.add(SEAT)
    await ticks(clock, 11, dead, alive)

    await ticks(clock, 30 + 44, alive)
    assert alive.reports == []
    await ticks(clock, 15, alive)
    assert alive.reports == [(SEAT, False)]


async def test_a_drained_node_gives_its_seats_a_fresh_start_and_holds_none_again(clock: Clock) -> None:
    store = MemoryPresence(clock)
    drained, other = House(store, clock), House(store, clock, node="node-b")
    drained.sockets.add(SEAT)
    await ticks(clock, 5, drained, other)

    await drained.loop.drain()
    await ticks(clock, 40, drained, other)
    assert other.reports == []
    other.sockets.add(SEAT)
    await ticks(clock, 100, drained, other)

    assert [report for report in [*drained.reports, *other.reports] if not report[1]] == []


async def test_a_request_holds_the_seat_for_a_minute(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    house.loop.on_seen(*SEAT)

    await ticks(clock, 61 + 14, house)
    assert house.reports == []
    await ticks(clock, 2, house)
    assert house.reports == [(SEAT, False)]

    house.loop.on_seen(*SEAT)
    await ticks(clock, 1, house)
    assert house.reports == [(SEAT, False), (SEAT, True)]


async def test_9_1_who_posts_and_listens_has_gone_when_the_socket_is_closed(clock: Clock) -> None:
    """Rules 9.1: two tabs, a request after each second until both are closed, and not a minute longer."""
    house = House(MemoryPresence(clock), clock)
    house.loop.on_seen(*SEAT)
    await ticks(clock, 2, house)
    house.sockets.add(SEAT)
    for _ in range(30):
        house.loop.on_seen(*SEAT)
        await ticks(clock, 1, house)

    house.sockets.clear()
    house.loop.on_seen(*SEAT)  # it came just before the socket was closed
    await ticks(clock, 15, house)
    assert False not in house.reports_of(SEAT)
    await ticks(clock, 2, house)

    assert house.reports_of(SEAT)[-1] is False


async def test_9_1_requests_to_one_node_do_not_outlive_the_socket_at_another(clock: Clock) -> None:
    requested, listened = (House(store := MemoryPresence(clock), clock), House(store, clock, node="node-b"))
    listened.sockets.add(SEAT)
    for _ in range(5):
        requested.loop.on_seen(*SEAT)
        await ticks(clock, 1, requested, listened)

    requested.loop.on_seen(*SEAT)
    listened.sockets.clear()
    await ticks(clock, 18, requested, listened)

    assert False in [*requested.reports_of(SEAT), *listened.reports_of(SEAT)]


async def test_9_1_a_socket_that_was_open_for_less_than_a_tick_counts(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    house.loop.on_seen(*SEAT)
    await ticks(clock, 1, house)

    await house.loop.on_listening(*SEAT)
    await ticks(clock, 18, house)

    assert house.reports_of(SEAT)[-1] is False


async def test_9_1_who_goes_on_by_requests_after_the_socket_broke_stays_while_there_is_grace(
    clock: Clock,
) -> None:
    house = House(MemoryPresence(clock), clock)
    house.sockets.add(SEAT)
    await ticks(clock, 5, house)
    house.sockets.clear()

    for _ in range(5):
        await ticks(clock, 10, house)
        house.loop.on_seen(*SEAT)
    assert False not in house.reports_of(SEAT)
    await ticks(clock, 20, house)
    assert house.reports_of(SEAT)[-1] is False

    house.loop.on_seen(*SEAT)
    await ticks(clock, 59, house)
    assert house.reports_of(SEAT)[-1] is True
    await ticks(clock, 3, house)
    assert house.reports_of(SEAT)[-1] is False


async def test_a_table_that_does_not_care_is_told_nothing_and_asked_once(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock, grace_ms=None)
    house.loop.on_seen(*SEAT)

    await ticks(clock, 200, house)

    assert house.reports == []
    assert house.grace_requests == [TABLE]


async def test_a_table_is_asked_for_its_grace_once_while_somebody_is_away(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    house.loop.on_seen(TABLE, 0)
    house.loop.on_seen(TABLE, 1)

    await ticks(clock, 70, house)

    assert house.grace_requests == [TABLE]


async def test_a_broken_table_delays_no_other_and_is_told_again(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    broken, unknown, sound = (uuid4(), 0), (uuid4(), 0), (uuid4(), 0)
    house.is_broken = lambda at: at in (broken, (unknown[0], -1))
    for at in (broken, unknown, sound):
        house.loop.on_seen(*at)

    await ticks(clock, 80, house)
    assert house.reports == [(sound, False)]
    house.is_broken = lambda _: False
    await ticks(clock, 1, house)

    assert {at for at, connected in house.reports if not connected} == {broken, unknown, sound}


async def test_9_10_an_absence_that_the_database_did_not_take_has_a_fresh_start(clock: Clock) -> None:
    house = House(MemoryPresence(clock), clock)
    back, gone = SEAT, (uuid4(), 0)
    house.sockets |= {back, gone}
    await ticks(clock, 5, house)
    house.sockets.clear()
    house.is_away = True
    await ticks(clock, 40, house)

    house.is_away = False
    await ticks(clock, 10, house)
    assert all(connected for _, connected in house.reports)

    house.sockets.add(back)  # nobody could come in meanwhile
    await ticks(clock, 60, house)
    assert False not in house.reports_of(back)
    assert house.reports_of(gone) == [True, False]


class Flaky(MemoryPresence):
    """A store that is away at times, with what it knew kept or lost."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.clock = clock
        self.is_down = False

    def back(self, *, emptied: bool) -> None:
        self.is_down = False
        self._began = self.clock.ms
        if emptied:
            self._leases.clear()

    async def answered_since(self) -> Ms:
        if self.is_down:
            raise StoreUnavailableError
        return await super().answered_since()


async def ticks_through(clock: Clock, seconds: int, house: House) -> None:
    for _ in range(seconds):
        clock.ms += 1000
        try:
            await house.loop.tick()
        except StoreUnavailableError:
            continue


@pytest.mark.parametrize("emptied", [False, True])
async def test_redis_down_for_thirty_seconds_reports_nobody_who_is_there(clock: Clock, emptied: bool) -> None:
    store = Flaky(clock)
    house = House(store, clock)
    seats = {(uuid4(), seat) for seat in range(8)}
    house.sockets |= seats
    await ticks_through(clock, 25, house)

    store.is_down = True
    await ticks_through(clock, 30, house)
    store.back(emptied=emptied)
    await ticks_through(clock, 200, house)

    assert all(connected for _, connected in house.reports)


@pytest.mark.parametrize("emptied", [False, True])
async def test_who_left_before_or_while_redis_was_down_is_reported_in_the_end(
    clock: Clock, emptied: bool
) -> None:
    store = Flaky(clock)
    house = House(store, clock)
    before, meanwhile, by_request = (uuid4(), 0), (uuid4(), 1), (uuid4(), 2)
    house.sockets |= {before, meanwhile}
    await ticks_through(clock, 25, house)
    house.loop.on_seen(*by_request)
    house.sockets.remove(before)
    await ticks_through(clock, 5, house)

    store.is_down = True
    await ticks_through(clock, 10, house)
    house.sockets.remove(meanwhile)
    await ticks_through(clock, 20, house)
    store.back(emptied=emptied)
    back_at = clock.ms

    while clock.ms < back_at + 44_000:
        await ticks_through(clock, 1, house)
        assert all(connected for _, connected in house.reports)
    await ticks_through(clock, 100, house)
    assert {at for at, connected in house.reports if not connected} == {before, meanwhile, by_request}


async def test_the_loop_outlives_a_restart_of_redis_and_nobody_is_forfeited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report_presence, "TICK_S", 0.02)
    monkeypatch.setattr(report_presence, "RENEW_MS", 50)
    with OwnRedis() as server:
        async with connect(server.url, timeout_s=0.2) as redis:
            store = RedisPresence(redis)
            house = House(store, grace_ms=100)
            house.sockets |= {SEAT, (TABLE, 0)}
            task = asyncio.create_task(house.loop.run())
            await until(lambda: len(house.reports) == 2)
            await redis.flushall()
            await until_here(store, {0, 1})
            server.stop()
            await asyncio.sleep(0.2)
            server.start()
            await until_here(store, {0, 1})
            await asyncio.sleep(0.3)
            assert all(connected for _, connected in house.reports)
            assert not task.done()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not is_so():
            await asyncio.sleep(0.01)


async def until_here(store: PresenceStore, seats: Collection[Seat]) -> None:
    async with asyncio.timeout(5):
        while True:
            try:
                if set((await store.here([TABLE]))[TABLE]) == seats:
                    return
            except StoreUnavailableError:
                pass
            await asyncio.sleep(0.01)


# many tables


def spent_s(doing: Callable[[], Coroutine[Any, Any, object]]) -> float:
    """CPU time of the fastest of some runs."""
    return min(_spent_s(doing) for _ in range(5))


def _spent_s(doing: Callable[[], Coroutine[Any, Any, object]]) -> float:
    began = time.process_time()
    with pytest.raises(StopIteration):  # nothing in it waits
        doing().send(None)
    return time.process_time() - began


async def test_who_is_at_a_table_costs_no_more_where_there_are_many_tables() -> None:
    stores = [MemoryPresence(), MemoryPresence()]
    for store, tables in zip(stores, (20, 20_000), strict=True):
        await store.hold("node", [SEAT, *((uuid4(), 0) for _ in range(tables))], lease_ms=60_000)

    async def ask(store: MemoryPresence) -> None:
        for _ in range(200):
            assert (await store.here([TABLE]))[TABLE] == {1}

    few, many = (spent_s(partial(ask, store)) for store in stores)

    assert many < 20 * few  # it was a thousand times as much


async def test_whom_tables_wait_for_costs_in_proportion_to_their_number() -> None:
    counts: list[int] = []

    async def wait(seats: Mapping[UUID, Mapping[Seat, Ms]]) -> None:
        counts.append(sum(map(len, seats.values())))

    async def nothing(*_: object) -> None:
        return None

    def tell(tables: int) -> float:
        left = {(uuid4(), seat): 1000 for _ in range(tables) for seat in (0, 1)}

        async def run() -> None:
            loop = PresenceLoop(
                MemoryPresence(), "node", seats=frozenset, report=nothing, grace_ms=nothing, waiting=wait
            )
            await loop._tell_waiting(left)

        return spent_s(run)

    few, many = tell(100), tell(3_200)

    assert set(counts) == {200, 6_400}
    assert many < 32 * 8 * few  # it was the square of their number
