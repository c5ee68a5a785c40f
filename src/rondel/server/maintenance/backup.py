"""Backup by pg_dump, and restore into an empty database by pg_restore."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

import asyncpg

from rondel.server.maintenance.known_cells import HOME_NAME
from rondel.server.maintenance.migrations import make_roles
from rondel.server.maintenance.owner import as_owner

DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian has the programs of each version, whatever the path says."""

# what an empty database has none of; extensions bring relations of their own
_IS_EMPTY = """
SELECT NOT EXISTS (
    SELECT FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
)
"""


class BackupError(Exception):
    """A failed backup or restore that left nothing behind."""


class Program(NamedTuple):
    """pg_dump or pg_restore of one version."""

    path: str
    major: int


class Server(NamedTuple):
    """Version and state of a database server and its database."""

    major: int
    user: str
    is_empty: bool
    revision: str | None
    cell: str
    """The cell that the database is: home, unless `rondel migrate` has made it into another."""


async def look(url: str) -> Server:
    """Inspect a database. Raises asyncpg's errors if it is unreachable."""
    async with as_owner(url) as connection:
        return Server(
            connection.get_server_version().major,
            await connection.fetchval("SELECT quote_ident(current_user)"),
            await connection.fetchval(_IS_EMPTY),
            await _revision(connection),
            await _cell(connection),
        )


async def _revision(connection: "asyncpg.Connection[asyncpg.Record]") -> str | None:
    if await connection.fetchval(
        "SELECT to_regclass('cell') IS NULL OR to_regclass('alembic_version') IS NULL"
    ):
        return None
    revision: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return revision


async def _cell(connection: "asyncpg.Connection[asyncpg.Record]") -> str:
    """Return the cell's name, even if the database is not migrated."""
    if await connection.fetchval("SELECT to_regclass('cell') IS NULL"):
        return HOME_NAME
    return await connection.fetchval("SELECT name FROM cell") or HOME_NAME


def program(name: str, server: int) -> Program:
    """Find the oldest installed version that is not older than the server.

    A server may not be able to read dumps of newer versions."""
    folders = [None, *(str(folder) for folder in DEBIAN.glob("*/bin"))]
    paths = {path for folder in folders if (path := shutil.which(name, path=folder)) is not None}
    found = [Program(path, major) for path in paths if (major := _major(path)) is not None]
    if not found:
        raise BackupError(f"{name} is not installed, or not on the path. {_install(server)}")
    able = [each for each in found if each.major >= server]
    if not able:
        newest = max(each.major for each in found)
        raise BackupError(
            f"{name} {newest} is older than the server, which is PostgreSQL {server}. {_install(server)}"
        )
    return min(able, key=lambda each: each.major)


def _install(server: int) -> str:
    return (
        f"Install PostgreSQL's programs of version {server} "
        f"(Debian: apt install postgresql-client-{server}), or put them on the PATH."
    )


def _major(path: str) -> int | None:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - on the path
    found = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
    return None if found is None else int(found[1])


def name_of(url: str) -> str:
    """Return the database name in a URL."""
    return unquote(urlsplit(url).path.strip("/"))


def with_name(url: str, name: str) -> str:
    """Return the URL with another database name; a full URL is returned as it is."""
    return name if "://" in name else urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def dump(url: str, directory: Path, server: Server) -> Path:
    """Write a consistent dump into the directory, atomically; return its path."""
    pg_dump = program("pg_dump", server.major)
    made = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    whole = directory / f"{_prefix(url, server.cell)}{made}.dump"
    part = whole.with_suffix(".part")
    with _writing(part) as file:
        _run([pg_dump.path, "--format=custom", "--no-password"], url, stdout=file.fileno())
        os.fsync(file.fileno())
    part.rename(whole)
    _sync(directory)
    return whole


def older(url: str, directory: Path, keep: int, *, cell: str = HOME_NAME) -> Sequence[Path]:
    """Return this database's dumps in the directory, without the newest `keep`."""
    name = re.compile(re.escape(_prefix(url, cell)) + r"\d{8}T\d{6}Z\.dump")
    dumps = sorted(path for path in directory.iterdir() if name.fullmatch(path.name))
    return dumps[: max(len(dumps) - keep, 0)]


def restore(url: str, file: Path, server: int) -> None:
    """Restore a dump into an empty database, atomically."""
    pg_restore = program("pg_restore", server)
    command = [pg_restore.path, "--no-owner", "--no-password", "--single-transaction", "--exit-on-error"]
    make_roles(url)
    _run([*command, str(file)], url)
    _run_sql(url, "ANALYZE")  # a dump has no statistics, and queries are slow without them


def _prefix(url: str, cell: str) -> str:
    """Return the file name's prefix, with the cell: databases of two cells may share a name."""
    database = re.sub(r"[^A-Za-z0-9_.-]", "_", name_of(url))
    return f"rondel-{database}-" if cell == HOME_NAME else f"rondel-{database}@{cell}-"


@contextmanager
def _writing(part: Path) -> Iterator[Any]:
    """Open a new file that only its owner may read; delete it on failure."""
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise BackupError(
            f"Cannot write a backup to {part.parent}: {error.strerror}. Make or mount it."
        ) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            raise BackupError(f"Cannot write a backup to {part.parent}: {error.strerror}.") from None
        raise


def _sync(directory: Path) -> None:
    """Sync a directory, so that a new file name survives a crash."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _run(command: Sequence[str], url: str, **options: Any) -> None:
    """Run a PostgreSQL program. The password is passed in the environment, hidden from other users."""
    address, password = _without_password(url)
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own program
        [*command, f"--dbname={address}"],
        env={**os.environ, **password},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **options,
    )
    if done.returncode:
        message = " ".join(done.stderr.split()) or f"nothing, and ended with {done.returncode}"
        raise BackupError(f"{Path(command[0]).name} says: {message[:600].rstrip('.')}.")


def _without_password(url: str) -> tuple[str, Mapping[str, str]]:
    parts = urlsplit(url)
    if parts.password is None:
        return url, {}
    user_and_host = f"{parts.username}@{parts.netloc.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=user_and_host)), {"PGPASSWORD": unquote(parts.password)}


def _run_sql(url: str, statement: str) -> None:
    async def execute() -> None:
        async with as_owner(url) as connection:
            await connection.execute(statement)

    asyncio.run(execute())
