"""Chapter 4: a turn."""

import pytest

from rondel.games.cambio.actions import (
    CallCambio,
    DiscardCard,
    DrawCard,
    ExpireTurn,
    SetConnected,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.events import (
    CardDiscarded,
    CardDrawn,
    CardSwapped,
    DeckReshuffled,
    DeckShuffled,
    DrawnCardSeen,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from rondel.games.cambio.game import CAMBIO
from rondel.kernel import HOUSE
from tests.games.cambio.table import HUMAN, NOW, card, deal, refused, seen, slot, tags

HANDS = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣"
THREE = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ J♠ Q♦"


def test_4_1_a_turn_runs_through_its_steps() -> None:
    table = deal(HANDS, deck="7♠")
    steps = [table.state.step]

    table.play(0, DrawCard("deck"))
    steps.append(table.state.step)
    table.play(0, DiscardCard())
    steps.append(table.state.step)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))
    steps.append(table.state.step)
    table.wait(5000)

    assert steps == ["awaiting_draw", "holding", "power_pending", "revealing"]
    assert (table.state.current_turn_seat, table.state.step) == (1, "awaiting_draw")


def test_4_2_only_the_drawer_sees_a_card_from_the_deck() -> None:
    table = deal(HANDS, deck="5♠ Q♠")

    events = table.play(0, DrawCard("deck"))

    assert seen(events, 0) == [CardDrawn(0, "deck"), DrawnCardSeen(0, card("5♠", 5))]
    assert seen(events, 1) == seen(events, None) == [CardDrawn(0, "deck")]
    assert table.state.draw_pile[0] == "QS"


def test_4_3_a_card_from_the_discard_pile_is_known_to_everyone() -> None:
    table = deal(HANDS, discards="9♠ 6♠")

    events = table.play(0, DrawCard("discard"))

    assert events == [CardDrawn(0, "discard", card("6♠", 6))]
    assert table.state.discard_pile == ("9S",)
    held = table.view(None).held
    assert held is not None
    assert held.card == card("6♠", 6)


def test_4_3_drawing_a_discard_needs_the_option_a_discard_and_a_card_of_ones_own() -> None:
    with refused("DISCARD_DRAW_OFF"):
        deal(HANDS, discard_draw=False).play(0, DrawCard("discard"))
    with refused("DISCARD_EMPTY"):
        deal(HANDS, discards="").play(0, DrawCard("discard"))
    with refused("NO_CARD_TO_SWAP"):
        deal("- - - - | K♥ 5♣ 3♣ 4♣").play(0, DrawCard("discard"))

    assert DrawCard("discard") not in deal(HANDS, discard_draw=False).legal(0)


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_4_4_a_seat_draws_once_per_turn(source: str) -> None:
    table = deal(HANDS)
    table.play(0, DrawCard("deck"))

    with refused("WRONG_STEP"):
        table.play(0, DrawCard("deck" if source == "deck" else "discard"))


def test_4_5_the_held_card_takes_the_place_of_the_card_that_is_discarded() -> None:
    table = deal(HANDS, deck="5♠")

    events = table.draw_and_swap(0, 1)

    assert events[0] == CardSwapped(0, 1, card("7♦", 7), 2)
    assert table.hand(0) == "AS 5S 2C 9H"
    assert table.state.discard_pile == ("6S", "7D")
    assert all("5" not in str(event) or "spades" not in str(event) for event in seen(events, 1))


@pytest.mark.parametrize("position", [-1, 4, 99])
def test_4_5_there_must_be_a_card_to_swap(position: int) -> None:
    table = deal(HANDS)
    table.play(0, DrawCard("deck"))

    with refused("INVALID_POSITION"):
        table.play(0, SwapCard(position))


def test_4_5_an_empty_slot_has_no_card_to_swap() -> None:
    table = deal("A♠ - 2♣ 9♥ | K♥ 5♣ 3♣ 4♣")
    table.play(0, DrawCard("deck"))

    with refused("INVALID_POSITION"):
        table.play(0, SwapCard(1))
    assert SwapCard(1) not in table.legal(0)


def test_4_5_a_seat_may_not_swap_before_drawing() -> None:
    table = deal(HANDS, turn=0)

    with refused("WRONG_STEP"):
        table.play(0, SwapCard(position=1))


def test_4_6_a_card_from_the_deck_may_be_discarded_a_discard_must_be_swapped() -> None:
    table = deal(HANDS, deck="5♠")
    events = table.draw_and_discard(0)
    assert events[0] == CardDiscarded(0, card("5♠", 5), 2, "chosen")

    table.play(1, DrawCard("discard"))

    with refused("MUST_SWAP"):
        table.play(1, DiscardCard())
    assert DiscardCard() not in table.legal(1)


def test_4_7_each_card_put_on_the_discard_pile_counts() -> None:
    table = deal(HANDS, deck="5♠")
    assert table.state.discard_version == 1

    table.draw_and_discard(0)
    assert table.state.discard_version == 2
    table.play(1, DrawCard("discard"))
    assert table.state.discard_version == 2
    table.play(1, SwapCard(0))

    assert table.state.discard_version == 3


def test_4_8_a_power_card_opens_its_power_and_any_other_ends_the_turn() -> None:
    table = deal(HANDS, deck="5♠ 7♠")

    assert tags(table.draw_and_discard(0)) == ["CARD_DISCARDED", "TURN_ENDED", "TURN_STARTED"]
    assert tags(table.draw_and_discard(1)) == ["CARD_DISCARDED", "POWER_AVAILABLE"]


def test_4_9_a_turn_ends_in_the_order_of_the_book() -> None:
    table = deal(THREE, deck="5♠ Q♠", snap="first", max_turns=20)
    table.play(0, CallCambio())

    ended = table.draw_and_discard(1)
    closed = table.wait(3000)

    assert tags(ended) == ["CARD_DISCARDED", "TURN_ENDED", "FINAL_TURN_TAKEN", "SNAP_WINDOW_OPENED"]
    assert tags(closed) == ["SNAP_WINDOW_CLOSED", "TURN_STARTED"]
    assert table.state.current_turn_seat == 2


def test_4_9_without_a_discard_no_snap_window_opens() -> None:
    table = deal(HANDS, snap="first")

    events = table.wait(60_000)

    assert tags(events) == ["TURN_PASSED", "TURN_ENDED", "TURN_STARTED"]


def test_4_9_in_the_final_round_seats_that_had_their_turn_are_left_out() -> None:
    table = deal(THREE, turn=1)
    table.play(1, CallCambio())
    table.play(HOUSE, SetConnected(0, connected=False))

    events = table.pass_turn(2)

    assert tags(events)[-1] == "GAME_COMPLETED"


def test_4_10_an_empty_draw_pile_is_made_anew_of_the_discards_but_the_top() -> None:
    table = deal(HANDS, discards="5♠ 9♠ Q♠ K♦", exact=True)

    events = table.play(0, DrawCard("deck"))

    assert events[0] == DeckReshuffled(3)
    assert isinstance(events[1], DeckShuffled)
    assert sorted(events[1].order) == ["5S", "9S", "QS"]
    assert events[1].batch == 1
    assert table.state.discard_pile == ("KD",)
    held = table.state.held
    assert held is not None
    assert sorted([held.card, *table.state.draw_pile]) == ["5S", "9S", "QS"]
    assert table.hand(0) == "AS 7D 2C 9H"


def test_4_11_without_a_draw_pile_and_two_discards_the_game_ends_before_the_turn() -> None:
    table = deal(HANDS, discards="", deck="5♠", exact=True)

    events = table.draw_and_discard(0)

    assert tags(events) == ["CARD_DISCARDED", "TURN_ENDED", "GAME_COMPLETED"]
    assert table.state.ending == "deck_out"


def test_4_11_two_discards_are_enough_to_go_on() -> None:
    table = deal(HANDS, discards="6♠", deck="5♠", exact=True)

    table.draw_and_discard(0)

    assert table.state.status == "active"


def test_4_11_with_end_round_an_empty_draw_pile_is_the_end() -> None:
    table = deal(HANDS, discards="6♠", deck="5♠", exact=True, deck_out="endRound")

    table.draw_and_discard(0)

    assert table.state.ending == "deck_out"


def test_4_12_the_last_turn_of_all_ends_the_game() -> None:
    table = deal(HANDS, max_turns=20)
    for number in range(1, 20):
        assert table.state.turn_number == number
        table.pass_turn(table.state.current_turn_seat or 0)

    table.pass_turn(1)

    assert table.state.ending == "turn_cap"


def test_4_12_in_the_final_round_there_is_no_last_turn() -> None:
    table = deal(HANDS, max_turns=20)
    for _ in range(19):
        table.pass_turn(table.state.current_turn_seat or 0)

    table.play(1, CallCambio())

    assert table.state.phase == "final_round"
    table.pass_turn(0)
    assert table.state.ending == "cambio"


def test_4_13_time_out_before_the_draw_passes_the_turn() -> None:
    table = deal(HANDS)
    before = CAMBIO.conserved(table.state), table.hand(0)

    assert table.wait(59_999) == []
    events = table.wait(1)

    assert events == [TurnPassed(0), TurnEnded(0, 1, "pass"), TurnStarted(1, 2, NOW + 120_000)]
    assert (CAMBIO.conserved(table.state), table.hand(0)) == before


def test_4_13_time_out_while_holding_discards_without_power() -> None:
    table = deal(HANDS, deck="7♠")
    table.play(0, DrawCard("deck"))

    events = table.wait(60_000)

    assert events[:2] == [CardDiscarded(0, card("7♠", 7), 2, "time"), TurnEnded(0, 1, "discard")]
    assert table.state.power is None
    assert table.state.current_turn_seat == 1


def test_4_13_a_discard_that_is_held_too_long_goes_back() -> None:
    table = deal(HANDS, discards="9♠")
    table.play(0, DrawCard("discard"))

    table.wait(60_000)

    assert table.state.discard_pile == ("9S",)
    assert table.state.discard_version == 2


def test_4_13_without_a_limit_a_connected_seat_has_all_the_time_there_is() -> None:
    table = deal(HANDS, turn_ms=0)

    assert table.wait(10_000_000) == []
    with refused("NOT_DUE"):
        table.play(HOUSE, ExpireTurn())


def test_4_9_a_snap_window_that_nobody_can_use_closes_at_once() -> None:
    table = deal("- - - - | - - - -", deck="5♠", snap="first", seat_specs=[HUMAN, HUMAN])

    events = table.draw_and_discard(0)

    assert tags(events) == [
        "CARD_DISCARDED",
        "TURN_ENDED",
        "SNAP_WINDOW_OPENED",
        "SNAP_WINDOW_CLOSED",
        "TURN_STARTED",
    ]
    with refused("STALE_DISCARD"):
        table.play(0, Snap(1, 0, 0))
