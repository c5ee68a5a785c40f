"""Redis implementations of the bus, presence and rate limits. All of this data may be lost."""

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeout

FAULTS = (RedisError, OSError)
"""What a Redis that cannot answer raises."""


def cause_of(fault: Exception) -> str:
    """What this outage is called in logs and metrics."""
    if isinstance(fault, RedisTimeout | TimeoutError):
        return "timeout"
    if isinstance(fault, RedisConnectionError | OSError):
        return "unreachable"
    return "refused"


def connect(url: str, *, timeout_s: float = 1.0) -> Redis:
    """A client that gives up soon and never retries by itself: whoever asks knows what a gap means."""
    return Redis.from_url(
        url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s, retry=Retry(NoBackoff(), 0)
    )
