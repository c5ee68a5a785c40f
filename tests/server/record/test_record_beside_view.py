"""The short form of `record_beside_view`: SQL says what the Views say, a peek is seen, a change is found."""

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from tests.contracts.databases import copied
from tests.server.beside_view import Moment, beside_state, beside_views, read_moment, states, views_of
from tests.server.record_beside_view import measured
from tests.server.visitors import open_house, settings
from tests.server.whole_games import begun

RULEBOOK = "cambio"


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


async def test_19_6_what_sql_says_is_what_the_views_say_at_the_same_version(database: str) -> None:
    """Rules 19.1, 19.6: four games of different house rules at once; about eight seconds."""
    figures = await measured(database, games=4, moments=60, seed=2, pause_s=0.02)

    assert figures.differences == []
    assert figures.moments >= 20
    assert figures.peeks >= 1
    assert len(figures.lags) == figures.versions
    assert figures.within_ms(0.99) >= figures.within_ms(0.5) > 0


CHANGES = {
    "where cards lie": "UPDATE card SET position = position + 1 WHERE location = 'hand'",
    "the cards being shown": "UPDATE card SET visibility = 'hidden', shown_until = NULL WHERE position = 2",
    "the top discard": "UPDATE card SET rank = 'X' WHERE location = 'discard'",
    "the deck": "UPDATE card SET position = 1 - position WHERE location = 'deck' AND position < 2",
    "is_connected of 0": "UPDATE player SET is_connected = NOT is_connected",
    "turn_number": "UPDATE game_session SET turn_number = 9",
}


def differing(moment: Moment, state: Any) -> set[str]:
    facts = (*beside_views(moment, views_of(state)), *beside_state(moment, state))
    return {what.removeprefix("seat 0: ") for what, stored, shown in facts if stored != shown}


async def test_19_6_rows_that_were_changed_by_hand_are_found(database: str) -> None:
    async with open_house(settings(rate_limits=False, database_url=database)) as house:
        table, _ = await begun(house, "Ada", "Bob")
        await house.cell.projector.idle()
        connection = await asyncpg.connect(database)
        before = await read_moment(connection, table)
        assert before is not None
        state = (await states(connection, table))[before.version]
        found = {}
        for what, change in CHANGES.items():
            trying = connection.transaction()
            await trying.start()
            await connection.execute(change)
            after = await read_moment(connection, table)
            assert after is not None
            found[what] = differing(after, state)
            await trying.rollback()
        await connection.close()

    assert differing(before, state) == set()
    assert [what for what in CHANGES if what not in found[what]] == []
