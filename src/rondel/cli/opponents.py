"""Who sits at a table in the terminal besides the people."""

from typing import Final

from rondel.bots.shelf import bots_of
from rondel.kernel import AnyGame, Sitter

USUAL_LEVEL: Final = "medium"
"""The bot that sits down where none is asked for."""


def usual_bot(game: AnyGame) -> Sitter:
    """The usual bot; the random one at a game that has no usual one."""
    return Sitter("bot", USUAL_LEVEL if USUAL_LEVEL in bots_of(game) else "random")


def usual_sitters(game: AnyGame) -> tuple[Sitter, ...]:
    """One person, and as many bots as the game needs besides."""
    return Sitter(), *[usual_bot(game)] * (game.seats[0] - 1)
