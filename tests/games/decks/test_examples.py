"""Decks, chapter 10: the worked examples."""

from msgspec.structs import replace

from rondel.games.decks.actions import (
    ChangeParameters,
    DealNextHand,
    DeselectFromPlayOrder,
    LockPlayOrder,
    SelectForPlayOrder,
    ToggleCardSelection,
)
from rondel.games.decks.events import ErrorRaised, HandReturned, PileReshuffled, StateImported
from rondel.games.decks.pieces import DiscardPhase, HandCard
from rondel.games.decks.presets import PRESET_BY_ID
from tests.games.decks.table import (
    Playthrough,
    deal,
    import_state,
    override,
    planning,
    refusal_of,
    refused,
    started,
)


def example_1() -> Playthrough:
    return deal("A B C D E F", hand=3, discard=1)


def example_2() -> Playthrough:
    return example_1().discard("B")


def example_3() -> Playthrough:
    return example_2().lock("C A").end_turn()


def test_e1_the_first_hand() -> None:
    state = example_1().state

    assert state.hand == ("A", "B", "C")
    assert state.draw_pile == ("D", "E", "F")
    assert state.discard_phase == DiscardPhase(active=True, remaining_discards=1)


def test_e2_a_discard_and_then_planning() -> None:
    state = example_2().state

    assert state.discard_pile == ("B",)
    assert state.hand == ("A", "C")
    assert state.planning_phase


def test_e3_the_turn_ends_and_nothing_is_reshuffled_yet() -> None:
    state = example_3().state

    assert state.discard_pile == ("B", "A", "C")
    assert state.turn_number == 2
    assert state.hand == ("D", "E", "F")
    assert state.draw_pile == ()


def test_e4_turn_3_deals_after_shuffling_all_six() -> None:
    sitting = example_3().discard("E").lock("F D")
    assert sitting.state.discard_pile == ("B", "A", "C", "E")

    state = sitting.end_turn().state

    assert sitting.event(HandReturned).cards == ("D", "F")
    assert sitting.event(PileReshuffled).count == 6
    assert state.turn_number == 3
    assert sorted(state.hand + state.draw_pile) == list("ABCDEF")
    assert len(state.hand) == len(state.draw_pile) == 3


def test_e5_more_discards_than_cards() -> None:
    sitting = deal("A B C D E F", hand=3, discard=5)
    assert sitting.state.discard_phase.remaining_discards == 3

    sitting.discard("A B C")

    assert sitting.state.hand == ()
    assert not sitting.state.planning_phase
    assert sitting.end_turn().state.turn_number == 2


def test_e6_a_deck_of_two() -> None:
    sitting = deal("A B", hand=5, discard=2)

    assert sitting.state.hand == ("A", "B")
    assert sitting.view().warning == "Only 2 of 5 cards could be dealt."
    assert sitting.state.discard_phase.remaining_discards == 2


def test_e7_a_locked_order_and_its_numbers() -> None:
    order = ("def456", "ghi789", "abc123")
    sitting = planning("abc123", "def456", "ghi789").ask(*(SelectForPlayOrder(each) for each in order))

    sitting.ask(LockPlayOrder())

    assert sitting.state.play_order_sequence == order
    assert sitting.state.play_order_locked
    assert not sitting.state.planning_phase
    assert [card.sequence_number for card in sitting.view().hand_cards] == [3, 1, 2]


def test_e8_the_rest_is_renumbered() -> None:
    sitting = planning("abc123", "def456", "ghi789")
    sitting.ask(SelectForPlayOrder("def456"), SelectForPlayOrder("ghi789"))

    sitting.ask(DeselectFromPlayOrder("def456"))

    assert sitting.state.play_order_sequence == ("ghi789",)
    assert sitting.state.sequence_number("ghi789") == 1


def test_e9_an_incomplete_order_is_not_locked() -> None:
    sitting = planning("a", "b", "c").ask(SelectForPlayOrder("a"), SelectForPlayOrder("b"))
    version = sitting.version

    refusal = refusal_of(sitting, 0, LockPlayOrder())

    assert (refusal.code, refusal.quiet) == ("ORDER_INCOMPLETE", True)
    assert sitting.version == version


def test_e10_one_card_left() -> None:
    sitting = deal("A B C D", hand=2, discard=1).discard("A")
    assert sitting.state.planning_phase

    sitting.lock("B").end_turn()

    assert sitting.state.turn_number == 2


def test_e11_no_discards() -> None:
    sitting = deal("A B C D", hand=2, discard=0)
    assert not sitting.state.discard_phase.active

    assert sitting.end_turn().state.turn_number == 2


def test_e12_a_full_selection() -> None:
    sitting = deal("A B C", hand=3, discard=2).toggle("A B")

    with refused("SELECTION_FULL"):
        sitting.toggle("C")
    assert sitting.toggle("A").state.selected_card_ids == sitting.ids("B")


def test_e13_two_cards_of_one_name() -> None:
    sitting = deal("7♥ 7♥", hand=2, discard=1)
    first, second = sitting.state.hand_ids
    assert first != second

    sitting.ask(ToggleCardSelection(first))

    assert sitting.state.selected_card_ids == (first,)


def test_e14_an_import_in_the_older_spelling() -> None:
    text = (
        '{"handCards":[{"id":"a","value":"7♥"}],"hand":["7♥"],"discardPhase":true,"discardCount":3,'
        '"drawPile":[],"discardPile":[],"selectedCardIds":["a"]}'
    )

    state = started().ask(import_state(text)).state

    assert state.hand_cards == (HandCard("a", "7♥"),)
    assert state.discard_phase == DiscardPhase(active=True, remaining_discards=1)
    assert state.selected_card_ids == ()
    assert (state.play_order_sequence, state.play_order_locked, state.planning_phase) == ((), False, False)


def test_e15_discard_stays_and_planning_does_not() -> None:
    saved = {
        "drawPile": ["B"],
        "discardPile": [],
        "handCards": [{"instanceId": "a", "card": "A"}],
        "hand": ["A"],
        "turnNumber": 1,
        "handSize": 1,
        "discardCount": 1,
        "discardPhase": {"active": True, "remainingDiscards": 1},
        "planningPhase": True,
        "playOrderLocked": False,
        "playOrderSequence": ["zz"],
        "deckSource": "custom",
    }

    sitting = started().ask(import_state(saved))

    assert sitting.event(StateImported).repairs == ("order", "both_phases")
    assert sitting.state.discard_phase.active
    assert not sitting.state.planning_phase
    assert sitting.state.play_order_sequence == ()


def test_e16_a_deck_of_three() -> None:
    state = started().ask(DealNextHand(), override('["X", {"value":"Y"}, "X"]')).state

    assert state.deck_cards == ("X", "X", "Y")
    assert (state.turn_number, state.deck_source) == (1, "custom")


def test_e17_what_is_no_list_of_cards() -> None:
    assert started().ask(override('{"a":1}')).event(ErrorRaised).code == "JSON_NOT_A_LIST"
    assert started().ask(override("[1]")).event(ErrorRaised).code == "JSON_NOT_TEXT"

    empty = started().ask(override("[]"))

    assert empty.state.deck_cards == tuple(sorted(PRESET_BY_ID["standard-52"].cards))
    assert empty.view().warning == "The list was empty; the default deck is used."


def test_e18_numbers_count_from_the_next_deal() -> None:
    sitting = deal("A B C D E F G H I J K L", hand=3, discard=1)
    before = sitting.state

    after = sitting.ask(ChangeParameters(99, -1, immediate_reset=False)).state

    assert (after.hand_size, after.discard_count) == (10, 0)
    assert replace(after, hand_size=3, discard_count=1) == before
    state = sitting.ask(DealNextHand()).state
    assert (len(state.hand), state.discard_phase.active) == (10, False)
