"""Clients that do not read what is written to them."""

import math
from asyncio import Transport
from typing import Final

UNREAD_STEP: Final = 4_096
"""A client that reads fewer bytes than this in `unread_ms` does not read."""


class UnreadOutput:
    """Notices when a client has stopped reading what was written to it."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s
        self._left = 0
        self._due = math.inf

    def reset(self) -> None:
        """Nothing waits to be read."""
        self._due = math.inf

    def is_overdue(self, transport: Transport, now: float) -> bool:
        """Whether the client has read next to nothing for too long."""
        left = transport.get_write_buffer_size()
        if self._due == math.inf or abs(left - self._left) >= UNREAD_STEP:
            self._left, self._due = left, now + self._after_s
        return now >= self._due
