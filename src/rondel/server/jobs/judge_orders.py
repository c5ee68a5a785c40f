"""Judges standing orders: those whose table has moved, and those that are due. Any node may."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

import structlog

from rondel.kernel import Ms
from rondel.server.errors import ApiError
from rondel.server.ports.orders import StandingOrder, StandingOrders
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.clock import pause

TICK_S: Final = 1.0
LIMIT: Final = 50
LEASE_MS: Ms = 10_000
"""A claim saves work; an order that two nodes follow is followed once."""

_log = structlog.get_logger()


class OrderLoop:
    """Claims a few orders at a time. `follow` judges one, and plays its action if that is due."""

    def __init__(
        self, orders: StandingOrders, follow: Callable[[StandingOrder], Coroutine[Any, Any, None]]
    ) -> None:
        self._orders = orders
        self._follow = follow

    async def run(self) -> None:
        """For ever."""
        while True:
            await self.tick()
            await pause(TICK_S * random.uniform(0.8, 1.2))  # noqa: S311 - jitter

    async def tick(self) -> None:
        """Judge what is to be judged now."""
        try:
            claimed = await self._orders.claim(limit=LIMIT, lease_ms=LEASE_MS)
        except StoreUnavailableError:
            return  # it is logged once, as database.lost
        by_table: dict[Any, list[StandingOrder]] = {}
        for order in claimed:
            by_table.setdefault(order.table, []).append(order)
        await asyncio.gather(*map(self._at_table, by_table.values()))

    async def _at_table(self, orders: list[StandingOrder]) -> None:
        """One after the other; what fails is judged again when its claim ends, and spoils no other table."""
        try:
            for order in orders:
                await self._follow(order)
        except (ApiError, StoreUnavailableError) as answer:
            _log.info("orders.delayed", table=str(orders[0].table), reason=type(answer).__name__)
        except Exception as error:  # noqa: BLE001 - whatever it is, other tables play on
            _log.error("order.failed", table=str(orders[0].table), error=type(error).__name__)
