"""The client at the real server."""

import asyncio

import pytest

from rondel.client import ClientRejectedError, Http, connect, create_guest
from rondel.wire.protocol import Ack, Nack
from tests.client.real_server import ask, real_server

OPTIONS = {"handSize": 5, "discardCount": 2}


async def opened(doors: Http) -> str:
    table = (await ask(doors, "POST", "/api/tables", {"game": "decks", "options": OPTIONS}))["id"]
    await ask(doors, "POST", f"/api/tables/{table}/seat", {})
    return str(table)


async def test_a_table_is_watched_from_the_lobby_on_and_played_once_it_begins() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id = await opened(doors)
        async with connect(server.url, token) as client:
            table = await client.sit(table_id)
            assert (table.status, table.view) == ("open", None)

            await ask(doors, "POST", f"/api/tables/{table_id}/start")
            await table.until(lambda table: table.status == "active" and bool(table.legal))
            answer = await client.act(table_id, table.legal[0])

            assert isinstance(answer, Ack)
            await table.until(lambda table: table.version >= answer.version)


async def test_the_same_id_is_played_once_over_any_connection() -> None:
    async with asyncio.timeout(20), real_server() as server:
        doors, token = await server.guest("Ada")
        table_id = await opened(doors)
        await ask(doors, "POST", f"/api/tables/{table_id}/start")
        move = "01890000-0000-7000-8000-00000000000a"

        async with connect(server.url, token) as client, connect(server.url, token) as other:
            action = (await client.sit(table_id)).legal[0]
            first = await client.act(table_id, action, id=move)
            second = await other.act(table_id, action, expected_version=1, id=move)
            stale = await other.act(table_id, action, expected_version=1)

        assert isinstance(first, Ack)
        assert isinstance(second, Ack)
        assert (first.version, first.duplicate) == (second.version, False)
        assert second.duplicate
        assert isinstance(stale, Nack)
        assert stale.code == "STALE_VERSION"


async def test_play_goes_on_through_restarts_that_say_so(database: str) -> None:
    async with asyncio.timeout(30):
        async with real_server(database_url=database) as server:
            doors, token = await server.guest("Ada")
            table_id = await opened(doors)
            await ask(doors, "POST", f"/api/tables/{table_id}/start")
            port = int(server.url.rpartition(":")[2])
        async with connect(server.url, token) as client:
            acks = []
            for _ in range(3):
                async with real_server(port, database_url=database):
                    table = await client.sit(table_id)
                    answer = await client.act(table_id, table.legal[0])
                    assert isinstance(answer, Ack)
                    acks.append(answer.version)
                    await table.until(lambda table, seen=answer.version: table.version >= seen)  # type: ignore[misc]

    assert acks == [2, 3, 4]


async def test_whoever_has_no_token_or_looks_at_another_table_is_told_so() -> None:
    async with asyncio.timeout(20), real_server() as server:
        token = await create_guest(server.url, "Ada")
        async with connect(server.url, "nonsense") as client:
            with pytest.raises(ClientRejectedError, match="401"):
                await client.sit("01890000-0000-7000-8000-0000000000ff")
        async with connect(server.url, token) as client:
            with pytest.raises(ClientRejectedError, match="UNKNOWN_GAME"):
                await client.sit("01890000-0000-7000-8000-0000000000ff")
        with pytest.raises(ClientRejectedError, match="NAME_NOT_ALLOWED"):
            await create_guest(server.url, "A")
