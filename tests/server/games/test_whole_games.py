"""Create, join, play, powers, Cambio, scores: through each door alone, against PostgreSQL."""

import random
from collections.abc import AsyncIterator

import asyncpg
import pytest

from tests.contracts.databases import copied
from tests.server.visitors import open_house, settings
from tests.server.whole_games import begun, differences, over_http, over_sockets

RULEBOOK = "cambio"


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


@pytest.mark.parametrize("api", [over_http, over_sockets])
async def test_20_1_a_whole_game_goes_through_each_door_alone(api, database: str) -> None:  # type: ignore[no-untyped-def]
    async with open_house(settings(rate_limits=False, database_url=database)) as house:
        table, players = await begun(house, "Ada", "Bob")

        await api(table, players, random.Random(5))
        scores = await players[0].get(f"/api/game/{table}/scores")

    assert scores["gameId"] == table
    assert scores["phase"] == "completed"
    assert await differences(database, table) == []


async def test_19_7_a_record_that_was_changed_by_hand_is_found(database: str) -> None:
    async with open_house(settings(rate_limits=False, database_url=database)) as house:
        table, players = await begun(house, "Ada", "Bob")
        await over_sockets(table, players, random.Random(6))
    connection = await asyncpg.connect(database)
    await connection.execute("UPDATE turn SET draw_source = 'discard' WHERE draw_source = 'deck'")
    await connection.close()

    assert await differences(database, table)
