"""Outages in PostgreSQL: a mark in `cell`, and the rows of `outage`."""

from collections.abc import Sequence
from typing import Final

from rondel.kernel import Outage
from rondel.server.ports import GAP_MS, REMEMBERED_MS
from rondel.server.postgres.pool import Pool, answering

_BEAT: Final = "SELECT from_ms, until_ms FROM beat($1, $2)"


class PostgresOutages:
    """The function `beat` does it all in one round trip, behind the lock of the one row of `cell`."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def beat(self) -> Sequence[Outage]:
        with answering():
            rows = await self._pool.fetch(_BEAT, GAP_MS, REMEMBERED_MS)
        return [Outage(*row) for row in rows]
