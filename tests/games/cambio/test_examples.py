"""Chapter 21: the worked examples, to the letter."""

from typing import Any

import pytest

from rondel.games.cambio.actions import (
    CallCambio,
    DiscardCard,
    DrawCard,
    HideCard,
    SetConnected,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.events import (
    CardDrawn,
    CardHidden,
    DeckReshuffled,
    DrawnCardSeen,
    FinalTurnTaken,
    PenaltyDealt,
    PowerActivated,
    PowerAvailable,
    SnapFailed,
    SnapSucceeded,
    TurnEnded,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.score import calculate_scores
from rondel.kernel import HOUSE, Deadline
from tests.games.cambio.table import NOW, Table, card, deal, refused, seen, slot, tags


def scored(hands: str, **options: Any) -> Table:
    """Seat 0 has called; the hands count as they lie."""
    table = deal(hands, **options)
    for seat in range(1, len(table.state.players)):
        table.play(HOUSE, SetConnected(seat, connected=False))
    table.play(0, CallCambio())
    return table


def finals(table: Table) -> list[int]:
    return [score.final_score for score in table.state.scores]


def test_e1_a_caller_with_15_against_12_is_doubled() -> None:
    """Rules E1, 22.1: not lowest is enough."""
    table = scored("A♠ 2♠ 3♠ 9♠ | A♥ 2♥ 3♥ 6♥")

    assert finals(table) == [30, 12]
    assert table.state.winner_seat == 1


def test_e2_a_caller_with_7_against_9_and_11_wins() -> None:
    table = scored("A♠ 2♠ 4♠ K♠ | 2♥ 3♥ 4♥ K♥ | 2♦ 4♦ 5♦ K♦")

    assert finals(table) == [7, 9, 11]
    assert not any(score.penalty_applied for score in table.state.scores)
    assert table.state.winner_seat == 0


E3 = "A♠ 2♠ 3♠ 4♠ | A♥ 2♥ 3♥ 4♥ | A♦ 2♦ 4♦ 6♦"


def test_e3_a_caller_who_ties_at_the_bottom_wins_with_the_other() -> None:
    table = scored(E3)

    assert finals(table) == [10, 10, 13]
    assert table.view(None).winners == (0, 1)
    assert table.state.winner_seat is None


def test_e4_the_tie_rule_settles_it() -> None:
    for_caller, for_others = scored(E3, tie_rule="caller"), scored(E3, tie_rule="others")

    assert (finals(for_caller), for_caller.state.winner_seat) == ([10, 10, 13], 0)
    assert (finals(for_others), for_others.state.winner_seat) == ([20, 10, 13], 1)
    assert for_others.state.scores[0].penalty_applied


def test_e5_king_three_seven_two_are_12_points() -> None:
    table = deal("K♠ 3♠ 7♠ 2♠ | A♥ 2♥ 3♥ 4♥")

    assert calculate_scores(table.state)[0].base_score == 12


def test_e6_everybody_at_8_wins() -> None:
    table = scored("A♠ 3♠ 4♠ K♠ | A♥ 3♥ 4♥ K♥ | A♦ 3♦ 4♦ K♦")

    assert finals(table) == [8, 8, 8]
    assert table.view(None).winners == (0, 1, 2)
    assert not any(score.penalty_applied for score in table.state.scores)


def test_e7_a_negative_caller_is_doubled_upwards() -> None:
    table = scored("K♥ A♠ K♠ K♣ | K♦ X1 X2 A♥", red_king=-2, jokers=2, joker_value=-1)

    assert [score.base_score for score in table.state.scores] == [-1, -3]
    assert finals(table) == [0, -3]
    assert table.state.scores[0].penalty_applied
    assert table.state.winner_seat == 1


THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"


def test_e8_of_three_seats_two_play_on_after_the_call() -> None:
    table = deal(THREE, turn=1)
    table.play(1, CallCambio())
    seats = []

    while table.state.status == "active":
        assert table.state.current_turn_seat is not None
        seats.append(table.state.current_turn_seat)
        table.pass_turn(table.state.current_turn_seat)

    assert seats == [2, 0]


def test_e9_a_seat_that_goes_in_the_final_round_forfeits_at_once() -> None:
    table = deal(THREE, turn=1)
    table.play(1, CallCambio())
    table.play(2, DrawCard("discard"))

    assert FinalTurnTaken(0, forfeited=True) in table.play(HOUSE, SetConnected(0, connected=False))
    events = table.play(2, SwapCard(0))

    assert tags(events)[-1] == "GAME_COMPLETED"


def test_e10_a_peek_lasts_five_seconds_and_is_for_one_seat() -> None:
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)

    events = table.play(0, UsePower("peek_own", (slot(0, 3),)))

    assert table.view(0).players[0].slots[3].card == card("5♥", 5)
    assert seen(events, 1) == [PowerActivated(0, "peek_own", (slot(0, 3),))]
    assert CAMBIO.deadline(table.state) == Deadline(NOW + 5000, HideCard())
    hidden = table.wait(5000)
    assert hidden[:2] == [CardHidden(0, (slot(0, 3),), "expired"), TurnEnded(0, 1, "power")]
    assert table.view(0).players[0].slots[3].card is None


def test_e11_a_nine_that_is_swapped_out_has_no_power_unless_any_discard_has() -> None:
    hands = "9♥ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣"
    plain, any_discard = deal(hands, deck="4♠"), deal(hands, deck="4♠", power_trigger="any_discard")

    plain.draw_and_swap(0, 0)
    events = any_discard.draw_and_swap(0, 0)

    assert plain.state.discard_pile[-1] == "9H"
    assert plain.state.current_turn_seat == 1
    assert events[-1] == PowerAvailable(0, "peek_opponent", NOW + 30_000)


def test_e12_position_4_of_a_hand_of_four_does_not_exist() -> None:
    table = deal(THREE, deck="7♠")
    table.draw_and_discard(0)

    with refused("INVALID_POSITION"):
        table.play(0, UsePower("peek_own", (slot(0, 4),)))

    assert table.state.step == "power_pending"


def test_e13_a_king_is_used_without_slots_or_skipped() -> None:
    """Rules E13, 22.9: use or skip, never which card."""
    table = deal(THREE, deck="K♠")
    table.draw_and_discard(0)
    assert table.legal(0) == [UsePower("look_own"), SkipPower()]

    (activated, _) = table.play(0, UsePower("look_own"))

    assert isinstance(activated, PowerActivated)
    assert activated.slots[0] in [slot(0, position) for position in range(4)]


def test_e14_the_discards_but_the_top_become_the_draw_pile() -> None:
    table = deal("A♠ 7♦ 2♣ 9♦ | K♥ 5♣ 3♣ 4♣", discards="5♠ 9♥ K♦", exact=True)

    events = table.play(0, DrawCard("deck"))

    assert events[0] == DeckReshuffled(2)
    assert events[2] == CardDrawn(0, "deck")
    assert events[3] in (DrawnCardSeen(0, card("5♠", 5)), DrawnCardSeen(0, card("9♥", 9)))
    assert table.state.discard_pile == ("KD",)
    assert len(table.state.draw_pile) == 1


def snapping() -> Table:
    """Discard 9 shows 6♥."""
    table = deal(
        "A♠ 7♦ 2♣ 5♥ | 6♠ 5♣ 3♣ 4♣ | 6♣ 8♣ 5♦ Q♦",
        discards="10♠ 10♥ 10♦ 10♣ J♠ J♥ J♦ J♣",
        deck="6♥ A♥",
        snap="first",
    )
    table.draw_and_discard(0)
    assert table.state.discard_version == 9
    return table


def test_e15_of_two_who_snap_the_first_in_the_journal_has_it() -> None:
    table = snapping()

    events = table.play(1, Snap(9, 1, 0))

    assert events[0] == SnapSucceeded(1, 1, 0, card("6♠", 6), 10)
    with refused("STALE_DISCARD"):
        table.play(2, Snap(9, 2, 0))
    assert table.hand(2) == "6C 8C 5D QD"


def test_e16_a_wrong_snap_is_shown_stays_and_costs_an_unseen_card() -> None:
    table = snapping()

    events = table.play(2, Snap(9, 2, 2))

    assert seen(events, None) == [SnapFailed(2, 2, 2, card("5♦", 5), 9), PenaltyDealt(2, (4,))]
    assert table.hand(2) == "6C 8C 5D QD AH"
    assert table.state.known_by.get("AH", 0) == 0


def test_e17_four_kings_are_nothing() -> None:
    table = deal("K♠ K♥ K♦ K♣ | A♥ 2♥ 3♥ 4♥")

    assert calculate_scores(table.state)[0].base_score == 0
    assert [code for code in table.state.draw_pile if code.startswith("K")] == []


@pytest.mark.parametrize("action", [DiscardCard(), SwapCard(0)])
def test_4_4_nothing_is_placed_before_it_is_drawn(action: DiscardCard | SwapCard) -> None:
    with refused("WRONG_STEP"):
        deal(THREE).play(0, action)
