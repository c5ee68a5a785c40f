"""Archiving: the moves of ended tables go to the archive, each table after it was read back and proven."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import AnyGame
from rondel.server.answers import Denied
from rondel.server.archive import Archive, rows_of
from rondel.server.loading import check_rules, context_of, load
from rondel.server.owner import as_owner
from rondel.server.ports import NO_ACTION, NO_TABLE, Journal, StoredRow, TableRow, Tables, Value
from rondel.table.fold import BrokenChain, text_of
from rondel.table.state import TableState
from rondel.wire.proof import verify
from rondel.wire.strict import Malformed
from rondel.wire.transcript import End

DAY_MS: Final = 86_400_000

# A record that is still being written is read from the journal: such a table waits.
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


class NotArchived(Exception):  # noqa: N818 - reads as a sentence
    """This table stays where it is, and why."""


class Moved(Value, frozen=True):
    """How many moves went, and how many bytes they took before and take now."""

    rows: int
    bytes_before: int
    bytes_after: int


class Archiving:
    """Works as the owner of the database at `url`: nodes may not delete a row of the journal."""

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
        """The tables that ended so many days ago, by their ids; or this one, if it is among them."""
        async with as_owner(self._url) as connection:
            found = await connection.fetch(_ENDED, days * DAY_MS, after or NO_TABLE, table)
        return [row["id"] for row in found]

    async def move(self, table: UUID) -> Moved:
        """Store the table's moves, read them back, prove them, and only then delete them; or NotArchived."""
        row = await self._tables.get(table)
        assert row is not None, "it was just listed"
        stored = await self._journal.rows(table, until=row.version)
        text = await self._text(row, stored)
        packed = await self._archive.put(table, text)
        kept = await self._archive.get(table)
        if kept is None or rows_of(kept) != tuple(_without_id(each) for each in stored):
            raise NotArchived("what the archive gives back is not what was put there")
        self._prove(row, kept)
        async with as_owner(self._url) as connection:
            await connection.execute(_MOVED, table, row.version)
        return Moved(len(stored), sum(map(_size, stored)), packed)

    async def _text(self, table: TableRow, stored: Sequence[StoredRow]) -> bytes:
        """The transcript, with its secret where the players may have it."""
        try:
            context = await context_of(self._tables, self._games, table)
            check_rules(context, stored)
            played: TableState = await load(self._journal, context, table.id, table.version)
        except (Denied, BrokenChain, Malformed) as error:
            raise NotArchived(f"it cannot be read here: {error}") from None
        outcome = played.outcome
        is_told = outcome is not None and not outcome.is_abandoned and table.lesson is None
        end = End(table.version, outcome, context.secret.hex()) if is_told and outcome is not None else None
        return text_of(context.header_bytes, stored, end)

    def _prove(self, table: TableRow, text: bytes) -> None:
        proof = verify(self._games[table.game], text)
        if proof.faults:
            fault = proof.faults[0]
            raise NotArchived(f"its transcript does not hold: line {fault.line}: {fault.because}")


def _without_id(row: StoredRow) -> StoredRow:
    return StoredRow(row.version, NO_ACTION, row.seat, row.rules, row.action, row.events, row.at, row.digest)


def _size(row: StoredRow) -> int:
    """The bytes of a row's values in the database, without those of its indexes."""
    return len(row.action) + len(row.events) + len(row.digest) + 16 + 16 + 4 + 4 + 4 + 8
