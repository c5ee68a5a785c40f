"""Standing orders."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from rondel.kernel import Ms, Seat
from rondel.server.ports.value import Value


class StandingOrder(Value, frozen=True):
    """What a seat has decided for a moment to come: `body` is the game's order as JSON.

    `version` is the last one at which the order was judged. It is followed at `due_at`, if that is set.
    """

    id: UUID
    table: UUID
    seat: Seat
    account: UUID
    body: bytes
    version: int
    due_at: Ms | None = None


class StandingOrders(Protocol):
    """Standing orders, which only their seat may know of. They are judged by any node, one at a time."""

    async def give(self, order: StandingOrder, *, most: int) -> bool:
        """Store it; the same one again is once. False if the account has `most` at this table."""
        ...

    async def of_account(self, account: UUID, table: UUID) -> Sequence[StandingOrder]:
        """The orders that the account has at a table, the oldest first."""
        ...

    async def end(self, order: UUID, account: UUID) -> bool:
        """Drop it, if it is there and the account's own."""
        ...

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[StandingOrder]:
        """Orders to be judged, each for one claimer until its lease ends.

        These are the due ones, and those whose table has moved or ended since they were judged. Those of a
        halted table wait until it goes on.
        """
        ...

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        """It was judged at this version, and the claim ends. False if the order is gone."""
        ...
