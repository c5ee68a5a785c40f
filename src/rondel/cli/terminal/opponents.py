"""Who sits at a table in the terminal besides the people."""

from typing import Final

from rondel.bots.registry import bots_of
from rondel.kernel import AnyGame, SeatSpec

USUAL_LEVEL: Final = "medium"
"""The bot that sits down where none is asked for."""


def usual_level(game: AnyGame) -> str:
    """The usual bot; where the game has none of that name, the first of its own, or the random one."""
    levels = bots_of(game)
    own = [level for level in levels if level not in ("random", "ismcts")]
    return USUAL_LEVEL if USUAL_LEVEL in levels else next(iter(own), "random")


def usual_bot(game: AnyGame) -> SeatSpec:
    """The bot that sits down where none is asked for."""
    return SeatSpec("bot", usual_level(game))


def usual_sitters(game: AnyGame) -> tuple[SeatSpec, ...]:
    """One person, and as many bots as the game needs besides."""
    return SeatSpec(), *[usual_bot(game)] * (game.seats[0] - 1)
