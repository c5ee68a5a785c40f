"""Outages in PostgreSQL: a mark in `cell`, and the rows of `outage`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from rondel.kernel import Outage
from rondel.server.ports import GAP_MS, NO_TABLE, REMEMBERED_MS, Unavailable
from rondel.server.postgres.pool import Pool, answering

_BEAT: Final = "SELECT from_ms, until_ms FROM beat($1, $2)"

_TRY: Final = """
INSERT INTO journal (table_id, version, action_id, seat, rules, action, events, at, digest)
VALUES ($1, 1, $1, NULL, 0, '', '', 0, '')
"""


class PostgresOutages:
    """The function `beat` does it all in one round trip, behind the lock of the one row of `cell`.

    After a failure, also one of other statements, each beat tries whether the journal takes rows again.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def beat(self) -> Sequence[Outage]:
        with answering(self._pool):
            rows = await self._pool.fetch(_BEAT, GAP_MS, REMEMBERED_MS)
        if self._pool.reach.cause is not None:
            with suppress(Unavailable):
                await self._try_to_write()
        return [Outage(*row) for row in rows]

    async def _try_to_write(self) -> None:
        """Insert a row and take it back, then commit: that needs room, and waits for disk and standby."""
        with answering(self._pool):
            async with self._pool.acquire() as connection, connection.transaction():
                attempt = connection.transaction()
                await attempt.start()
                await connection.execute(_TRY, NO_TABLE)
                await attempt.rollback()
        self._pool.reach.back()
