"""A bot for Bramble: it hides its thorn where others will look, and drives their claims up."""

from collections.abc import Sequence
from math import prod
from typing import Any, Final

from bramble.rules import Claim, Pass, Player, State, Turn
from rondel.kernel import AnyGame, Chance
from rondel.kit import Action, Seat

SURE: Final = 0.6
"""It claims what it finds with at least this likelihood."""

THORN_FIRST: Final = 9
"""How often in ten rounds the first disc that it lays is its thorn."""

BLUFFS: Final = 9
"""How often in ten it claims more than it can show, while somebody can still claim more."""


def sly(game: AnyGame) -> Any:
    """The bot for this game."""
    return choose


def choose(known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Action:
    """One short rule for each phase."""
    match view.phase:
        case "first":
            return lay(legal, "thorn" if chance.below(10) < THORN_FIRST else "bloom")
        case "laying":
            return claim(view, legal, chance) or lay(legal, "bloom")
        case "claiming":
            return claim(view, legal, chance) or Pass()
        case "turning":
            turns: Sequence[Turn] = legal
            return max(turns, key=lambda turn: bloom_is_next(view.players[turn.owner_seat]))
        case _:
            return lay(legal, "bloom")


def lay(legal: Sequence[Action], wanted: str) -> Action:
    """That disc to lay or to give up, or else the other one; a claim where no disc is left."""
    return next((action for action in legal if getattr(action, "disc", None) == wanted), legal[0])


def claim(view: Any, legal: Sequence[Action], chance: Chance) -> Action | None:
    """The highest claim that it can be rather sure of, or a bluff: the highest that others can raise."""
    claims = [action for action in legal if isinstance(action, Claim)]
    sure = [each for each in claims if success(view, view.you, each.count) >= SURE]
    bluffs = [each for each in claims if each.count < view.laid]
    if sure:
        return sure[-1]
    return bluffs[-1] if bluffs and chance.below(10) < BLUFFS else None


def success(view: State, seat: Seat, count: int) -> float:
    """How likely the seat finds so many blooms: on its own stack, then one on each of the safest others."""
    stack = view.players[seat].stack
    more = max(0, count - len(stack))
    if "thorn" in stack[max(0, len(stack) - count) :]:
        return 0.0
    others = [bloom_is_next(player) for at, player in enumerate(view.players) if at != seat and player.stack]
    return prod(sorted(others, reverse=True)[:more]) if more <= len(others) else 0.0


def bloom_is_next(player: Player) -> float:
    """How likely the next disc of a stack is a bloom, by what everybody knows of its owner."""
    if player.has_thorn is False:
        return 1.0
    return 1 - 1 / (len(player.discs) - player.turned + 1)
