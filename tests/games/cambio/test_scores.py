"""Chapter 7: completion and scoring, and chapter 16: endings."""

from typing import Any

import pytest

from rondel.games.cambio.actions import CallCambio, SetConnected
from rondel.games.cambio.events import GameCompleted, Score
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.score import calculate_scores
from rondel.kernel import HOUSE, Outcome, Standing
from tests.games.cambio.table import Table, card, deal, tags

HANDS = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣"


def finished(hands: str, **options: Any) -> Table:
    """Seat 0 has called, everybody else is gone: the hands count as they lie."""
    table = deal(hands, **options)
    for seat in range(1, len(table.state.players)):
        table.play(HOUSE, SetConnected(seat, connected=False))
    table.play(0, CallCambio())
    assert table.state.phase == "completed"
    return table


def finals(table: Table) -> list[int]:
    return [score.final_score for score in table.state.scores]


def winners(table: Table) -> tuple[int, ...]:
    return table.view(None).winners


def test_7_1_all_hands_are_turned_over_for_everyone() -> None:
    table = finished(HANDS)

    for viewer in (0, 1, None):
        shown = [[view_slot.card for view_slot in player.slots] for player in table.view(viewer).players]
        assert shown == [
            [card("A♠", 1), card("7♦", 7), card("2♣", 2), card("9♥", 9)],
            [card("K♥", 0), card("5♣", 5), card("3♣", 3), card("4♣", 4)],
        ]
        assert {view_slot.visibility for view_slot in table.view(viewer).players[0].slots} == {"revealed"}


def test_7_2_the_base_score_is_the_sum_of_the_slots_of_whoever_sits_there() -> None:
    table = finished("A♠ - 2♣ 9♥ | K♥ 5♣ 3♣ 4♣ | - - - -")

    assert [score.base_score for score in table.state.scores] == [12, 12, 0]
    assert not table.state.players[1].is_connected
    assert table.view(None).players[0].slots[1].visibility == "empty"


def test_7_3_a_caller_who_shares_the_lowest_score_has_it() -> None:
    table = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥")

    assert not any(score.penalty_applied for score in table.state.scores)


@pytest.mark.parametrize(
    ("penalty", "final", "is_applied"), [("double", 38, True), ("plus10", 29, True), ("none", 19, False)]
)
def test_7_4_a_beaten_caller_pays(penalty: str, final: int, is_applied: bool) -> None:
    table = finished(HANDS, penalty=penalty)

    assert finals(table) == [final, 12]
    assert [score.penalty_applied for score in table.state.scores] == [is_applied, False]


def test_7_4_nobody_else_pays() -> None:
    table = finished("A♠ 2♠ 3♠ 4♠ | 10♥ J♥ Q♥ 9♥")

    assert finals(table) == [10, 39]


def test_7_4_a_negative_base_is_doubled_upwards() -> None:
    table = finished("K♥ A♠ K♠ K♣ | K♦ X1 X2 2♥", red_king=-2, jokers=2, joker_value=-1)

    assert [score.base_score for score in table.state.scores] == [-1, -2]
    assert finals(table) == [0, -2]


def test_7_5_winners_are_compared_after_the_penalty() -> None:
    """Rules 7.5, 22.8: the minimum is taken again."""
    table = finished("2♠ K♠ K♣ K♥ | A♥ K♦ - - | 2♥ 2♦ - -", penalty="plus10")

    assert finals(table) == [12, 1, 4]
    assert winners(table) == (1,)


def test_7_6_shared_ties_are_shared() -> None:
    table = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥ | 10♥ J♥ Q♥ 9♥")

    assert winners(table) == (0, 1)


def test_7_6_with_caller_a_caller_among_the_winners_wins_alone() -> None:
    tied = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥", tie_rule="caller")
    beaten = finished("9♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥ | A♦ 2♦ 3♦ 4♦", tie_rule="caller")

    assert winners(tied) == (0,)
    assert winners(beaten) == (1, 2)


@pytest.mark.parametrize(("penalty", "final"), [("double", 20), ("plus10", 20), ("none", 10)])
def test_7_6_with_others_a_caller_who_only_shares_is_beaten(penalty: str, final: int) -> None:
    table = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥", tie_rule="others", penalty=penalty)

    assert finals(table) == [final, 10]
    assert winners(table) == (1,)


def test_7_6_with_others_a_caller_alone_at_the_bottom_wins() -> None:
    table = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 5♥", tie_rule="others")

    assert winners(table) == (0,)
    assert not table.state.scores[0].penalty_applied


def test_7_7_the_winner_seat_is_the_only_winner_or_nobody() -> None:
    """Rules 7.7, 22.3: null for ties."""
    assert finished(HANDS).state.winner_seat == 1
    tied = finished("A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥")

    assert tied.state.winner_seat is None
    assert [score.is_winner for score in tied.state.scores] == [True, True]


def test_7_8_the_end_tells_all_there_is_to_tell() -> None:
    """Rules 7.8, 20.6: scores, winners and completion, by these names."""
    table = deal("A♠ 7♦ - 9♥ | K♥ 5♣ 3♣ 4♣")
    table.play(HOUSE, SetConnected(1, connected=False))

    events = table.play(0, CallCambio())

    scores = (
        Score(0, 17, 34, True, True, False, (card("A♠", 1), card("7♦", 7), card("9♥", 9))),
        Score(1, 12, 12, False, False, True, (card("K♥", 0), card("5♣", 5), card("3♣", 3), card("4♣", 4))),
    )
    assert events[-1] == GameCompleted("cambio", scores, (1,), 1)
    assert calculate_scores(table.state) == scores
    assert [player.score for player in table.state.players] == [34, 12]
    assert table.view(None).scores == scores


def test_7_9_without_a_caller_nobody_is_penalised() -> None:
    table = deal(HANDS, discards="", deck="5♠", exact=True)

    table.draw_and_discard(0)

    assert finals(table) == [19, 12]
    assert not any(score.penalty_applied for score in table.state.scores)


def test_16_1_all_final_turns_taken_is_cambio() -> None:
    assert finished(HANDS).state.ending == "cambio"


def test_16_2_deck_out_is_scored_with_penalty_after_a_call() -> None:
    table = deal(f"{HANDS} | A♦ 2♦ 3♦ 4♦", discards="", deck="5♠", exact=True)
    table.play(0, CallCambio())

    table.draw_and_discard(1)

    assert table.state.ending == "deck_out"
    assert finals(table) == [38, 12, 10]
    assert not table.state.players[2].has_taken_final_turn


def test_16_3_turn_cap_is_scored_without_penalty() -> None:
    table = deal(HANDS, max_turns=20)
    table.wait(20 * 60_000)

    assert table.state.ending == "turn_cap"
    assert finals(table) == [19, 12]


def test_16_4_abandoned_is_not_scored_and_nothing_is_turned_over() -> None:
    table = deal(HANDS)
    for seat in (0, 1):
        table.play(HOUSE, SetConnected(seat, connected=False))

    events = table.wait(300_000)

    assert tags(events)[-1] == "GAME_ABANDONED"
    assert CAMBIO.outcome(table.state) == Outcome("abandoned", is_abandoned=True)
    assert table.state.scores == ()
    assert {view_slot.card for player in table.view(0).players for view_slot in player.slots} == {None}


def test_16_5_the_outcome_has_the_ending_the_standings_and_the_winners() -> None:
    table = finished("9♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥ | A♦ 2♦ 3♦ 4♦")

    assert CAMBIO.outcome(table.state) == Outcome(
        "cambio", (Standing(1, 1, 10), Standing(2, 1, 10), Standing(0, 3, 36)), (1, 2)
    )
    assert CAMBIO.outcome(deal(HANDS).state) is None
