"""The history of a database: on which server, on which timeline, and as which database it was written.

A restored dump is another database, a recovery to a point in time and a promoted standby are on another
timeline. Each may lack acknowledged moves, so the epoch is to be raised; a node notes at each start what it
finds, and `rondel doctor` compares.
"""

from typing import Any, Final, NamedTuple

import asyncpg
import structlog

from rondel.server.adapters.postgres.pool import Pool, answering

_PRESENT: Final = """
SELECT system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/' || oid
FROM pg_control_system(), pg_database WHERE datname = current_database()
"""

_NOTE: Final = """
WITH before AS (SELECT history, history_epoch, epoch FROM cell FOR UPDATE)
UPDATE cell SET history = $1, history_epoch = before.epoch FROM before
RETURNING before.history, before.history_epoch, before.epoch
"""

_NOTED: Final = "SELECT history, history_epoch, epoch FROM cell"

_log = structlog.get_logger()


class History(NamedTuple):
    """What is true now, what was noted at the last start of a node, and the epochs of both."""

    present: str
    noted: str | None
    noted_epoch: int | None
    epoch: int

    @property
    def change(self) -> str | None:
        """What has changed since, if that may have lost moves and the epoch is still the same."""
        if self.noted is None or self.noted == self.present or self.epoch != self.noted_epoch:
            return None
        names = ("server", "timeline", "database")
        pairs = zip(names, _parts(self.noted), _parts(self.present), strict=True)
        return ", ".join(
            f"{name} {before} became {after}" for name, before, after in pairs if before != after
        )


async def note_history(pool: Pool) -> None:
    """Note it at the start of a node; warn if it is another one, and nobody has raised the epoch."""
    with answering(pool):
        try:
            present = await pool.fetchval(_PRESENT)
        except asyncpg.InsufficientPrivilegeError:  # some hosts of databases keep it to themselves
            return
        row = await pool.fetchrow(_NOTE, present)
    assert row is not None
    if (change := History(present, *row).change) is not None:
        _log.warning("database.replaced", reason=change, epoch=row["epoch"])


async def read_history(connection: Any) -> History:
    """For the doctor, who changes nothing."""
    return History(await connection.fetchval(_PRESENT), *await connection.fetchrow(_NOTED))


def _parts(history: str) -> tuple[str, str, str]:
    server, timeline, database = history.split("/")
    return server, str(int(timeline, 16)), database
