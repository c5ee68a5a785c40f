from pathlib import Path

from msgspec.structs import replace

from rondel.cli.tables.cambio.results import results
from rondel.games.cambio.events import Score
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Card
from rondel.games.cambio.view import View
from tests.cli.tables.cambio.seated import FACES, Seated


def cards(*codes: str) -> tuple[Card, ...]:
    return tuple(FACES[code] for code in codes)


def over(folder: Path, *scores: Score, **more: object) -> View:
    view = Seated(folder, bots=len(scores) - 1).view
    winners = tuple(score.seat for score in scores if score.is_winner)
    return replace(view, status="completed", ending="cambio", scores=scores, winners=winners, **more)


def test_7_8_every_hand_every_point_what_was_added_and_who_wins(tmp_path: Path) -> None:
    caller = Score(0, 15, 30, True, True, False, cards("5H", "10S", "KD"))
    other = Score(1, 12, 12, False, False, True, cards("2S", "10H"))

    told = results(over(tmp_path, caller, other, cambio_caller_seat=0))

    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert lines[0] == "Everybody has had the last turn. You called Cambio."
    assert "You 5♥ 5 10♠ 10 K♦ 0 15 30 doubled" in lines
    assert "Seat 1 2♠ 2 10♥ 10 12 12 wins" in lines
    assert lines[-1] == "Seat 1 wins with 12 points."


def test_7_6_a_tie_is_named(tmp_path: Path) -> None:
    first = Score(0, 1, 1, False, False, True, cards("AS"))
    second = Score(1, 1, 1, False, False, True, cards("AH"))

    assert results(over(tmp_path, first, second)).endswith("You and Seat 1 win with 1 point, a tie.")


def test_no_row_is_wider_than_a_small_screen(tmp_path: Path) -> None:
    joker = Card("X", None, -1)
    hand = (*cards("10S", "10H", "10D", "10C"), joker, joker)
    caller = Score(0, 38, 48, True, True, False, hand)
    other = Score(1, 0, 0, False, False, True, ())

    told = results(over(tmp_path, caller, other, options=Options(seats=2, penalty="plus10")))

    assert max(len(line) for line in told.splitlines()) <= 78
    assert "plus 10" in told
    assert "Joker −1" in told
    assert "no cards" in told


def test_16_4_an_abandoned_table_has_no_scores(tmp_path: Path) -> None:
    view = replace(Seated(tmp_path).view, status="abandoned", ending="abandoned")

    assert results(view).startswith("The table was left")
