"""Liar's Dice by its rules, and by the laws."""

from typing import Any

import pytest

from liars_dice.game import LIARS_DICE
from liars_dice.rules import Bid, CallLiar, Options
from rondel.kernel import HOUSE, Actor, Chance, Refusal, SeatSpec, take_turn
from rondel.kit import HIDDEN
from rondel.laws import obey


class Table:
    def __init__(self, *cups: tuple[int, ...], **options: Any) -> None:
        self.state: Any = LIARS_DICE.start(Options(**options), [SeatSpec()] * len(cups))
        self.play(HOUSE, LIARS_DICE.begin)
        for seat, cup in enumerate(cups):
            self.state = self.state.replace_player(seat, cup=cup, dice_left=len(cup))
        self.state = self.state.replace(turn=0)
        self.names: list[str] = []

    def play(self, actor: Actor, action: Any) -> None:
        turn = take_turn(LIARS_DICE, self.state, actor, action, Chance.of_seed(4), 0)
        self.state, self.names = turn.state, [type(event).__name__ for event in turn.events]


def test_1_1_everybody_sees_only_its_own_dice() -> None:
    table = Table((1, 2), (3, 4))

    assert [player.cup for player in LIARS_DICE.view(table.state, 1).players] == [(HIDDEN, HIDDEN), (3, 4)]


@pytest.mark.parametrize("dice", [1, 6])
def test_1_1_the_table_agrees_on_the_number_of_dice(dice: int) -> None:
    state = LIARS_DICE.start(Options(dice=dice), [SeatSpec()] * 3)

    state = take_turn(LIARS_DICE, state, HOUSE, LIARS_DICE.begin, Chance.of_seed(1), 0).state

    assert [len(player.cup) for player in state.players] == [dice] * 3
    assert all(1 <= die <= 6 for player in state.players for die in player.cup)


def test_1_2_everybody_bids_in_turn() -> None:
    table = Table((1, 2), (3, 4), (5, 6))

    table.play(0, Bid(1, 2))

    assert (table.state.count, table.state.face, table.state.bidder) == (1, 2, 0)
    assert LIARS_DICE.to_act(table.state) == {1}


def test_1_3_nobody_bids_more_dice_than_there_are() -> None:
    table = Table((1, 2), (3, 4))
    table.play(0, Bid(4, 6))

    assert LIARS_DICE.legal(table.state, 1) == [CallLiar()]


@pytest.mark.parametrize(("face", "loser"), [(3, 1), (1, 0)])
def test_1_4_ones_count_as_every_face_and_other_faces_not_as_ones(face: int, loser: int) -> None:
    table = Table((3, 3), (1, 4))
    table.play(0, Bid(3, face))

    table.play(1, CallLiar())

    assert table.state.players[loser].dice_left == 1


def test_2_3_everybody_rolls_again_and_the_loser_goes_first() -> None:
    table = Table((3, 3), (4, 4))
    table.play(0, Bid(1, 3))

    table.play(1, CallLiar())

    assert [len(player.cup) for player in table.state.players] == [2, 1]
    assert not any(player.is_lifted for player in table.state.players)
    assert LIARS_DICE.to_act(table.state) == {1}


def test_1_3_a_bid_must_be_higher() -> None:
    table = Table((1, 2), (3, 4))
    table.play(0, Bid(2, 3))

    assert LIARS_DICE.legal(table.state, 1)[:3] == [Bid(2, 4), Bid(2, 5), Bid(2, 6)]
    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(1, Bid(2, 3))


def test_2_1_nobody_can_call_before_there_is_a_bid() -> None:
    table = Table((1, 2), (3, 4))

    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(0, CallLiar())


@pytest.mark.parametrize(("is_wild", "loser"), [(True, 1), (False, 0)])
def test_2_2_a_call_costs_the_caller_or_the_bidder_a_die(is_wild: bool, loser: int) -> None:
    table = Table((1, 3), (3, 4), (2, 2), ones_are_wild=is_wild)
    table.play(0, Bid(3, 3))

    table.play(1, CallLiar())

    assert table.names[:4] == ["CupLifted", "CupLifted", "CupLifted", "DieLost"]
    assert table.state.players[loser].dice_left == 1
    assert table.state.turn == loser


def test_3_1_a_player_without_dice_is_out() -> None:
    table = Table((3,), (4, 4), (2, 2))
    table.play(0, Bid(2, 3))

    table.play(1, CallLiar())

    assert table.state.scores() == [0, 2, 2]
    assert table.state.turn == 1
    assert table.state.players[0].cup == ()
    table.play(1, Bid(1, 1))
    table.play(2, CallLiar())
    assert "CupLifted" in table.names


def test_3_1_the_last_one_with_dice_wins() -> None:
    table = Table((3,), (4,))
    table.play(0, Bid(2, 3))

    table.play(1, CallLiar())

    outcome = LIARS_DICE.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == ("last_one", (1,))


def test_liars_dice_obeys_the_laws() -> None:
    obey(LIARS_DICE, steps=200)
