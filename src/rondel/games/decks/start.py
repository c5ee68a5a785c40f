"""Decks: the table before START_GAME, when nothing has been dealt."""

from collections.abc import Sequence

from rondel.games.decks.options import Options
from rondel.games.decks.state import State
from rondel.kernel import SeatSpec


def start(options: Options, seats: Sequence[SeatSpec]) -> State:
    """3.3 Turn 0, empty piles: the deck comes with the first luck."""
    assert len(seats) == 1, f"Decks has one seat, not {len(seats)}"
    return State(options, options.hand_size, options.discard_count)
