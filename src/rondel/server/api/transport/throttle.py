"""Throttle: an address that goes on asking after it was told to wait is read slowly.

A refusal costs a node nearly as much as an answer. So beyond `refusal_rate` the next request of that address
is left unread until its turn comes: TCP slows down whoever sends it, and everybody else is served.
"""

from typing import Final

from rondel.server.api.transport.client_addresses import tiers
from rondel.server.settings import Rate

LONGEST_S: Final = 5.0
"""How long a request waits at most: others may share the address."""

SWEEP_THRESHOLD: Final = 1_000
"""When this many addresses are remembered, those that have waited long enough are forgotten."""


class Throttle:
    """Each address has a bucket of refusals, by the moment at which it will be full again."""

    def __init__(self, rate: Rate) -> None:
        self._each_s = rate.per_ms / 1000 / rate.burst
        self._within_s = rate.per_ms / 1000
        self._full_at: dict[str, float] = {}

    def count(self, host: str | None, now: float) -> None:
        """A request from this address was told that it asks too often."""
        if len(self._full_at) >= SWEEP_THRESHOLD:
            self._full_at = {address: at for address, at in self._full_at.items() if at > now}
        address = tiers(host)[0][0]
        full_at = max(self._full_at.get(address, now), now) + self._each_s
        self._full_at[address] = min(full_at, now + self._within_s + LONGEST_S)

    def wait_s(self, host: str | None, now: float) -> float:
        """How long the next request of this address has to wait; those after it wait longer."""
        if not self._full_at:
            return 0.0
        full_at = self._full_at.get(tiers(host)[0][0], now)
        wait_s = full_at - now - self._within_s
        if wait_s <= 0:
            return 0.0
        self.count(host, now)
        return wait_s
