"""Two nodes of one cell, over PostgreSQL and Redis: it does not matter which door one comes to."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from uuid import UUID

import asyncpg
import pytest

from tests.contracts.databases import migrated, url_of
from tests.contracts.own_redis import OwnRedis
from tests.server.test_websocket import CONFIRM, Player, act
from tests.server.visitors import House, Visitor, open_house, settings


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    with OwnRedis() as own:
        yield own.url


@pytest.fixture
async def nodes(database: str, redis: str) -> AsyncIterator[list[House]]:
    chosen = [settings(database_url=database, redis_url=redis, limited=False) for _ in range(2)]
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(open_house(one)) for one in chosen]


def at(house: House, visitor: Visitor) -> Visitor:
    """The same person at another node."""
    other = house.stranger(visitor.name)
    for name, value in visitor.http.cookies.items():
        other.http.cookies.set(name, value)
    return other


async def test_a_game_across_two_nodes(nodes: list[House]) -> None:
    here, there = nodes
    assert (await here.stranger().get("/readyz"))["checks"] == {
        "epoch": "ok",
        "migrations": "ok",
        "redis": "ok",
    }
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob)
    async with ada.socket() as one, at(there, bob).socket() as two:
        players = [Player(one, table, 1), Player(two, table, 2)]
        async with asyncio.timeout(60):
            await asyncio.gather(*(player.play() for player in players))
    assert [player.status for player in players] == ["completed", "completed"]


async def test_a_move_and_a_word_are_heard_on_the_other_node(nodes: list[House]) -> None:
    here, there = nodes
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, start=False)
    async with ada.socket() as one, at(there, bob).socket() as two:
        await one.sit(table)
        assert (await two.sit(table))["status"] == "open"

        await ada.post(f"/api/tables/{table}/start")
        assert (await two.until("view", timeout_s=1))["view"]["you"] == 1
        await one.until("view")
        assert (await act(one, table, CONFIRM, 1))["version"] == 2
        assert (await two.until("step", timeout_s=0.5))["version"] == 2
        await one.send(type="chat", table=table, text="Hello")
        assert (await two.until("chat", timeout_s=1))["text"] == "Hello"


async def test_a_lost_announcement_costs_a_second(
    nodes: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = nodes
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, initialViewMs=60_000)
    async with ada.socket() as one, at(there, bob).socket() as two:
        await one.sit(table)
        await two.sit(table)

        async def lost(_: object) -> None:
            pass

        monkeypatch.setattr(here.node.bus, "announce", lost)
        await act(one, table, CONFIRM, 1)

        assert (await two.until("step", timeout_s=2))["version"] == 2


async def test_signing_out_on_one_node_closes_sockets_on_the_other(nodes: list[House]) -> None:
    here, there = nodes
    ada = await here.visitor("Ada")
    async with at(there, ada).socket() as wire:
        assert (await ada.ask("DELETE", "/api/me/sessions")).status_code == 204

        assert await wire.closed(2) == 4401


async def test_after_a_restore_everybody_is_sent_everything(nodes: list[House], database: str) -> None:
    here, _ = nodes
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, initialViewMs=60_000)
    async with ada.socket() as wire:
        first = await wire.sit(table)
        connection = await asyncpg.connect(database)
        await connection.execute("UPDATE cell SET epoch = epoch + 1")
        await connection.close()

        view = await wire.until("view", timeout_s=3)

        assert view["epoch"] == first["epoch"] + 1
        assert here.node.rooms.known(UUID(table)) is not None
