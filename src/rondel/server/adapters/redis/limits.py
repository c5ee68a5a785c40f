"""Token buckets on Redis, one script per take. Keys are hashed: Redis learns no address and no account."""

import time
from hashlib import blake2b

from redis.asyncio import Redis

from rondel.kernel import Ms
from rondel.server.adapters.redis import FAULTS, cause_of
from rondel.server.ports.limits import Limits
from rondel.server.runtime.reach import Reach

TAKE = """
local t = redis.call('TIME')
local now, burst, per = t[1] * 1000000 + t[2], tonumber(ARGV[1]), ARGV[2] * 1000
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now) + math.floor(per * ARGV[3] / burst)
local wait = full_at - now - per
if wait > 0 then return math.ceil(wait / 1000) end
if ARGV[4] == 'look' then return 0 end
redis.call('SET', KEYS[1], string.format('%.0f', full_at), 'PX', math.ceil((full_at - now) / 1000))
return 0
"""
"""A bucket is the moment, in microseconds, at which it will be full again."""

REST_S = 1.0


class RedisLimits:
    """Buckets shared by all nodes; while Redis is away, this node's own buckets (`otherwise`) count."""

    def __init__(
        self, redis: Redis, *, otherwise: Limits, prefix: str = "rondel:", reach: Reach | None = None
    ) -> None:
        self._reach = reach or Reach("redis")
        self._take = redis.register_script(TAKE)
        self._otherwise = otherwise
        self._prefix = f"{prefix}limit:"
        self._rests_until = 0.0

    async def take(self, key: str, *, burst: int, per_ms: Ms, cost: int = 1) -> Ms:
        wait_ms = await self._ask(key, burst, per_ms, cost, "take")
        if wait_ms is None:
            return await self._otherwise.take(key, burst=burst, per_ms=per_ms, cost=cost)
        return wait_ms

    async def wait(self, key: str, *, burst: int, per_ms: Ms) -> Ms:
        wait_ms = await self._ask(key, burst, per_ms, 1, "look")
        if wait_ms is None:
            return await self._otherwise.wait(key, burst=burst, per_ms=per_ms)
        return wait_ms

    async def _ask(self, key: str, burst: int, per_ms: Ms, cost: int, how: str) -> Ms | None:
        """What the script answers; None while Redis is away."""
        if time.monotonic() < self._rests_until:
            return None
        hashed = blake2b(key.encode(), digest_size=16).hexdigest()
        try:
            wait_ms = int(await self._take(keys=[self._prefix + hashed], args=[burst, per_ms, cost, how]))
        except FAULTS as fault:
            self._rests_until = time.monotonic() + REST_S
            self._reach.lost(cause_of(fault))
            return None
        self._reach.back()
        return wait_ms
