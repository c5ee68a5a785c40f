"""Prometheus metrics of a node. Each app has its own registry; labels never name people."""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from rondel.kernel import Ms

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The metrics of one node."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._moves = self._counter("rondel_moves", "Committed moves.", "game")
        self._by_game: dict[str, Callable[[], None]] = {}
        self._refused = self._counter("rondel_refused", "Rejected moves.")
        self._acks = self._seconds("rondel_ack_seconds", "From a move's arrival to its ack.")
        self._fan_outs = self._seconds("rondel_fan_out_seconds", "From a row's time to its frames.")
        self._lateness = self._seconds("rondel_deadline_late_seconds", "How late deadlines fire.")
        self._projections = self._seconds(
            "rondel_projection_lag_seconds", "From a commit to the rows of the record."
        )
        self._projection_failures = self._counter(
            "rondel_projection_failures", "Tables whose record could not be written."
        )
        self.projection_behind = self._gauge(
            "rondel_projection_behind", "Tables whose record was behind when last looked for."
        )
        self._halted = self._counter("rondel_halted_tables", "Tables halted by an internal error.")
        self._dropped = self._counter(
            "rondel_dropped_queues", "Send queues dropped because the client read too slowly."
        )
        self._failures = self._counter("rondel_internal_errors", "Requests that failed.")
        self._notices = self._counter(
            "rondel_notices",
            "Notifications, by channel and outcome.",
            "channel",
            "became",
        )
        self._mails = self._counter(
            "rondel_mails",
            "Emails handed to the mail server, including sign-in links, by outcome.",
            "became",
        )
        rooms = self._counter("rondel_live", "Table cache lookups, by hit or miss.", "found")
        self._hit, self._miss = rooms.labels("hit").inc, rooms.labels("miss").inc
        self.sockets = self._gauge("rondel_sockets", "Open sockets.")
        self.connections = self._gauge("rondel_connections", "Open connections.")
        self._moved = self._counter(
            "rondel_moved_sockets",
            "Sockets whose table is at another worker: handed over, received, or kept as none took them.",
            "way",
        )
        self._outages = self._counter(
            "rondel_outages",
            "How often the database, Redis or the mail server was lost, by each cause.",
            "what",
            "cause",
        )
        self._reachable = self._gauge(
            "rondel_reachable", "Whether the database, Redis and the mail server answer, 1 or 0.", "what"
        )
        self._http = self._seconds(
            "rondel_http_seconds",
            "HTTP request duration by route and status class, without WebSockets.",
            "route",
            "status",
        )
        self._routes: dict[tuple[str, int], Callable[[float], None]] = {}
        self._lag = self._seconds("rondel_loop_lag_seconds", "Event-loop lag.")
        self.rooms = self._gauge("rondel_rooms", "Tables that this node has in memory.")
        self.tasks = self._gauge("rondel_tasks", "Tasks of the event loop.")
        self._tables = self._gauge(
            "rondel_active_tables", "Running tables with watchers on this node.", "game"
        )
        self.deadlines_firing = self._gauge("rondel_deadlines_firing", "Deadlines that are being fired now.")
        self.deadline_overdue = self._gauge(
            "rondel_deadline_overdue_seconds", "For how long the oldest deadline has been due, 0 if none is."
        )
        self._behind = self._counter(
            "rondel_journal_behind",
            "Tables behind what was seen of them, by who noticed it: was the database restored?",
            "kind",
        )
        self.on_read: list[Callable[[], None]] = []
        """Callbacks before each scrape, for values that are computed on demand."""

        self._pool_open = self._gauge("rondel_pool_connections", "Open connections to the database.", "pool")
        self._pool_used = self._gauge(
            "rondel_pool_used", "Connections to the database that are in use.", "pool"
        )
        self._pool_waiting = self._gauge(
            "rondel_pool_waiting", "Statements that wait for a connection to the database.", "pool"
        )
        self._limited = self._counter(
            "rondel_connection_limits", "Connections that hit a limit, by the limit.", "limit"
        )

    def _counter(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(name, says, labels, registry=self.registry)

    def _gauge(self, name: str, says: str, *labels: str) -> Gauge:
        return Gauge(name, says, labels, registry=self.registry)

    def _seconds(self, name: str, says: str, *labels: str) -> Histogram:
        return Histogram(name, says, labels, buckets=_SECONDS, registry=self.registry)

    def move(self, game: str) -> None:
        """Count a committed move."""
        count = self._by_game.get(game)
        if count is None:
            count = self._by_game[game] = self._moves.labels(game).inc
        count()

    def moved(self, way: str) -> None:
        """Count a socket handover between workers, or a failed one."""
        self._moved.labels(way).inc()

    def refused(self) -> None:
        """Count a rejected move."""
        self._refused.inc()

    def acked(self, since: float) -> None:
        """Record the latency of a move that arrived at `since`, by perf_counter."""
        self._acks.observe(perf_counter() - since)

    def fan_out(self, after_ms: Ms) -> None:
        """Record the time from a decision to its frames."""
        self._fan_outs.observe(max(after_ms, 0) / 1000)

    def deadline(self, late_ms: Ms) -> None:
        """Record the delay of a fired deadline."""
        self._lateness.observe(max(late_ms, 0) / 1000)

    def projected(self, after_ms: Ms) -> None:
        """Record the time from a commit to its projection."""
        self._projections.observe(max(after_ms, 0) / 1000)

    def projection_failed(self) -> None:
        """Count a failed projection."""
        self._projection_failures.inc()

    def halted(self) -> None:
        """Count a halted table."""
        self._halted.inc()

    def dropped(self) -> None:
        """Count a dropped send queue of a slow socket."""
        self._dropped.inc()

    def notice(self, channel: str, became: str) -> None:
        """Count a notification by channel and outcome."""
        self._notices.labels(channel, became).inc()

    def mail(self, became: str) -> None:
        """Count an email by outcome."""
        self._mails.labels(became).inc()

    def outage(self, what: str, cause: str) -> None:
        """Count an outage of a dependency, by cause."""
        self._outages.labels(what, cause).inc()

    def reached(self, what: str, is_there: bool) -> None:
        """Set whether a dependency is reachable."""
        self._reachable.labels(what).set(is_there)

    def request(self, route: str, status: int, seconds: float) -> None:
        """Record the duration of a request to this route."""
        observe = self._routes.get((route, status))
        if observe is None:
            labelled = self._http.labels(route, f"{status // 100}xx")
            observe = self._routes[route, status] = labelled.observe
        observe(seconds)

    def lag(self, seconds: float) -> None:
        """Record a lag of the event loop."""
        self._lag.observe(seconds)

    def count_tables(self, active: Mapping[str, int]) -> None:
        """Set the number of watched tables per game."""
        for game, count in active.items():
            self._tables.labels(game).set(count)

    def journal_behind(self, kind: str) -> None:
        """Count a journal that is behind what a client or this node has seen."""
        self._behind.labels(kind).inc()

    def watch_pool(
        self, pool: str, size: Callable[[], int], idle: Callable[[], int], waiting: Callable[[], int]
    ) -> None:
        """Report a connection pool at each scrape."""
        self._pool_open.labels(pool).set_function(size)
        self._pool_used.labels(pool).set_function(lambda: size() - idle())
        self._pool_waiting.labels(pool).set_function(waiting)

    def limited(self, limit: str) -> None:
        """Count a connection that hit this limit."""
        self._limited.labels(limit).inc()

    def failed(self) -> None:
        """Count a request that failed with an unexpected exception."""
        self._failures.inc()

    def remembered(self, is_hit: bool) -> None:
        """Count a table cache lookup."""
        (self._hit if is_hit else self._miss)()

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        for read in self.on_read:
            read()
        return generate_latest(self.registry)
