"""Any game in words."""

from typing import Any

import pytest

from rondel.cli.terminal.plain.words import action_text, result_lines, value_text, view_lines, words
from rondel.kernel import About, Outcome, Standing, Struct


class Card(Struct):
    rank: str
    holder_seat: int | None = None


class Hand(Struct):
    cards: tuple[Card, ...]
    is_open: bool = False


class Rules(Struct):
    seats: int = 2


class View(Struct):
    you: int | None
    turn_seat: int
    players: tuple[Hand, ...]
    grid: tuple[tuple[int, ...], ...]
    stakes: dict[str, int]
    passed_seats: tuple[int, ...] = ()
    note: str | None = None
    options: Rules | None = None


def test_a_view_is_a_tree_of_named_fields() -> None:
    hands = (Hand((Card("9", 1), Card("K")), is_open=True), Hand(()))
    view = View(1, 0, hands, ((1, 2), ()), {"Rome-Naples": 3}, (0, 1), options=Rules())

    assert view_lines(view, 1) == [
        "You: Seat 1 (you)",
        "Turn seat: Seat 0",
        "Players",
        "  Seat 0",
        "    Cards",
        "      1: rank 9, holder seat Seat 1 (you)",
        "      2: rank K",
        "    Is open: yes",
        "  Seat 1 (you): cards none, is open no",
        "Grid",
        "  1: 1, 2",
        "  2: none",
        "Stakes: rome-naples 3",
        "Passed seats: Seat 0, Seat 1 (you)",
        "Options",
        "  Seats: 2",
    ]


def test_a_view_without_options_ends_with_its_last_field() -> None:
    assert view_lines(Card("9"), None) == ["Rank: 9"]


def test_an_object_that_is_long_is_written_below_its_name() -> None:
    view = View(None, 0, (), (), {f"city-{number}": number for number in range(12)})

    cities = [f"  city-{number}: {number}" for number in range(12)]
    assert view_lines(view, None)[-14:] == ["Stakes", *cities, "Passed seats: none"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CAST_VOTE", "Cast vote"),
        ("castVote", "Cast vote"),
        ("turn_id", "Turn id"),
        ("L-Produce", "L-Produce"),
    ],
)
def test_names_are_words(name: str, text: str) -> None:
    assert words(name) == text


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        ({"type": "PASS"}, "Pass"),
        ({"type": "PASS", "payload": {}}, "Pass"),
        ({"type": "BID", "payload": {"amount": 0}}, "Bid: amount 0"),
        ({"type": "SNAP", "payload": {"seat": 2, "at": None}}, "Snap: Seat 2"),
        (
            {"type": "SWAP", "payload": {"slots": [{"seat": 0, "at": 1}, {}]}},
            "Swap: slots Seat 0 (you), at 1, nothing",
        ),
    ],
)
def test_an_action_is_its_kind_and_its_fields(frame: dict[str, Any], text: str) -> None:
    assert action_text(frame, 0) == text


def test_nothing_in_a_text_is_obeyed_by_the_terminal() -> None:
    assert value_text([None], None) == "none"
    assert value_text("a\x1b[31mb", None) == "a\N{REPLACEMENT CHARACTER}[31mb"
    assert words("a\x1bb") == "a\N{REPLACEMENT CHARACTER}b"


def test_results_are_in_the_order_of_places() -> None:
    standings = (Standing(0, 2, 5), Standing(1, 1, 9), Standing(2, 2))

    assert result_lines(Outcome("all_sold", standings, (1,)), 1, About()) == [
        "The game is over: all sold.",
        "Won by Seat 1 (you).",
        "1. Seat 1 (you): 9",
        "2. Seat 0: 5",
        "2. Seat 2",
    ]
    assert result_lines(Outcome("abandoned", is_abandoned=True), None, About()) == [
        "The game is over: abandoned."
    ]
    left = About(endings={"abandoned": "Everybody has left."})
    assert result_lines(Outcome("abandoned", is_abandoned=True), None, left) == ["Everybody has left."]
