"""A bot for Liar's Dice that counts: how likely is a bid, given the dice under its own cup?"""

from collections.abc import Sequence
from math import comb
from typing import Any, Final

from liars_dice.rules import Bid, CallLiar, State
from rondel.kernel import AnyGame, Chance
from rondel.kit import Action

BOLD: Final = 0.15
"""It is content with a bid that is less likely than the best one by so much, so that it is hard to read."""


def steady(game: AnyGame) -> Any:
    """The bot for this game."""
    return choose


def choose(known: Any, view: Any, legal: Sequence[Action], chance: Chance) -> Action:
    """A call if the last bid is rather wrong than the best next one is right; else one of the best bids."""
    bids = [action for action in legal if isinstance(action, Bid)]
    chances = {bid: likelihood(view, bid.count, bid.face) for bid in bids}
    best = max(chances.values(), default=0.0)
    if view.count and (not bids or 1 - likelihood(view, view.count, view.face) >= best):
        return CallLiar()
    return chance.pick([bid for bid, likely in chances.items() if likely >= best - BOLD])


def likelihood(view: Any, count: int, face: int) -> float:
    """How likely at least so many dice show the face, if nobody else's dice are known."""
    state: State = view
    counted = {face, 1} if state.options.ones_are_wild else {face}
    own = state.players[view.you].cup
    unseen = sum(state.scores()) - len(own)
    return at_least(count - sum(die in counted for die in own), unseen, len(counted) / 6)


def at_least(wanted: int, dice: int, likely: float) -> float:
    """How likely so many of the dice, or more, show a face that each shows with this likelihood."""
    return sum(
        comb(dice, hits) * likely**hits * (1 - likely) ** (dice - hits)
        for hits in range(max(wanted, 0), dice + 1)
    )
