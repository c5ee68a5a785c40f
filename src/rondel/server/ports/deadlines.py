"""The ports of deadlines and of the clock they are due by."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.value import Value


class ClaimedDeadline(Value, frozen=True):
    """A deadline leased to one node. Firing is idempotent."""

    table: UUID
    version: int
    due_at: Ms


class Deadlines(Protocol):
    """Deadline rows, which any node can lease; no lock is held while one fires."""

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[ClaimedDeadline]:
        """Lease due, unclaimed deadlines for `lease_ms` by the database's clock; oldest first."""
        ...

    async def next_due(self) -> Ms | None:
        """Return when the earliest unclaimed deadline is due; None without one."""
        ...

    async def due_at(self, table: UUID) -> Ms | None:
        """Return when the deadline of this table is due; None if it has none."""
        ...


class Now(Protocol):
    """The time: a monotonic clock with the database's offset, updated by every append."""

    def ms(self) -> Ms: ...

    def learn(self, database_ms: Ms) -> None: ...
