"""The relational record of games that have one."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.ports.value import Value


class ProjectionWrite(Value, frozen=True):
    """The rows of the relational record for the versions after `after`, up to and with `version`.

    `rows` is JSON by the table's name. `digest` is that of the journal's row `version`. `is_last` says that
    the game ends with it.
    """

    table: UUID
    after: int
    version: int
    digest: bytes
    rows: bytes
    is_last: bool = False


class StoredRecord(Value, frozen=True):
    """The record of one table as stored, true for `version`; times are milliseconds, ids are text."""

    version: int
    rows: Mapping[str, Sequence[Mapping[str, Any]]]


class ProjectionRejectedError(Exception):
    """The store refuses rows of the record. Its text names the rule they break, and no value of theirs."""


class Projection(Protocol):
    """The relational record of games that have one: written version by version, rebuilt from the journal."""

    async def write(self, batch: Sequence[ProjectionWrite]) -> Collection[UUID]:
        """Write each whose table is projected up to `after` exactly, and whose digest the journal has.

        One write for each table. The rows and the new version are one change. Returns the tables written;
        raises Rejected if rows break a rule, and then writes nothing of the batch.
        """
        ...

    async def versions(self, tables: Collection[UUID]) -> Mapping[UUID, int]:
        """Up to which version each table is projected; one that never was is left out."""
        ...

    async def behind(
        self, games: Collection[str], *, older_ms: Ms, after: UUID | None = None, limit: int
    ) -> Sequence[UUID]:
        """Tables with a version that is not projected and `older_ms` old, by id, beginning after one."""
        ...

    async def failed(self, table: UUID, message: str) -> None:
        """Note, until the next write, why the table's next version cannot be projected."""
        ...

    async def settle(self, games: Collection[str], *, limit: int) -> None:
        """Mark ended tables that are projected to their last version, so that `behind` skips them."""
        ...

    async def reset(self, table: UUID) -> None:
        """Delete the record of a table and begin it again at version 0, in one change."""
        ...

    async def recorded(self, games: Collection[str], *, after: UUID | None, limit: int) -> Sequence[UUID]:
        """Tables of these games that have begun, by id, beginning after one."""
        ...

    async def read(self, table: UUID) -> StoredRecord:
        """The record of a table and its version, as of one moment."""
        ...
