"""Whether what a node needs can be reached. One line is logged when it is lost and one when it is back."""

from time import monotonic
from typing import Final

import structlog

from rondel.server.runtime.metrics import Metrics

QUIET_S: Final = 2.0
"""Without a prober of its own, something is back when it answers and has not failed for this long."""

_log = structlog.get_logger()


class Reach:
    """The database, Redis or the mail server, as this node finds it.

    Adapters call `lost` at every failure and `back` at every success: both are cheap, and only a change is
    logged (`redis.lost`, `redis.back`). Each cause of an outage is counted once. `cause` is the latest one,
    None while it answers. One statement that takes too long proves nothing: it is a `doubt`, until somebody
    has tried and calls `lost` or `back`.
    """

    def __init__(self, what: str, metrics: Metrics | None = None, *, quiet_s: float = QUIET_S) -> None:
        self.what = what
        self.cause: str | None = None
        self.is_doubted = False
        self._causes: list[str] = []
        self._metrics = metrics or Metrics()
        self._quiet_s = quiet_s
        self._since = self._failed_at = 0.0
        self._metrics.reached(what, True)

    def lost(self, cause: str) -> None:
        """It did not answer, or refused what it must take."""
        self._failed_at = monotonic()
        self.cause = cause
        if cause in self._causes:
            return
        self._metrics.outage(self.what, cause)
        if not self._causes:
            self._since = self._failed_at
            self._metrics.reached(self.what, False)
            _log.warning(f"{self.what}.lost", cause=cause)
        self._causes.append(cause)

    def doubt(self) -> None:
        """It has not answered in time, which may be the fault of one request."""
        self.is_doubted = True

    def back(self) -> None:
        """It has answered."""
        self.is_doubted = False
        if self.cause is None or monotonic() - self._failed_at < self._quiet_s:
            return
        seconds = round(monotonic() - self._since, 1)
        _log.warning(f"{self.what}.back", cause=", ".join(self._causes), seconds=seconds)
        self.cause = None
        self._causes.clear()
        self._metrics.reached(self.what, True)
