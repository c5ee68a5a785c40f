"""How often somebody may ask."""

from typing import Protocol

from rondel.kernel import Ms


class Limits(Protocol):
    """Token buckets."""

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        """Take `cost` of `burst` tokens, all of which come back within `per_ms`; 0, or how long to wait."""
        ...

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        """How long until one token can be taken; 0 if it can be now. Nothing is taken."""
        ...
