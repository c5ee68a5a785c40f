"""Failpoints: moments at which a node can be told to die, so that fault tests can hit the worst ones."""

import os
import random
import signal
from collections.abc import Mapping
from typing import Literal, TypeAlias

Moment: TypeAlias = Literal[
    "before_append", "before_announce", "before_ack", "before_sending", "after_sending", "before_sent"
]


class Failpoints:
    """How likely the node dies at each moment. Without any, and so in every ordinary run, it never does."""

    def __init__(self, chances: Mapping[str, float] | None = None) -> None:
        self._chances = dict(chances or {})

    @classmethod
    def told(cls, text: str) -> "Failpoints":
        """As the setting tells them: `before_ack=0.01,before_announce=0.01`."""
        pairs = (pair.split("=") for pair in text.split(",") if pair)
        return cls({name.strip(): float(chance) for name, chance in pairs})

    def reach(self, moment: Moment) -> None:
        """Die here, perhaps: without a word, as a power cut would have it."""
        if self._chances and random.random() < self._chances.get(moment, 0):  # noqa: S311 - not for secrets
            os.kill(os.getpid(), signal.SIGKILL)
