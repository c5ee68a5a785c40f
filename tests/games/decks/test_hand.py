"""Decks, chapter 4: the course of a hand."""

import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import (
    Action,
    ChangeParameters,
    ClearPlayOrder,
    ConfirmDiscard,
    DealNextHand,
    DeselectFromPlayOrder,
    EndTurn,
    LockPlayOrder,
    SelectForPlayOrder,
    ToggleCardSelection,
)
from rondel.games.decks.events import (
    CardDeselected,
    CardsDiscarded,
    CardSelected,
    DeckShuffled,
    HandDealt,
    HandReturned,
    PileReshuffled,
    PlayOrderDeselected,
    PlayOrderLocked,
    PlayOrderSelected,
    TurnEnded,
)
from rondel.games.decks.pieces import DiscardPhase
from tests.games.decks.table import Playthrough, deal, planning, refused, started


def executing() -> Playthrough:
    """B is discarded, C and A are locked in this order."""
    return deal("A B C D E F", hand=3, discard=1).discard("B").lock("C A")


def test_4_1_a_deal_clears_selection_sequence_lock_and_planning() -> None:
    selecting = deal("A B C D", hand=2, discard=1).toggle("A")
    ordering = deal("A B C D E F", hand=3, discard=1).discard("A").order("B")

    for sitting in (selecting, ordering, executing()):
        state = sitting.ask(DealNextHand()).state
        assert state.selected_card_ids == ()
        assert state.play_order_sequence == ()
        assert not state.play_order_locked
        assert not state.planning_phase


def test_4_1_a_draw_pile_that_ends_exactly_empty_stays_empty() -> None:
    sitting = deal("A B C D", hand=2, discard=0)

    sitting.end_turn()

    assert sitting.state.draw_pile == ()
    assert sitting.state.discard_pile == ("A", "B")


def test_4_1_the_discard_pile_is_shuffled_in_when_a_further_card_is_wanted() -> None:
    sitting = deal("A B C D E", hand=3, discard=0)

    sitting.end_turn()

    assert sitting.kinds() == ["HandReturned", "TurnEnded", "PileReshuffled", "DeckShuffled", "HandDealt"]
    assert sitting.state.hand[:2] == ("D", "E")
    assert sitting.state.hand[2] in ("A", "B", "C")
    assert sitting.state.discard_pile == ()
    assert len(sitting.state.draw_pile) == 2


def test_4_1_the_whole_discard_pile_is_shuffled_by_luck() -> None:
    firsts = set()
    for rng in range(30):
        sitting = deal("A B C D E F", hand=6, discard=0)
        sitting.rng = f"{rng}"
        firsts.add(sitting.end_turn().state.hand[0])

    assert firsts == set("ABCDEF")


def test_4_1_a_deal_stops_when_both_piles_are_empty() -> None:
    sitting = deal("A B C", hand=5, discard=0)

    sitting.end_turn()

    assert sorted(sitting.state.hand) == ["A", "B", "C"]
    assert sitting.state.draw_pile == sitting.state.discard_pile == ()


@pytest.mark.parametrize(
    ("cards", "hand", "discard", "remaining"),
    [("A B C D", 3, 2, 2), ("A B C D", 3, 3, 3), ("A B C D", 3, 20, 3), ("A B", 5, 3, 2), ("A B C", 3, 0, 0)],
)
def test_4_2_as_many_are_to_be_discarded_as_were_dealt_at_most(
    cards: str, hand: int, discard: int, remaining: int
) -> None:
    sitting = deal(cards, hand=hand, discard=discard)

    assert sitting.state.discard_phase == DiscardPhase(active=remaining > 0, remaining_discards=remaining)
    assert sitting.event(HandDealt).remaining_discards == remaining
    assert sitting.event(HandDealt).wanted == hand


def test_4_3_toggling_selects_while_there_is_room() -> None:
    sitting = deal("A B C D", hand=4, discard=2)

    sitting.toggle("B")
    assert sitting.events == (CardSelected(sitting.id_of("B")),)
    sitting.toggle("D")

    assert sitting.state.selected_card_ids == sitting.ids("B D")


def test_4_3_toggling_a_selected_card_always_deselects_it() -> None:
    sitting = deal("A B C D", hand=4, discard=2).toggle("B D")

    sitting.toggle("B")

    assert sitting.events == (CardDeselected(sitting.id_of("B")),)
    assert sitting.state.selected_card_ids == sitting.ids("D")


def test_4_3_no_more_may_be_selected_than_are_to_be_discarded() -> None:
    sitting = deal("A B C D", hand=4, discard=2).toggle("B D")

    with refused("SELECTION_FULL"):
        sitting.toggle("A")


def test_4_3_only_a_card_of_the_hand_may_be_toggled() -> None:
    sitting = deal("A B C D", hand=2, discard=1)
    old = sitting.id_of("A")

    sitting.ask(DealNextHand())

    with refused("UNKNOWN_CARD"):
        sitting.ask(ToggleCardSelection(old))


def test_4_3_there_is_nothing_to_toggle_outside_the_discard_phase() -> None:
    sitting = deal("A B C D", hand=2, discard=0)

    with refused("NO_DISCARD_PHASE"):
        sitting.toggle("A")


@pytest.mark.parametrize("selected", ["", "A"])
def test_4_4_confirming_needs_exactly_the_cards_asked_for(selected: str) -> None:
    sitting = deal("A B C D", hand=4, discard=2).toggle(selected)

    with refused("SELECTION_INCOMPLETE"):
        sitting.ask(ConfirmDiscard())


def test_4_4_there_is_nothing_to_confirm_outside_the_discard_phase() -> None:
    with refused("NO_DISCARD_PHASE"):
        deal("A B C D", discard=0).ask(ConfirmDiscard())


def test_4_4_the_selected_cards_are_discarded_in_hand_order() -> None:
    sitting = deal("A B C D E F", hand=4, discard=2).toggle("D B")
    ids = sitting.ids("B D")

    sitting.ask(ConfirmDiscard())

    state = sitting.state
    assert sitting.events == (CardsDiscarded(ids, ("B", "D"), planning_phase=True),)
    assert state.discard_pile == ("B", "D")
    assert state.hand == ("A", "C")
    assert state.selected_card_ids == ()
    assert state.discard_phase == DiscardPhase(active=False, remaining_discards=0)
    assert state.play_order_sequence == ()
    assert state.planning_phase


def test_4_4_discards_go_to_the_end_of_the_pile() -> None:
    sitting = deal("A B C D E F", hand=2, discard=1).discard("A").lock("B").end_turn()

    sitting.discard("D")

    assert sitting.state.discard_pile == ("A", "B", "D")


def test_4_4_planning_starts_only_if_cards_remain() -> None:
    sitting = deal("A B C D", hand=2, discard=2)

    sitting.discard("A B")

    assert not sitting.state.planning_phase
    assert sitting.state.hand == ()


def test_4_5_selecting_appends_a_card() -> None:
    sitting = planning("a", "b", "c")

    sitting.ask(SelectForPlayOrder("c"), SelectForPlayOrder("a"))

    assert sitting.events == (PlayOrderSelected("a", ("c", "a")),)
    assert sitting.state.play_order_sequence == ("c", "a")


def test_4_5_a_card_is_ordered_once() -> None:
    sitting = planning("a", "b").ask(SelectForPlayOrder("a"))

    with refused("ALREADY_ORDERED"):
        sitting.ask(SelectForPlayOrder("a"))


def test_4_5_only_a_card_of_the_hand_is_ordered() -> None:
    with refused("UNKNOWN_CARD"):
        planning("a", "b").ask(SelectForPlayOrder("zz"))


def test_4_5_deselecting_keeps_the_order_of_the_rest() -> None:
    sitting = planning("a", "b", "c").ask(*(SelectForPlayOrder(each) for each in "bca"))

    sitting.ask(DeselectFromPlayOrder("c"))

    assert sitting.events == (PlayOrderDeselected("c", ("b", "a")),)
    assert sitting.state.play_order_sequence == ("b", "a")


def test_4_5_only_an_ordered_card_is_deselected() -> None:
    with refused("NOT_ORDERED"):
        planning("a", "b").ask(DeselectFromPlayOrder("a"))


def test_4_5_clearing_empties_the_sequence() -> None:
    sitting = planning("a", "b").ask(SelectForPlayOrder("a"))

    sitting.ask(ClearPlayOrder())

    assert sitting.kinds() == ["PlayOrderCleared"]
    assert sitting.state.play_order_sequence == ()
    assert sitting.state.planning_phase


@pytest.mark.parametrize(
    "action", [SelectForPlayOrder("a"), DeselectFromPlayOrder("b"), ClearPlayOrder()], ids=str
)
def test_4_5_ordering_changes_the_sequence_and_nothing_else(action: Action) -> None:
    sitting = planning("a", "b", "c").ask(SelectForPlayOrder("b"))
    before = sitting.state

    after = sitting.ask(action).state

    assert after.play_order_sequence != before.play_order_sequence
    assert replace(after, play_order_sequence=("b",), last_action_at=before.last_action_at) == before


def test_4_5_an_empty_sequence_may_be_cleared() -> None:
    assert planning("a").ask(ClearPlayOrder()).kinds() == ["PlayOrderCleared"]


@pytest.mark.parametrize("ordered", ["", "a", "ab"])
def test_4_5_locking_needs_every_card_ordered(ordered: str) -> None:
    sitting = planning("a", "b", "c").ask(*(SelectForPlayOrder(each) for each in ordered))

    with refused("ORDER_INCOMPLETE"):
        sitting.ask(LockPlayOrder())


def test_4_5_a_single_card_must_still_be_selected_and_locked() -> None:
    sitting = planning("a")

    with refused("ORDER_NOT_LOCKED"):
        sitting.end_turn()
    with refused("ORDER_INCOMPLETE"):
        sitting.ask(LockPlayOrder())


def test_4_5_with_no_cards_left_the_turn_may_end_at_once() -> None:
    sitting = deal("A B C D", hand=2, discard=2).discard("A B")

    sitting.end_turn()

    assert sitting.kinds() == ["TurnEnded", "HandDealt"]
    assert sitting.state.hand == ("C", "D")


def test_4_6_without_discards_there_is_no_discard_phase_and_no_planning() -> None:
    sitting = deal("A B C D", hand=2, discard=0)

    assert sitting.state.phase_label == "idle"
    assert sitting.end_turn().state.turn_number == 2


def test_4_6_planning_may_start_without_discards() -> None:
    sitting = deal("A B C D", hand=2, discard=0, plan_without_discard=True)

    assert sitting.event(HandDealt).planning_phase
    assert sitting.state.phase_label == "planning"
    assert sitting.lock("B A").end_turn().state.phase_label == "planning"


def test_4_6_a_discard_comes_before_planning_all_the_same() -> None:
    sitting = deal("A B C D", hand=2, discard=1, plan_without_discard=True)

    assert sitting.state.phase_label == "discard"
    assert not sitting.state.planning_phase


def test_4_7_locking_ends_planning() -> None:
    sitting = executing()

    assert sitting.events == (PlayOrderLocked(sitting.ids("C A")),)
    assert sitting.state.play_order_locked
    assert not sitting.state.planning_phase
    assert sitting.state.play_order_sequence == sitting.ids("C A")


def test_4_7_after_the_lock_nothing_about_the_order_may_change() -> None:
    sitting = executing()
    card = sitting.id_of("A")

    for action in (SelectForPlayOrder(card), DeselectFromPlayOrder(card), ClearPlayOrder(), LockPlayOrder()):
        with refused("ORDER_LOCKED"):
            sitting.ask(action)
    for other in (ToggleCardSelection(card), ConfirmDiscard()):
        with refused("NO_DISCARD_PHASE"):
            sitting.ask(other)


def test_4_7_other_numbers_do_not_touch_a_locked_hand() -> None:
    sitting = executing()
    before = sitting.state

    after = sitting.ask(ChangeParameters(7, 3, immediate_reset=False)).state

    assert after.play_order_locked
    assert after.play_order_sequence == before.play_order_sequence
    assert after.hand_cards == before.hand_cards


def test_4_8_the_hand_is_returned_in_hand_order_whatever_the_play_order() -> None:
    sitting = executing()

    sitting.end_turn()

    assert sitting.event(HandReturned).cards == ("A", "C")
    assert sitting.event(TurnEnded).turn_number == 2
    assert sitting.state.discard_pile == ("B", "A", "C")
    assert sitting.state.turn_number == 2
    assert sitting.state.hand == ("D", "E", "F")


def test_4_8_the_turn_does_not_end_before_the_discard() -> None:
    with refused("DISCARD_PENDING"):
        deal("A B C", discard=1).end_turn()


def test_4_8_the_turn_does_not_end_before_the_lock() -> None:
    with refused("ORDER_NOT_LOCKED"):
        deal("A B C", discard=1).discard("A").order("B C").ask(EndTurn())


def test_4_9_another_hand_may_be_dealt_in_every_phase() -> None:
    discarding = deal("A B C D E F", hand=3, discard=1).toggle("B")
    ordering = deal("A B C D E F", hand=3, discard=1).discard("B").order("C")
    idle = deal("A B C D E F", hand=3, discard=0)

    for sitting, returned in (
        (discarding, ("A", "B", "C")),
        (ordering, ("B", "A", "C")),
        (executing(), ("B", "A", "C")),
        (idle, ("A", "B", "C")),
    ):
        sitting.ask(DealNextHand())
        assert sitting.kinds() == ["HandReturned", "HandDealt"]
        assert sitting.state.discard_pile == returned
        assert sitting.state.hand == ("D", "E", "F")
        assert sitting.state.turn_number == 1


def test_4_9_the_hand_is_returned_before_the_deal() -> None:
    sitting = deal("A B C", hand=3, discard=0)

    sitting.ask(DealNextHand())

    assert sorted(sitting.state.hand) == ["A", "B", "C"]
    assert sitting.event(PileReshuffled).count == 3


def test_6_4_a_reshuffle_goes_under_the_cards_still_in_the_draw_pile() -> None:
    sitting = deal("A B C D E", hand=3, discard=0)

    sitting.end_turn()

    order = sitting.event(DeckShuffled).order
    assert sitting.event(PileReshuffled).count == 3
    assert order[:2] == ("D", "E")
    assert sorted(order[2:]) == ["A", "B", "C"]
    assert tuple(card.card for card in sitting.event(HandDealt).hand_cards) == order[:3]
    assert sitting.state.draw_pile == order[3:]


def test_6_4_the_hand_is_dealt_once_after_the_reshuffle() -> None:
    sitting = started(hand_size=10, discard_count=0)

    for _ in range(60):
        kinds = sitting.end_turn().kinds()
        assert kinds.count("HandDealt") == 1
        assert kinds[-1] == "HandDealt"
