"""The port of the notification outbox: each notification is delivered at most once."""

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID

from rondel.kernel import Ms, Seat
from rondel.server.ports.alerts import Channel
from rondel.server.ports.value import Value


class OutboxEntry(Value, frozen=True):
    """A row of the outbox: a seat is to move since `version`; `runs_out_at` is the table's next deadline.

    Kind `turn` is stored atomically with the move; other kinds are reminders of the same turn.
    """

    id: int
    table: UUID
    seat: Seat
    version: int
    kind: str
    at: Ms
    runs_out_at: Ms | None = None


class Notice(Value, frozen=True):
    """A notification, unique by its key. A digest has no table; `device` is for Web Push."""

    id: UUID
    key: str
    account: UUID
    kind: str
    channel: Channel
    due_at: Ms
    table: UUID | None = None
    seat: Seat | None = None
    version: int | None = None
    device: UUID | None = None
    tries: int = 0


class Later(Value, frozen=True):
    """A scheduled reminder of the same turn, with its own kind."""

    kind: str
    due_at: Ms


class Notices(Protocol):
    """The notification outbox. A turn is leased until it is planned; a notice is sent at most once.

    A claimed notice can be claimed again when its lease expires. A notice marked as being sent cannot: its
    outcome is unknown.
    """

    async def take(self, *, limit: int, lease_ms: Ms) -> Sequence[OutboxEntry]:
        """Lease due turns, each to one caller; drop turns whose move was made."""
        ...

    async def plan(self, owed: OutboxEntry, notices: Sequence[Notice], later: Sequence[Later] = ()) -> None:
        """Replace the turn by notices and reminders, atomically. Idempotent: known keys are skipped."""
        ...

    async def add(self, notice: Notice) -> None:
        """Add a notice without a turn. Idempotent: a known key is skipped."""
        ...

    async def postpone(self, owed: OutboxEntry, until: Ms) -> None: ...

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[Notice]:
        """Lease due notices, the oldest first. Notices whose sender died while sending become unknown."""
        ...

    async def sending(self, notice: UUID, *, lease_ms: Ms) -> bool:
        """Mark a notice as being sent. Returns False if it is obsolete: moved, muted or unsubscribed."""
        ...

    async def sent(self, notice: UUID) -> None: ...

    async def passed(self, notice: UUID) -> None:
        """Mark a notice as obsolete."""
        ...

    async def again(self, notice: UUID, *, at: Ms, message: str) -> None:
        """Schedule a retry of a failed notice."""
        ...

    async def dead(self, notice: UUID, message: str) -> None:
        """Mark a notice as undeliverable, and keep it for the operator."""
        ...

    async def unknown(self, notice: UUID, message: str) -> None:
        """Mark a notice's outcome as unknown; it is kept and never sent again."""
        ...

    async def tally(self) -> Mapping[str, int]:
        """Return the number of notices per state."""
        ...

    async def forget(self, *, before: Ms) -> int:
        """Delete notices that were sent or became obsolete before a time; return how many."""
        ...
