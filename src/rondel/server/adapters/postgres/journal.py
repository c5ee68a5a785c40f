"""The journal in PostgreSQL: an append is one statement, and appends of many tables share one.

The table's own row goes first: it is updated only if its version is the one before, with the digest that the
entry goes on from, if the record has not changed meanwhile and the action id is new; all else is written for
those tables alone. So two who append the same version queue at that row, and the second one finds it moved.
The journal's keys stand behind it: what got past would fail, not overwrite.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple
from uuid import UUID

import asyncpg
import msgspec

from rondel.kernel import Seat
from rondel.server.adapters.postgres.append_queue import FLUSHERS, LOCK_MS, MOST, AppendQueue
from rondel.server.adapters.postgres.batched_reads import BatchedReader
from rondel.server.adapters.postgres.pool import Pool, answering
from rondel.server.ports.journal import (
    Appended,
    ArchivedRows,
    Entry,
    Head,
    Heads,
    HeadSnapshot,
    Snapshot,
    StoredRow,
)
from rondel.server.ports.tables import NO_TABLE
from rondel.server.ports.value import StoreUnavailableError


class _Part(NamedTuple):
    """A part of the statement: the columns it takes from each entry, and what it does with those kept."""

    columns: Mapping[str, str]
    writes: str


_ALWAYS: Final = _Part(
    columns={
        "table_id": "uuid",
        "version": "integer",
        "action_id": "uuid",
        "seat": "integer",
        "rules": "integer",
        "action": "bytea",
        "events": "bytea",
        "at": "bigint",
        "digest": "bytea",
        "draws": "bytea",
        "status": "text",
        "to_act": "text",
        "bots_to_act": "text",
        "ending": "text",
        "outcome": "text",
        "summary": "text",
        "due_at": "bigint",
        "prior_digest": "bytea",
        "epoch": "bigint",
        "revision": "integer",
    },
    writes="""
rows AS (
    INSERT INTO journal (table_id, version, action_id, seat, rules, action, events, at, digest, draws)
    SELECT table_id, version, action_id, seat, rules, action, events, at, digest, draws FROM kept
),
due AS (
    INSERT INTO deadline (table_id, version, due_at)
    SELECT table_id, version, due_at FROM kept WHERE due_at IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE
    SET version = excluded.version, due_at = excluded.due_at, claimed_until = NULL
),
not_due AS (
    DELETE FROM deadline USING kept WHERE deadline.table_id = kept.table_id AND kept.due_at IS NULL
)""",
)

_SNAPSHOT: Final = _Part(
    columns={
        "snapshot_version": "integer",
        "snapshot_rules": "integer",
        "snapshot_at": "bigint",
        "snapshot_state": "bytea",
        "snapshot_digest": "bytea",
        "snapshot_draws": "bytea",
    },
    writes="""
snapshots AS (
    INSERT INTO snapshot (game_session_id, version, rules, at, state, digest, draws)
    SELECT
        table_id, snapshot_version, snapshot_rules, snapshot_at, snapshot_state, snapshot_digest,
        snapshot_draws
    FROM kept WHERE snapshot_version IS NOT NULL
    ON CONFLICT DO NOTHING
)""",
)

_OUTBOX: Final = _Part(
    columns={"outbox": "jsonb"},
    writes="""
outbox_rows AS (
    INSERT INTO outbox (table_id, version, kind, seat, created_at)
    SELECT kept.table_id, kept.version, r.kind, r.seat, kept.at
    FROM kept CROSS JOIN LATERAL jsonb_to_recordset(kept.outbox) AS r (kind text, seat integer)
    ON CONFLICT DO NOTHING
)""",
)

_APPEND: Final = """
WITH calm AS MATERIALIZED (
    SELECT set_config('lock_timeout', '{lock_ms}', true)
),
kept AS (
    UPDATE game_session AS s
    SET version = i.version,
        status = i.status,
        to_act = i.to_act::integer[],
        bots_to_act = i.bots_to_act::integer[],
        ending = i.ending,
        outcome = i.outcome,
        summary = i.summary,
        started_at = coalesce(s.started_at, moment(i.at)),
        completed_at = CASE
            WHEN i.status NOT IN ('open', 'active') THEN coalesce(s.completed_at, moment(i.at))
        END
    FROM calm CROSS JOIN unnest({arrays}) AS i ({names})
    WHERE s.id = i.table_id AND s.version = i.version - 1 AND s.revision = i.revision
        AND i.prior_digest = CASE WHEN i.version = 1 THEN sha256(coalesce(s.header, '')) ELSE (
            SELECT j.digest FROM journal AS j WHERE j.table_id = i.table_id AND j.version = i.version - 1
        ) END
        AND (SELECT epoch FROM cell) = i.epoch AND i.epoch >= $1
        AND NOT EXISTS (
            SELECT FROM journal AS j WHERE j.table_id = i.table_id AND j.action_id = i.action_id
        )
    RETURNING i.*
),
{writes}
SELECT now_ms() AS now, (SELECT epoch FROM cell) AS epoch, (SELECT array_agg(table_id) FROM kept) AS kept
"""

_LOOK: Final = """
SELECT
    now_ms() AS now, cell.epoch, s.version AS head, s.revision, newest.digest AS head_digest,
    j.version, j.action_id, j.seat, j.rules, j.action, j.events, j.at, j.digest, j.draws
FROM cell
LEFT JOIN game_session AS s ON s.id = $1
LEFT JOIN journal AS newest ON newest.table_id = $1 AND newest.version = s.version
LEFT JOIN journal AS j ON j.table_id = $1 AND j.action_id = $2
"""

# The digest by a subquery: one partition is looked into, where a join may read the whole journal.
_LOOKS: Final = """
SELECT now_ms() AS now, cell.epoch, i.id, s.version AS head, s.revision, (
    SELECT newest.digest FROM journal AS newest WHERE newest.table_id = i.id AND newest.version = s.version
) AS digest
FROM cell
CROSS JOIN unnest($1::uuid[]) AS i (id)
LEFT JOIN game_session AS s ON s.id = i.id
"""

# The lock is logged, so the commit waits for the standby. It waits for no append, and no append for it.
_CONFIRM: Final = """
WITH locked AS (
    SELECT id FROM game_session WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE
)
SELECT cell.epoch, i.table_id, i.version, i.digest, EXISTS (
    SELECT FROM journal AS j WHERE j.table_id = locked.id AND j.version = i.version AND j.digest = i.digest
) AS is_stored
FROM cell
CROSS JOIN unnest($1::uuid[], $2::integer[], $3::bytea[]) AS i (table_id, version, digest)
LEFT JOIN locked ON locked.id = i.table_id
"""

_ROWS: Final = """
SELECT version, action_id, seat, rules, action, events, at, digest, draws FROM journal
WHERE table_id = $1 AND version > $2 AND version <= $3
ORDER BY version
"""

_HAS_LATER: Final = "SELECT EXISTS (SELECT FROM journal WHERE table_id = $1 AND version > $2)"

_NEWEST_SNAPSHOT: Final = """
SELECT version, rules, at, state, digest, draws FROM snapshot
WHERE game_session_id = $1 AND version <= $2
ORDER BY version DESC LIMIT 1
"""

_HEADS: Final = """
SELECT now_ms() AS now, cell.epoch, s.id, s.version, s.revision
FROM cell LEFT JOIN (
    unnest($1::uuid[], $2::integer[], $3::integer[]) AS known (id, version, revision)
    JOIN game_session AS s
    ON s.id = known.id AND (s.version <> known.version OR s.revision <> known.revision)
) ON true
"""

_BOTS_TO_ACT: Final = """
SELECT id, version FROM game_session
WHERE status = 'active' AND bots_to_act <> '{}' AND halted IS NULL AND id > $2
ORDER BY id LIMIT $1
"""

_UNLOCKED: Final = "SELECT id FROM game_session WHERE id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED"

_NEWEST: Final = 2**31 - 1


class PostgresJournal:
    """Appends of many tables share statements: see AppendQueue. Looks do so, too."""

    def __init__(
        self,
        pool: Pool,
        *,
        archive: ArchivedRows | None = None,
        flushers: int = FLUSHERS,
        most: int = MOST,
    ) -> None:
        self._pool = pool
        self._archive = archive
        self._epoch = 0
        self._looks = BatchedReader(self._look_at)
        self._confirmations = BatchedReader(self._confirm, readers=1)  # while a standby is away, it waits
        self._appends = AppendQueue(self._send, self._unlocked, flushers=flushers, most=most)

    async def append(self, entry: Entry) -> Appended | None:
        return await self._appends.put(entry)

    async def close(self) -> None:
        """Wait until every append has its answer."""
        await self._appends.close()

    async def look(self, table: UUID, action_id: UUID | None = None) -> HeadSnapshot:
        if action_id is None:
            found = await self._looks.get(table)
            assert found is not None
            return found
        return await self._look_for(table, action_id)

    async def _look_at(self, tables: Sequence[UUID]) -> Mapping[UUID, HeadSnapshot]:
        """Where these tables are, in one statement."""
        with answering(self._pool):
            rows = await self._pool.fetch(_LOOKS, tables)
        self._see(rows[0]["epoch"])
        return {
            table: HeadSnapshot(head=head or 0, now=now, epoch=epoch, digest=digest, revision=revision or 0)
            for now, epoch, table, head, revision, digest in rows
        }

    async def _look_for(self, table: UUID, action_id: UUID) -> HeadSnapshot:
        """Where this table is, and the row of that action, if it is committed."""
        with answering(self._pool):
            found = await self._pool.fetchrow(_LOOK, table, action_id)
        assert found is not None
        self._see(found["epoch"])
        row = None if found["version"] is None else _stored(found)
        return HeadSnapshot(
            head=found["head"] or 0,
            now=found["now"],
            epoch=found["epoch"],
            digest=found["head_digest"],
            revision=found["revision"] or 0,
            row=row,
        )

    async def confirm(self, table: UUID, version: int, digest: bytes) -> bool:
        return await self._confirmations.get((table, version, digest)) is True

    async def _confirm(
        self, rows: Sequence[tuple[UUID, int, bytes]]
    ) -> Mapping[tuple[UUID, int, bytes], bool]:
        """Whether these rows are stored, by one commit that comes after theirs."""
        with answering(self._pool):
            found = await self._pool.fetch_committed(_CONFIRM, *map(list, zip(*rows, strict=True)))
        self._see(found[0]["epoch"])
        return {(table, version, digest): is_stored for _, table, version, digest, is_stored in found}

    async def rows(self, table: UUID, *, after: int = 0, until: int | None = None) -> Sequence[StoredRow]:
        last = _NEWEST if until is None else until
        with answering(self._pool):
            found = await self._pool.fetch(_ROWS, table, after, last)
        rows = [StoredRow(*row) for row in found]
        if (
            last > after
            and not (rows and rows[0].version == after + 1)
            and await self._is_archived(table, rows, last)
        ):
            return await self._archived(table, after, rows, last)
        return rows

    async def _is_archived(self, table: UUID, rows: Sequence[StoredRow], last: int) -> bool:
        """Whether rows are missing here that come before others: the last one always stays."""
        with answering(self._pool):
            return bool(rows) or bool(await self._pool.fetchval(_HAS_LATER, table, last))

    async def _archived(
        self, table: UUID, after: int, rows: Sequence[StoredRow], last: int
    ) -> Sequence[StoredRow]:
        """The rows, the first of them from the archive."""
        if self._archive is None:
            raise StoreUnavailableError(
                f"table {table} is archived: set RONDEL_ARCHIVE to where its moves are"
            )
        upto = rows[0].version if rows else last + 1
        before = [row for row in await self._archive.rows(table) if after < row.version < upto]
        if len(before) != upto - after - 1:
            raise StoreUnavailableError(f"table {table} is archived, and its moves are not in the archive")
        return [*before, *rows]

    async def snapshot(self, table: UUID, *, until: int | None = None) -> Snapshot | None:
        with answering(self._pool):
            found = await self._pool.fetchrow(_NEWEST_SNAPSHOT, table, _NEWEST if until is None else until)
        return None if found is None else Snapshot(**found)

    async def heads(self, known: Mapping[UUID, Head]) -> Heads:
        versions, revisions = zip(*known.values(), strict=True) if known else ((), ())
        with answering(self._pool):
            found = await self._pool.fetch(_HEADS, list(known), versions, revisions)
        self._see(found[0]["epoch"])
        heads = {row["id"]: (row["version"], row["revision"]) for row in found if row["id"] is not None}
        return Heads(found[0]["now"], found[0]["epoch"], heads)

    async def bots_to_act(self, *, limit: int, after: UUID = NO_TABLE) -> Sequence[tuple[UUID, int]]:
        with answering(self._pool):
            found = await self._pool.fetch(_BOTS_TO_ACT, limit, after)
        return [(row["id"], row["version"]) for row in found]

    async def _send(self, entries: Sequence[Entry]) -> Mapping[UUID, Appended]:
        statement, arguments = _append(entries)
        with answering(self._pool):
            [answer] = await self._pool.fetch_committed(statement, self._epoch, *arguments)
        self._see(answer["epoch"])
        appended = Appended(now=answer["now"], epoch=answer["epoch"])
        return dict.fromkeys(answer["kept"] or (), appended)

    async def _unlocked(self, tables: Sequence[UUID]) -> Collection[UUID]:
        """Those of these tables whose row no other session has locked."""
        with answering(self._pool):
            return {row["id"] for row in await self._pool.fetch(_UNLOCKED, tables)}

    def _see(self, epoch: int) -> None:
        """A database below the highest epoch seen is not the one that we wrote to."""
        if epoch < self._epoch:
            raise StoreUnavailableError(
                f"the database is of epoch {epoch}, epoch {self._epoch} has been seen"
            )
        self._epoch = epoch


def _stored(found: asyncpg.Record) -> StoredRow:
    return StoredRow(*(found[field] for field in StoredRow.__struct_fields__))


def _append(entries: Sequence[Entry]) -> tuple[str, list[Sequence[Any]]]:
    """The statement with the parts that these entries need, and a list for each of its columns."""
    has_snapshot = any(entry.snapshot is not None for entry in entries)
    has_outbox = any(entry.outbox for entry in entries)
    rows = [_always(entry) for entry in entries]
    columns: list[Sequence[Any]] = list(zip(*rows, strict=True))
    if has_snapshot:
        columns += zip(*(_snapshot(entry.snapshot) for entry in entries), strict=True)
    if has_outbox:
        columns.append([_outbox(entry) for entry in entries])
    return _statement(has_snapshot, has_outbox), columns


@cache
def _statement(has_snapshot: bool, has_outbox: bool) -> str:
    wanted = ((_ALWAYS, True), (_SNAPSHOT, has_snapshot), (_OUTBOX, has_outbox))
    parts = [part for part, is_wanted in wanted if is_wanted]
    columns = [column for part in parts for column in part.columns.items()]
    return _APPEND.format(
        lock_ms=LOCK_MS,
        arrays=", ".join(f"${number}::{kind}[]" for number, (_, kind) in enumerate(columns, start=2)),
        names=", ".join(name for name, _ in columns),
        writes=",".join(part.writes for part in parts),
    )


def _always(entry: Entry) -> tuple[Any, ...]:
    row = entry.row
    return (
        entry.table,
        row.version,
        row.action_id,
        row.seat,
        row.rules,
        row.action,
        row.events,
        row.at,
        row.digest,
        row.draws,
        entry.status,
        _integers(entry.to_act),
        _integers(entry.bots_to_act),
        None if entry.outcome is None else entry.outcome.ending,
        None if entry.outcome is None else msgspec.json.encode(entry.outcome).decode(),
        None if entry.summary is None else msgspec.json.encode(entry.summary).decode(),
        entry.due_at,
        entry.prior_digest,
        entry.epoch,
        entry.revision,
    )


def _integers(seats: Sequence[Seat]) -> str:
    return f"{{{','.join(map(str, seats))}}}"


def _snapshot(snapshot: Snapshot | None) -> tuple[Any, ...]:
    if snapshot is None:
        return (None,) * len(_SNAPSHOT.columns)
    return (
        snapshot.version,
        snapshot.rules,
        snapshot.at,
        snapshot.state,
        snapshot.digest,
        snapshot.draws,
    )


def _outbox(entry: Entry) -> str | None:
    return msgspec.json.encode(entry.outbox).decode() if entry.outbox else None
