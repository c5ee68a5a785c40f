"""Limits: the same bucket in memory and on Redis."""

import asyncio
import time
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from rondel.server.adapters.memory.limits import MemoryLimits
from rondel.server.adapters.redis import connect
from rondel.server.adapters.redis.limits import RedisLimits
from rondel.server.ports.limits import Limits
from rondel.server.runtime.buckets import SWEEP_THRESHOLD, Buckets


@pytest.fixture(params=["memory", "redis"])
async def limits(request: pytest.FixtureRequest) -> AsyncIterator[Limits]:
    if request.param == "memory":
        yield MemoryLimits()
        return
    async with connect("redis://127.0.0.1:6379", timeout_s=60) as redis:
        yield RedisLimits(redis, otherwise=Nobody(), prefix=f"test:{uuid4()}:")


class Nobody:
    """Must not be asked."""

    async def take(self, key: str, *, burst: int, per_ms: int, cost: int = 1) -> int:
        raise AssertionError(f"{key}: {burst} per {per_ms}")

    async def wait(self, key: str, *, burst: int, per_ms: int) -> int:
        raise AssertionError(f"{key}: {burst} per {per_ms}")


async def test_a_burst_passes_and_the_next_one_waits(limits: Limits) -> None:
    taken = [await limits.take("act:1", burst=3, per_ms=3_000_000) for _ in range(4)]

    assert taken[:3] == [0, 0, 0]
    assert 900_000 < taken[3] <= 1_000_000


async def test_what_costs_more_takes_more(limits: Limits) -> None:
    taken = [await limits.take("bytes", burst=100, per_ms=100_000_000, cost=cost) for cost in (60, 41, 40, 1)]

    assert [wait == 0 for wait in taken] == [True, False, True, False]
    assert 900_000 <= taken[1] <= 1_000_000
    assert await limits.take("more", burst=100, per_ms=100_000_000, cost=100) == 0


async def test_whoever_waits_as_told_may_go_on(limits: Limits) -> None:
    while (wait := await limits.take("act:1", burst=5, per_ms=500)) == 0:
        pass

    await asyncio.sleep(wait / 1000 + 0.002)

    assert await limits.take("act:1", burst=5, per_ms=500) == 0


async def test_a_refused_take_takes_nothing(limits: Limits) -> None:
    assert await limits.take("mail", burst=1, per_ms=30_000) == 0

    waits = [await limits.take("mail", burst=1, per_ms=30_000) for _ in range(50)]

    assert all(0 < wait <= 30_000 for wait in waits)


async def test_a_look_at_a_bucket_takes_nothing(limits: Limits) -> None:
    async def look() -> int:
        return await limits.wait("guess", burst=2, per_ms=3_000_000)

    assert [await look() for _ in range(5)] == [0] * 5
    assert await limits.take("guess", burst=2, per_ms=3_000_000) == 0
    assert await look() == 0
    assert await limits.take("guess", burst=2, per_ms=3_000_000) == 0
    assert 1_400_000 < await look() <= 1_500_000


async def test_the_whole_burst_is_back_after_its_time(limits: Limits) -> None:
    for _ in range(4):
        assert await limits.take("act:1", burst=4, per_ms=120) == 0

    await asyncio.sleep(0.13)

    assert [await limits.take("act:1", burst=4, per_ms=120) for _ in range(4)] == [0, 0, 0, 0]


async def test_one_key_does_not_empty_another(limits: Limits) -> None:
    assert await limits.take("a", burst=1, per_ms=60_000) == 0
    assert await limits.take("b", burst=1, per_ms=60_000) == 0
    assert await limits.take("a", burst=1, per_ms=60_000) > 0


async def test_many_at_once_get_no_more_than_the_burst(limits: Limits) -> None:
    waits = await asyncio.gather(*(limits.take("act:1", burst=20, per_ms=6_000_000) for _ in range(60)))

    assert waits.count(0) == 20


async def test_two_nodes_share_a_bucket() -> None:
    prefix = f"test:{uuid4()}:"
    async with connect("redis://127.0.0.1:6379") as redis:
        one, other = (RedisLimits(redis, otherwise=Nobody(), prefix=prefix) for _ in range(2))

        assert await one.take("mail", burst=1, per_ms=60_000) == 0
        assert await other.take("mail", burst=1, per_ms=60_000) > 0


async def test_keys_on_redis_name_nobody_and_end_by_themselves() -> None:
    prefix = f"test:{uuid4()}:"
    async with connect("redis://127.0.0.1:6379") as redis:
        await RedisLimits(redis, otherwise=Nobody(), prefix=prefix).take("10.1.2.3", burst=1, per_ms=60_000)
        keys = [key async for key in redis.scan_iter(f"{prefix}*")]

        assert len(keys) == 1
        assert b"10.1.2.3" not in keys[0]
        assert 0 < await redis.pttl(keys[0]) <= 60_000


async def test_without_redis_a_node_counts_alone_and_does_not_wait() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        limits = RedisLimits(redis, otherwise=MemoryLimits())
        began = time.monotonic()

        looked = await limits.wait("act:1", burst=100, per_ms=60_000)
        taken = [await limits.take("act:1", burst=100, per_ms=60_000) for _ in range(101)]

        at_once = RedisLimits(redis, otherwise=MemoryLimits())
        twice = [await at_once.take("act:2", burst=1, per_ms=60_000) for _ in range(2)]

    assert looked == 0
    assert twice[0] == 0 < twice[1]  # the take that found Redis away counts, too
    assert taken[:100] == [0] * 100
    assert taken[100] > 0
    assert time.monotonic() - began < 30  # a third of a second each, if it waited


def test_full_buckets_are_forgotten() -> None:
    now = 1_000
    buckets = Buckets(lambda: now)
    for number in range(SWEEP_THRESHOLD):
        buckets.take(f"old:{number}", burst=1, per_ms=1000)

    now += 2_000
    buckets.take("new", burst=1, per_ms=1000)

    assert len(buckets) == 1
    assert buckets.wait("new", burst=1, per_ms=2000) > 0
