"""Cambio, before chapter 3: a table that has not begun, the deck still in its box."""

from collections.abc import Sequence

from rondel.games.cambio.options import Options, deck_of
from rondel.games.cambio.state import Player, State
from rondel.kernel import SeatSpec


def start(options: Options, seat_specs: Sequence[SeatSpec]) -> State:
    """Everybody seated, nothing dealt.

    Too few seat_specs are refused when the house starts the game (3.3).
    """
    assert len(seat_specs) <= options.seats, f"{len(seat_specs)} sit at a table of {options.seats}"
    players = tuple(Player(sitter.kind, sitter.level, sitter.kind) for sitter in seat_specs)
    deck = deck_of(options)
    return State(options, players, deck, dict.fromkeys(deck, 0), {})
