"""Liar's Dice by its rules, and by the laws."""

from typing import Any

import pytest

from liars_dice.game import LIARS_DICE
from liars_dice.rules import Bid, CallLiar, Options
from rondel.kernel import HOUSE, Actor, Chance, Refusal, Sitter, take_turn
from rondel.kit import UNSEEN
from rondel.laws import obey


class Table:
    def __init__(self, *cups: tuple[int, ...], **options: Any) -> None:
        self.state: Any = LIARS_DICE.start(Options(**options), [Sitter()] * len(cups))
        self.play(HOUSE, LIARS_DICE.begin)
        for seat, cup in enumerate(cups):
            self.state = self.state.at(seat, cup=cup, dice_left=len(cup))
        self.state = self.state.but(turn=0)
        self.names: list[str] = []

    def play(self, actor: Actor, action: Any) -> None:
        turn = take_turn(LIARS_DICE, self.state, actor, action, Chance.of_seed(4), 0)
        self.state, self.names = turn.state, [type(event).__name__ for event in turn.events]


def test_everybody_sees_only_its_own_dice() -> None:
    table = Table((1, 2), (3, 4))

    assert [player.cup for player in LIARS_DICE.view(table.state, 1).players] == [(UNSEEN, UNSEEN), (3, 4)]


def test_a_bid_must_be_higher() -> None:
    table = Table((1, 2), (3, 4))
    table.play(0, Bid(2, 3))

    assert LIARS_DICE.legal(table.state, 1)[:3] == [Bid(2, 4), Bid(2, 5), Bid(2, 6)]
    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(1, Bid(2, 3))


def test_nobody_can_call_before_there_is_a_bid() -> None:
    table = Table((1, 2), (3, 4))

    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(0, CallLiar())


@pytest.mark.parametrize(("is_wild", "loser"), [(True, 1), (False, 0)])
def test_a_call_costs_the_caller_or_the_bidder_a_die(is_wild: bool, loser: int) -> None:
    table = Table((1, 3), (3, 4), (2, 2), ones_are_wild=is_wild)
    table.play(0, Bid(3, 3))

    table.play(1, CallLiar())

    assert table.names[:4] == ["CupLifted", "CupLifted", "CupLifted", "DieLost"]
    assert table.state.players[loser].dice_left == 1
    assert table.state.turn == loser


def test_a_player_without_dice_is_out() -> None:
    table = Table((3,), (4, 4), (2, 2))
    table.play(0, Bid(2, 3))

    table.play(1, CallLiar())

    assert table.state.scores() == [0, 2, 2]
    assert table.state.turn == 1
    assert table.state.players[0].cup == ()
    table.play(1, Bid(1, 1))
    table.play(2, CallLiar())
    assert "CupLifted" in table.names


def test_the_last_one_with_dice_wins() -> None:
    table = Table((3,), (4,))
    table.play(0, Bid(2, 3))

    table.play(1, CallLiar())

    outcome = LIARS_DICE.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == ("last_one", (1,))


def test_liars_dice_obeys_the_laws() -> None:
    obey(LIARS_DICE, steps=200)
