"""What a game declares about its events is what its rulebook says, row by row."""

import re
from pathlib import Path

import pytest

from rondel.games.cambio.game import CAMBIO
from rondel.games.decks.game import DECKS
from rondel.games.imperial.game import IMPERIAL
from tests.secrecy.book import (
    CAMBIO_EVENTS,
    DECKS_EVENTS,
    FACE_FIELDS,
    IMPERIAL_BARRIERS,
    IMPERIAL_EVENTS,
    EventRule,
    crossings,
    disagreements,
    may_show,
)

BOOKS = Path(__file__).parents[2] / "docs" / "rulebooks"


def test_11_every_event_of_cambio_is_heard_and_shows_faces_as_the_book_says() -> None:
    """Rules 1.5, 13.3, 17.1."""
    assert disagreements(CAMBIO, CAMBIO_EVENTS, range(6)) == []


def test_6_3_every_event_of_decks_is_heard_and_shows_faces_as_the_book_says() -> None:
    assert disagreements(DECKS, DECKS_EVENTS, range(1)) == []


def test_15_every_event_of_imperial_is_heard_and_laid_open_as_the_book_says() -> None:
    """Rules 1.5, 13.3, 17.5, 17.6, 17.7."""
    assert disagreements(IMPERIAL, IMPERIAL_EVENTS, range(6)) == []
    assert crossings(IMPERIAL, IMPERIAL_BARRIERS) == []


def test_15_the_table_of_imperial_has_the_audiences_and_barriers_of_the_printed_book() -> None:
    book = (BOOKS / "imperial.md").read_text()
    printed = book.split("## 15 Events")[1].split("- **15.1**")[0]
    found = {}
    for line in printed.splitlines():
        if re.match(r"\| [A-Z]{2}", line):
            tags, _, audience = line.strip("| ").split(" | ")
            audiences = audience.split(" / ")
            for number, tag in enumerate(tags.split(" / ")):
                found[tag] = (
                    "seat" if audiences[min(number, len(audiences) - 1)] == "that seat" else "everyone"
                )
    [barriers] = re.findall(r"Barriers: (.*?), and everything", book)

    assert found == {tag: rule.hearers for tag, rule in IMPERIAL_EVENTS.items()}
    assert set(barriers.split(", ")) == IMPERIAL_BARRIERS


@pytest.mark.parametrize(
    ("table", "book", "start", "end"),
    [
        (CAMBIO_EVENTS, "cambio.md", "## 11 Events", "- **11.1**"),
        (DECKS_EVENTS, "decks.md", "| Event | Payload | Audience |", "- **6.4**"),
    ],
)
def test_the_tables_here_have_the_audiences_of_the_printed_tables(
    table: dict[str, EventRule], book: str, start: str, end: str
) -> None:
    printed = (BOOKS / book).read_text().split(start)[1].split(end)[0]
    rows = [line.strip("| ").split("|") for line in printed.splitlines() if re.match(r"\| [A-Z]{2}", line)]

    found = {
        tag: row[-1].strip().split()[0]
        for row in rows
        for tag in re.sub(r"\(.*", "", row[0]).replace(" ", "").split("/")
    }

    assert found == {tag: rule.hearers for tag, rule in table.items()}


def test_13_3_a_peek_and_a_drawn_card_are_shown_to_their_seat_alone() -> None:
    for tag in ("CARD_REVEALED", "DRAWN_CARD_SEEN"):
        rule = CAMBIO_EVENTS[tag]
        assert [may_show(rule, viewer, 3) for viewer in (3, 0, 5, None)] == [True, False, False, False]


def test_17_1_no_event_may_show_a_face_that_has_no_field_for_one() -> None:
    showing = {tag for tag, rule in CAMBIO_EVENTS.items() if rule.faces != "-"}

    assert showing == FACE_FIELDS.keys() - {"CARD_DRAWN"}
