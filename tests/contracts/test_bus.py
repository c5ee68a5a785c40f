"""Bus: what one node announces, the others hear that have subscribed to its table."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest

from rondel.server.adapters.memory.bus import MemoryBus
from rondel.server.adapters.redis import connect
from rondel.server.adapters.redis.bus import RedisBus, pack, unpack
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
    """Listens, and remembers what it has received."""

    def __init__(self) -> None:
        self.received: list[Move] = []

    async def until(self, is_enough: Callable[[list[Move]], bool], within_s: float = 5) -> None:
        async with asyncio.timeout(within_s):
            while not is_enough(self.received):
                await asyncio.sleep(0.005)


@asynccontextmanager
async def listening(bus: AnyBus, *tables: UUID) -> AsyncIterator[Ear]:
    """Hears of these tables from the moment it is given."""
    ear = Ear()

    async def listen() -> None:
        async for move in bus.listen():
            ear.received.append(move)

    task = asyncio.create_task(listen())
    if isinstance(bus, RedisBus):
        await asyncio.sleep(0.1)  # it is connecting
    else:
        await asyncio.sleep(0)
    await asyncio.gather(*map(bus.subscribe, tables))
    try:
        yield ear
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_node_knows_how_many_others_listen(nodes: list[AnyBus]) -> None:
    first, second, third = nodes

    async with listening(first):
        assert await first.others() == 0
        async with listening(second), listening(third):
            assert await first.others() == 2


async def test_a_node_whose_redis_is_gone_takes_itself_for_alone() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        assert await RedisBus(redis).others() == 0


async def test_all_other_nodes_hear_a_move(nodes: list[AnyBus]) -> None:
    table = uuid4()
    move = (table, 7)
    own_ear, one_ear, other_ear = (listening(node, table) for node in nodes)
    async with own_ear as own, one_ear as one, other_ear as other:
        await nodes[0].announce([move])

        await one.until(lambda received: move in received)
        await other.until(lambda received: move in received)
        assert own.received == []


async def test_a_node_hears_only_of_tables_that_it_has_subscribed_to(nodes: list[AnyBus]) -> None:
    watched, other, last = uuid4(), uuid4(), uuid4()
    async with listening(nodes[1], watched, last) as ear:
        await nodes[0].announce([(other, 1), (watched, 1), (other, 0), (last, 1)])

        await ear.until(lambda received: (last, 1) in received)
        assert sorted(ear.received) == sorted([(watched, 1), (last, 1)])


async def test_nothing_falls_between_a_subscription_and_what_is_read_after_it(nodes: list[AnyBus]) -> None:
    async with listening(nodes[1]) as ear:
        for version in range(1, 51):
            table = uuid4()
            await nodes[1].subscribe(table)
            await nodes[0].announce([(table, version)])

        await ear.until(lambda received: [version for _, version in received] == [*range(1, 51)])


async def test_a_node_hears_no_more_of_a_table_it_has_left_until_it_comes_again(nodes: list[AnyBus]) -> None:
    left, watched = uuid4(), uuid4()
    async with listening(nodes[1], left, watched) as ear:
        nodes[1].unsubscribe(left)
        nodes[1].unsubscribe(uuid4())
        await nodes[1].subscribe(uuid4())  # by now the other is left: one after the other
        await nodes[0].announce([(left, 1), (watched, 1)])
        await ear.until(lambda received: received == [(watched, 1)])

        nodes[1].unsubscribe(watched)
        await nodes[1].subscribe(watched)
        await nodes[1].subscribe(left)
        await nodes[0].announce([(left, 2), (watched, 2)])
        await ear.until(lambda received: sorted(received[1:]) == sorted([(left, 2), (watched, 2)]))


async def test_tables_that_were_subscribed_to_before_it_listens_are_heard_of(nodes: list[AnyBus]) -> None:
    table = uuid4()
    await nodes[1].subscribe(table)
    async with listening(nodes[1], uuid4()) as ear:
        await nodes[0].announce([(table, 3)])

        await ear.until(lambda received: received == [(table, 3)])


async def test_versions_are_carried_whole(nodes: list[AnyBus]) -> None:
    moves = [(uuid4(), version) for version in (1, 255, 65_536, 2**40)]
    async with listening(nodes[1], *(table for table, _ in moves)) as ear:
        await nodes[0].announce(moves)

        await ear.until(lambda received: sorted(received) == sorted(moves))


async def test_of_ten_thousand_tables_the_newest_version_arrives(nodes: list[AnyBus]) -> None:
    tables = [uuid4() for _ in range(10_000)]
    async with listening(nodes[1], *tables) as ear:
        for version in (1, 2):
            await nodes[0].announce([(table, version) for table in tables])

        await ear.until(
            lambda received: len({table for table, version in received if version == 2}) == 10_000, 60
        )


async def test_every_version_of_a_table_is_announced_the_least_too(nodes: list[AnyBus]) -> None:
    table = uuid4()
    async with listening(nodes[1], table) as ear:
        await nodes[0].announce([(table, 5), (table, 0), (table, 4)])

        await ear.until(lambda received: received == [(table, 5), (table, 0), (table, 4)])


async def test_whoever_stops_listening_is_forgotten(nodes: list[AnyBus]) -> None:
    async with listening(nodes[1]):
        pass

    await nodes[0].announce([(uuid4(), 1)])


async def test_many_announcements_of_a_table_travel_in_few_messages() -> None:
    prefix, table = f"test:{uuid4()}:", uuid4()
    async with connect("redis://127.0.0.1:6379") as redis, redis.pubsub() as ear:
        await ear.psubscribe(f"{prefix}moves:*")
        bus = RedisBus(redis, prefix=prefix)
        await asyncio.gather(*(bus.announce([(table, version)]) for version in range(500)))

        messages = []
        while message := await ear.get_message(ignore_subscribe_messages=False, timeout=0.3):
            messages.append(message)
        await bus.aclose()

    payloads = [message["data"] for message in messages if message["type"] == "pmessage"]
    assert len(payloads) <= 2
    assert sum(len(list(unpack(payload, b"?" * 16))) for payload in payloads) == 500


async def test_without_redis_an_announcement_is_dropped_and_counted_at_once() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        bus = RedisBus(redis)
        for version in range(1, 101):
            with pytest.raises(StopIteration):  # it ends without waiting for anything
                bus.announce([(uuid4(), version)]).send(None)
        async with asyncio.timeout(5):
            while bus.dropped < 100:
                await asyncio.sleep(0.01)
        await bus.aclose()


async def test_what_all_nodes_share_is_heard_without_a_subscription() -> None:
    prefix, table = f"test:{uuid4()}:", uuid4()
    async with connect("redis://127.0.0.1:6379") as redis:
        bus = RedisBus(redis, prefix=prefix)
        async with listening(bus) as ear:
            await redis.publish(f"{prefix}moves", pack(b"n" * 16, [(table, 4)]))

            await ear.until(lambda received: received == [(table, 4)])
        await bus.aclose()


async def test_a_subscription_waits_for_no_redis_that_is_away() -> None:
    async with connect("redis://127.0.0.1:1") as redis:
        bus = RedisBus(redis)
        async with listening(bus):
            for _ in range(100):
                with pytest.raises(StopIteration):  # it ends without waiting for anything
                    bus.subscribe(uuid4()).send(None)
        await bus.aclose()


async def test_a_connection_that_breaks_while_nobody_reads_it_is_not_made_anew_without_its_tables() -> None:
    """Subscriptions go on meanwhile: redis-py would connect again for them, and hear of nothing else."""
    table, is_busy, may_go_on = uuid4(), asyncio.Event(), asyncio.Event()
    received: list[Move] = []
    async with connect("redis://127.0.0.1:6379") as redis:
        prefix = f"test:{uuid4()}:"
        one, other = RedisBus(redis, prefix=prefix), RedisBus(redis, prefix=prefix)

        async def listen() -> None:
            async for move in other.listen():
                received.append(move)
                is_busy.set()
                await may_go_on.wait()

        task = asyncio.create_task(listen())
        async with asyncio.timeout(30):
            while other._subscriber is None:
                await asyncio.sleep(0.01)
            await other.subscribe(table)
            await one.announce([(table, 1)])
            await is_busy.wait()
            writer: Any = other._subscriber._writer
            await redis.client_kill("{}:{}".format(*writer.get_extra_info("sockname")))
            for _ in range(3):
                await other.subscribe(uuid4())
                await asyncio.sleep(0.05)
            may_go_on.set()
            while (table, 2) not in received:
                await one.announce([(table, 2)])
                await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await one.aclose()
        await other.aclose()


async def test_after_a_restart_of_redis_nodes_hear_one_another_again() -> None:
    after = uuid4()
    with OwnRedis() as server:
        async with connect(server.url) as redis:
            one, other = RedisBus(redis), RedisBus(redis)
            before = uuid4()
            async with listening(other, before, after) as ear:
                await one.announce([(before, 1)])
                await ear.until(lambda received: len(received) == 1)
                server.stop()
                await one.announce([(uuid4(), 1)])
                server.start()

                async with asyncio.timeout(10):
                    while (after, 2) not in ear.received:
                        await one.announce([(after, 2)])
                        await asyncio.sleep(0.05)
            await one.aclose()
            await other.aclose()

    assert one.dropped >= 1


@pytest.mark.parametrize("message", [b"", b"short", b"n" * 16 + b"not an entry"])
def test_what_is_not_ours_is_passed_over(message: bytes) -> None:
    assert list(unpack(message, b"?" * 16)) == []


def test_a_message_is_read_as_it_was_written() -> None:
    moves = [(uuid4(), 3), (uuid4(), 4)]

    assert list(unpack(pack(b"n" * 16, moves), b"?" * 16)) == moves
    assert list(unpack(pack(b"n" * 16, moves), b"n" * 16)) == []
