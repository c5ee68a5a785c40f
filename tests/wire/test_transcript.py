"""Transcripts: a journal as a file, and what is wrong with one that cannot be read."""

import json
from typing import Any

import pytest

from rondel.kernel import HOUSE, Chance, SeatSpec, commitment
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import read, row_of
from tests.kernel.tally import NONCES, SECRET, TALLY, Draw, StartGame
from tests.wire.sittings import SHORT, go_on, opened, transcript, written

TEXT = transcript()
LINES = TEXT.splitlines(keepends=True)


def message(text: bytes) -> str:
    with pytest.raises(MalformedError) as malformed:
        read(text)
    return malformed.value.message


def read_line(number: int) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(LINES[number - 1])
    return line


def test_the_first_line_tells_what_was_fixed_before_play() -> None:
    assert read_line(1) == {
        "line": "header",
        "format": 1,
        "game": "tally",
        "rules": 1,
        "table": "table",
        "options": {"target": 5, "bankMs": 0},
        "seats": [
            {"kind": "human", "level": None, "nonce": NONCES[0].hex()},
            {"kind": "bot", "level": "hard", "nonce": NONCES[1].hex()},
        ],
        "commitment": commitment(SECRET, "table").hex(),
    }


def test_each_version_is_a_line_with_action_events_time_rules_and_digest() -> None:
    house, seat = read_line(2), read_line(4)

    assert (house["seat"], seat["seat"]) == (None, 0)
    assert seat == {
        "line": "row",
        "version": 3,
        "at": 1_700_000_002_000,
        "seat": 0,
        "rules": 1,
        "action": {"type": "ADD", "payload": {"amount": 3}},
        "events": [{"type": "ADDED", "payload": {"seat": 0, "amount": 3}}],
        "draws": {},
        "digest": seat["digest"],
    }


def test_a_line_says_which_draw_of_a_stream_it_made() -> None:
    assert [read_line(number)["draws"] for number in range(2, 10)] == [{}, {"": 0}, *[{}] * 6]


def test_the_last_line_tells_the_outcome_and_reveals_the_secret() -> None:
    end = read_line(10)

    assert (end["line"], end["versions"], end["secret"]) == ("end", 8, SECRET.hex())
    assert (end["outcome"]["ending"], end["outcome"]["winners"]) == ("reached", [1])


def test_what_is_read_is_what_was_written() -> None:
    assert written(read(TEXT)) == TEXT


def test_a_transcript_tells_who_sat_where_with_which_luck() -> None:
    transcript = read(TEXT)

    assert transcript.seat_specs == (SeatSpec(), SeatSpec("bot", "hard"))
    assert transcript.nonces == NONCES
    assert transcript.chance(SECRET, {"": 2}).bits(16) == Chance(SECRET, "table", NONCES, {"": 2}).bits(16)


def test_a_line_tells_its_row() -> None:
    begun, drawn, *_ = read(TEXT).lines

    assert (row_of(TALLY, begun).actor, row_of(TALLY, begun).action) == (HOUSE, StartGame())
    assert (row_of(TALLY, drawn).actor, row_of(TALLY, drawn).action) == (0, Draw())


def test_a_transcript_without_an_end_or_a_last_line_break_is_read() -> None:
    unfinished = go_on(opened(), SHORT[:3]).transcript()

    assert read(unfinished).end is None
    assert len(read(unfinished).lines) == 3
    assert read(unfinished.rstrip(b"\n")) == read(unfinished)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "line 1: a transcript begins with its header."),
        (b"".join(LINES[1:]), "line 1: a transcript begins with its header."),
        (b"".join([*LINES[:3], LINES[9], *LINES[3:]]), "line 4: a header or an end stands among the rows."),
        (b"".join([*LINES[:3], LINES[0], *LINES[3:]]), "line 4: a header or an end stands among the rows."),
        (b"".join([*LINES, LINES[9]]), "line 10: a header or an end stands among the rows."),
    ],
    ids=["nothing", "no header", "an end too early", "a header too late", "two ends"],
)
def test_header_rows_and_end_come_in_this_order(text: bytes, reason: str) -> None:
    assert message(text) == reason


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"{}",
        b'{"line":"footer"}',
        LINES[2].rstrip(b"\n") + b"}",
        LINES[2].replace(b'"version":2', b'"version":"2"'),
        LINES[2].replace(b'"version":2', b'"version":2,"more":1'),
        LINES[2].replace(b'"version":2', b'"version":-2'),
        LINES[2].replace(b'"at":1700000001000', b'"at":99999999999999999999'),
        LINES[2].replace(b'"seat":0,"rules"', b'"seat":-1,"rules"'),
        LINES[2].replace(b'"draws":{"":0}', b'"draws":{"":-1}'),
        LINES[2].replace(b'"draws":{"":0}', b'"draws":{"Deck":0}'),
        LINES[2].replace(b'"draws":{"":0}', b'"draws":{"deck\\n":0}'),
        LINES[2].replace(b'"draws":{"":0},', b""),
        LINES[2].replace(b'"digest":"', b'"digest":"\\n'),
        LINES[2].replace(b'"}\n', b'\\n"}\n'),
        LINES[2].replace(b'"row"', b'"r\xffw"'),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: bytes) -> None:
    text = b"".join([*LINES[:2], line.rstrip(b"\n") + b"\n", *LINES[3:]])

    assert message(text).startswith("line 3: ")


@pytest.mark.parametrize(
    "line",
    [
        LINES[2].replace(b'"version":2', b'"version":1,"version":2'),
        LINES[2].replace(b'"version":2', b'"version": 2'),
        LINES[2].replace(b"\n", b" \n"),
        LINES[2].replace(b"\n", b"\r\n"),
        LINES[2].replace(b'"row"', b'"\\u0072ow"'),
        LINES[2].replace(b'"line":"row","version":2', b'"version":2,"line":"row"'),
        LINES[2].replace(b'"draws":{"":0}', b'"draws":{"deck":0,"":0}'),
    ],
    ids=[
        "a key twice",
        "a space",
        "a space at its end",
        "another line break",
        "an escape",
        "another order",
        "streams in another order",
    ],
)
def test_a_line_has_one_form_only(line: bytes) -> None:
    text = b"".join([*LINES[:2], line, *LINES[3:]])

    assert message(text).startswith("line 3: it has spaces, an order or repeated keys")
