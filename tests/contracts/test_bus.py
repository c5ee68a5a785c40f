"""Bus: what one node announces, the others hear."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest

from rondel.server.memory.bus import MemoryBus
from rondel.server.redis import connect
from rondel.server.redis.bus import RedisBus, pack, unpack
from tests.contracts.own_redis import OwnRedis

Move = tuple[UUID, int]
AnyBus = MemoryBus | RedisBus


@pytest.fixture(params=["memory", "redis"])
async def nodes(request: pytest.FixtureRequest) -> AsyncIterator[list[AnyBus]]:
    """Three nodes that should hear one another."""
    if request.param == "memory":
        first = MemoryBus()
        yield [first, MemoryBus(first), MemoryBus(first)]
        return
    prefix = f"test:{uuid4()}:"
    async with connect("redis://127.0.0.1:6379") as redis:
        buses: list[AnyBus] = [RedisBus(redis, prefix=prefix) for _ in range(3)]
        yield buses
        for bus in buses:
            await bus.aclose()


class Ear:
    """Listens, and remembers what it has heard."""

    def __init__(self) -> None:
        self.heard: list[Move] = []

    async def until(self, is_enough: Callable[[list[Move]], bool], within_s: float = 5) -> None:
        async with asyncio.timeout(within_s):
            while not is_enough(self.heard):
                await asyncio.sleep(0.005)


@asynccontextmanager
async def listening(bus: AnyBus) -> AsyncIterator[Ear]:
    ear = Ear()

    async def listen() -> None:
        async for move in bus.heard():
            ear.heard.append(move)

    task = asyncio.create_task(listen())
    await asyncio.sleep(0.1)  # the subscription is on its way
    try:
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_node_knows_whether_another_listens(nodes: list[AnyBus]) -> None:
    first, second, _ = nodes

    async with listening(first):
        assert not await first.has_others()
        async with listening(second):
            assert await first.has_others()


async def test_a_node_whose_redis_is_gone_takes_itself_for_alone() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        assert not await RedisBus(redis).has_others()


async def test_all_other_nodes_hear_a_move(nodes: list[AnyBus]) -> None:
    move = (uuid4(), 7)
    async with listening(nodes[0]) as own, listening(nodes[1]) as one, listening(nodes[2]) as other:
        await nodes[0].announce([move])

        await one.until(lambda heard: move in heard)
        await other.until(lambda heard: move in heard)
        assert own.heard == []


async def test_versions_are_carried_whole(nodes: list[AnyBus]) -> None:
    moves = [(uuid4(), version) for version in (1, 255, 65_536, 2**40)]
    async with listening(nodes[1]) as ear:
        await nodes[0].announce(moves)

        await ear.until(lambda heard: sorted(heard) == sorted(moves))


async def test_of_ten_thousand_tables_the_newest_version_arrives(nodes: list[AnyBus]) -> None:
    tables = [uuid4() for _ in range(10_000)]
    async with listening(nodes[1]) as ear:
        for version in (1, 2):
            await nodes[0].announce([(table, version) for table in tables])

        await ear.until(lambda heard: {table for table, version in heard if version == 2} == set(tables))


async def test_every_version_of_a_table_is_announced_the_least_too(nodes: list[AnyBus]) -> None:
    table = uuid4()
    async with listening(nodes[1]) as ear:
        await nodes[0].announce([(table, 5), (table, 0), (table, 4)])

        await ear.until(lambda heard: heard == [(table, 5), (table, 0), (table, 4)])


async def test_whoever_stops_listening_is_forgotten(nodes: list[AnyBus]) -> None:
    async with listening(nodes[1]):
        pass

    await nodes[0].announce([(uuid4(), 1)])


async def test_many_announcements_travel_in_few_messages() -> None:
    prefix = f"test:{uuid4()}:"
    async with connect("redis://127.0.0.1:6379") as redis, redis.pubsub() as ear:
        await ear.subscribe(f"{prefix}moves")
        bus = RedisBus(redis, prefix=prefix)
        await asyncio.gather(*(bus.announce([(uuid4(), 1)]) for _ in range(500)))

        messages = []
        while message := await ear.get_message(ignore_subscribe_messages=False, timeout=0.3):
            messages.append(message)
        await bus.aclose()

    payloads = [message["data"] for message in messages if message["type"] == "message"]
    assert len(payloads) <= 2
    assert sum(len(list(unpack(payload, b"?" * 16))) for payload in payloads) == 500


async def test_without_redis_an_announcement_is_dropped_and_counted_at_once() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        bus = RedisBus(redis)
        began = time.monotonic()
        for version in range(1, 101):
            await bus.announce([(uuid4(), version)])
        took = time.monotonic() - began
        async with asyncio.timeout(5):
            while bus.dropped < 100:
                await asyncio.sleep(0.01)
        await bus.aclose()

    assert took < 0.05


async def test_after_a_restart_of_redis_nodes_hear_one_another_again() -> None:
    with OwnRedis() as server:
        async with connect(server.url) as redis:
            one, other = RedisBus(redis), RedisBus(redis)
            async with listening(other) as ear:
                await one.announce([(uuid4(), 1)])
                await ear.until(lambda heard: len(heard) == 1)
                server.stop()
                await one.announce([(uuid4(), 1)])
                server.start()

                after = uuid4()
                async with asyncio.timeout(10):
                    while (after, 2) not in ear.heard:
                        await one.announce([(after, 2)])
                        await asyncio.sleep(0.05)
            await one.aclose()

    assert one.dropped >= 1


@pytest.mark.parametrize("message", [b"", b"short", b"n" * 16 + b"not an entry"])
def test_what_is_not_ours_is_passed_over(message: bytes) -> None:
    assert list(unpack(message, b"?" * 16)) == []


def test_a_message_is_read_as_it_was_written() -> None:
    moves = [(uuid4(), 3), (uuid4(), 4)]

    assert list(unpack(pack(b"n" * 16, moves), b"?" * 16)) == moves
    assert list(unpack(pack(b"n" * 16, moves), b"n" * 16)) == []
