"""A connection as the owner of the database, for commands: nodes act in roles that may do less."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg


@asynccontextmanager
async def as_owner(url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """Connected as the user of the address, until the end."""
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()
