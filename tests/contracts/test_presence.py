"""PresenceStore: leases that end by the store's clock, in memory and on Redis."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import pytest

from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.adapters.redis import connect
from rondel.server.adapters.redis.presence import SEATS_AT_ONCE, RedisPresence
from rondel.server.ports.presence import HTTP, Absence, PresenceStore
from rondel.server.ports.value import StoreUnavailableError
from tests.contracts.own_redis import OwnRedis

LONG_MS = 60_000
TABLE = uuid4()
SEAT = (TABLE, 2)


@pytest.fixture(params=["memory", "redis"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[PresenceStore]:
    if request.param == "memory":
        presence: PresenceStore = MemoryPresence()
        await presence.answered_since()
        yield presence
        return
    async with connect("redis://127.0.0.1:6379") as redis:
        prefix = f"test:{uuid4()}:"
        presence = RedisPresence(redis, prefix=prefix)
        await presence.answered_since()
        yield presence
        async for key in redis.scan_iter(f"{prefix}*", count=1000):
            await redis.delete(key)


async def the_absence(store: PresenceStore) -> Absence:
    (absence,) = await store.absent(limit=10)
    return absence


async def test_a_seat_is_here_while_a_lease_is_held(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT, (TABLE, 0), (uuid4(), 1)], lease_ms=LONG_MS)

    assert set((await store.here([TABLE]))[TABLE]) == {0, 2}
    nobody_there = uuid4()
    assert await store.here([nobody_there, TABLE]) == {nobody_there: set(), TABLE: {0, 2}}
    assert await store.here([]) == {}
    assert await store.absent(limit=10) == []


async def test_a_seat_that_is_given_back_is_absent_from_that_moment(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    before = await store.now()

    await store.release("node-a", [SEAT])

    absence = await the_absence(store)
    assert (absence.table, absence.seat) == SEAT
    assert before <= absence.since <= await store.now()
    assert not absence.is_fresh_start
    assert absence.used_ms == 0
    assert set((await store.here([TABLE]))[TABLE]) == set()


async def test_the_lease_of_a_dead_node_ends_by_itself_and_is_a_fresh_start(store: PresenceStore) -> None:
    before = await store.now()
    await store.hold("node-a", [SEAT], lease_ms=200)
    after = await store.now()

    await asyncio.sleep(0.25)

    absence = await the_absence(store)
    assert absence.is_fresh_start
    assert before + 200 <= absence.since <= after + 201


async def test_the_lease_of_a_request_ends_by_itself_and_is_no_fresh_start(store: PresenceStore) -> None:
    await store.hold(HTTP, [SEAT], lease_ms=20)

    await asyncio.sleep(0.04)

    assert not (await the_absence(store)).is_fresh_start


async def test_a_seat_stays_until_its_last_lease_has_ended(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.hold("node-b", [SEAT], lease_ms=LONG_MS)

    await store.release("node-a", [SEAT])
    assert set((await store.here([TABLE]))[TABLE]) == {2}
    before = await store.now()
    await store.release("node-b", [SEAT])

    absence = await the_absence(store)
    assert absence.since >= before
    assert not absence.is_fresh_start


async def test_an_absence_of_which_nobody_wants_to_know_is_forgotten(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await the_absence(store)

    await store.forget(*SEAT)
    assert list(await store.absent(limit=10)) == []
    assert await store.here([TABLE]) == {TABLE: set()}
    await store.forget(*SEAT)

    assert list(await store.hold("node-a", [SEAT], lease_ms=LONG_MS)) == []
    await store.release("node-a", [SEAT])
    assert (await the_absence(store)).used_ms == 0


async def test_who_is_there_is_not_forgotten(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT, (TABLE, 0)], lease_ms=LONG_MS)
    await store.release("node-a", [(TABLE, 0)])

    await store.forget(*SEAT)
    await store.forget(TABLE, 0)

    assert await store.here([TABLE]) == {TABLE: {2}}


@pytest.mark.parametrize("request_comes", ["before", "while", "before and while"])
async def test_a_request_does_not_hold_a_seat_longer_than_its_last_socket(
    store: PresenceStore, request_comes: str
) -> None:
    if "before" in request_comes:
        await store.hold(HTTP, [SEAT], lease_ms=LONG_MS)
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    if "while" in request_comes:
        await store.hold(HTTP, [SEAT], lease_ms=LONG_MS)
    assert set((await store.here([TABLE]))[TABLE]) == {2}
    before = await store.now()

    await store.release("node-a", [SEAT])

    absence = await the_absence(store)
    assert before <= absence.since <= await store.now()
    assert not absence.is_fresh_start
    assert set((await store.here([TABLE]))[TABLE]) == set()


async def test_a_request_after_the_last_socket_counts_for_its_moment(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await asyncio.sleep(0.03)
    called_at = await store.now()

    assert list(await store.hold(HTTP, [SEAT], lease_ms=LONG_MS)) == []

    absence = await the_absence(store)
    assert called_at <= absence.since <= await store.now()
    assert 30 <= absence.used_ms < 15_000


async def test_who_comes_back_by_requests_alone_is_held_by_them_again(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await store.absent(limit=10)
    await store.reported(*SEAT, used_ms=15_000)

    assert list(await store.hold(HTTP, [SEAT], lease_ms=LONG_MS)) == [SEAT]

    assert set((await store.here([TABLE]))[TABLE]) == {2}
    assert await store.absent(limit=10) == []


async def test_a_node_that_died_under_a_request_is_remembered(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=300)
    await store.hold(HTTP, [SEAT], lease_ms=400)

    await asyncio.sleep(0.45)

    assert (await the_absence(store)).is_fresh_start


async def test_renewing_puts_off_the_end(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=50)
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)

    await asyncio.sleep(0.1)

    assert set((await store.here([TABLE]))[TABLE]) == {2}


async def test_giving_back_what_has_ended_or_was_never_held_changes_nothing(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=10)
    await asyncio.sleep(0.03)
    ended = await the_absence(store)

    await store.release("node-a", [SEAT, (TABLE, 5)])
    await store.release("node-b", [SEAT])

    assert await the_absence(store) == ended


async def test_draining_ends_the_leases_of_that_node_alone_as_a_fresh_start(store: PresenceStore) -> None:
    seats = [(uuid4(), seat) for seat in range(2 * SEATS_AT_ONCE + 1)]
    await store.hold("node-a", [*seats, SEAT], lease_ms=LONG_MS)
    await store.hold("node-b", [SEAT], lease_ms=LONG_MS)

    await store.drain("node-a")

    absences = await store.absent(limit=1000)
    assert {(absence.table, absence.seat) for absence in absences} == set(seats)
    assert all(absence.is_fresh_start for absence in absences)
    assert set((await store.here([TABLE]))[TABLE]) == {2}


async def test_coming_back_ends_the_absence_and_its_time_counts(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await asyncio.sleep(0.05)

    assert list(await store.hold("node-b", [SEAT], lease_ms=LONG_MS)) == []

    assert await store.absent(limit=10) == []
    await store.release("node-b", [SEAT])
    assert 50 <= (await the_absence(store)).used_ms < 15_000


async def test_time_counts_whether_or_not_anybody_looked(store: PresenceStore) -> None:
    for _ in range(3):
        await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
        await store.release("node-a", [SEAT])
        await store.absent(limit=10)
        await asyncio.sleep(0.03)
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])

    assert 90 <= (await the_absence(store)).used_ms < 15_000


async def test_the_time_of_a_fresh_start_does_not_count(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.drain("node-a")
    await asyncio.sleep(0.03)

    await store.hold("node-b", [SEAT], lease_ms=LONG_MS)
    await store.drain("node-b")

    assert (await the_absence(store)).used_ms == 0


async def test_a_reported_absence_is_not_told_again_and_counts_once(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await store.absent(limit=10)

    await store.reported(*SEAT, used_ms=15_000)
    await store.reported(*SEAT, used_ms=15_000)

    assert await store.absent(limit=10) == []
    await asyncio.sleep(0.02)
    assert list(await store.hold("node-a", [SEAT, (TABLE, 3)], lease_ms=LONG_MS)) == [SEAT]
    assert list(await store.hold("node-a", [SEAT], lease_ms=LONG_MS)) == []
    await store.release("node-a", [SEAT])
    assert (await the_absence(store)).used_ms == 15_000


async def test_who_comes_back_while_it_is_reported_is_found_at_the_next_renewal(store: PresenceStore) -> None:
    await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
    await store.release("node-a", [SEAT])
    await store.absent(limit=10)

    assert list(await store.hold("node-b", [SEAT], lease_ms=LONG_MS)) == []
    await store.reported(*SEAT, used_ms=15_000)

    assert list(await store.hold("node-b", [SEAT], lease_ms=LONG_MS)) == [SEAT]
    await store.release("node-b", [SEAT])
    assert (await the_absence(store)).used_ms < 15_000


async def test_the_longest_absent_come_first_and_no_more_than_asked_for(store: PresenceStore) -> None:
    seats = [(uuid4(), 0) for _ in range(5)]
    await store.hold("node-a", seats, lease_ms=LONG_MS)
    for at in seats:
        await store.release("node-a", [at])
        await asyncio.sleep(0.003)

    found = await store.absent(limit=3)

    assert [(absence.table, absence.seat) for absence in found] == seats[:3]
    assert len(await store.absent(limit=100)) == 5


async def test_who_is_expected_and_unknown_gets_a_fresh_start(store: PresenceStore) -> None:
    held, given_back, lost = (TABLE, 0), (TABLE, 1), (TABLE, 2)
    await store.hold("node-a", [held, given_back], lease_ms=LONG_MS)
    await store.release("node-a", [given_back])

    await store.expect([held, given_back, lost])
    await store.expect([held, given_back, lost])

    absences = {absence.seat: absence.is_fresh_start for absence in await store.absent(limit=10)}
    assert absences == {1: False, 2: True}
    assert set((await store.here([TABLE]))[TABLE]) == {0}


async def test_the_store_says_since_when_it_has_answered(store: PresenceStore) -> None:
    since = await store.answered_since()
    await asyncio.sleep(0.01)

    assert await store.answered_since() == since
    assert since < await store.now()


async def test_two_nodes_see_the_same_leases() -> None:
    prefix = f"test:{uuid4()}:"
    async with connect("redis://127.0.0.1:6379") as redis:
        one, other = RedisPresence(redis, prefix=prefix), RedisPresence(redis, prefix=prefix)

        await one.hold("node-a", [SEAT], lease_ms=LONG_MS)

        assert set((await other.here([TABLE]))[TABLE]) == {2}
        keys = [key async for key in redis.scan_iter(f"{prefix}*")]
        await redis.delete(*keys)


async def test_ten_thousand_seats_are_renewed_in_batches() -> None:
    prefix = f"test:{uuid4()}:"
    seats = [(UUID(int=number // 4), number % 4) for number in range(10_000)]
    async with connect("redis://127.0.0.1:6379") as redis:
        store = RedisPresence(redis, prefix=prefix)
        for _ in range(2):
            await store.hold("node-a", seats, lease_ms=LONG_MS)

        await store.drain("node-a")

        assert len(await store.absent(limit=1000)) == 1000
        keys = [key async for key in redis.scan_iter(f"{prefix}*", count=5000)]
        await redis.delete(*keys)


async def test_a_store_that_was_emptied_has_begun_anew() -> None:
    with OwnRedis() as server:
        async with connect(server.url) as redis:
            store = RedisPresence(redis)
            before = await store.answered_since()
            await asyncio.sleep(0.01)

            await redis.flushall()

            assert await store.answered_since() > before


async def test_a_store_that_was_restarted_has_begun_anew_for_every_node() -> None:
    with OwnRedis() as server:
        async with connect(server.url) as redis:
            stores = [RedisPresence(redis), RedisPresence(redis)]
            before = [await store.answered_since() for store in stores]
            server.stop()
            with pytest.raises(StoreUnavailableError):
                await stores[0].now()
            server.start()

            after = [await store.answered_since() for store in stores]

    assert after[0] > before[0]
    assert after[1] > before[1]


async def test_a_store_that_did_not_answer_for_a_while_counts_no_absence_of_that_time() -> None:
    with OwnRedis() as server:
        async with connect(server.url, timeout_s=0.1) as redis:
            store = RedisPresence(redis)
            since = await store.answered_since()
            await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
            await store.release("node-a", [SEAT])
            assert not (await the_absence(store)).is_fresh_start

            server.freeze()
            with pytest.raises(StoreUnavailableError):
                await store.now()
            server.thaw()

            assert await store.answered_since() > since
            await store.hold("node-a", [SEAT], lease_ms=LONG_MS)
            await store.release("node-a", [SEAT])
            assert (await the_absence(store)).used_ms == 0


async def test_what_was_reported_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rondel.server.adapters.memory.presence.SWEEP_THRESHOLD", 10)
    now = 1_000
    store = MemoryPresence(lambda: now)
    for number in range(9):
        await store.hold(HTTP, [(UUID(int=number), 0)], lease_ms=1)
        now += 10
        await store.reported(UUID(int=number), 0, used_ms=1)

    now += 2 * 86_400_000
    await store.reported(TABLE, 0, used_ms=1)

    assert len(store._leases) == 0
