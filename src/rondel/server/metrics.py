"""Metrics: what a node counts, for Prometheus. Each app has a registry of its own; labels name no people."""

from collections.abc import Callable, Mapping
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
        self._moves = self._counter("rondel_moves", "Committed moves.", "game")
        self._by_game: dict[str, Callable[[], None]] = {}
        self._refused = self._counter("rondel_refused", "Moves that were answered no.")
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
        self._halted = self._counter("rondel_halted_tables", "Tables stopped by our mistakes.")
        self._dropped = self._counter("rondel_dropped_queues", "Sockets too slow to be told.")
        self._failures = self._counter("rondel_internal_errors", "Requests that failed.")
        self._notices = self._counter(
            "rondel_notices",
            "Messages to people, by channel and by what became of them.",
            "channel",
            "became",
        )
        self._mails = self._counter(
            "rondel_mails",
            "Mails given to the mail server, links to sign in among them, by what became of them.",
            "became",
        )
        rooms = self._counter("rondel_live", "Tables asked for, remembered or not.", "found")
        self._hit, self._miss = rooms.labels("hit").inc, rooms.labels("miss").inc
        self.sockets = self._gauge("rondel_sockets", "Open sockets.")
        self.connections = self._gauge("rondel_connections", "Open connections.")
        self._moved = self._counter(
            "rondel_moved_sockets",
            "Sockets whose table another worker has: handed over, out or in, or kept because none took them.",
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
            "How long requests took, by route and by class of status. Sockets are not among them.",
            "route",
            "status",
        )
        self._routes: dict[tuple[str, int], Callable[[float], None]] = {}
        self._lag = self._seconds("rondel_loop_lag_seconds", "How late the process got to what was due.")
        self.rooms = self._gauge("rondel_rooms", "Tables that this node has in memory.")
        self.tasks = self._gauge("rondel_tasks", "Tasks of the event loop.")
        self._tables = self._gauge(
            "rondel_active_tables", "Tables in play that somebody looks at here.", "game"
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
        """Called before metrics are read, to set what is only worth counting then."""

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
        """A move was committed."""
        count = self._by_game.get(game)
        if count is None:
            count = self._by_game[game] = self._moves.labels(game).inc
        count()

    def moved(self, way: str) -> None:
        """A socket was handed over between workers, or could not be."""
        self._moved.labels(way).inc()

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

    def mail(self, became: str) -> None:
        """A mail was sent, refused for good, has failed for now, or nobody knows."""
        self._mails.labels(became).inc()

    def outage(self, what: str, cause: str) -> None:
        """Something that this node needs is lost."""
        self._outages.labels(what, cause).inc()

    def reached(self, what: str, is_there: bool) -> None:
        """Something that this node needs answers, or is lost."""
        self._reachable.labels(what).set(is_there)

    def request(self, route: str, status: int, seconds: float) -> None:
        """A request to this route was answered."""
        observe = self._routes.get((route, status))
        if observe is None:
            labelled = self._http.labels(route, f"{status // 100}xx")
            observe = self._routes[route, status] = labelled.observe
        observe(seconds)

    def lag(self, seconds: float) -> None:
        """This process got to something so late."""
        self._lag.observe(seconds)

    def count_tables(self, active: Mapping[str, int]) -> None:
        """How many tables of each game somebody looks at here."""
        for game, count in active.items():
            self._tables.labels(game).set(count)

    def journal_behind(self, kind: str) -> None:
        """The journal of a table is behind what a client or this node has seen of it."""
        self._behind.labels(kind).inc()

    def watch_pool(
        self, pool: str, size: Callable[[], int], idle: Callable[[], int], waiting: Callable[[], int]
    ) -> None:
        """Read these of a pool of connections whenever metrics are read."""
        self._pool_open.labels(pool).set_function(size)
        self._pool_used.labels(pool).set_function(lambda: size() - idle())
        self._pool_waiting.labels(pool).set_function(waiting)

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
        for read in self.on_read:
            read()
        return generate_latest(self.registry)
