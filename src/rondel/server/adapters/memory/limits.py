"""Limits of one process."""

from collections.abc import Callable

from rondel.kernel import Ms
from rondel.server.runtime.buckets import Buckets
from rondel.server.runtime.clock import monotonic_ms


class MemoryLimits:
    """The buckets of this process, behind the port."""

    def __init__(self, now: Callable[[], Ms] = monotonic_ms) -> None:
        self._buckets = Buckets(now)

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        return self._buckets.take(key, burst=burst, per_ms=per_ms, cost=cost)

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        return self._buckets.wait(key, burst=burst, per_ms=per_ms)
