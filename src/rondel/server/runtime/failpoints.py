"""Failpoints: places where a fault test can kill the node."""

import os
import random
import signal
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

VARIABLE: Final = "RONDELTEST_FAILPOINTS"

Moment: TypeAlias = Literal[
    "before_append", "before_announce", "before_ack", "before_sending", "after_sending", "before_sent"
]


class Failpoints:
    """The probability of dying at each moment; 0 unless a fault test set it."""

    def __init__(self, chances: Mapping[str, float] | None = None) -> None:
        self._chances = dict(chances or {})

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Failpoints":
        """Read RONDELTEST_FAILPOINTS, for example `before_ack=0.01,before_announce=0.01`."""
        pairs = (pair.split("=") for pair in environment.get(VARIABLE, "").split(",") if pair)
        return cls({name.strip(): float(chance) for name, chance in pairs})

    def reach(self, moment: Moment) -> None:
        """Kill this process with the probability of `moment`, as a power cut would."""
        if self._chances and random.random() < self._chances.get(moment, 0):  # noqa: S311 - not for secrets
            os.kill(os.getpid(), signal.SIGKILL)
