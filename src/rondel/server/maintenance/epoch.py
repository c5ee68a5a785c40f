"""The epoch of a database. Raising it means that acknowledged moves may have been lost."""

import asyncio

from rondel.server.maintenance.owner import as_owner

# The epoch includes the time, so that a backup restored twice never gets the same epoch.
_RAISE = "UPDATE cell SET epoch = greatest(epoch + 1, now_ms() / 1000) RETURNING epoch"


def raise_epoch(url: str) -> int:
    """Raise the epoch and return it: after a restore, or after promoting a standby that may lack moves."""
    return asyncio.run(_raise(url))


async def _raise(url: str) -> int:
    async with as_owner(url) as connection:
        return int(await connection.fetchval(_RAISE))
