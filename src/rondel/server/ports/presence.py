"""Who is there: leases on seats."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from rondel.kernel import Ms, Seat
from rondel.server.ports.value import Value

HTTP: Final = "http"
"""The holder of a lease for an authenticated request. It ends by itself, or when a socket is opened, and that
is no fresh start."""


class Absence(Value, frozen=True):
    """A seat without a lease: since when, and whether its node died or the store began anew meanwhile."""

    table: UUID
    seat: Seat
    since: Ms
    is_fresh_start: bool
    used_ms: Ms


class PresenceStore(Protocol):
    """Leases: a seat is there while somebody holds one for it. Time is the store's own."""

    async def hold(
        self, holder: str, seats: Collection[tuple[UUID, Seat]], *, lease_ms: Ms
    ) -> Collection[tuple[UUID, Seat]]:
        """Hold leases for these seats, as this holder (a node, or `HTTP`), and end their absence.

        A node's lease is a socket's, and it ends the lease of `HTTP`. From then on until an absence is
        reported, `HTTP` holds a seat for no longer than the moment: a player who listens on a socket has gone
        when the last socket is closed.

        Answers, once, those among them whose absence had been reported: the table does not know yet. The
        time of an absence that was not reported counts towards the seat's total grace, unless it was a
        fresh start or the store has not answered all the while.
        """
        ...

    async def expect(self, seats: Collection[tuple[UUID, Seat]]) -> None:
        """These seats were known before the store began anew: if nobody holds them, a fresh start is made."""
        ...

    async def release(self, holder: str, seats: Collection[tuple[UUID, Seat]]) -> None:
        """Give these leases back at once: the socket was closed."""
        ...

    async def drain(self, holder: str) -> None:
        """Give back all leases of a node that stops: absences that follow are a fresh start."""
        ...

    async def absent(self, *, limit: int) -> Sequence[Absence]:
        """Seats whose last lease has ended, the longest absent first."""
        ...

    async def reported(self, table: UUID, seat: Seat, *, used_ms: Ms) -> None:
        """The absence has been reported to the table; `used_ms` counts, once, towards its total grace."""
        ...

    async def forget(self, table: UUID, seat: Seat) -> None:
        """The table does not care who is absent, or has ended: nothing is kept of this absence."""
        ...

    async def here(self, tables: Collection[UUID]) -> Mapping[UUID, Collection[Seat]]:
        """Who is at each of these tables."""
        ...

    async def answered_since(self) -> Ms:
        """Since when the store has answered without a gap or a restart, by its own clock."""
        ...

    async def now(self) -> Ms: ...
