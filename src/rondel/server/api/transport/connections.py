"""The open connections of a node: how many it accepts, in all and from one address, and when it refuses."""

import asyncio
import os
import resource
from asyncio import BaseTransport
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, Protocol, TypeAlias

import structlog

from rondel.server.api.transport.client_addresses import Proxies, tiers
from rondel.server.api.transport.throttle import Throttle
from rondel.server.runtime.buckets import Buckets
from rondel.server.runtime.clock import monotonic_ms
from rondel.server.runtime.metrics import Metrics
from rondel.server.settings import Settings

Limit: TypeAlias = Literal[
    "header_bytes",
    "header_time",
    "body_bytes",
    "body_time",
    "pipeline",
    "unread",
    "frames",
    "fragments",
    "early_data",
    "handshake_body",
    "refusals",
    "address",
    "new_connections",
    "connections",
    "descriptors",
]

SWEEP_S: Final = 0.5
"""How often all connections are checked for deadlines that have passed."""

SOCKET_CHECKS: Final = 10
"""How often a WebSocket is checked in the time its client may leave unread what it was sent."""

CHECKED_AT_ONCE: Final = 100
CLOSED_AT_ONCE: Final = 10
PAUSE_S: Final = 0.003
"""After so many connections that were checked, or closed, others have their turn: to close one takes a tenth
of a millisecond, and four hundred may be due at once."""

LOG_S: Final = 10.0
"""One limit is logged at most once in this time, with a count."""

SPARE_DESCRIPTORS: Final = 64
"""File descriptors that no connection may take: the database, Redis, mail and webhooks need some."""

_log = structlog.get_logger()


class Connection(Protocol):
    """One open connection, as the sweep sees it."""

    def check(self, now: float) -> None:
        """Close it if a deadline has passed."""
        ...


class Connections:
    """All open connections of this node."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self._metrics = metrics
        self._open: dict[BaseTransport, Connection] = {}
        self._requests: set[BaseTransport] = set()
        self._hosts: dict[BaseTransport, str | None] = {}
        self._by_address: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self._new = Buckets(monotonic_ms)
        self._proxies = Proxies(settings.trusted_proxies)
        self._descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._throttle = Throttle(settings.constants.refusal_rate)
        self._logged_at: dict[Limit, float] = {}
        self._unlogged: Counter[Limit] = Counter()
        self._hits = 0

    def __len__(self) -> int:
        return len(self._open)

    def raise_descriptor_limit(self) -> None:
        """Allow this process as many file descriptors as its connections need, as far as the system does."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = self.settings.connections + 2 * SPARE_DESCRIPTORS
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        self._descriptors = soft
        if soft != resource.RLIM_INFINITY and soft < wanted:
            _log.warning("descriptors.scarce", count=soft)

    def enter(
        self, transport: BaseTransport, connection: Connection, host: str | None, *, is_new: bool = True
    ) -> Limit | None:
        """Count a connection; if it is one too many, return the limit it is over.

        One that another worker has accepted is not new: its address has paid for it there.
        """
        limit = self._limit_of(transport, host, is_new=is_new)
        self._open[transport] = connection
        self._requests.add(transport)
        self._metrics.connections.set(len(self._open))
        if limit is not None:
            self.hit(limit)
        elif not self._proxies.trusts(host):
            self._hosts[transport] = host
            _add(self._by_address, host)
        return limit

    def replace(self, transport: BaseTransport, connection: Connection) -> None:
        """A connection has become a WebSocket: it is counted as before, and watched by another protocol."""
        self._open[transport] = connection
        self._requests.discard(transport)

    def leave(self, transport: BaseTransport) -> None:
        """A connection is closed."""
        if self._open.pop(transport, None) is None:
            return
        self._requests.discard(transport)
        self._metrics.connections.set(len(self._open))
        if transport in self._hosts:
            _subtract(self._by_address, self._hosts.pop(transport))

    def refused(self, host: str | None) -> None:
        """A request of the client at `host` was told that it asks too often."""
        if self.settings.rate_limits:
            self._throttle.count(host, asyncio.get_running_loop().time())

    def wait_s(self, host: str | None, now: float) -> float:
        """How long the next request from `host` has to wait, because too many were refused before."""
        wait_s = self._throttle.wait_s(host, now)
        if wait_s <= 0 or self._proxies.trusts(host):
            return 0.0
        self.hit("refusals")
        return wait_s

    def has_room_for_socket(self, host: str | None) -> bool:
        """Whether the client at `host` may open one more WebSocket.

        Behind a proxy the client's address is known only now: all connections come from the proxy.
        """
        has_room = self._proxies.trusts(host) or self._has_room(self._sockets, host)
        if not has_room:
            self.hit("address")
        return has_room

    def add_socket(self, host: str | None) -> None:
        """The client at `host` has opened a WebSocket."""
        _add(self._sockets, host)

    def remove_socket(self, host: str | None) -> None:
        """The client at `host` has closed a WebSocket."""
        _subtract(self._sockets, host)

    def hit(self, limit: Limit) -> None:
        """Count that a connection has hit this limit, and log it unless it was just logged."""
        self._metrics.limited(limit)
        self._hits += 1
        self._unlogged[limit] += 1
        now = asyncio.get_running_loop().time()
        if now - self._logged_at.get(limit, -LOG_S) >= LOG_S:
            self._logged_at[limit] = now
            _log.warning("connection.limited", reason=limit, count=self._unlogged.pop(limit))

    def shortage(self) -> Limit | None:
        """Which limit would refuse a new connection, whatever its address; None if none would."""
        if len(self._open) >= self.settings.connections:
            return "connections"
        try:
            lowest_free = os.open(os.devnull, os.O_RDONLY)
        except OSError:
            return "descriptors"
        os.close(lowest_free)
        return "descriptors" if self._is_last(lowest_free) else None

    async def sweep(self) -> None:
        """For ever: close the connections whose deadlines have passed. A WebSocket has only a long one."""
        loop = asyncio.get_running_loop()
        sockets_at = 0.0
        while True:
            await asyncio.sleep(SWEEP_S)
            if loop.time() < sockets_at:
                await self._check(list(self._requests))
            else:
                sockets_at = loop.time() + self.settings.constants.unread_ms / 1000 / SOCKET_CHECKS
                await self._check(list(self._open))

    async def _check(self, transports: Sequence[BaseTransport]) -> None:
        loop, hits = asyncio.get_running_loop(), self._hits
        for checked, transport in enumerate(transports, 1):
            connection = self._open.get(transport)
            if connection is not None:
                connection.check(loop.time())
            if checked % CHECKED_AT_ONCE == 0 or self._hits - hits >= CLOSED_AT_ONCE:
                await asyncio.sleep(PAUSE_S)
                hits = self._hits

    def moved(self, way: Literal["in", "out", "kept"]) -> None:
        """A socket whose table another worker has was handed over, from or to this one, or could not be."""
        self._metrics.moved(way)

    def _limit_of(self, transport: BaseTransport, host: str | None, *, is_new: bool) -> Limit | None:
        if len(self._open) >= self.settings.connections:
            return "connections"
        connected = transport.get_extra_info("socket")
        if connected is not None and self._is_last(connected.fileno()):
            return "descriptors"
        # a trusted proxy brings many people, so the limit of one address is not for it
        if self._proxies.trusts(host):
            return None
        if not self._has_room(self._by_address, host):
            return "address"
        is_judged = is_new and self.settings.rate_limits
        return "new_connections" if is_judged and self._is_too_often(host) else None

    def _is_too_often(self, host: str | None) -> bool:
        rate = self.settings.constants.connection_rate
        waits = [
            self._new.take(address, burst=times * rate.burst, per_ms=rate.per_ms)
            for address, times in tiers(host)
        ]
        return any(waits)

    def _has_room(self, counts: Counter[str], host: str | None) -> bool:
        most = self.settings.connections_per_address
        return all(counts[address] < most * times for address, times in tiers(host))

    def _is_last(self, descriptor: int) -> bool:
        """A process gets its lowest free descriptor, so this one's number says how few are left."""
        is_limited = self._descriptors != resource.RLIM_INFINITY
        return is_limited and descriptor >= self._descriptors - SPARE_DESCRIPTORS


def _add(counts: Counter[str], host: str | None) -> None:
    for address, _ in tiers(host):
        counts[address] += 1


def _subtract(counts: Counter[str], host: str | None) -> None:
    for address, _ in tiers(host):
        counts[address] -= 1
        if counts[address] <= 0:
            del counts[address]
