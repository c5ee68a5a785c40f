"""Decks, chapter 5: warnings and errors."""

from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.decks.actions import (
    Action,
    ChangeParameters,
    DealNextHand,
    Init,
    LoadPresetDeck,
    ToggleCardSelection,
)
from rondel.games.decks.events import ErrorRaised, WarningRaised
from tests.games.decks.table import deal, import_state, override, started

EMPTY = "The list was empty; the default deck is used."


def test_5_1_a_short_deal_sets_a_warning() -> None:
    sitting = deal("A B", hand=5, discard=0)

    assert sitting.events[-1] == WarningRaised("DEAL_SHORT", "Only 2 of 5 cards could be dealt.")
    assert sitting.view().warning == "Only 2 of 5 cards could be dealt."


def test_5_1_an_empty_list_sets_a_warning_that_its_own_full_deal_does_not_clear() -> None:
    sitting = started().ask(override([]))

    assert sitting.events[-1] == WarningRaised("LIST_EMPTY", EMPTY)
    assert len(sitting.state.hand) == sitting.state.hand_size
    assert sitting.view().warning == EMPTY


def test_5_1_a_full_deal_clears_the_warning() -> None:
    short = deal("A B", hand=5, discard=0).ask(ChangeParameters(2, 0, immediate_reset=False))
    assert short.view().warning is not None

    assert short.ask(DealNextHand()).view().warning is None
    assert started().ask(override([]), DealNextHand()).view().warning is None


def test_5_1_another_short_deal_sets_its_own_warning() -> None:
    sitting = started().ask(override(["A", "B"]))

    sitting.ask(ChangeParameters(4, 0, immediate_reset=True))

    assert sitting.view().warning == "Only 2 of 4 cards could be dealt."


def test_5_1_a_warning_stays_until_the_next_deal() -> None:
    sitting = deal("A B", hand=5, discard=1)

    sitting.discard("A").lock("B")

    assert sitting.view().warning is not None


ERRORS: list[tuple[Action, str]] = [
    (override("["), "JSON_INVALID"),
    (override("null"), "JSON_NOT_A_LIST"),
    (override({"a": 1}), "JSON_NOT_A_LIST"),
    (override('"A"'), "JSON_NOT_A_LIST"),
    (override([1]), "JSON_NOT_TEXT"),
    (override(["A", None]), "JSON_NOT_TEXT"),
    (override([["A"]]), "JSON_NOT_TEXT"),
    (override([{"name": "A"}]), "JSON_NOT_TEXT"),
    (override([{"card": 1, "value": "A"}]), "JSON_NOT_TEXT"),
    (override([" "]), "JSON_NOT_TEXT"),
    (override([{"value": ""}]), "JSON_NOT_TEXT"),
    (override(["X"] * 501), "JSON_TOO_LARGE"),
    (override(["X" * 61]), "JSON_TOO_LARGE"),
    (override([{"card": "X" * 61}]), "JSON_TOO_LARGE"),
    (LoadPresetDeck("tarot-78"), "PRESET_UNKNOWN"),
    (import_state("["), "JSON_INVALID"),
    (import_state([]), "STATE_INVALID"),
    (import_state({"deck-builder-state": "x"}), "STATE_INVALID"),
    (import_state({"drawPile": ["X"] * 501}), "STATE_INVALID"),
]


@pytest.mark.parametrize(("action", "code"), ERRORS)
def test_5_2_an_error_has_a_code_and_is_shown(action: Action, code: str) -> None:
    sitting = started().ask(action)

    error = sitting.event(ErrorRaised)
    assert error.code == code
    assert sitting.view().error == error.text != ""


@pytest.mark.parametrize("next_deal", [DealNextHand(), Init(), override(["A"])])
def test_5_2_the_next_deal_clears_the_error(next_deal: Action) -> None:
    sitting = started().ask(override("["))

    sitting.ask(next_deal)

    assert sitting.view().error is None


def test_5_2_an_error_stays_until_then() -> None:
    sitting = deal("A B C", discard=1).ask(override("["))

    sitting.discard("A")

    assert sitting.view().error is not None


@pytest.mark.parametrize(("action", "code"), ERRORS)
def test_5_3_an_error_is_a_result_that_changes_nothing_else(action: Action, code: str) -> None:
    sitting = deal("A B C D", discard=2).toggle("B")
    before: Any = sitting.state
    version = sitting.version

    sitting.ask(action)

    assert [type(event) for event in sitting.events] == [ErrorRaised], code
    assert replace(sitting.state, error=None) == before
    assert sitting.version == version + 1


def test_5_3_play_goes_on_after_an_error() -> None:
    sitting = deal("A B C D", discard=1).ask(override("["))

    assert ToggleCardSelection(sitting.id_of("A")) in sitting.legal()
