"""Decks: how many positions a hand can come to, counted and calculated."""

from math import comb, perm

import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import (
    ClearPlayOrder,
    ConfirmDiscard,
    DeselectFromPlayOrder,
    LockPlayOrder,
    SelectForPlayOrder,
    ToggleCardSelection,
)
from rondel.games.decks.game import DECKS
from rondel.games.decks.state import State
from rondel.kernel import Chance, take_turn
from tests.games.decks.table import deal

IN_ONE_HAND = (
    ToggleCardSelection
    | ConfirmDiscard
    | SelectForPlayOrder
    | DeselectFromPlayOrder
    | ClearPlayOrder
    | LockPlayOrder
)


def after_each(state: State) -> list[State]:
    listed = [action for action in DECKS.legal(state, 0) if isinstance(action, IN_ONE_HAND)]
    return [take_turn(DECKS, state, 0, action, Chance.of_seed(0), 0).state for action in listed]


def new_positions_by_depth(state: State) -> list[int]:
    seen, frontier, counts = {state}, {state}, []
    while frontier:
        counts.append(len(frontier))
        frontier = {after for before in frontier for after in after_each(before)} - seen
        seen |= frontier
    return counts


@pytest.mark.parametrize(("hand", "discard"), [(1, 0), (1, 1), (3, 1), (4, 2), (5, 2), (4, 4)])
def test_a_hand_comes_to_as_many_positions_as_there_are_selections_and_orders(
    hand: int, discard: int
) -> None:
    state = deal("A B C D E F", hand=hand, discard=discard, plan_without_discard=True).state

    counts = new_positions_by_depth(replace(state, last_action_at=0))

    remaining, hands = hand - discard, comb(hand, discard)
    selections = [comb(hand, selected) for selected in range(discard + 1)] if discard else []
    orders = [hands * perm(remaining, ordered) for ordered in range(remaining + 1)]
    locked = [hands * perm(remaining, remaining)] if remaining else []
    assert counts == [*selections, *orders, *locked]
