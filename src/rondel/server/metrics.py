"""Metrics: what a node counts, for Prometheus. Each app has a registry of its own; labels name no people."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from rondel.kernel import Ms

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The counters of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._moves = Counter("rondel_moves", "Committed moves.", ["game"], registry=self.registry)
        self._by_game: dict[str, Callable[[], None]] = {}
        self._refused = Counter("rondel_refused", "Moves that were answered no.", registry=self.registry)
        self._acks = self._seconds("rondel_ack_seconds", "From a move's arrival to its ack.")
        self._fan_outs = self._seconds("rondel_fan_out_seconds", "From a row's time to its frames.")
        self._lateness = self._seconds("rondel_deadline_late_seconds", "How late deadlines fire.")
        self._projections = self._seconds(
            "rondel_projection_lag_seconds", "From a commit to the rows of the record."
        )
        self._projection_failures = Counter(
            "rondel_projection_failures", "Tables whose record could not be written.", registry=self.registry
        )
        self.projection_behind = Gauge(
            "rondel_projection_behind",
            "Tables whose record was behind when last looked for.",
            registry=self.registry,
        )
        self._halted = Counter(
            "rondel_halted_tables", "Tables stopped by our mistakes.", registry=self.registry
        )
        self._dropped = Counter(
            "rondel_dropped_queues", "Sockets too slow to be told.", registry=self.registry
        )
        self._failures = Counter("rondel_internal_errors", "Requests that failed.", registry=self.registry)
        self._notices = Counter(
            "rondel_notices",
            "Messages to people, by channel and by what became of them.",
            ["channel", "became"],
            registry=self.registry,
        )
        rooms = Counter(
            "rondel_live", "Tables asked for, remembered or not.", ["found"], registry=self.registry
        )
        self._hit, self._miss = rooms.labels("hit").inc, rooms.labels("miss").inc
        self.sockets = Gauge("rondel_sockets", "Open sockets.", registry=self.registry)
        self.connections = Gauge("rondel_connections", "Open connections.", registry=self.registry)
        self._limited = Counter(
            "rondel_connection_limits",
            "Connections that hit a limit, by the limit.",
            ["limit"],
            registry=self.registry,
        )

    def _seconds(self, name: str, says: str) -> Histogram:
        return Histogram(name, says, buckets=_SECONDS, registry=self.registry)

    def move(self, game: str) -> None:
        """A move was committed."""
        count = self._by_game.get(game)
        if count is None:
            count = self._by_game[game] = self._moves.labels(game).inc
        count()

    def refused(self) -> None:
        """A move was answered no."""
        self._refused.inc()

    def acked(self, since: float) -> None:
        """A move that arrived at `since`, by perf_counter, is answered."""
        self._acks.observe(perf_counter() - since)

    def fan_out(self, after_ms: Ms) -> None:
        """A version was made into frames so long after it was decided."""
        self._fan_outs.observe(max(after_ms, 0) / 1000)

    def deadline(self, late_ms: Ms) -> None:
        """A deadline fired, so late."""
        self._lateness.observe(max(late_ms, 0) / 1000)

    def projected(self, after_ms: Ms) -> None:
        """The record of a version was written so long after its commit."""
        self._projections.observe(max(after_ms, 0) / 1000)

    def projection_failed(self) -> None:
        """The record of a table could not be written."""
        self._projection_failures.inc()

    def halted(self) -> None:
        """A table was halted."""
        self._halted.inc()

    def dropped(self) -> None:
        """A socket was too slow, and its queue was dropped."""
        self._dropped.inc()

    def notice(self, channel: str, became: str) -> None:
        """A message was sent, has passed, is to be tried again, is dead, or nobody knows."""
        self._notices.labels(channel, became).inc()

    def limited(self, limit: str) -> None:
        """A connection has hit this limit."""
        self._limited.labels(limit).inc()

    def failed(self) -> None:
        """A request ended in an exception nobody expected."""
        self._failures.inc()

    def remembered(self, is_hit: bool) -> None:
        """A table was asked for, and was remembered or had to be read."""
        (self._hit if is_hit else self._miss)()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
