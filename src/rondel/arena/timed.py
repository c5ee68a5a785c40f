"""A bot whose thinking is timed."""

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from rondel.bots.bot import Bot
from rondel.kernel import Chance


class Timed:
    """Chooses as the bot does; `thought` counts its choices by the time they took, in tenths of milliseconds.

    Processor time: what else the machine does is none of the bot's.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.thought: Counter[int] = Counter()

    def __call__(self, known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Any:
        """The choice of the bot."""
        began = time.process_time_ns()
        action = self.bot(known, view, legal, chance)
        self.thought[-(-(time.process_time_ns() - began) // 100_000)] += 1
        return action
