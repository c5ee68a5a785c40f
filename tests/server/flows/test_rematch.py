"""Two players who ask for a rematch at the same moment, each at another node."""

import asyncio
from typing import Any
from uuid import UUID

import msgspec

from rondel.server.cells.cells import Cells
from rondel.server.flows.play.chat import latest
from rondel.server.flows.tables.open_table import open_table, rematch
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.contracts.databases import url_of
from tests.server.nodes import somebody

ADA, BOB = somebody("Ada"), somebody("Bob")

WAITING = "SELECT count(*) FROM pg_locks WHERE relation = 'table_secret'::regclass AND NOT granted"


async def ended(cells: Cells) -> UUID:
    table = await open_table(cells, ADA, game="cambio", options=msgspec.json.encode({"seats": 2}), seats=2)
    for person in (ADA, BOB):
        await take_seat(cells.home, person, table.id)
        await ready(cells.home, person.id, table.id, True)
    await start(cells.home, ADA.id, table.id)
    await cells.home.seating.abandon(table.id)
    return table.id


async def test_two_rematches_at_once_are_one_table_and_both_are_told_of_it(template: str, owner: Any) -> None:
    settings = Settings(database_url=url_of(template))
    async with open_node(settings) as (one, _), open_node(settings) as (two, _):
        table = await ended(one)

        async with owner.transaction():
            await owner.execute("LOCK TABLE table_secret IN SHARE MODE")
            requests = [
                asyncio.create_task(rematch(each, who, table)) for each, who in ((one, ADA), (two, BOB))
            ]
            while await owner.fetchval(WAITING) < 2:  # neither has found a rematch of the other's
                await asyncio.sleep(0.01)
        first, second = await asyncio.gather(*requests)

        assert first == second
        assert await owner.fetchval("SELECT count(*) FROM game_session") == 2
        [line] = await latest(one.home, table)
    assert line.text == f"REMATCH {'Ada' if first.host == ADA.id else 'Bob'}"
