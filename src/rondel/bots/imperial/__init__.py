"""The players of Imperial, from weak to strong."""

from collections.abc import Mapping

from rondel.bots.bot import Bot
from rondel.bots.imperial.greedy import greedy
from rondel.bots.imperial.search import EASY, HARD, MEDIUM, player
from rondel.kernel import AnyGame


def bots(game: AnyGame) -> Mapping[str, Bot]:
    """By name, for the shelf."""
    return {
        "easy": player(game, EASY),
        "greedy": greedy,
        "medium": player(game, MEDIUM),
        "hard": player(game, HARD),
    }
