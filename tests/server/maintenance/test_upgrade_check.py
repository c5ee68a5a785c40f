"""Running tables are folded again by other code, and the first difference is named."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

import msgspec
import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.kernel import AnyGame
from rondel.server.flows.play.move import play
from rondel.server.maintenance.upgrade_check import Refolded, refold, running
from tests.server.maintenance.test_rolling_upgrade import ADA, BOB, next_move
from tests.server.nodes import Club

MOVES = 21


async def a_played_table(club: Club) -> UUID:
    """Snapshots are of every eighth version."""
    dice = random.Random(5)
    table = await club.begun(ADA, BOB, initialViewMs=60_000, turnMs=30_000, powerDecisionMs=0)
    for _ in range(MOVES):
        who, move = await next_move(club.cell, table, dice)
        await play(club.cell, who, move)
    return table


async def refolded(club: Club, table: UUID, games: Mapping[str, AnyGame] | None = None) -> Refolded:
    row = await club.cell.tables.get(table)
    assert row is not None
    return await refold(club.cell.journal, club.cell.tables, games or club.node.games, row)


async def test_a_table_that_goes_on_as_it_was_left_has_no_difference() -> None:
    club = Club()
    table = await a_played_table(club)

    assert [each.id for each in await running(club.cell.tables)] == [table]
    assert await refolded(club, table) == Refolded(club.memory.tables[table].version)


async def test_rules_that_are_newer_here_are_no_difference_where_they_read_the_same() -> None:
    club = Club()
    table = await a_played_table(club)

    newer = {"cambio": replace(CAMBIO, rules=CAMBIO.rules + 1)}

    assert (await refolded(club, table, newer)).difference is None


def counts_twice(state: Any, event: Any, now: int) -> Any:
    """A new version that reads old events otherwise."""
    after = CAMBIO.evolve(state, event, now)
    is_turn = type(event).__name__ == "TurnStarted"
    return msgspec.structs.replace(after, turn_number=after.turn_number + 1) if is_turn else after


def fails(state: Any, event: Any, now: int) -> Any:
    if type(event).__name__ == "TurnStarted":
        raise KeyError("deck")
    return CAMBIO.evolve(state, event, now)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"evolve": counts_twice}, "version 8: the State is not the one of its snapshot"),
        ({"evolve": fails}, "after version 2: KeyError: 'deck'"),
        ({"to_act": lambda _: frozenset()}, "to act is stored as seats"),
        ({"deadline": lambda _: None}, "and is none here"),
        ({"view": lambda *_: 1 // 0, "views": None}, "ZeroDivisionError"),
        ({"rules": CAMBIO.rules - 1}, "newer rules"),
    ],
)
async def test_the_first_difference_is_named(changes: dict[str, Any], expected: str) -> None:
    club = Club()
    table = await a_played_table(club)

    found = await refolded(club, table, {"cambio": replace(CAMBIO, **changes)})

    assert expected in (found.difference or "")


async def test_a_game_that_is_not_here_is_named() -> None:
    club = Club()
    table = await a_played_table(club)

    found = await refolded(club, table, {"decks": CAMBIO})

    assert found == Refolded(0, "the game cambio is not installed here")


async def test_a_journal_that_was_changed_or_cut_is_named() -> None:
    club = Club()
    table = await a_played_table(club)
    rows = club.memory.rows[table]
    whole = list(rows)

    rows[4] = msgspec.structs.replace(rows[4], at=rows[4].at + 1)
    changed = await refolded(club, table)
    rows[:] = whole[:-1]
    cut = await refolded(club, table)

    assert changed.difference == "after version 4: DigestMismatchError: row 5 does not follow on version 4"
    assert "its journal ends at" in (cut.difference or "")
