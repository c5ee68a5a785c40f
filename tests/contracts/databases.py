"""Databases of our own on the PostgreSQL at 127.0.0.1: a migrated template, and copies of it for tests."""

import asyncio
import getpass
import hashlib
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from uuid import uuid4

import asyncpg

from rondel.server.maintenance import migrations

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
    """The name of a migrated database to copy.

    The first process makes it; later ones, also of other runs, find it by a hash of the migrations.
    """
    sources = sorted(
        path for path in Path(migrations.__file__).parent.rglob("*") if path.suffix in {".py", ".sql"}
    )
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    name = f"rondel_template_{key}"
    asyncio.run(_make_template(name))
    return name


async def _make_template(name: str) -> None:
    """Make the template unless it exists, and drop those that no run has used for a day."""
    async with _connected() as connection:
        await connection.execute("SELECT pg_advisory_lock(hashtext('rondel.tests.template'))")
        if not await connection.fetchval("SELECT true FROM pg_database WHERE datname = $1", name):
            await connection.execute(_drop(f"{name}_unfinished"))
            await connection.execute(f'CREATE DATABASE "{name}_unfinished" TEMPLATE template0')
            await asyncio.to_thread(migrations.migrate, url_of(f"{name}_unfinished"))
            await connection.execute(f'ALTER DATABASE "{name}_unfinished" RENAME TO "{name}"')
        await connection.execute(f"COMMENT ON DATABASE \"{name}\" IS 'used {int(time.time())}'")
        for stale in await connection.fetch(_STALE, time.time() - 86_400):
            await connection.execute(_drop(stale["datname"]))


_STALE = """
SELECT datname FROM pg_database
WHERE datname LIKE 'rondel\\_template\\_%'
    AND substr(shobj_description(oid, 'pg_database'), 6)::float < $1
"""


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
    async with _connected(url) as connection:
        await connection.execute(command)


@asynccontextmanager
async def _connected(url: str = url_of("postgres")) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()
