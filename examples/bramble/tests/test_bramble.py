"""Bramble by its rules, and by the laws."""

from typing import Any

import pytest

from bramble.game import BRAMBLE
from bramble.rules import Claim, GiveUp, Lay, Options, Pass, Turn
from rondel.kernel import HOUSE, Actor, Chance, Refusal, SeatSpec, take_turn
from rondel.kit import HIDDEN
from rondel.laws import obey


class Table:
    def __init__(self, seats: int = 3, **options: Any) -> None:
        self.state: Any = BRAMBLE.start(Options(**options), [SeatSpec()] * seats)
        self.version = 0
        self.play(HOUSE, BRAMBLE.begin)
        self.state = self.state.replace(turn=0)

    def play(self, actor: Actor, *actions: Any) -> None:
        for action in actions:
            self.version += 1
            luck = Chance.of_seed(self.version)
            self.state = take_turn(BRAMBLE, self.state, actor, action, luck, 0).state

    def lay(self, *discs: Any) -> None:
        for seat, disc in enumerate(discs):
            self.play(seat, Lay(disc))


def test_1_1_everybody_has_three_blooms_and_a_thorn_that_others_do_not_see() -> None:
    table = Table()

    assert BRAMBLE.view(table.state, 0).players[0].hand == ("bloom", "bloom", "bloom", "thorn")
    assert BRAMBLE.view(table.state, 0).players[1].hand == (HIDDEN,) * 4


def test_1_1_luck_says_who_goes_first() -> None:
    def first(seed: int) -> Any:
        state = BRAMBLE.start(Options(), [SeatSpec()] * 3)
        return take_turn(BRAMBLE, state, HOUSE, BRAMBLE.begin, Chance.of_seed(seed), 0).state.turn

    assert {first(seed) for seed in range(30)} == {0, 1, 2}


def test_1_3_a_player_lays_one_more_disc_or_claims() -> None:
    table = Table()
    table.lay("bloom", "bloom", "bloom")
    assert BRAMBLE.legal(table.state, 0) == [Lay("bloom"), Lay("thorn"), Claim(1), Claim(2), Claim(3)]

    table.play(0, Lay("thorn"))

    assert BRAMBLE.to_act(table.state) == {1}
    assert table.state.players[0].stack == ("bloom", "thorn")


def test_2_1_who_has_passed_claims_no_more_in_this_round() -> None:
    table = Table(4)
    table.lay("bloom", "bloom", "bloom", "bloom")
    table.play(0, Claim(1))
    assert BRAMBLE.legal(table.state, 1) == [Claim(2), Claim(3), Claim(4), Pass()]

    table.play(1, Pass())
    table.play(2, Claim(2))
    table.play(3, Pass())
    table.play(0, Claim(3))

    assert BRAMBLE.to_act(table.state) == {2}


def test_2_2_nobody_claims_more_discs_than_are_laid() -> None:
    table = Table()
    table.lay("bloom", "bloom", "bloom")

    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(0, Claim(4))


def test_2_4_the_own_stack_is_turned_over_from_the_top_and_then_any_other() -> None:
    table = Table()
    table.lay("thorn", "bloom", "bloom")
    table.play(0, Lay("bloom"))
    table.play(1, Lay("bloom"))
    table.play(2, Claim(4))
    table.play(0, Pass())
    table.play(1, Pass())
    assert BRAMBLE.legal(table.state, 2) == [Turn(0), Turn(1)]

    table.play(2, Turn(0), Turn(1))

    assert [player.turned for player in table.state.players] == [1, 1, 1]
    assert BRAMBLE.view(table.state, 2).players[0].stack == (HIDDEN, "bloom")


@pytest.mark.parametrize(("points", "is_over"), [(1, True), (2, False), (3, False)])
def test_3_1_enough_blooms_win_a_point_and_enough_points_the_game(points: int, is_over: bool) -> None:
    table = Table(points_to_win=points)
    table.lay("bloom", "bloom", "bloom")

    table.play(0, Claim(3), Turn(1), Turn(2))

    assert table.state.scores() == [1, 0, 0]
    assert (BRAMBLE.outcome(table.state) is not None) is is_over


@pytest.mark.parametrize(("owner", "first"), [(0, 1), (2, 2)])
def test_3_4_the_heir_of_a_claimant_without_discs_goes_first(owner: int, first: int) -> None:
    table = Table(4)
    table.state = table.state.replace_player(
        0, hand=("thorn",), lost=("bloom", "bloom", "bloom"), has_thorn=None
    )
    if owner:
        table.state = table.state.replace_player(0, hand=("bloom",), lost=("bloom", "bloom", "thorn"))
    table.lay("bloom" if owner else "thorn", "bloom", "thorn", "bloom")
    table.play(0, Claim(4), *([Turn(2)] if owner else [GiveUp("thorn")]))

    assert table.state.turn == first
    assert BRAMBLE.to_act(table.state) == {1, 2, 3}


def test_1_2_everybody_lays_a_first_disc_in_any_order() -> None:
    table = Table()
    assert BRAMBLE.to_act(table.state) == {0, 1, 2}

    table.play(2, Lay("thorn"))

    assert BRAMBLE.to_act(table.state) == {0, 1}
    assert BRAMBLE.view(table.state, 0).players[2].stack == (HIDDEN,)
    assert BRAMBLE.view(table.state, 2).players[2].stack == ("thorn",)


def test_2_3_a_claim_that_nobody_raises_is_turned_over() -> None:
    table = Table(points_to_win=1)
    table.lay("bloom", "bloom", "thorn")
    table.play(0, Claim(2))
    table.play(1, Pass())
    table.play(2, Pass())

    assert BRAMBLE.legal(table.state, 0) == [Turn(1), Turn(2)]
    table.play(0, Turn(1))

    outcome = BRAMBLE.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == ("points", (0,))


def test_2_3_a_claim_of_all_discs_is_turned_over_at_once() -> None:
    table = Table()
    table.lay("bloom", "bloom", "bloom")

    table.play(0, Claim(3))

    assert table.state.phase == "turning"
    assert table.state.players[0].turned == 1


def test_2_4_a_claimant_turns_over_no_more_of_its_own_than_it_claimed() -> None:
    table = Table()
    table.lay("bloom", "bloom", "bloom")
    table.play(0, Lay("bloom"))
    table.play(1, Lay("bloom"))
    table.play(2, Lay("bloom"))
    table.play(0, Claim(1))
    table.play(1, Pass())
    table.play(2, Pass())

    assert table.state.scores() == [1, 0, 0]
    assert table.state.phase == "first"


def test_3_2_a_thorn_of_its_own_costs_a_disc_of_its_choice() -> None:
    table = Table()
    table.lay("thorn", "bloom", "bloom")
    table.play(0, Claim(3))
    assert BRAMBLE.legal(table.state, 0) == [GiveUp("bloom"), GiveUp("thorn")]

    table.play(0, GiveUp("thorn"))

    assert table.state.players[0].lost == ("thorn",)
    assert BRAMBLE.view(table.state, 1).players[0].lost == (HIDDEN,)
    assert table.state.players[0].has_thorn is None
    assert table.state.turn == 0


def test_3_3_anothers_thorn_costs_a_disc_by_luck() -> None:
    table = Table()
    table.lay("bloom", "thorn", "bloom")
    table.play(0, Claim(3), Turn(1))

    [lost] = table.state.players[0].lost
    assert len(table.state.players[0].discs) == 3
    assert BRAMBLE.view(table.state, 0).players[0].lost == (lost,)
    assert {BRAMBLE.view(table.state, seat).players[0].lost for seat in (1, 2, None)} == {(HIDDEN,)}


def test_3_5_who_has_no_disc_left_is_out_and_the_last_one_wins() -> None:
    table = Table()
    one_disc = {"hand": ("bloom",), "lost": ("bloom", "bloom", "thorn"), "has_thorn": None}
    table.state = table.state.replace_player(0, **one_disc).replace_player(2, **one_disc)
    table.lay("bloom", "thorn", "bloom")
    table.play(0, Claim(3), Turn(1))
    assert BRAMBLE.to_act(table.state) == {1, 2}
    assert table.state.turn == 1

    table.play(1, Lay("thorn"))
    table.play(2, Lay("bloom"))
    table.play(1, Lay("bloom"))
    table.play(2, Claim(3), Turn(1), Turn(1))

    outcome = BRAMBLE.outcome(table.state)
    assert outcome is not None
    assert (outcome.ending, outcome.winners) == ("last_one", (1,))


def test_2_2_a_claim_must_be_higher_than_the_last() -> None:
    table = Table()
    table.lay("bloom", "bloom", "bloom")
    table.play(0, Claim(2))

    with pytest.raises(Refusal, match="NOT_LEGAL"):
        table.play(1, Claim(2))


def test_bramble_obeys_the_laws() -> None:
    obey(BRAMBLE, steps=300)
