"""Sentences with gaps."""

import json
from pathlib import Path
from typing import Any

import pytest

from rondel.kernel import phrase

NAMES = ("Ana", "Ben", "Cleo")
SHARED = json.loads(
    (Path(__file__).parents[2] / "web" / "tests" / "phrases.json").read_text(encoding="utf-8")
)
"""Cases that the web client's function passes, too."""


def filled(text: str, you: int | None = 1, **fields: Any) -> str:
    return phrase(text, fields, you=you, name=NAMES.__getitem__)


@pytest.mark.parametrize(
    ("seat", "you", "text"),
    [(0, 1, "Ana claims 3"), (1, 1, "You claim 3"), (1, None, "Ben claims 3")],
)
def test_a_verb_follows_its_seat(seat: int, you: int | None, text: str) -> None:
    assert filled("{seat} [claims|claim] {count}", you, seat=seat, count=3) == text


def test_the_seat_named_last_decides() -> None:
    text = "{seat} [gives|give] {toSeat} a card, who [thanks|thank] {0}"

    assert filled(text, seat=1, toSeat=2) == "You give Cleo a card, who thanks Ana"
    assert filled(text, seat=2, toSeat=1) == "Cleo gives you a card, who thank Ana"


def test_a_verb_before_any_seat_is_for_others() -> None:
    assert filled("Now [plays|play] {2}") == "Now plays Cleo"


def test_a_gap_that_nothing_fills_stays() -> None:
    assert filled("{seat} [has|have] {count}", count=0) == "{seat} has 0"
    assert filled("{seat} waits", seat=None) == "{seat} waits"


def test_a_sentence_begins_with_a_capital_and_may_be_empty() -> None:
    assert filled("{card} lies open", card="rose") == "Rose lies open"
    assert filled("") == ""


def test_what_is_no_gap_is_text() -> None:
    assert filled("[a] {} [a|b|c] {seat", seat=0) == "[a] {} [a|b|c] {seat"


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["text"])
def test_the_web_client_says_the_same(case: dict[str, Any]) -> None:
    text, fields, you = case["text"], case["fields"], case["you"]

    assert phrase(text, fields, you=you, name=SHARED["names"].__getitem__) == case["expected"]
