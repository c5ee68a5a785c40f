"""How a game of Cambio came out: every hand, every point, and who wins."""

from typing import Final

from rondel.cli.tables.cambio.words import all_of, card_name, who
from rondel.games.cambio.events import Score
from rondel.games.cambio.view import View
from rondel.kernel import Seat

ENDINGS: Final = {
    "cambio": "Everybody has had the last turn.",
    "deck_out": "There are no cards left to draw.",
    "turn_cap": "The last turn this table allows has been played.",
    "abandoned": "The table was left; nothing is turned over, and nobody wins.",
}

PENALTIES: Final = {"double": "doubled", "plus10": "plus 10", "none": ""}


def results(view: View) -> str:
    """All hands with the points of every card, the sums, what was added, and the winners."""
    assert view.ending is not None
    caller = view.cambio_caller_seat
    called = "" if caller is None else f" {who(caller, view.you)} called Cambio."
    told = [f"{ENDINGS[view.ending]}{called}", ""]
    if view.scores:
        told += [f"{'':8}{'Cards, each with its points':48}{'Sum':>4}{'Score':>6}"]
        told += [_row(view, score) for score in view.scores]
        told += ["", _winners(view)]
    return "\n".join(told)


def _row(view: View, score: Score) -> str:
    cards = "  ".join(f"{card_name(card)} {_number(card.point_value)}" for card in score.cards)
    note = "wins" if score.is_winner else PENALTIES[view.options.penalty] if score.penalty_applied else ""
    sums = f"{_number(score.base_score):>4}{_number(score.final_score):>6}"
    return f"{who(score.seat, view.you):8}{cards or 'no cards':48}{sums}  {note}".rstrip()


def _winners(view: View) -> str:
    names = [who(seat, view.you) for seat in view.winners]
    wins = "win" if len(names) > 1 or view.you in view.winners else "wins"
    points = _number(_score(view, view.winners[0]).final_score)
    tie = ", a tie" if len(names) > 1 else ""
    return f"{all_of(names)} {wins} with {points} {'point' if points == '1' else 'points'}{tie}."


def _score(view: View, seat: Seat) -> Score:
    return next(score for score in view.scores if score.seat == seat)


def _number(number: int) -> str:
    return str(number).replace("-", "−")
