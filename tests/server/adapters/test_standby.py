"""A synchronous standby that does not answer: moves are stored on the primary alone, and may be lost with it.

A statement whose wait for the standby is cancelled is committed all the same, and everybody reads its rows.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest

from rondel.server.adapters.postgres import pool
from rondel.server.cells.cell import Cell
from rondel.server.flows.play.move import play
from rondel.server.maintenance.migrations import migrate
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.moves import Move
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.faults.pair import Pair
from tests.server.adapters.test_failing_database import ADA, begun, patiently
from tests.server.nodes import new_move

TIMEOUT_S = 2.0

STORED = "SELECT count(*) FROM journal WHERE action_id = $1"
CANCEL = """
SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
WHERE wait_event = 'SyncRep' AND application_name = 'rondel'
"""


@pytest.fixture
async def pair(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pair]:
    monkeypatch.setattr(pool, "TIMEOUT_S", TIMEOUT_S)
    async with Pair() as pair:
        await asyncio.to_thread(migrate, pair.primary.url)
        await pair.synchronize()
        yield pair


async def is_not_acknowledged(cell: Cell, move: Move) -> None:
    with pytest.raises(StoreUnavailableError):
        await play(cell, ADA.id, move)


async def test_a_move_that_the_standby_lacks_is_acknowledged_by_nobody_and_played_after_its_promotion(
    pair: Pair,
) -> None:
    settings = Settings(database_url=pair.primary.url)
    async with open_node(settings) as (one, _), open_node(settings) as (two, _):
        table = await begun(one.home)
        move = new_move(table, "CONFIRM_INITIAL_VIEW")
        await pair.hold()

        await is_not_acknowledged(one.home, move)
        assert await pair.primary.ask(STORED, move.id) == 1  # committed here, and nowhere else
        await is_not_acknowledged(one.home, move)
        await is_not_acknowledged(two.home, move)
        await pair.promote()
        await is_not_acknowledged(two.home, move)  # the old primary is still there

    async with open_node(Settings(database_url=pair.primary.url)) as (cells, _):
        played = await play(cells.home, ADA.id, move)
    assert (played.version, played.duplicate) == (2, False)


async def test_a_move_whose_wait_an_operator_cancels_is_acknowledged_once_the_standby_is_back(
    pair: Pair,
) -> None:
    async with open_node(Settings(database_url=pair.primary.url)) as (cells, _):
        table = await begun(cells.home)
        move = new_move(table, "CONFIRM_INITIAL_VIEW")
        await pair.hold()

        acking = asyncio.create_task(is_not_acknowledged(cells.home, move))
        while not await pair.primary.ask(CANCEL):
            await asyncio.sleep(0.02)
        await acking
        pair.release()

        played = await patiently(lambda: play(cells.home, ADA.id, move))
        assert (played.version, played.duplicate) == (2, True)
        assert await pair.standby.ask(STORED, move.id) == 1
