"""Standing orders in PostgreSQL. A claim is a committed time; no lock is held while an order is judged."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.orders import StandingOrder

_FIELDS: Final = "o.id, o.table_id, o.seat, o.account_id, o.body, o.version, o.due_at"

_GIVE: Final = """
INSERT INTO standing_order (id, table_id, seat, account_id, body, version)
SELECT $1::uuid, $2::uuid, $3::integer, $4::uuid, $5::bytea, $6::integer
WHERE $7 > (SELECT count(*) FROM standing_order WHERE account_id = $4 AND table_id = $2 AND id <> $1)
ON CONFLICT (id) DO UPDATE SET version = excluded.version, due_at = NULL
RETURNING id
"""

_OF_ACCOUNT: Final = f"""
SELECT {_FIELDS} FROM standing_order AS o WHERE account_id = $1 AND table_id = $2 ORDER BY number
"""  # noqa: S608 - our own words

_END: Final = "DELETE FROM standing_order WHERE id = $1 AND account_id = $2 RETURNING id"

# Each table with orders is looked up once by its key: LATERAL with OFFSET 0 can be nothing but a lookup. A
# join may read every table that was ever played.
_CLAIM: Final = f"""
WITH at_table AS MATERIALIZED (
    SELECT given.table_id, s.version, s.status
    FROM (SELECT DISTINCT table_id FROM standing_order) AS given
    CROSS JOIN LATERAL (
        SELECT version, status FROM game_session WHERE id = given.table_id AND halted IS NULL OFFSET 0
    ) AS s
),
waiting AS (
    SELECT o.id FROM standing_order AS o JOIN at_table AS s ON s.table_id = o.table_id
    WHERE o.claimed_until <= (SELECT now_ms()) AND (
        o.due_at <= (SELECT now_ms()) OR s.version <> o.version OR s.status <> 'active'
    )
    ORDER BY o.number LIMIT $1
    FOR UPDATE OF o SKIP LOCKED
)
UPDATE standing_order AS o SET claimed_until = (SELECT now_ms()) + $2::bigint
FROM waiting WHERE o.id = waiting.id
RETURNING {_FIELDS}, o.number
"""  # noqa: S608 - our own words

_JUDGED: Final = """
UPDATE standing_order SET version = $2, due_at = $3, claimed_until = 0 WHERE id = $1 RETURNING id
"""


class PostgresOrders:
    """Standing orders in the table standing_order."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def give(self, order: StandingOrder, *, most: int) -> bool:
        values = (order.id, order.table, order.seat, order.account, order.body, order.version)
        with answering(self._pool):
            return await self._pool.fetchval(_GIVE, *values, most) is not None

    async def of_account(self, account: UUID, table: UUID) -> Sequence[StandingOrder]:
        with answering(self._pool):
            return [StandingOrder(*row) for row in await self._pool.fetch(_OF_ACCOUNT, account, table)]

    async def end(self, order: UUID, account: UUID) -> bool:
        with answering(self._pool):
            return await self._pool.fetchval(_END, order, account) is not None

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[StandingOrder]:
        with answering(self._pool):
            rows = [tuple(row) for row in await self._pool.fetch(_CLAIM, limit, lease_ms)]
        return [StandingOrder(*row[:-1]) for row in sorted(rows, key=lambda row: row[-1])]

    async def judged(self, order: UUID, *, version: int, due_at: Ms | None) -> bool:
        with answering(self._pool):
            return await self._pool.fetchval(_JUDGED, order, version, due_at) is not None
