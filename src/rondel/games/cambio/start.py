"""Cambio, before chapter 3: a table that has not begun, the deck still in its box."""

from collections.abc import Sequence

from rondel.games.cambio.options import Options, deck_of
from rondel.games.cambio.state import Player, State
from rondel.kernel import Sitter


def start(options: Options, sitters: Sequence[Sitter]) -> State:
    """Everybody seated, nothing dealt. Too few sitters are refused when the house starts the game (3.3)."""
    assert len(sitters) <= options.seats, f"{len(sitters)} sit at a table of {options.seats}"
    players = tuple(Player(sitter.kind, sitter.level, sitter.kind) for sitter in sitters)
    deck = deck_of(options)
    return State(options, players, deck, dict.fromkeys(deck, 0), {})
