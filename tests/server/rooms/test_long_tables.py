"""Tables with many rows: what goes through them runs beside the event loop, whoever asks."""

import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from rondel.server.errors import ApiError
from rondel.server.flows.play.move_log import log, observed, public_events
from rondel.server.rooms import loading
from rondel.server.rooms.loading import all_steps, at_version, between
from rondel.wire.registry import installed_games
from tests.server.nodes import Club, plays, settle, somebody

ADA = somebody("Ada")
MOVES = 30


class Watched:
    """Decks, noting which threads its rules run in; it can be told to fail there."""

    def __init__(self) -> None:
        self.threads: set[int] = set()
        self.fails = False
        game = installed_games()["decks"]
        self.games = {
            **installed_games(),
            "decks": replace(game, evolve=self._noting(game.evolve), audience=self._noting(game.audience)),
        }

    def _noting(self, rule: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*about: Any) -> Any:
            self.threads.add(threading.get_ident())
            if self.fails:
                raise LookupError("not found in the deck")
            return rule(*about)

        return noted


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.fixture
async def club(watched: Watched) -> Club:
    return Club(watched.games)


@pytest.fixture
async def table(club: Club, monkeypatch: pytest.MonkeyPatch) -> UUID:
    """A table that the other node knows from its beginning."""
    begun = await club.begun(ADA, game="decks")
    position = await club.other.rooms.room(begun).current()
    card = position.state.hand_cards[0].instance_id
    for _ in range(MOVES):
        await plays(club.cell, ADA, begun, "TOGGLE_CARD_SELECTION", instanceId=card)
    club.memory.snapshots.clear()
    monkeypatch.setattr(loading, "INLINE", MOVES // 2)
    return begun


async def _catch_up(club: Club, table: UUID) -> object:
    return await club.other.rooms.room(table).current()


async def _load(club: Club, table: UUID) -> object:
    club.cell.rooms.room(table).drop_cache()
    return await club.cell.rooms.room(table).current()


async def _read_log(club: Club, table: UUID) -> object:
    return await log(club.cell, ADA.id, table)


async def _history(club: Club, table: UUID) -> object:
    return await public_events(club.cell, await club.cell.rooms.room(table).current())


async def _past(club: Club, table: UUID) -> object:
    context = (await club.cell.rooms.room(table).current()).played.context
    return await between(club.cell.journal, context, table, 0, MOVES)


async def _earlier(club: Club, table: UUID) -> object:
    context = (await club.cell.rooms.room(table).current()).played.context
    return await at_version(club.cell.journal, context, table, MOVES)


async def _steps(club: Club, table: UUID) -> object:
    played = (await club.cell.rooms.room(table).current()).played
    return await all_steps(club.cell.journal, played, table)


@pytest.mark.parametrize("ask", [_catch_up, _load, _read_log, _history, _past, _earlier, _steps])
async def test_many_rows_are_gone_through_beside_the_event_loop(
    club: Club, watched: Watched, table: UUID, ask: Callable[[Club, UUID], Awaitable[object]]
) -> None:
    await club.cell.rooms.room(table).current()
    watched.threads.clear()

    assert await ask(club, table)

    assert watched.threads
    assert threading.get_ident() not in watched.threads


async def test_what_a_seat_has_observed_is_gathered_beside_the_event_loop(
    club: Club, watched: Watched, table: UUID
) -> None:
    await plays(club.cell, ADA, table, "CLOSE_PLANNER")
    watched.threads.clear()

    assert await observed(club.cell, ADA.id, table)

    assert watched.threads
    assert threading.get_ident() not in watched.threads


async def test_a_fault_in_many_rows_halts_their_table_as_a_fault_in_few_does(
    club: Club, watched: Watched, table: UUID
) -> None:
    await club.cell.rooms.room(table).current()
    watched.fails = True

    with pytest.raises(ApiError, match="TABLE_HALTED"):
        await log(club.cell, ADA.id, table)
    await settle()

    assert club.memory.tables[table].halted is not None
