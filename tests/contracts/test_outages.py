"""Outages: a gap between two beats is recorded once, whoever returns first; in memory and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import asyncpg
import pytest

from rondel.kernel import Ms, Outage
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.outages import MemoryOutages
from rondel.server.adapters.postgres.outages import PostgresOutages
from rondel.server.adapters.postgres.pool import connected
from rondel.server.ports.outages import GAP_MS, REMEMBERED_MS, Outages
from rondel.server.ports.value import StoreUnavailableError

NODES = 4


@dataclass
class Beats:
    """Some nodes of one cell. `age(ms)` makes the mark, and every outage, older by so much."""

    nodes: list[Outages]
    age: Callable[[Ms], Awaitable[object]]


def lengths(outages: list[Outage]) -> list[int]:
    """In whole seconds: the clock is a real one."""
    return [(outage.until_ms - outage.from_ms) // 1000 for outage in outages]


@pytest.fixture(params=["memory", "postgres"])
async def beats(request: pytest.FixtureRequest, database: str) -> AsyncIterator[Beats]:
    if request.param == "memory":
        yield _in_memory()
        return
    async with AsyncExitStack() as stack:
        pools = [await stack.enter_async_context(connected(database)) for _ in range(NODES)]
        owner = await asyncpg.connect(database)
        stack.push_async_callback(owner.close)
        await owner.execute("UPDATE cell SET served_at = NULL")

        async def age(ms: Ms) -> None:
            await owner.execute("UPDATE cell SET served_at = served_at - $1", ms)
            await owner.execute("UPDATE outage SET from_ms = from_ms - $1, until_ms = until_ms - $1", ms)

        yield Beats([PostgresOutages(pool) for pool in pools], age)


def _in_memory() -> Beats:
    memory = MemoryDatabase()

    async def age(ms: Ms) -> None:
        assert memory.served_at is not None
        memory.served_at -= ms
        memory.outages = [Outage(outage.from_ms - ms, outage.until_ms - ms) for outage in memory.outages]

    return Beats([MemoryOutages(memory) for _ in range(NODES)], age)


async def test_the_first_beat_of_all_is_no_outage(beats: Beats) -> None:
    assert list(await beats.nodes[0].beat()) == []
    assert list(await beats.nodes[1].beat()) == []


async def test_a_short_gap_is_no_outage(beats: Beats) -> None:
    await beats.nodes[0].beat()
    await beats.age(GAP_MS // 2)

    assert list(await beats.nodes[0].beat()) == []


async def test_a_gap_is_an_outage_from_the_last_beat_to_the_next(beats: Beats) -> None:
    await beats.nodes[0].beat()
    await beats.age(13_000)

    (outage,) = await beats.nodes[1].beat()

    assert lengths([outage]) == [13]
    assert list(await beats.nodes[0].beat()) == [outage]
    assert list(await beats.nodes[1].beat()) == [outage]


async def test_while_one_node_beats_there_is_no_outage(beats: Beats) -> None:
    for _ in range(4):
        await beats.nodes[0].beat()
        await beats.age(GAP_MS // 2)

    assert list(await beats.nodes[1].beat()) == []


async def test_nodes_that_return_together_record_it_once_and_all_hear_of_it(beats: Beats) -> None:
    await beats.nodes[0].beat()
    await beats.age(13_000)

    results = await asyncio.gather(*(node.beat() for node in beats.nodes))

    assert [lengths(list(outages)) for outages in results] == [[13]] * NODES
    assert len({tuple(outages) for outages in results}) == 1


async def test_outages_are_told_oldest_first_for_an_hour(beats: Beats) -> None:
    await beats.nodes[0].beat()
    await beats.age(20_000)
    await beats.nodes[0].beat()
    await beats.age(REMEMBERED_MS - 60_000)

    assert lengths(list(await beats.nodes[0].beat())) == [20, REMEMBERED_MS // 1000 - 60]

    await beats.age(61_000)
    assert lengths(list(await beats.nodes[0].beat())) == [REMEMBERED_MS // 1000 - 60, 61]


async def test_a_clock_that_was_set_back_makes_no_outage(beats: Beats) -> None:
    await beats.nodes[0].beat()
    await beats.age(-60_000)

    assert list(await beats.nodes[0].beat()) == []


async def test_a_database_that_does_not_answer_is_unavailable(database: str) -> None:
    async with connected(database) as pool:
        outages = PostgresOutages(pool)
        await pool.close()

        with pytest.raises(StoreUnavailableError):
            await outages.beat()
