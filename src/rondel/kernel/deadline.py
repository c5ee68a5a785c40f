"""Time as data: what the house does, and when."""

from typing import Final, Generic, TypeVar

from rondel.kernel.seat import Ms
from rondel.kernel.struct import Struct

Action = TypeVar("Action")

GRACE_MS: Final = 5000
"""How late a House action may be and still count as punctual."""


class Deadline(Struct, Generic[Action]):
    """The House action that falls due at `at_ms`."""

    at_ms: Ms
    action: Action

    def is_due(self, now_ms: Ms) -> bool:
        """Whether its moment has come."""
        return now_ms >= self.at_ms

    def decided_at(self, now_ms: Ms) -> Ms:
        """The time it is decided at: its own if it is hardly late, else now.

        So a slow worker changes nothing, and an outage costs nobody more than one deadline.
        """
        return self.at_ms if now_ms - self.at_ms <= GRACE_MS else now_ms
