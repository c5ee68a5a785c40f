"""Chapter 5: powers."""

from typing import Any

import pytest

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    CallCambio,
    DiscardCard,
    DrawCard,
    SetConnected,
    SkipPower,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.events import (
    CardHidden,
    CardRevealed,
    FinalTurnTaken,
    PowerActivated,
    PowerAvailable,
    PowerSkipped,
    Seen,
    SwapCompleted,
    TurnEnded,
)
from rondel.games.cambio.pieces import PowerType, Slot
from rondel.games.cambio.state import Power, Reveal
from rondel.kernel import HOUSE
from tests.games.cambio.table import NOW, Table, card, deal, faces_shown, refused, seen, slot, tags

THREE = "A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣ | 6♥ 8♣ J♠ Q♦"


def with_power(discarded: str, **options: Any) -> Table:
    """Seat 0 of three has drawn this card from the deck and discarded it."""
    table = deal(options.pop("hands", THREE), deck=discarded, **options)
    table.draw_and_discard(0)
    return table


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_5_1_a_card_swapped_out_opens_no_power(source: str) -> None:
    """Rules 5.1, 22.10: to swap is not to discard."""
    table = deal(THREE, discards="5♠")
    table.play(0, DrawCard("deck" if source == "deck" else "discard"))

    events = table.play(0, SwapCard(1))

    assert tags(events) == ["CARD_SWAPPED", "TURN_ENDED", "TURN_STARTED"]


@pytest.mark.parametrize("source", ["deck", "discard"])
def test_5_1_with_any_discard_a_card_swapped_out_opens_its_power(source: str) -> None:
    table = deal(THREE, discards="5♠", power_trigger="any_discard")
    table.play(0, DrawCard("deck" if source == "deck" else "discard"))

    events = table.play(0, SwapCard(1))

    assert tags(events) == ["CARD_SWAPPED", "POWER_AVAILABLE"]


def test_5_1_time_and_disconnection_open_no_power() -> None:
    late = deal(THREE, deck="7♠", power_trigger="any_discard")
    late.play(0, DrawCard("deck"))
    gone = deal(THREE, deck="7♠", power_trigger="any_discard")
    gone.play(0, DrawCard("deck"))

    assert "POWER_AVAILABLE" not in tags(late.wait(60_000))
    assert "POWER_AVAILABLE" not in tags(gone.play(HOUSE, SetConnected(0, connected=False)))


def test_5_2_everybody_sees_that_a_power_is_open_and_it_closes_in_time() -> None:
    """Rules 5.2, 22.7: the window does not stay open for ever."""
    table = with_power("7♠")

    for viewer in (0, 1, None):
        assert table.view(viewer).power == Power(0, "peek_own", NOW + 30_000)
    events = table.wait(30_000)

    assert events[0] == PowerSkipped(0, "peek_own", "time")
    assert table.state.power is None
    with refused("NOT_YOUR_TURN"):
        table.play(0, UsePower("peek_own", (slot(0, 0),)))
    with refused("NO_POWER"):
        table.play(1, UsePower("peek_own", (slot(0, 0),)))


def test_5_2_the_power_is_told_to_its_seat() -> None:
    table = deal(THREE, deck="7♠", power_decision_ms=0)

    events = table.draw_and_discard(0)

    assert PowerAvailable(0, "peek_own", None) in seen(events, 0)
    assert tags(seen(events, 1)) == ["CARD_DISCARDED"]
    assert table.wait(10_000_000) == []


def test_5_3_while_a_power_is_open_nothing_else_is_done() -> None:
    table = with_power("7♠")

    for action in (DrawCard("deck"), SwapCard(0), DiscardCard(), CallCambio(), AcknowledgeReveal()):
        with refused("POWER_PENDING"):
            table.play(0, action)
        with refused("NOT_YOUR_TURN"):
            table.play(1, action)
    table.play(0, UsePower("peek_own", (slot(0, 0),)))
    with refused("POWER_PENDING"):
        table.play(0, DrawCard("deck"))


@pytest.mark.parametrize(
    ("discarded", "power", "slots", "code"),
    [
        ("7♠", "look_own", [], "WRONG_POWER"),
        ("7♠", "peek_opponent", [slot(1, 0)], "WRONG_POWER"),
        ("7♠", "peek_own", [slot(0, 4)], "INVALID_POSITION"),
        ("7♠", "peek_own", [Slot(0, -1)], "INVALID_POSITION"),
        ("7♠", "peek_own", [Slot(5, 0)], "INVALID_POSITION"),
        ("7♠", "peek_own", [slot(1, 0)], "INVALID_TARGET"),
        ("7♠", "peek_own", [], "INVALID_TARGET"),
        ("7♠", "peek_own", [slot(0, 0), slot(0, 1)], "INVALID_TARGET"),
        ("9♠", "peek_opponent", [slot(0, 0)], "INVALID_TARGET"),
        ("9♠", "peek_opponent", [], "INVALID_TARGET"),
        ("9♠", "peek_opponent", [slot(1, 0), slot(2, 0)], "INVALID_TARGET"),
        ("9♠", "peek_opponent", [slot(1, 4)], "INVALID_POSITION"),
        ("Q♠", "blind_swap", [slot(0, 0)], "INVALID_TARGET"),
        ("Q♠", "blind_swap", [slot(1, 0), slot(0, 0)], "INVALID_TARGET"),
        ("Q♠", "blind_swap", [slot(1, 0), slot(2, 0)], "INVALID_TARGET"),
        ("Q♠", "blind_swap", [slot(0, 0), slot(0, 1)], "INVALID_TARGET"),
        ("Q♠", "blind_swap", [slot(0, 0), slot(1, 5)], "INVALID_POSITION"),
        ("K♠", "look_own", [slot(0, 0)], "INVALID_TARGET"),
    ],
)
def test_5_4_a_power_is_used_on_the_slots_it_asks_for(
    discarded: str, power: PowerType, slots: list[Slot], code: str
) -> None:
    table = with_power(discarded)

    with refused(code):
        table.play(0, UsePower(power, tuple(slots)))

    assert table.state.step == "power_pending"


def test_5_4_an_empty_slot_holds_nothing() -> None:
    table = with_power("7♠", hands="A♠ - 2♣ 9♥ | K♥ 5♣ 3♣ 4♣")

    with refused("INVALID_POSITION"):
        table.play(0, UsePower("peek_own", (slot(0, 1),)))


@pytest.mark.parametrize(
    ("discarded", "power", "slots"),
    [
        ("9♠", "peek_opponent", [slot(2, 0)]),
        ("Q♠", "blind_swap", [slot(0, 0), slot(2, 0)]),
        ("K♠", "look_own", [slot(0, 0), slot(2, 0)]),
    ],
)
def test_5_4_nobody_touches_the_cards_of_a_locked_caller(
    discarded: str, power: PowerType, slots: list[Slot]
) -> None:
    table = deal(THREE, turn=2, deck=discarded, caller_locked=True, king_power="look_and_swap")
    table.play(2, CallCambio())
    table.draw_and_discard(0)

    with refused("CALLER_LOCKED"):
        table.play(0, UsePower(power, tuple(slots)))

    assert not any(isinstance(action, UsePower) and slots[-1] in action.slots for action in table.legal(0))


def test_5_4_without_the_option_the_caller_is_like_any_other() -> None:
    table = deal(THREE, turn=2, deck="9♠")
    table.play(2, CallCambio())
    table.draw_and_discard(0)

    table.play(0, UsePower("peek_opponent", (slot(2, 0),)))

    assert table.state.step == "revealing"


@pytest.mark.parametrize(
    ("discarded", "power", "hands"),
    [
        ("7♠", "peek_own", "- - - - | K♥ 5♣ 3♣ 4♣"),
        ("K♠", "look_own", "- - - - | K♥ 5♣ 3♣ 4♣"),
        ("9♠", "peek_opponent", "A♠ 7♦ 2♣ 9♥ | - - - -"),
        ("Q♠", "blind_swap", "- - - - | K♥ 5♣ 3♣ 4♣"),
        ("Q♠", "blind_swap", "A♠ 7♦ 2♣ 9♥ | - - - -"),
    ],
)
def test_5_5_a_power_without_a_target_is_skipped_at_once(
    discarded: str, power: PowerType, hands: str
) -> None:
    table = deal(hands, deck=discarded)

    events = table.draw_and_discard(0)

    assert events[1:3] == [PowerSkipped(0, power, "no_target"), TurnEnded(0, 1, "discard")]
    assert table.state.current_turn_seat == 1


def test_5_5_a_locked_caller_is_no_target() -> None:
    table = deal("A♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣", turn=1, deck="9♠", caller_locked=True)
    table.play(1, CallCambio())

    assert "POWER_SKIPPED" in tags(table.draw_and_discard(0))


@pytest.mark.parametrize("discarded", ["7♠", "8♠"])
def test_5_6_seven_and_eight_show_an_own_card(discarded: str) -> None:
    table = with_power(discarded)

    events = table.play(0, UsePower("peek_own", (slot(0, 0),)))

    assert faces_shown(events, 0) == [card("A♠", 1)]
    assert len(table.legal(0)) == 1


@pytest.mark.parametrize("discarded", ["9♠", "10♠"])
def test_5_7_nine_and_ten_show_a_card_of_another_seat(discarded: str) -> None:
    table = with_power(discarded)
    assert len(table.legal(0)) == 8 + 1

    events = table.play(0, UsePower("peek_opponent", (slot(2, 3),)))

    assert faces_shown(events, 0) == [card("Q♦", 10)]
    assert faces_shown(events, 1) == faces_shown(events, 2) == faces_shown(events, None) == []


@pytest.mark.parametrize("discarded", ["J♥", "Q♠"])
def test_5_8_jack_and_queen_exchange_two_cards_unseen(discarded: str) -> None:
    table = with_power(discarded)
    assert len(table.legal(0)) == 4 * 8 + 1

    events = table.play(0, UsePower("blind_swap", (slot(0, 0), slot(2, 3))))

    assert events[:3] == [
        PowerActivated(0, "blind_swap", (slot(0, 0), slot(2, 3))),
        SwapCompleted(0, (slot(0, 0), slot(2, 3))),
        TurnEnded(0, 1, "power"),
    ]
    assert (table.hand(0), table.hand(2)) == ("QD 7D 2C 9H", "6H 8C JS AS")
    assert table.state.current_turn_seat == 1
    assert faces_shown(events, 0) == []


def test_5_8_two_kings_swap_like_any_cards() -> None:
    table = with_power("Q♠", hands="K♠ 7♦ 2♣ 9♥ | K♥ 5♣ 3♣ 4♣")

    table.play(0, UsePower("blind_swap", (slot(0, 0), slot(1, 0))))

    assert (table.hand(0), table.hand(1)) == ("KH 7D 2C 9H", "KS 5C 3C 4C")


def test_5_8_with_any_two_the_cards_of_two_others_may_be_exchanged() -> None:
    table = with_power("Q♠", blind_swap_any_two=True)
    assert len(table.legal(0)) == 3 * 16 + 1
    with refused("INVALID_TARGET"):
        table.play(0, UsePower("blind_swap", (slot(2, 0), slot(1, 0))))
    with refused("INVALID_TARGET"):
        table.play(0, UsePower("blind_swap", (slot(1, 0), slot(0, 0))))
    with refused("INVALID_TARGET"):
        table.play(0, UsePower("blind_swap", (slot(1, 0), slot(1, 1))))

    table.play(0, UsePower("blind_swap", (slot(1, 0), slot(2, 0))))

    assert (table.hand(1), table.hand(2)) == ("6H 5C 3C 4C", "KH 8C JS QD")


def test_5_9_the_king_shows_an_own_card_that_chance_picks() -> None:
    shown = set()
    for number in range(40):
        table = with_power("K♠")
        table.chance = type(table.chance).of_seed(number)
        assert table.legal(0) == [UsePower("look_own"), SkipPower()]
        table.play(0, UsePower("look_own"))
        reveal = table.state.reveal
        assert reveal is not None
        shown.add(reveal.slots)

    assert shown == {(slot(0, position),) for position in range(4)}


def test_5_9_chance_never_picks_an_empty_slot() -> None:
    table = with_power("K♠", hands="- - 2♣ - | K♥ 5♣ 3♣ 4♣")

    events = table.play(0, UsePower("look_own"))

    assert faces_shown(events, 0) == [card("2♣", 2)]


def test_5_10_with_look_choose_the_seat_chooses() -> None:
    table = with_power("K♠", king_power="look_choose")
    assert len(table.legal(0)) == 4 + 1
    with refused("INVALID_TARGET"):
        table.play(0, UsePower("look_own"))
    with refused("INVALID_TARGET"):
        table.play(0, UsePower("look_own", (slot(1, 1),)))

    events = table.play(0, UsePower("look_own", (slot(0, 1),)))

    assert faces_shown(events, 0) == [card("7♦", 7)]


@pytest.mark.parametrize("is_swapping", [True, False])
def test_5_11_with_look_and_swap_two_cards_are_shown_and_may_be_exchanged(is_swapping: bool) -> None:
    table = with_power("K♠", king_power="look_and_swap")
    assert len(table.legal(0)) == 4 * 8 + 1

    events = table.play(0, UsePower("look_own", (slot(0, 1), slot(1, 0))))
    assert faces_shown(events, 0) == [card("7♦", 7), card("K♥", 0)]
    assert table.legal(0) == [AcknowledgeReveal(swap=False), AcknowledgeReveal(swap=True)]
    events = table.play(0, AcknowledgeReveal(swap=is_swapping))

    assert ("SWAP_COMPLETED" in tags(events)) is is_swapping
    assert table.hand(0) == ("AS KH 2C 9H" if is_swapping else "AS 7D 2C 9H")


def test_5_11_with_an_opponent_to_look_at_one_own_slot_is_not_enough() -> None:
    table = with_power("K♠", king_power="look_and_swap")

    for slots in ((), (slot(0, 0),), (slot(1, 0), slot(0, 0)), (slot(0, 0), slot(0, 1))):
        with refused("INVALID_TARGET"):
            table.play(0, UsePower("look_own", slots))


def test_5_11_without_an_opponent_slot_one_own_card_is_shown_and_nothing_swapped() -> None:
    table = with_power("K♠", king_power="look_and_swap", hands="A♠ 7♦ 2♣ 9♥ | - - - -")
    assert len(table.legal(0)) == 4 + 1

    table.play(0, UsePower("look_own", (slot(0, 0),)))

    assert table.legal(0) == [AcknowledgeReveal()]
    with refused("SWAP_NOT_OFFERED"):
        table.play(0, AcknowledgeReveal(swap=True))


def test_5_12_a_look_is_for_the_seat_alone_and_lasts_peek_ms() -> None:
    table = with_power("7♠", peek_ms=1234)

    events = table.play(0, UsePower("peek_own", (slot(0, 3),)))

    assert seen(events, 0) == [
        PowerActivated(0, "peek_own", (slot(0, 3),)),
        CardRevealed(0, (Seen(slot(0, 3), card("9♥", 9)),), NOW + 1234, "peek_own"),
    ]
    assert seen(events, 1) == seen(events, None) == [PowerActivated(0, "peek_own", (slot(0, 3),))]
    assert table.view(1).reveal == Reveal(0, "peek_own", (slot(0, 3),), NOW + 1234)
    assert table.view(0).players[0].slots[3].card == card("9♥", 9)


def test_5_13_a_peek_ends_when_it_is_acknowledged() -> None:
    table = with_power("7♠")
    table.play(0, UsePower("peek_own", (slot(0, 3),)))

    events = table.play(0, AcknowledgeReveal())

    assert events[:2] == [CardHidden(0, (slot(0, 3),), "acknowledged"), TurnEnded(0, 1, "power")]
    assert table.view(0).players[0].slots[3].card is None


def test_5_13_a_peek_ends_by_itself() -> None:
    """Rules 5.13, 22.6: the four causes, and no other event."""
    table = with_power("7♠")
    table.play(0, UsePower("peek_own", (slot(0, 3),)))

    for seat in (1, 2):
        table.play(HOUSE, SetConnected(seat, connected=False))
    assert table.state.reveal is not None
    events = table.wait(5000)

    assert events[:2] == [CardHidden(0, (slot(0, 3),), "expired"), TurnEnded(0, 1, "power")]


def test_5_13_a_peek_ends_with_the_connection() -> None:
    table = with_power("7♠")
    table.play(0, UsePower("peek_own", (slot(0, 3),)))

    events = table.play(HOUSE, SetConnected(0, connected=False))

    assert events[1:3] == [CardHidden(0, (slot(0, 3),), "disconnected"), TurnEnded(0, 1, "power")]


def test_5_14_a_power_may_be_skipped() -> None:
    table = with_power("7♠")

    events = table.play(0, SkipPower())

    assert events[:2] == [PowerSkipped(0, "peek_own", "chosen"), TurnEnded(0, 1, "power")]
    assert table.state.current_turn_seat == 1


def test_5_14_a_compulsory_power_may_not_be_skipped_but_time_still_runs_out() -> None:
    table = with_power("7♠", compulsory_powers=True)

    with refused("POWER_COMPULSORY"):
        table.play(0, SkipPower())
    assert SkipPower() not in table.legal(0)

    assert table.wait(30_000)[0] == PowerSkipped(0, "peek_own", "time")


def test_5_15_one_discard_gives_one_activation() -> None:
    table = with_power("7♠")
    table.play(0, UsePower("peek_own", (slot(0, 3),)))

    for action in (UsePower("peek_own", (slot(0, 2),)), SkipPower()):
        with refused("NO_POWER"):
            table.play(0, action)


def test_5_16_powers_work_in_the_final_round_too() -> None:
    table = deal(THREE, turn=2, deck="7♠")
    table.play(2, CallCambio())
    table.draw_and_discard(0)

    events = table.play(0, UsePower("peek_own", (slot(0, 0),)))

    assert faces_shown(events, 0) == [card("A♠", 1)]
    assert table.wait(5000)[1:3] == [TurnEnded(0, 2, "power"), FinalTurnTaken(0, forfeited=False)]
