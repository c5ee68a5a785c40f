"""Token buckets within one process."""

from collections.abc import Callable

from rondel.kernel import Ms
from rondel.server.clock import monotonic_ms

KEPT = 10_000
"""Buckets that are full again are forgotten when more than so many are kept, and then twice as many."""


class MemoryLimits:
    """A bucket is the moment at which it will be full again; one that is full need not be kept."""

    def __init__(self, now: Callable[[], Ms] = monotonic_ms) -> None:
        self._now = now
        self._full_at_us: dict[str, int] = {}
        self._kept = KEPT

    async def take(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        now = self._now() * 1000
        per = per_ms * 1000
        full_at = max(self._full_at_us.get(key, now), now) + per // burst
        wait = full_at - now - per
        if wait > 0:
            return -(-wait // 1000)
        self._forget(now)
        self._full_at_us[key] = full_at
        return 0

    def _forget(self, now: int) -> None:
        if len(self._full_at_us) >= self._kept:
            self._full_at_us = {key: at for key, at in self._full_at_us.items() if at > now}
            self._kept = max(KEPT, 2 * len(self._full_at_us))
