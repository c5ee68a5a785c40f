"""Databases of our own on the PostgreSQL at 127.0.0.1: a migrated template, and copies of it for tests."""

import asyncio
import atexit
import getpass
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from uuid import uuid4

import asyncpg

from rondel.server.migrations import migrate

SERVER = os.environ.get("TEST_POSTGRES") or (
    f"postgresql://{os.environ.get('PGUSER') or getpass.getuser()}@127.0.0.1:5432"
)
"""The server that tests use, which may be another one than the usual: `just newest-postgres`."""


def url_of(name: str) -> str:
    return f"{SERVER}/{name}"


@contextmanager
def created(template: str = "template0") -> Iterator[str]:
    """The name of an empty database, or of a copy of the template, for as long as this lasts."""
    name = f"rondel_test_{uuid4().hex[:12]}"
    asyncio.run(_command(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))
    try:
        yield name
    finally:
        asyncio.run(_command(_drop(name)))


@contextmanager
def migrated() -> Iterator[str]:
    """The name of a database with all tables, for as long as this lasts."""
    with created(_template()) as name:
        yield name


@cache
def _template() -> str:
    """The name of a database that this process has migrated, to be copied: all revisions take seconds."""
    lasting = created()
    name = lasting.__enter__()
    atexit.register(lasting.__exit__, None, None, None)
    migrate(url_of(name))
    return name


@asynccontextmanager
async def copied(template: str) -> AsyncIterator[str]:
    """The URL of a copy of the template, for as long as this lasts."""
    name = f"rondel_test_{uuid4().hex[:12]}"
    await _command(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield url_of(name)
    finally:
        await _command(_drop(name))


def _drop(name: str) -> str:
    return f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'


async def emptied(url: str) -> None:
    """Forget all rows: sooner done than another copy."""
    await _command(_EMPTY, url)


_EMPTY = """
SET session_replication_role = replica;
DO $$ DECLARE each regclass; BEGIN
    FOR each IN
        SELECT c.oid FROM pg_class AS c
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
            AND relname NOT IN ('alembic_version', 'cell', 'known_cell')
    LOOP EXECUTE format('DELETE FROM %s', each); END LOOP;
END $$;
UPDATE cell SET epoch = 1
"""


async def _command(command: str, url: str = url_of("postgres")) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(command)
    finally:
        await connection.close()
