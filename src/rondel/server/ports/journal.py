"""The port of the journal: append-only rows, snapshots and heads."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, TypeAlias
from uuid import UUID

from rondel.kernel import Ms, Outcome, Seat, Summary
from rondel.server.ports.tables import NO_TABLE, Status
from rondel.server.ports.value import Value

NO_ACTION: Final = UUID(int=0)


class StoredRow(Value, frozen=True):
    """One row of the journal as stored bytes. Seat None is the house; `draws` is empty if it drew nothing."""

    version: int
    action_id: UUID
    seat: Seat | None
    rules: int
    action: bytes
    events: bytes
    at: Ms
    digest: bytes
    draws: bytes = b""


class Snapshot(Value, frozen=True):
    """A State as msgpack at a version, with that version's digest and how many rows drew from each stream."""

    version: int
    rules: int
    at: Ms
    state: bytes
    digest: bytes
    draws: bytes = b""


class OutboxRow(Value, frozen=True):
    """A durable task for later, by its kind."""

    kind: str
    seat: Seat | None = None


class Entry(Value, frozen=True):
    """A row to append, and all that is stored in the same commit (optimistic lock).

    The append succeeds only as version + 1 of its table, on the row with `prior_digest`, at this `revision`
    of the table's record. So no row joins another history, or is stored for a seat that has changed hands.
    A restore resets revisions, so the database must also have the `epoch` in which the record was read.
    """

    table: UUID
    row: StoredRow
    prior_digest: bytes
    epoch: int
    revision: int
    status: Status
    to_act: tuple[Seat, ...]
    bots_to_act: tuple[Seat, ...] = ()
    outcome: Outcome | None = None
    due_at: Ms | None = None
    snapshot: Snapshot | None = None
    outbox: tuple[OutboxRow, ...] = ()
    summary: Summary | None = None


class Appended(Value, frozen=True):
    """Result of a successful append: the database's time, and the epoch read in the same transaction."""

    now: Ms
    epoch: int


class HeadSnapshot(Value, frozen=True):
    """Snapshot of a table's head with its digest and revision, and of the row with the requested id.

    `digest` is None before the first row.
    """

    head: int
    now: Ms
    epoch: int
    digest: bytes | None = None
    revision: int = 0
    row: StoredRow | None = None


Head: TypeAlias = tuple[int, int]
"""A table's version, and the revision of its record."""

NO_HEAD: Final[Head] = (-1, -1)
"""Of a table of which nothing is known."""


class Heads(Value, frozen=True):
    """The heads of some tables."""

    now: Ms
    epoch: int
    tables: Mapping[UUID, Head]


class ArchivedRows(Protocol):
    """The archive of rows that the journal no longer has."""

    async def rows(self, table: UUID) -> Sequence[StoredRow]:
        """Return all archived rows of a table, with NO_ACTION as ids; none if it is not archived."""
        ...


class Journal(Protocol):
    """Append-only rows. (table, version) is an optimistic lock, (table, action id) ensures idempotency."""

    async def append(self, entry: Entry) -> Appended | None:
        """Append a row atomically. Returns None if the entry is stale or its id is already stored.

        Raises StoreUnavailableError if the outcome is unknown.
        """
        ...

    async def look(self, table: UUID, action_id: UUID | None = None) -> HeadSnapshot: ...

    async def confirm(self, table: UUID, version: int, digest: bytes) -> bool:
        """Commit, and return whether the row was stored before: if so, it is as safe as one appended here.

        A row that was read may be on the primary alone, because its wait for the standby was cancelled. The
        log is ordered, so a later commit on the same server covers it.

        Raises StoreUnavailableError if the outcome is unknown.
        """
        ...

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        """Return the rows in (after, until], in order."""
        ...

    async def snapshot(self, table: UUID, *, until: int | None = None) -> Snapshot | None:
        """Return the newest snapshot, not newer than `until`; None without one."""
        ...

    async def heads(self, known: Mapping[UUID, Head]) -> Heads:
        """Return the heads that differ from the known ones, for tables that exist."""
        ...

    async def bots_to_act(self, *, limit: int, after: UUID = NO_TABLE) -> Sequence[tuple[UUID, int]]:
        """Return running tables where a bot is to move, with versions: ordered by id, after `after`."""
        ...
