"""Measures how late this process gets to what is due: whatever computes for long delays everybody."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

EVERY_S: Final = 0.25


async def measure_lag(note: Callable[[float], None]) -> None:
    """For ever: sleep for a moment, and note by how many seconds it was longer than asked for."""
    while True:
        due = monotonic() + EVERY_S
        await asyncio.sleep(EVERY_S)
        note(max(monotonic() - due, 0.0))
