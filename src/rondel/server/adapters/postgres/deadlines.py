"""Deadlines in PostgreSQL. A claim is a committed time; no lock is held while it fires."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.deadlines import ClaimedDeadline

# A lookup for each deadline, not a join: so deadlines are read in order, no more than are taken.
_UNCLAIMED: Final = """
FROM deadline AS d
WHERE (d.claimed_until IS NULL OR d.claimed_until <= (SELECT now_ms()))
    AND (SELECT s.halted FROM game_session AS s WHERE s.id = d.table_id) IS NULL
"""

_CLAIM: Final = f"""
WITH due AS (
    SELECT d.table_id {_UNCLAIMED} AND d.due_at <= (SELECT now_ms())
    ORDER BY d.due_at LIMIT $1
    FOR UPDATE OF d SKIP LOCKED
)
UPDATE deadline AS d SET claimed_until = (SELECT now_ms()) + $2::bigint
FROM due WHERE d.table_id = due.table_id
RETURNING d.table_id, d.version, d.due_at
"""  # noqa: S608 - our own words

_NEXT_DUE: Final = f"SELECT d.due_at {_UNCLAIMED} ORDER BY d.due_at LIMIT 1"

_DUE_AT: Final = "SELECT due_at FROM deadline WHERE table_id = $1"


class PostgresDeadlines:
    """The rows of `deadline`, which the journal writes. Those of a halted table wait until it goes on."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[ClaimedDeadline]:
        with answering(self._pool):
            claimed = await self._pool.fetch(_CLAIM, limit, lease_ms)
        return sorted((ClaimedDeadline(*row) for row in claimed), key=lambda due: due.due_at)

    async def next_due(self) -> Ms | None:
        with answering(self._pool):
            due_at: Ms | None = await self._pool.fetchval(_NEXT_DUE)
        return due_at

    async def due_at(self, table: UUID) -> Ms | None:
        with answering(self._pool):
            due_at: Ms | None = await self._pool.fetchval(_DUE_AT, table)
        return due_at
