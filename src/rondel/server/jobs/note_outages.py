"""Records every second that this node serves."""

from contextlib import suppress
from typing import Final

from rondel.kernel import Ms
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.outages import RecentOutages
from rondel.server.runtime.clock import pause

BEAT_MS: Final[Ms] = 1000
"""Well below GAP_MS, so that one lost beat is no outage."""


async def note_outages(outages: RecentOutages) -> None:
    """Beat for ever. While the database does not answer, nobody can move: that is an outage too."""
    while True:
        await pause(BEAT_MS / 1000)
        with suppress(StoreUnavailableError):  # logged once, as database.lost
            await outages.beat()
