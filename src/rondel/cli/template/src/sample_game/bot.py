"""A bot for Sample Game. It is given what its seat may know, and nothing else."""

from collections.abc import Sequence

from rondel.bots.bot import Bot
from rondel.kernel import AnyGame, Chance

from sample_game.game import Play, State


def careful(game: AnyGame) -> Bot:
    """The bot for this game; other levels are functions of their own, each with an entry point."""
    return choose


def choose(known: State, view: State, legal: Sequence[Play], chance: Chance) -> Play:
    """Take the trick as cheaply as possible, else throw away the lowest card."""
    highest = max([card for player in view.players for card in player.played], default=0)
    enough = [play for play in legal if play.card > highest]
    return min(enough or legal, key=lambda play: play.card)
