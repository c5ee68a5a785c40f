"""Says every second that this node serves, and hears when none did."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from rondel.kernel import Ms, Outage
from rondel.server.clock import monotonic_ms, pause
from rondel.server.ports import GAP_MS, Outages, Unavailable

BEAT_MS: Final[Ms] = 1000
"""Well below GAP_MS, so that one lost beat is no outage."""

log = structlog.get_logger()


class OutageLoop:
    """`hear` is given the outages that ended lately, after every beat.

    Call `beat` before anything is fired: a node that fires deadlines before it knows of the outage charges
    it to whoever was to move.
    """

    def __init__(
        self,
        outages: Outages,
        hear: Callable[[Sequence[Outage]], None],
        *,
        monotonic: Callable[[], Ms] = monotonic_ms,
    ) -> None:
        self._outages = outages
        self._hear = hear
        self._monotonic = monotonic
        self._beaten_at: Ms = monotonic() - GAP_MS
        self._latest: Ms | None = None

    async def beat(self) -> None:
        """Say that this node serves; Unavailable if the database does not answer."""
        asked_at = self._monotonic()
        outages = await self._outages.beat()
        self._beaten_at = asked_at  # not now: this process may have stood still before it heard the answer
        self._hear(outages)
        self._note(outages)

    async def refresh(self) -> None:
        """Beat now if the last beat is so old that an outage may have ended since."""
        if self._monotonic() - self._beaten_at >= GAP_MS // 2:
            await self.beat()

    async def run(self) -> None:
        """Beat for ever. While the database does not answer, nobody can move: that is an outage too."""
        while True:
            await pause(BEAT_MS / 1000)
            with suppress(Unavailable):  # it is logged once, as database.lost
                await self.beat()

    def _note(self, outages: Sequence[Outage]) -> None:
        """Log an outage when this node first hears of it."""
        for outage in outages:
            if self._latest is None or outage.until_ms > self._latest:
                self._latest = outage.until_ms
                log.warning("no node served", lost_ms=outage.until_ms - outage.from_ms)
