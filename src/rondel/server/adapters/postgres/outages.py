"""Outages in PostgreSQL: a mark in `cell`, and the rows of `outage`."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from rondel.kernel import Outage
from rondel.server.adapters.postgres.pool import TIMEOUT, Pool, answering
from rondel.server.ports.outages import GAP_MS, REMEMBERED_MS
from rondel.server.ports.tables import NO_TABLE
from rondel.server.ports.value import StoreUnavailableError

_BEAT: Final = "SELECT from_ms, until_ms FROM beat($1, $2)"

_TRY: Final = """
INSERT INTO journal (table_id, version, action_id, seat, rules, action, events, at, digest)
VALUES ($1, 1, $1, NULL, 0, '', '', 0, '')
"""


TRY_S: Final = 3.0
"""How long the journal has to take a row, before the database counts as lost."""


class PostgresOutages:
    """The function `beat` does it all in one round trip, behind the lock of the one row of `cell`.

    After a failure or a doubt, also of other statements, each beat tries whether the journal takes rows.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def beat(self) -> Sequence[Outage]:
        with self._deciding():
            rows = await self._pool.fetch(_BEAT, GAP_MS, REMEMBERED_MS)
        reach = self._pool.reach
        if reach.cause is not None or reach.is_doubted:
            with suppress(StoreUnavailableError):
                await self._try_to_write()
        return [Outage(*row) for row in rows]

    async def _try_to_write(self) -> None:
        """Insert a row and take it back, then commit: that needs room, and waits for disk and standby."""
        with self._deciding():
            async with asyncio.timeout(TRY_S):
                async with self._pool.acquire() as connection, connection.transaction():
                    attempt = connection.transaction()
                    await attempt.start()
                    await connection.execute(_TRY, NO_TABLE)
                    await attempt.rollback()
        self._pool.reach.back()

    @contextmanager
    def _deciding(self) -> Iterator[None]:
        """Here a statement that takes too long is an outage: it waits for no table."""
        try:
            with answering(self._pool):
                yield
        except StoreUnavailableError as error:
            if error.cause == TIMEOUT:
                self._pool.reach.lost(TIMEOUT)
            raise
