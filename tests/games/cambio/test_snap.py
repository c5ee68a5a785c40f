"""Chapter 8: snap."""

from typing import Any

import pytest

from rondel.games.cambio.actions import (
    CallCambio,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SetConnected,
    Snap,
    SwapCard,
)
from rondel.games.cambio.events import (
    CambioCalled,
    CardGiven,
    FinalTurnTaken,
    PenaltyDealt,
    SnapFailed,
    SnapPassed,
    SnapSucceeded,
    SnapWindowClosed,
    SnapWindowOpened,
    TurnEnded,
    TurnStarted,
)
from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.state import Giving, SnapWindow
from rondel.kernel import HOUSE
from tests.games.cambio.table import NOW, Table, card, deal, refused, tags

THREE = "A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ 5♦ Q♦"


def window(**options: Any) -> Table:
    """Seat 0 of three has discarded 5♠ as discard 2; each seat has a five."""
    chosen = {"snap": "first", "deck": "5♠ 9♠ 10♠ J♠"} | options
    table = deal(chosen.pop("hands", THREE), **chosen)
    table.draw_and_discard(0)
    return table


def test_8_1_the_rank_of_the_top_discard_counts() -> None:
    table = window()

    events = table.play(1, Snap(2, 1, 1))

    assert events[0] == SnapSucceeded(1, 1, 1, card("5♣", 5), 3)


def test_8_2_the_window_opens_after_the_turn_and_closes_in_time() -> None:
    table = deal(THREE, deck="5♠", snap="first", snap_window_ms=700)

    events = table.draw_and_discard(0)

    assert events[1:] == [TurnEnded(0, 1, "discard"), SnapWindowOpened(2, NOW + 700)]
    assert table.state.current_turn_seat == 0
    assert table.view(None).snap == SnapWindow(2, NOW + 700)
    assert table.wait(700) == [SnapWindowClosed(2), TurnStarted(1, 2, NOW + 60_700)]


def test_8_2_while_it_is_open_nobody_draws_or_calls() -> None:
    table = window()

    for seat in (0, 1, 2):
        for action in (DrawCard("deck"), CallCambio()):
            with refused("SNAP_WINDOW_OPEN"):
                table.play(seat, action)


def test_8_2_it_closes_when_everybody_has_passed_or_tried() -> None:
    table = window()
    table.play(0, PassSnap(2))
    table.play(2, Snap(2, 2, 0))

    events = table.play(1, PassSnap(2))

    assert tags(events) == ["SNAP_PASSED", "SNAP_WINDOW_CLOSED", "TURN_STARTED"]


def test_8_2_in_mode_first_it_closes_at_the_first_success() -> None:
    table = window()

    events = table.play(2, Snap(2, 2, 2))

    assert tags(events) == ["SNAP_SUCCEEDED", "SNAP_WINDOW_CLOSED", "TURN_STARTED"]


@pytest.mark.parametrize("version", [1, 3])
def test_8_3_a_snap_names_the_present_discard(version: int) -> None:
    table = window()

    with refused("STALE_DISCARD"):
        table.play(1, Snap(version, 1, 1))
    with refused("STALE_DISCARD"):
        table.play(1, PassSnap(version))

    assert table.hand(1) == "KH 5C 3C 4C"


def test_8_3_a_snap_alone_is_never_too_late_for_the_version_its_player_saw() -> None:
    """Rule 8.3: the discard it names guards it; whoever passes has time to be asked again (15.2)."""
    assert CAMBIO.applies_to_any_version == {Snap}


def test_8_4_one_try_per_discard() -> None:
    table = window()
    table.play(2, Snap(2, 2, 0))

    with refused("SNAP_ALREADY_TRIED"):
        table.play(2, Snap(2, 2, 2))
    assert table.legal(2) == []


@pytest.mark.parametrize("position", [4, -1])
def test_8_4_there_must_be_a_card(position: int) -> None:
    table = window()

    with refused("INVALID_POSITION"):
        table.play(1, Snap(2, 1, position))
    with refused("INVALID_POSITION"):
        window(snap_others=True).play(1, Snap(2, 5, 0))


def test_8_4_an_empty_slot_cannot_be_snapped() -> None:
    table = window(hands="A♠ 7♦ 2♣ 5♥ | K♥ - 3♣ 4♣")

    with refused("INVALID_POSITION"):
        table.play(1, Snap(2, 1, 1))
    assert Snap(2, 1, 1) not in table.legal(1)


def locked() -> Table:
    """Seat 2 has called; seat 0 has discarded 5♠; the caller's cards are locked."""
    table = deal(THREE, turn=2, deck="5♠ 9♠", snap="first", snap_others=True, caller_locked=True)
    table.play(2, CallCambio())
    table.draw_and_discard(0)
    return table


def test_8_4_a_locked_caller_neither_snaps_nor_is_snapped() -> None:
    table = locked()

    with refused("CALLER_LOCKED"):
        table.play(2, Snap(2, 2, 2))
    with refused("CALLER_LOCKED"):
        table.play(2, Snap(2, 1, 1))
    with refused("CALLER_LOCKED"):
        table.play(1, Snap(2, 2, 2))
    assert CAMBIO.to_act(table.state) == {0, 1}
    assert not any(isinstance(action, Snap) and action.target_seat == 2 for action in table.legal(1))


def test_8_4_with_snap_off_there_is_no_snap() -> None:
    table = deal(THREE, deck="5♠")
    table.draw_and_discard(0)

    assert table.state.step == "awaiting_draw"
    with refused("SNAP_OFF"):
        table.play(1, Snap(2, 1, 1))


def test_8_5_the_card_is_discarded_its_slot_empty_and_no_power_opens() -> None:
    table = window(hands="A♠ 7♦ 2♣ 9♥ | K♥ 7♣ 3♣ 4♣", deck="9♠ 7♠", power_trigger="any_discard")
    table.wait(30_000 + 3_000)
    table.play(1, DrawCard("deck"))
    table.play(1, DiscardCard())
    table.wait(30_000)

    events = table.play(0, Snap(3, 0, 1))

    assert tags(events) == ["SNAP_SUCCEEDED", "SNAP_WINDOW_CLOSED", "TURN_STARTED"]
    assert table.hand(0) == "AS - 2C 9H"
    assert table.state.discard_pile[-1] == "7D"
    assert table.state.discard_version == 4


def test_8_5_in_mode_chain_a_new_window_opens_and_everybody_may_try_again() -> None:
    table = window(snap="chain")
    table.at += 1000

    events = table.play(1, Snap(2, 1, 1))

    assert events == [SnapSucceeded(1, 1, 1, card("5♣", 5), 3), SnapWindowOpened(3, NOW + 4000)]
    assert CAMBIO.to_act(table.state) == {0, 1, 2}
    table.play(1, Snap(3, 1, 0))
    assert tags(table.play(2, Snap(3, 2, 2)))[0] == "SNAP_SUCCEEDED"


def test_8_6_without_the_option_only_own_cards_are_snapped() -> None:
    with refused("INVALID_TARGET"):
        window().play(1, Snap(2, 0, 3))


def test_8_6_whoever_snaps_anothers_card_gives_one_of_its_own() -> None:
    table = window(snap_others=True)

    events = table.play(1, Snap(2, 2, 2))
    assert events == [SnapSucceeded(1, 2, 2, card("5♦", 5), 3)]
    assert table.state.step == "giving"
    assert table.view(None).giving == Giving(1, 2, 2, NOW + 30_000)
    assert table.legal(1) == [GiveCard(position) for position in range(4)]
    with refused("WRONG_STEP"):
        table.play(1, DrawCard("deck"))
    with refused("INVALID_POSITION"):
        table.play(1, GiveCard(4))
    events = table.play(1, GiveCard(3))

    assert events == [CardGiven(1, 3, 2, 2), SnapWindowClosed(2), TurnStarted(1, 2, NOW + 60_000)]
    assert (table.hand(1), table.hand(2)) == ("KH 5C 3C -", "6H 8C 4C QD")


def test_8_6_in_mode_chain_the_window_opens_again_after_the_gift() -> None:
    table = window(snap_others=True, snap="chain")
    table.play(1, Snap(2, 2, 2))

    events = table.play(1, GiveCard(0))

    assert tags(events) == ["CARD_GIVEN", "SNAP_WINDOW_OPENED"]
    assert table.state.giving is None
    assert table.state.snap == SnapWindow(3, NOW + 3000)


def test_8_6_a_snapper_without_cards_gives_nothing() -> None:
    table = window(snap_others=True, hands="A♠ 7♦ 2♣ 5♥ | - - - -")

    events = table.play(1, Snap(2, 0, 3))

    assert tags(events) == ["SNAP_SUCCEEDED", "SNAP_WINDOW_CLOSED", "TURN_STARTED"]
    assert table.hand(0) == "AS 7D 2C -"


@pytest.mark.parametrize(("power_ms", "give_ms"), [(0, 30_000), (7_000, 7_000)])
def test_8_6_when_time_runs_out_the_lowest_own_position_is_given(power_ms: int, give_ms: int) -> None:
    table = window(
        snap_others=True, power_decision_ms=power_ms, hands="A♠ 7♦ 2♣ 5♥ | - 5♣ 3♣ 4♣", deck="5♠ 9♠"
    )
    table.play(1, Snap(2, 0, 3))

    assert table.wait(give_ms - 1) == []
    events = table.wait(1)

    assert events[0] == CardGiven(1, 1, 0, 3)
    assert table.hand(0) == "AS 7D 2C 5C"


def test_8_7_a_wrong_snap_shows_the_card_and_costs_one() -> None:
    table = window()

    events = table.play(1, Snap(2, 1, 0))

    assert events == [SnapFailed(1, 1, 0, card("K♥", 0), 2), PenaltyDealt(1, (4,))]
    assert table.hand(1) == "KH 5C 3C 4C 9S"
    assert table.state.known_by.get("9S", 0) == 0
    assert table.state.snap == SnapWindow(2, NOW + 3000, (1,))


def test_8_7_penalty_cards_fill_the_lowest_empty_slots_first() -> None:
    table = window(hands="A♠ 7♦ 2♣ 5♥ | K♥ - 3♣ 4♣", wrong_snap_cards=2)

    events = table.play(1, Snap(2, 1, 0))

    assert events[1] == PenaltyDealt(1, (1, 4))
    assert table.hand(1) == "KH 9S 3C 4C 10S"


@pytest.mark.parametrize(
    ("hand", "after"),
    [
        ("K♥ 5♣ 3♣ 4♣ 2♥", "KH 5C 3C 4C 2H 9S"),
        ("K♥ 5♣ 3♣ 4♣ 2♥ 3♥", "KH 5C 3C 4C 2H 3H"),
    ],
)
def test_8_7_a_hand_never_has_more_than_six_slots(hand: str, after: str) -> None:
    table = window(hands=f"A♠ 7♦ 2♣ 5♥ | {hand}", wrong_snap_cards=2)

    table.play(1, Snap(2, 1, 0))

    assert table.hand(1) == after


def test_8_7_without_cards_to_deal_none_is_dealt() -> None:
    table = window(hands="A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="", deck="5♠", exact=True)

    events = table.play(1, Snap(1, 1, 0))

    assert tags(events) == ["SNAP_FAILED"]


def test_8_7_a_penalty_from_an_empty_draw_pile_reshuffles_the_discards() -> None:
    """Rules 8.7, 4.10: under the top discard, which may still be snapped."""
    table = window(
        hands="A♠ 7♦ 2♣ 5♥ | K♥ 5♣ 3♣ 4♣", discards="9♠", deck="5♠ 10♠", exact=True, wrong_snap_cards=2
    )

    events = table.play(1, Snap(2, 1, 0))

    assert tags(events) == [
        "SNAP_FAILED",
        "PENALTY_DEALT",
        "DECK_RESHUFFLED",
        "DECK_SHUFFLED",
        "PENALTY_DEALT",
    ]
    assert table.hand(1) == "KH 5C 3C 4C 10S 9S"
    assert table.state.discard_pile == ("5S",)
    assert tags(table.play(0, Snap(2, 0, 3)))[0] == "SNAP_SUCCEEDED"


def test_8_7_the_closing_time_is_unchanged() -> None:
    table = window()
    table.at += 2000

    table.play(1, Snap(2, 1, 0))

    assert tags(table.wait(1000)) == ["SNAP_WINDOW_CLOSED", "TURN_STARTED"]


def test_8_8_passing_gives_up_the_try() -> None:
    table = window()

    assert table.play(1, PassSnap(2)) == [SnapPassed(1)]

    for action in (PassSnap(2), Snap(2, 1, 1)):
        with refused("SNAP_ALREADY_TRIED"):
            table.play(1, action)


def test_8_8_who_has_no_try_cannot_give_it_up() -> None:
    with refused("SNAP_ALREADY_TRIED"):
        locked().play(2, PassSnap(2))
    with refused("SNAP_ALREADY_TRIED"):
        window(hands="A♠ 7♦ 2♣ 5♥ | - - - -").play(1, PassSnap(2))


def test_8_9_after_the_window_the_end_of_the_turn_goes_on() -> None:
    table = deal(THREE, deck="5♠", snap="first", max_turns=20)
    for _ in range(19):
        table.wait(60_000)
    table.play(1, DrawCard("deck"))
    table.play(1, DiscardCard())
    assert table.state.status == "active"

    events = table.wait(3000)

    assert tags(events) == ["SNAP_WINDOW_CLOSED", "GAME_COMPLETED"]
    assert table.state.ending == "turn_cap"


def test_8_10_a_seat_without_cards_draws_from_the_deck_and_discards() -> None:
    table = deal("- - - - | K♥ 5♣ 3♣ 4♣", deck="7♠")
    assert DrawCard("discard") not in table.legal(0)

    table.play(0, DrawCard("deck"))
    assert table.legal(0) == [DiscardCard()]
    with refused("INVALID_POSITION"):
        table.play(0, SwapCard(0))
    events = table.play(0, DiscardCard())

    assert tags(events) == ["CARD_DISCARDED", "POWER_SKIPPED", "TURN_ENDED", "TURN_STARTED"]


def test_8_10_with_auto_call_an_empty_hand_calls_at_the_start_of_its_turn() -> None:
    table = deal(
        "A♠ 7♦ 2♣ 5♥ | - - - - | 6♥ 8♣ 5♦ Q♦", empty_hand="autoCall", min_turns_before_call=20, call_limit=0
    )

    events = table.pass_turn(0)

    assert events[-4:] == [
        TurnStarted(1, 2, NOW + 60_000),
        CambioCalled(1, True),
        TurnEnded(1, 2, "cambio"),
        TurnStarted(2, 3, NOW + 60_000),
    ]
    assert table.state.call_hand == ()


def test_8_10_nobody_calls_automatically_in_the_final_round_or_without_the_option() -> None:
    hands = "A♠ 7♦ 2♣ 5♥ | - - - - | 6♥ 8♣ 5♦ Q♦"
    table = deal(hands, empty_hand="autoCall")
    table.play(0, CallCambio())
    assert (table.state.current_turn_seat, table.state.cambio_caller_seat) == (1, 0)

    plain = deal(hands)
    plain.pass_turn(0)

    assert plain.state.phase == "playing"


def test_8_11_with_snap_off_every_hand_has_four_cards() -> None:
    table = deal(THREE, deck="5♠ 9♠")

    table.draw_and_swap(0, 1)
    table.pass_turn(1)

    assert [len(player.slots) for player in table.state.players] == [4, 4, 4]


def test_8_2_a_forfeit_in_the_window_counts_before_the_pass() -> None:
    table = deal(THREE, turn=2, deck="5♠", snap="first")
    table.play(2, CallCambio())
    table.draw_and_discard(0)

    events = table.play(HOUSE, SetConnected(1, connected=False))

    assert events[1:] == [FinalTurnTaken(1, forfeited=True), SnapPassed(1)]
