"""The epoch of a database: whatever was acknowledged before it was raised may be gone."""

import asyncio

from rondel.server.owner import as_owner

# A backup that is restored twice must not come back with the same epoch, so time goes into it.
_RAISE = "UPDATE cell SET epoch = greatest(epoch + 1, now_ms() / 1000) RETURNING epoch"


def raise_epoch(url: str) -> int:
    """Raise it, after a restore or the promotion of a standby that may lack something; gives the new one."""
    return asyncio.run(_raise(url))


async def _raise(url: str) -> int:
    async with as_owner(url) as connection:
        return int(await connection.fetchval(_RAISE))
