"""Archiving: moves the journal of ended tables to the archive, after verifying each copy."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

import msgspec

from rondel.kernel import AnyGame
from rondel.server.adapters.archive import Archive, rows_of
from rondel.server.errors import ApiError
from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.journal import NO_ACTION, Journal, StoredRow
from rondel.server.ports.tables import NO_TABLE, TableRow, Tables
from rondel.server.ports.value import Value
from rondel.server.rooms.loading import check_rules, context_of, load
from rondel.table.fold import DigestMismatchError, text_of
from rondel.table.state import TableState
from rondel.wire.proof import verify
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import End

DAY_MS: Final = 86_400_000

# Skip tables whose projection is not final: the projector still reads their journal rows.
_ENDED: Final = """
SELECT g.id FROM game_session AS g
WHERE g.status IN ('completed', 'abandoned') AND g.archived_at IS NULL AND g.halted IS NULL AND g.version > 1
    AND g.completed_at < moment(now_ms() - $1) AND g.id > $2 AND ($3::uuid IS NULL OR g.id = $3)
    AND NOT EXISTS (SELECT FROM projection AS p WHERE p.table_id = g.id AND p.version < g.version)
ORDER BY g.id
"""

_MOVED: Final = """
WITH archived AS (
    UPDATE game_session SET archived_at = now_ms()
    WHERE id = $1 AND version = $2 AND status IN ('completed', 'abandoned') AND archived_at IS NULL
    RETURNING id
)
DELETE FROM journal USING archived WHERE table_id = archived.id AND version < $2
"""


class ArchiveError(Exception):
    """A table that was not archived, and why."""


class Moved(Value, frozen=True):
    """The number of archived moves, and their size before and after."""

    rows: int
    bytes_before: int
    bytes_after: int


class Archiving:
    """Archiver. Connects as the database's owner, since nodes may not delete journal rows."""

    def __init__(
        self,
        url: str,
        archive: Archive,
        journal: Journal,
        tables: Tables,
        games: Mapping[str, AnyGame],
    ) -> None:
        self._url, self._archive = url, archive
        self._journal, self._tables, self._games = journal, tables, games

    async def ended(
        self, *, days: int, table: UUID | None = None, after: UUID | None = None
    ) -> Sequence[UUID]:
        """Return the ids of tables that ended at least `days` ago; with `table`, only that one."""
        async with as_owner(self._url) as connection:
            found = await connection.fetch(_ENDED, days * DAY_MS, after or NO_TABLE, table)
        return [row["id"] for row in found]

    async def move(self, table: UUID) -> Moved:
        """Store the table's moves, read them back and verify them before deleting. Raises ArchiveError."""
        row = await self._tables.get(table)
        assert row is not None, "it was just listed"
        stored = await self._journal.rows(table, until=row.version)
        text = await self._text(row, stored)
        packed = await self._archive.put(table, text)
        archived = await self._archive.get(table)
        if archived is None or rows_of(archived) != tuple(_without_id(each) for each in stored):
            raise ArchiveError("what the archive gives back is not what was put there")
        self._prove(row, archived)
        async with as_owner(self._url) as connection:
            await connection.execute(_MOVED, table, row.version)
        return Moved(len(stored), sum(map(_size, stored)), packed)

    async def _text(self, table: TableRow, stored: Sequence[StoredRow]) -> bytes:
        """Return the transcript, with the secret if the game was scored."""
        try:
            context = await context_of(self._tables, self._games, table)
            check_rules(context, stored)
            played: TableState = await load(self._journal, context, table.id, table.version)
        except (ApiError, DigestMismatchError, MalformedError) as error:
            raise ArchiveError(f"it cannot be read here: {error}") from None
        outcome = played.outcome
        is_secret_revealed = outcome is not None and not outcome.is_abandoned and table.lesson is None
        end = (
            End(table.version, outcome, context.secret.hex())
            if is_secret_revealed and outcome is not None
            else None
        )
        return text_of(context.header_bytes, stored, end)

    def _prove(self, table: TableRow, text: bytes) -> None:
        proof = verify(self._games[table.game], text)
        if proof.faults:
            fault = proof.faults[0]
            raise ArchiveError(f"its transcript does not hold: line {fault.line}: {fault.message}")


def _without_id(row: StoredRow) -> StoredRow:
    return msgspec.structs.replace(row, action_id=NO_ACTION)


def _size(row: StoredRow) -> int:
    """Return the size of a row's values in the database, without indexes."""
    return len(row.action) + len(row.events) + len(row.digest) + len(row.draws) + 16 + 16 + 4 + 4 + 4 + 8
