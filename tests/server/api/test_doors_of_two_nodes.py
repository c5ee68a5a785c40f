"""Two nodes of one cell, over PostgreSQL and Redis: it does not matter which door one comes to."""

import asyncio
from uuid import UUID

import asyncpg
import pytest

from tests.contracts.databases import url_of
from tests.server.api.test_websocket import CONFIRM, Player, act
from tests.server.visitors import House, Visitor


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
        "writes": "ok",
    }
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob)
    async with ada.socket() as one, at(there, bob).socket() as two:
        players = [Player(one, table, 1), Player(two, table, 2)]
        async with asyncio.timeout(60):
            await asyncio.gather(*(player.play() for player in players))
    assert [player.status for player in players] == ["completed", "completed"]


async def test_a_move_and_a_word_are_heard_on_the_other_node(nodes_without_polling: list[House]) -> None:
    here, there = nodes_without_polling
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, start=False)
    async with ada.socket() as one, at(there, bob).socket() as two:
        await one.sit(table)
        assert (await two.sit(table))["status"] == "open"

        await ada.post(f"/api/tables/{table}/start")
        assert (await two.until("view"))["view"]["you"] == 1
        await one.until("view")
        assert (await act(one, table, CONFIRM, 1))["version"] == 2
        assert (await two.until("step"))["version"] == 2
        await one.send(type="chat", table=table, text="Hello")
        assert (await two.until("chat"))["text"] == "Hello"


async def test_a_lost_announcement_is_made_up_for_by_looking(
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

        assert (await two.until("step"))["version"] == 2


async def test_signing_out_on_one_node_closes_sockets_on_the_other(nodes: list[House]) -> None:
    here, there = nodes
    ada = await here.visitor("Ada")
    async with at(there, ada).socket() as wire:
        assert (await ada.ask("DELETE", "/api/me/sessions")).status_code == 204

        assert await wire.closed() == 4401


async def test_after_a_restore_everybody_is_sent_everything(nodes: list[House], template: str) -> None:
    here, _ = nodes
    ada, bob = await here.visitor("Ada"), await here.visitor("Bob")
    table = await here.table(ada, bob, initialViewMs=60_000)
    async with ada.socket() as wire:
        first = await wire.sit(table)
        connection = await asyncpg.connect(url_of(template))
        await connection.execute("UPDATE cell SET epoch = epoch + 1")
        await connection.close()

        view = await wire.until("view")

        assert view["epoch"] == first["epoch"] + 1
        assert here.cell.rooms.known(UUID(table)) is not None
