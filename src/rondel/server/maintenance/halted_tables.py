"""What a host may look at and change at a table from the command line: its record, never what is hidden."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.postgres.deadlines import PostgresDeadlines
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.pool import Pool, connected
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.ids import CODE_LENGTH, CODE_LETTERS, as_code
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import Value
from rondel.server.settings import Settings

_COUNT: Final = """
SELECT count(*) FILTER (WHERE status = 'open'), count(*) FILTER (WHERE status = 'active')
FROM game_session WHERE status IN ('open', 'active')
"""


class TableRecord(Value, frozen=True):
    """A table as stored, when its last row was written, when its deadline falls due, and the time now."""

    table: TableRow
    moved_at: Ms | None
    due_at: Ms | None
    now: Ms


def id_or_code(text: str) -> UUID | str | None:
    """A table's id, or its code as somebody typed it; None if it is neither."""
    code = as_code(text)
    if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS):
        return code
    try:
        return UUID(text)
    except ValueError:
        return None


async def halted(settings: Settings, *, limit: int) -> Sequence[TableRow]:
    """Halted tables, the longest halted first."""
    async with _connected(settings) as pool:
        return await _tables(pool).halted(limit=limit)


async def count(url: str) -> tuple[int, int]:
    """How many tables of this database are open, and how many are played at."""
    async with as_owner(url) as connection:
        opened, played = await connection.fetchrow(_COUNT) or (0, 0)
        return opened, played


async def look(settings: Settings, which: UUID | str) -> TableRecord | None:
    """The record of a table by its id or its code; None if there is no such table."""
    async with _connected(settings) as pool:
        return await _record(pool, which)


async def resume(settings: Settings, which: UUID | str) -> TableRecord | None:
    """Let a halted table go on; gives its record as it was before, or None if there is no such table."""
    async with _connected(settings) as pool:
        record = await _record(pool, which)
        if record is not None and record.table.halted is not None:
            await _tables(pool).resume(record.table.id)
        return record


async def _record(pool: Pool, which: UUID | str) -> TableRecord | None:
    tables, journal = _tables(pool), PostgresJournal(pool)
    table = await (tables.get(which) if isinstance(which, UUID) else tables.by_code(which))
    if table is None:
        return None
    rows = await journal.rows(table.id, after=table.version - 1, until=table.version)
    return TableRecord(
        table,
        moved_at=rows[-1].at if rows else None,
        due_at=await PostgresDeadlines(pool).due_at(table.id),
        now=(await journal.look(table.id)).now,
    )


def _tables(pool: Pool) -> PostgresTables:
    """Without a pool of their own, secrets cannot be read: the database refuses them to this role."""
    return PostgresTables(pool, pool)


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncIterator[Pool]:
    assert settings.database_url is not None, "the command asks for a database"
    async with connected(settings.database_url, most=1, is_pooled=not settings.statement_cache) as pool:
        yield pool
