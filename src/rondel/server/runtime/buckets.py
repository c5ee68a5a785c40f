"""Token buckets in process memory."""

from collections.abc import Callable
from typing import Final

from rondel.kernel import Ms

SWEEP_THRESHOLD: Final = 10_000
"""Buckets that are full again are forgotten when more than so many are kept, and then twice as many."""


class Buckets:
    """Token buckets, each stored as the time at which it is full again; full ones are dropped."""

    def __init__(self, now: Callable[[], Ms]) -> None:
        self._now = now
        self._full_at_us: dict[str, int] = {}
        self._sweep_threshold = SWEEP_THRESHOLD

    def __len__(self) -> int:
        return len(self._full_at_us)

    def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        """Take `cost` of `burst` tokens, which refill within `per_ms`; return 0, or the time to wait."""
        now = self._now() * 1000
        full_at = self._full_at(key, now) + per_ms * 1000 * cost // burst
        wait = full_at - now - per_ms * 1000
        if wait > 0:
            return -(-wait // 1000)
        self._forget(now)
        self._full_at_us[key] = full_at
        return 0

    def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        """Return the time until one token is available; 0 if it is now."""
        now = self._now() * 1000
        wait = self._full_at(key, now) + per_ms * 1000 // burst - now - per_ms * 1000
        return max(-(-wait // 1000), 0)

    def _full_at(self, key: str, now: int) -> int:
        return max(self._full_at_us.get(key, now), now)

    def _forget(self, now: int) -> None:
        if len(self._full_at_us) >= self._sweep_threshold:
            self._full_at_us = {key: at for key, at in self._full_at_us.items() if at > now}
            self._sweep_threshold = max(SWEEP_THRESHOLD, 2 * len(self._full_at_us))
