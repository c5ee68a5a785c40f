"""Notices in PostgreSQL. A claim is a committed time; no lock is held while anything is sent."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from rondel.kernel import Ms
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.notices import Later, Notice, OutboxEntry

# The seat owes a move, has made none since, and has owed it since that version and no later one.
_IS_OWED: Final = """
    EXISTS (
        SELECT FROM game_session AS s
        WHERE s.id = {row}.table_id AND s.status = 'active' AND s.halted IS NULL
            AND {row}.seat = ANY(s.to_act)
    )
    AND NOT EXISTS (
        SELECT FROM journal AS j
        WHERE j.table_id = {row}.table_id AND j.version > {row}.version AND j.seat = {row}.seat
    )
    AND NOT EXISTS (
        SELECT FROM outbox AS newer
        WHERE newer.table_id = {row}.table_id AND newer.seat = {row}.seat AND newer.kind = 'turn'
            AND newer.version > {row}.version
    )
    AND NOT EXISTS (
        SELECT FROM notice AS newer
        WHERE newer.table_id = {row}.table_id AND newer.seat = {row}.seat AND newer.version > {row}.version
    )
"""

_IS_WANTED: Final = """
    NOT EXISTS (SELECT FROM mute AS m WHERE m.account_id = n.account_id AND m.table_id = n.table_id)
    AND CASE n.channel
        WHEN 'mail' THEN coalesce((SELECT by_mail FROM alert AS a WHERE a.account_id = n.account_id), true)
        WHEN 'hook' THEN EXISTS (
            SELECT FROM alert AS a WHERE a.account_id = n.account_id AND a.hook IS NOT NULL
        )
        ELSE EXISTS (SELECT FROM device AS d WHERE d.id = n.device_id AND d.account_id = n.account_id)
    END
"""

_TAKE: Final = f"""
WITH due AS (
    SELECT o.id, ({_IS_OWED.format(row="o")}) AS is_owed
    FROM outbox AS o
    WHERE o.due_at <= (SELECT now_ms())
        AND coalesce(o.taken_until, 0) <= (SELECT now_ms())
    ORDER BY o.due_at LIMIT $1
    FOR UPDATE OF o SKIP LOCKED
), dropped AS (
    DELETE FROM outbox AS o USING due WHERE o.id = due.id AND NOT due.is_owed
)
UPDATE outbox AS o SET taken_until = (SELECT now_ms()) + $2::bigint, tries = o.tries + 1
FROM due WHERE o.id = due.id AND due.is_owed
RETURNING o.id, o.table_id AS "table", o.seat, o.version, o.kind, o.created_at AS at,
    (SELECT d.due_at FROM deadline AS d WHERE d.table_id = o.table_id) AS runs_out_at
"""  # noqa: S608 - our own words

_JOIN_ACCOUNT: Final = "JOIN account AS a ON a.id = i.account_id"

_PLAN: Final = f"""
WITH planned AS (DELETE FROM outbox WHERE id = $1 RETURNING *),
notices AS (
    INSERT INTO notice (
        id, key, account_id, kind, channel, due_at, table_id, seat, version, device_id, changed_at
    )
    SELECT
        i.id, i.key, i.account_id, i.kind, i.channel, i.due_at, i.table_id, i.seat, i.version, i.device_id,
        now_ms()
    FROM planned
    CROSS JOIN unnest(
        $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::uuid[], $9::integer[],
        $10::integer[], $11::uuid[]
    ) WITH ORDINALITY
        AS i (id, key, account_id, kind, channel, due_at, table_id, seat, version, device_id, number)
    {_JOIN_ACCOUNT}
    ORDER BY i.number
    ON CONFLICT (key) DO NOTHING
)
INSERT INTO outbox (table_id, version, kind, seat, created_at, due_at)
SELECT planned.table_id, planned.version, later.kind, planned.seat, planned.created_at, later.due_at
FROM planned CROSS JOIN unnest($12::text[], $13::bigint[]) AS later (kind, due_at)
ON CONFLICT DO NOTHING
"""  # noqa: S608 - our own words

_PLAN_ELSEWHERE: Final = _PLAN.replace(_JOIN_ACCOUNT, "")

_ADD: Final = """
INSERT INTO notice (
    id, key, account_id, kind, channel, due_at, table_id, seat, version, device_id, changed_at
)
SELECT $1, $2, a.id, $4, $5, $6, $7, $8, $9, $10, now_ms() FROM account AS a WHERE a.id = $3
ON CONFLICT (key) DO NOTHING
"""

_POSTPONE: Final = "UPDATE outbox SET due_at = $2, taken_until = NULL WHERE id = $1"

_CLAIM: Final = """
WITH lost AS (
    UPDATE notice SET state = 'unknown', message = 'its sender died', changed_at = now_ms()
    WHERE state = 'sending' AND claimed_until <= (SELECT now_ms())
), due AS (
    SELECT id FROM notice
    WHERE state = 'waiting' AND due_at <= (SELECT now_ms()) AND claimed_until <= (SELECT now_ms())
    ORDER BY due_at LIMIT $1
    FOR UPDATE SKIP LOCKED
)
UPDATE notice AS n SET claimed_until = (SELECT now_ms()) + $2::bigint
FROM due WHERE n.id = due.id
RETURNING n.id, n.key, n.account_id AS account, n.kind, n.channel, n.due_at, n.table_id AS "table", n.seat,
    n.version, n.device_id AS device, n.tries
"""

# Nobody waits here for the disk: while one does, a sender that dies leaves a message marked and not sent. A
# database that dies before it has written the mark has still written the claim, and the sender outlives it.
_SENDING: Final = f"""
UPDATE notice AS n
SET state = CASE
        WHEN (n.table_id IS NULL OR ({_IS_OWED.format(row="n")})) AND ({_IS_WANTED}) THEN 'sending'
        ELSE 'passed'
    END,
    claimed_until = (SELECT now_ms()) + $2::bigint, tries = n.tries + 1, changed_at = now_ms()
WHERE n.id = $1 AND n.state = 'waiting'
RETURNING n.state, set_config('synchronous_commit', 'off', true)
"""  # noqa: S608 - our own words

_SENDING_ELSEWHERE: Final = _SENDING.replace(_IS_WANTED, "true")

_AGAIN: Final = """
UPDATE notice SET state = 'waiting', due_at = $2, message = $3, claimed_until = 0, changed_at = now_ms(),
    tries = tries + CASE WHEN state = 'waiting' THEN 1 ELSE 0 END
WHERE id = $1 AND state IN ('waiting', 'sending')
"""

_END: Final = """
UPDATE notice SET state = $2, message = $3, changed_at = now_ms()
WHERE id = $1 AND state IN ('waiting', 'sending')
"""

_TALLY: Final = "SELECT state, count(*) AS count FROM notice GROUP BY state"

_FORGET: Final = """
WITH gone AS (DELETE FROM notice WHERE state IN ('sent', 'passed') AND changed_at < $1 RETURNING id)
SELECT count(*) FROM gone
"""

_NOTICE: Final = tuple(field for field in Notice.__struct_fields__ if field != "tries")


class PostgresNotices:
    """The rows of `outbox` that are about turns, which the journal writes, and those of `notice`.

    `is_home` says that the accounts are in the same database, with what they want to be told.
    """

    def __init__(self, pool: Pool, *, is_home: bool = True) -> None:
        self._pool = pool
        self._plan = _PLAN if is_home else _PLAN_ELSEWHERE
        self._sending = _SENDING if is_home else _SENDING_ELSEWHERE

    async def take(self, *, limit: int, lease_ms: Ms) -> Sequence[OutboxEntry]:
        with answering(self._pool):
            return [OutboxEntry(**row) for row in await self._pool.fetch(_TAKE, limit, lease_ms)]

    async def plan(self, owed: OutboxEntry, notices: Sequence[Notice], later: Sequence[Later] = ()) -> None:
        columns = [[getattr(notice, field) for notice in notices] for field in _NOTICE]
        with answering(self._pool):
            await self._pool.execute(
                self._plan, owed.id, *columns, [each.kind for each in later], [each.due_at for each in later]
            )

    async def add(self, notice: Notice) -> None:
        with answering(self._pool):
            await self._pool.execute(_ADD, *(getattr(notice, field) for field in _NOTICE))

    async def postpone(self, owed: OutboxEntry, until: Ms) -> None:
        with answering(self._pool):
            await self._pool.execute(_POSTPONE, owed.id, until)

    async def claim(self, *, limit: int, lease_ms: Ms) -> Sequence[Notice]:
        with answering(self._pool):
            claimed = await self._pool.fetch(_CLAIM, limit, lease_ms)
        return sorted((Notice(**row) for row in claimed), key=lambda notice: notice.due_at)

    async def sending(self, notice: UUID, *, lease_ms: Ms) -> bool:
        with answering(self._pool):
            return bool(await self._pool.fetchval(self._sending, notice, lease_ms) == "sending")

    async def sent(self, notice: UUID) -> None:
        await self._end(notice, "sent")

    async def passed(self, notice: UUID) -> None:
        await self._end(notice, "passed")

    async def again(self, notice: UUID, *, at: Ms, message: str) -> None:
        with answering(self._pool):
            await self._pool.execute(_AGAIN, notice, at, message)

    async def dead(self, notice: UUID, message: str) -> None:
        await self._end(notice, "dead", message)

    async def unknown(self, notice: UUID, message: str) -> None:
        await self._end(notice, "unknown", message)

    async def tally(self) -> Mapping[str, int]:
        with answering(self._pool):
            return {row["state"]: row["count"] for row in await self._pool.fetch(_TALLY)}

    async def forget(self, *, before: Ms) -> int:
        with answering(self._pool):
            gone: int = await self._pool.fetchval(_FORGET, before)
        return gone

    async def _end(self, notice: UUID, state: str, message: str | None = None) -> None:
        with answering(self._pool):
            await self._pool.execute(_END, notice, state, message)
