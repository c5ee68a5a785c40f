"""Webhooks: JSON as Discord reads it, to an address that somebody has named."""

from typing import Final
from uuid import UUID

from rondel.server.adapters.http_client.request import HttpSender
from rondel.server.ports.messages import Go, UndeliverableError
from rondel.server.ports.value import StoreUnavailableError

_FOR_GOOD: Final = frozenset((400, 401, 403, 404, 405, 410, 413))


class PostedHooks:
    """Posts over HTTPS. An answer that says to go elsewhere is not followed."""

    def __init__(self, courier: HttpSender) -> None:
        self._courier = courier

    def check(self, url: str) -> None:
        """ValueError for what cannot be one."""
        self._courier.guard.check(url)

    async def post(self, url: str, body: bytes, *, id: UUID, go: Go) -> None:  # noqa: A002
        """Send it, once; `id` tells the other end which one it is."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(id)}
        judge((await self._courier.post(url, headers, body, go)).status, _FOR_GOOD)


def judge(status: int, for_good: frozenset[int]) -> None:
    """Nothing if it was taken; else why not."""
    if 200 <= status < 300:
        return
    if 300 <= status < 400 or status in for_good:
        raise UndeliverableError(f"The answer was {status}.")
    raise StoreUnavailableError(f"The answer was {status}.")
