"""Decks, chapter 11: where the documents contradict each other, the reading that wins."""

from typing import Any

from rondel.games.decks.actions import ChangeParameters, ConfirmDiscard, DealNextHand
from rondel.games.decks.saved import exported
from tests.games.decks.table import deal, decode_action, import_state, started


def saved(sitting: Any, shape: Any = "canonical") -> dict[str, Any]:
    found: dict[str, Any] = exported(sitting.state, shape)["deck-builder-state"]
    return found


def test_11_1_instance_id_and_card_are_canonical_and_both_are_read_and_exported() -> None:
    sitting = started().ask(import_state({"handCards": [{"id": "a", "value": "A"}]}))

    assert saved(sitting)["handCards"] == [{"instanceId": "a", "card": "A", "id": "a", "value": "A"}]
    both = [{"instanceId": "a", "card": "A", "id": "b", "value": "B"}]
    assert started().ask(import_state({"handCards": both})).state.hand == ("A",)


def test_11_2_the_discard_phase_is_an_object_and_a_boolean_is_read_and_exported() -> None:
    text = {"handCards": [{"id": "a", "value": "A"}], "discardPhase": True, "discardCount": 1}

    sitting = started().ask(import_state(text))

    assert saved(sitting)["discardPhase"] == {"active": True, "remainingDiscards": 1}
    assert saved(sitting, "legacy")["discardPhase"] is True


def test_11_3_a_toggle_is_a_text_or_an_object() -> None:
    sitting = deal("A B", discard=1)
    card = sitting.id_of("A")

    assert decode_action("TOGGLE_CARD_SELECTION", card) == decode_action(
        "TOGGLE_CARD_SELECTION", {"instanceId": card}
    )
    assert decode_action("TOGGLE_CARD_SELECTION", card) in sitting.legal()


def test_11_4_the_selection_is_exported_as_an_empty_list() -> None:
    sitting = deal("A B", discard=1).toggle("A")

    assert saved(sitting)["selectedCardIds"] == saved(sitting, "legacy")["selectedCardIds"] == []


def test_11_5_after_confirming_comes_planning_whenever_cards_remain() -> None:
    sitting = deal("A B C", discard=1).toggle("A")

    sitting.ask(ConfirmDiscard())

    assert sitting.view().phase_label == "planning"


def test_11_6_the_effective_count_decides_whether_there_is_a_discard_phase() -> None:
    empty_hand = {"drawPile": ["A"], "handCards": [], "hand": [], "discardPhase": True, "discardCount": 3}

    sitting = started().ask(import_state(empty_hand))

    assert not sitting.state.discard_phase.active
    assert sitting.end_turn().state.turn_number == 2


def test_11_7_a_later_change_of_numbers_does_not_break_a_running_phase() -> None:
    sitting = deal("A B C D", hand=3, discard=2).toggle("A B")

    sitting.ask(ChangeParameters(3, 1, immediate_reset=False))

    assert sitting.view().effective_discard_count == 2
    assert sitting.ask(ConfirmDiscard()).state.hand == ("C",)


def test_11_8_ids_come_from_chance() -> None:
    one, other = (deal("A B C D", hand=2).ask(DealNextHand()) for _ in range(2))

    assert one.state.hand_ids == other.state.hand_ids


def test_11_9_the_hand_is_kept_as_a_mirror() -> None:
    sitting = deal("A B C D", hand=2)

    assert sitting.view().hand == ("A", "B")
    assert saved(sitting)["hand"] == saved(sitting, "legacy")["hand"] == ["A", "B"]
