"""The random bot: every listed action is as likely as any other."""

from collections.abc import Sequence
from typing import Any, TypeVar

from rondel.kernel import Chance

Action = TypeVar("Action")


def random(known: Any, view: Any, legal: Sequence[Action], chance: Chance) -> Action:
    """One of `legal`, by the bot's own luck; what it knows and sees does not move it."""
    return chance.pick(legal)
