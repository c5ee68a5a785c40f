"""Decks, chapter 2: options and limits."""

from typing import Any

import msgspec
import pytest

from rondel.games.decks.events import ErrorRaised
from rondel.games.decks.game import DECKS
from rondel.games.decks.options import Options
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from tests.games.decks.table import import_state, override, refused, started

DEFAULTS = {
    "deck": "standard-52",
    "handSize": 5,
    "discardCount": 2,
    "planWithoutDiscard": False,
    "onRefusal": "ignore",
    "turnLimit": 0,
    "idleCloseMs": 0,
}


def read(**options: Any) -> Options:
    found: Options = codec_of(DECKS).options(msgspec.json.encode(options))
    return found


def test_the_defaults_are_those_of_the_book() -> None:
    assert msgspec.to_builtins(read()) == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("deck", preset) for preset in ("standard-52", "short-26", "starter-12")],
        *[("handSize", size) for size in (1, 10)],
        *[("discardCount", count) for count in (0, 20)],
        *[("planWithoutDiscard", flag) for flag in (True, False)],
        *[("onRefusal", answer) for answer in ("ignore", "report")],
        *[("turnLimit", limit) for limit in (0, 1, 10_000)],
        *[("idleCloseMs", span) for span in (0, 60_000, 31_536_000_000)],
    ],
)
def test_an_option_within_its_range_is_taken(option: str, value: Any) -> None:
    assert msgspec.to_builtins(read(**{option: value})) == {**DEFAULTS, option: value}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *[("deck", preset) for preset in ("", "tarot-78", None)],
        *[("handSize", size) for size in (0, 11, "5", 2.5, True)],
        *[("discardCount", count) for count in (-1, 21)],
        *[("planWithoutDiscard", flag) for flag in (1, "true")],
        *[("onRefusal", answer) for answer in ("shout", None)],
        *[("turnLimit", limit) for limit in (-1, 10_001)],
        *[("idleCloseMs", span) for span in (-1, 1, 59_999, 31_536_000_001)],
        ("seats", 2),
    ],
)
def test_an_option_out_of_its_range_is_malformed(option: str, value: Any) -> None:
    with pytest.raises(MalformedError):
        read(**{option: value})


@pytest.mark.parametrize("cards", [1, 500])
def test_2_1_a_deck_has_up_to_500_cards(cards: int) -> None:
    sitting = started().ask(override(["X"] * cards))

    assert sitting.state.deck_cards == ("X",) * cards


def test_2_1_a_deck_of_501_cards_is_an_error() -> None:
    sitting = started().ask(override(["X"] * 501))

    assert sitting.event(ErrorRaised).code == "JSON_TOO_LARGE"


@pytest.mark.parametrize("name", ["X", "X" * 60, "  " + "é" * 60 + "\t"])
def test_2_1_a_name_has_1_to_60_characters_after_trimming(name: str) -> None:
    sitting = started().ask(override([name]))

    assert sitting.state.deck_cards == (name.strip(),)


@pytest.mark.parametrize(("name", "code"), [("X" * 61, "JSON_TOO_LARGE"), ("   ", "JSON_NOT_TEXT")])
def test_2_1_a_name_of_no_or_61_characters_is_an_error(name: str, code: str) -> None:
    sitting = started().ask(override([name]))

    assert sitting.event(ErrorRaised).code == code


def test_2_1_a_text_of_65536_bytes_is_read() -> None:
    text = '["A"]'.ljust(65_536)

    assert started().ask(override(text)).state.deck_cards == ("A",)


@pytest.mark.parametrize("text", ['["A"]'.ljust(65_537), '["é"]'.ljust(65_536), "x" * 65_537])
def test_2_1_a_text_of_65537_bytes_is_refused(text: str) -> None:
    sitting = started()

    with refused("TOO_LARGE"):
        sitting.ask(override(text))
    with refused("TOO_LARGE"):
        sitting.ask(import_state(text))


def test_2_1_what_a_refused_text_says_is_not_kept() -> None:
    assert override('["A"]'.ljust(65_537)).parsed is None  # type: ignore[union-attr]  # an ApplyJsonOverride
