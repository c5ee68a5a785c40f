"""The journal's rows go into its partitions, between revisions 0020 and 0021, while games go on.

Each batch is a short transaction, and the last key it copied is stored in it. So it may be stopped or killed
at any moment, the next run goes on there, and two who do it at once take turns. Rows written meanwhile
come by the trigger `journal_follow`, in the transaction that writes them.
"""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import asyncpg

BATCH: Final = 5_000
"""How many rows go in one transaction: some tenths of a second."""

_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtext('rondel.migrations'))"

_IS_UNDER_WAY: Final = "SELECT to_regclass('journal_copy') IS NOT NULL"

_CURSOR: Final = "SELECT table_id, version FROM journal_copy WHERE NOT is_done"

# FOR SHARE: a DELETE of such a row waits for the commit of its copy, and the trigger deletes that as well.
# A conflict is a row that the trigger has written.
_COPY: Final = """
WITH batch AS MATERIALIZED (
    SELECT * FROM journal WHERE (table_id, version) > ($1, $2)
    ORDER BY table_id, version LIMIT $3 FOR SHARE
),
copied AS (
    INSERT INTO journal_parts SELECT * FROM batch ON CONFLICT DO NOTHING
)
SELECT table_id, version, (SELECT count(*) FROM batch) AS many FROM batch
ORDER BY table_id DESC, version DESC LIMIT 1
"""

# One snapshot sees both tables as of the same commits, so rows that come meanwhile make no difference.
_DIFFERENT: Final = """
SELECT count(*)
FROM (SELECT * FROM journal WHERE (table_id, version) > ($1, $2) AND (table_id, version) <= ($3, $4)) AS j
FULL JOIN (
    SELECT * FROM journal_parts WHERE (table_id, version) > ($1, $2) AND (table_id, version) <= ($3, $4)
) AS p ON p.table_id = j.table_id AND p.version = j.version
WHERE (j.*) IS DISTINCT FROM (p.*)
"""

# About how many rows there are: the planner's estimate, which is -1 where it has none.
_MOVE_ON: Final = """
UPDATE journal_copy SET table_id = $1, version = $2, copied = copied + $3
RETURNING copied, greatest(copied, (SELECT reltuples::bigint FROM pg_class WHERE oid = 'journal'::regclass))
"""

_END: Final = "UPDATE journal_copy SET is_done = true"


class Copied(NamedTuple):
    """How many rows have been copied, by all runs together, of about how many."""

    rows: int
    of: int


class NotEqual(ValueError):  # noqa: N818 - reads as a sentence
    """A copied row is not the row it was copied from."""


async def copy_journal(connection: "asyncpg.Connection[asyncpg.Record]") -> AsyncIterator[Copied]:
    """Copy what is left, batch by batch; says after each how far it is. NotEqual stops it."""
    while copied := await _copy_batch(connection):
        yield copied


async def _copy_batch(connection: "asyncpg.Connection[asyncpg.Record]") -> Copied | None:
    """Copy and compare the next rows; None when there are none, which is stored too."""
    async with connection.transaction():
        await connection.execute(_LOCK)
        if not await connection.fetchval(_IS_UNDER_WAY):
            return None
        after = await connection.fetchrow(_CURSOR)
        if after is None:
            return None
        last = await connection.fetchrow(_COPY, *after, BATCH)
        if last is None:
            await connection.execute(_END)
            return None
        table, version, many = last
        if different := await connection.fetchval(_DIFFERENT, *after, table, version):
            raise NotEqual(
                f"{different} rows of the journal differ from their copies, up to version {version} of table"
                f" {table}. Nobody reads the copies yet, and games go on. Stay at the version that runs, and"
                " report this"
            )
        return Copied(*(await connection.fetchrow(_MOVE_ON, table, version, many) or ()))
