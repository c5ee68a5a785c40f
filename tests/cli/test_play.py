from pathlib import Path

import pytest

from rondel.wire.transcript import read
from tests.cli.in_a_terminal import InATerminal
from tests.cli.invoke import assert_wrong_use, rondel


@pytest.mark.drawn(1 / 3)
def test_a_sitting_is_played_in_a_terminal_and_goes_on_in_the_next(tmp_path: Path) -> None:
    first = InATerminal(tmp_path)
    first.read_until("Select 0 of 2 cards")
    for keys, shown in (("1\r", "Select 1"), ("3\r", "Select 2"), ("3\r", "Put 0 of 3 cards in order")):
        first.press(keys)
        first.read_until(shown)
    first.press("q")
    assert first.close()[0] == 0
    assert len(read((tmp_path / "rondel" / "decks.jsonl").read_bytes()).lines) == 4

    second = InATerminal(tmp_path)
    second.read_until("Welcome back")
    second.press("q")
    assert second.close()[0] == 0


def test_options_for_a_sitting_under_way_are_answered_with_one_line(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"handSize": 7, "discardCount": 3}')
    first = InATerminal(tmp_path, "--options", str(options))
    first.read_until("Select 0 of 3 cards")
    first.press("q")
    assert first.close()[0] == 0

    second = InATerminal(tmp_path, "--options", str(options))

    message = "A game with other options is in progress; use --new to start another.\r\n"
    assert second.close() == (2, message)


def test_a_game_by_somebody_else_is_played_in_a_terminal(tmp_path: Path) -> None:
    info = tmp_path / "lots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[rondel.games]\nlots = tests.laws.lots:LOTS\n")
    paths = [str(tmp_path), str(Path(__file__).parents[2])]
    first = InATerminal(tmp_path, game="lots", first=f"import sys; sys.path[:0] = {paths!r}")
    first.read_until("Bid: amount 9")
    first.press("6\r")
    first.read_until("Bids revealed")
    first.press("q")
    assert first.close()[0] == 0

    assert len(read((tmp_path / "rondel" / "lots.jsonl").read_bytes()).lines) >= 3


def test_cambio_is_played_in_a_terminal_against_the_bots_that_are_named(tmp_path: Path) -> None:
    first = InATerminal(tmp_path, "--seats", "3", "--bots", "hard", game="cambio")
    first.read_until("Remember your two cards")
    first.press("q")
    assert first.close()[0] == 0

    header = read((tmp_path / "rondel" / "cambio.jsonl").read_bytes()).header
    assert [(seat.kind, seat.level) for seat in header.seats] == [
        ("human", None),
        ("bot", "hard"),
        ("bot", "hard"),
    ]


def test_options_in_a_file_say_how_many_sit_down(tmp_path: Path) -> None:
    options = tmp_path / "options.json"
    options.write_text('{"seats": 4, "snap": "first"}')
    first = InATerminal(tmp_path, "--hotseat", "--options", str(options), game="cambio")
    first.read_until("Pass the terminal to Seat 0.")
    first.press("q")
    assert first.close()[0] == 0

    header = read((tmp_path / "rondel" / "cambio.jsonl").read_bytes()).header
    assert [seat.kind for seat in header.seats] == ["human"] * 4
    assert b'"snap":"first"' in bytes(header.options)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("cambio --bots clever", "No bot called 'clever' plays Cambio. There are: random"),
        ("cambio --seats 3 --bots easy,easy,easy", "3 bots and you are too many for 3 seats."),
        ("cambio --hotseat --bots easy", "--hotseat is for people alone; leave out --bots."),
        ("cambio --seats 7", "Cambio is played by 2 to 6, not by 7."),
        ("cambio --bots easy,easy,easy,easy,easy,easy", "Cambio is played by 2 to 6, not by 7."),
        ("decks --seats 2", "is played by 1, not by 2."),
        ("decks --bots random", "is played by 1, not by 2."),
        ("cambio --save x.secret", "x.secret is the name of a secret; name the sitting x.jsonl."),
        ("cambio", "Not a terminal: run this in an interactive terminal."),
    ],
)
def test_wrong_use_is_answered_with_one_line(arguments: str, expected: str) -> None:
    assert_wrong_use(rondel("play", *arguments.split()), expected)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ('{"seats": 4}', "is for 4 seats, not for 3."),
        ('{"seats": "four"}', "holds no options of Cambio: Expected `int`"),
        ('{"seats": 3, "snap": "often"}', "holds no options of Cambio: Invalid enum value 'often'"),
        ("[]", "holds no options of Cambio: Expected `object`"),
        ("{", "holds no options of Cambio:"),
    ],
)
def test_options_that_do_not_fit_are_answered_with_one_line(
    tmp_path: Path, options: str, expected: str
) -> None:
    file = tmp_path / "options.json"
    file.write_text(options)

    assert_wrong_use(rondel("play", "cambio", "--seats", 3, "--options", file), expected)
