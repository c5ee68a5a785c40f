"""The bots of a game by name: those that play any game, and the game's own.

A game's own bots are what `bots(game)` gives in the module of rondel.bots that has the game's name.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from rondel.bots.bot import Bot
from rondel.bots.ismcts import Simulations, ismcts
from rondel.bots.random import random
from rondel.kernel import AnyGame


class NoSuchBot(LookupError):  # noqa: N818 - reads as a sentence
    """Nobody of this name plays the game."""


def bot(game: AnyGame, name: str) -> Bot:
    """The bot of this name for the game; `ismcts:500` is one that imagines 500 games for each choice."""
    search, _, count = name.partition(":")
    if search == "ismcts" and count.isdecimal() and int(count) > 0:
        return ismcts(game, Simulations(int(count)))
    bots = bots_of(game)
    if name not in bots:
        raise NoSuchBot(f"No bot called {name!r} plays {game.title}. There are: {', '.join(bots)}.")
    return bots[name]


def bots_of(game: AnyGame) -> Mapping[str, Bot]:
    """Every bot that plays the game, by name: those of every game, then its own, from weak to strong."""
    module = f"rondel.bots.{game.name}"
    own: Mapping[str, Bot] = {} if find_spec(module) is None else import_module(module).bots(game)
    return {"random": random, "ismcts": ismcts(game), **own}


def refresh() -> None:
    """Look for bots again: packages were installed or removed while this process runs."""
