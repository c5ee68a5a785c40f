"""The outages that ended lately: live tables get that time back."""

from collections.abc import Callable, Sequence

import structlog

from rondel.kernel import Ms, Outage
from rondel.server.ports.outages import GAP_MS, Outages
from rondel.server.runtime.clock import monotonic_ms

_log = structlog.get_logger()


class RecentOutages:
    """The recent spans in which no node served, as of the last beat.

    Call `beat` before anything is fired: a node that fires deadlines before it knows of an outage charges
    that time to the player to move.
    """

    def __init__(self, store: Outages, *, monotonic: Callable[[], Ms] = monotonic_ms) -> None:
        self.spans: Sequence[Outage] = ()
        self._store = store
        self._monotonic = monotonic
        self._beaten_at: Ms | None = None
        self._latest: Ms | None = None

    async def beat(self) -> None:
        """Record that this node serves; StoreUnavailableError if the database does not answer."""
        started_at = self._monotonic()
        self.spans = await self._store.beat()
        self._beaten_at = started_at  # not now: this process may have stood still before the answer came
        self._log_new()

    async def refresh(self) -> None:
        """Beat now if the last beat is so old that an outage may have ended since."""
        if self._beaten_at is not None and self._monotonic() - self._beaten_at >= GAP_MS // 2:
            await self.beat()

    def _log_new(self) -> None:
        """Log each outage once."""
        for outage in self.spans:
            if self._latest is None or outage.until_ms > self._latest:
                self._latest = outage.until_ms
                _log.warning("outage.recorded", lost_ms=outage.until_ms - outage.from_ms)
