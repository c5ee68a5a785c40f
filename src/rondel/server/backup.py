"""A dump of the database by PostgreSQL's own programs, and the way back into an empty database."""

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

from rondel.server.migrations import make_roles
from rondel.server.migrations.cells import HOME_NAME
from rondel.server.owner import as_owner

DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian has the programs of each version, whatever the path says."""

# what an empty database has none of; extensions bring relations of their own
_IS_EMPTY = """
SELECT NOT EXISTS (
    SELECT FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e')
)
"""


class NotDone(Exception):  # noqa: N818 - said to whoever asked for it
    """A backup or a restore that was not made; nothing of it is left."""


class Program(NamedTuple):
    """pg_dump or pg_restore of one version."""

    path: str
    major: int


class Server(NamedTuple):
    """What the server says of itself and of the database."""

    major: int
    user: str
    is_empty: bool
    revision: str | None
    cell: str
    """The cell that the database is: home, unless `rondel migrate` has made it into another."""


async def look(url: str) -> Server:
    """What is there; raises what asyncpg raises where it is not reached."""
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
    """Its name, also where the database is older than cells are."""
    if await connection.fetchval("SELECT to_regclass('cell') IS NULL"):
        return HOME_NAME
    return await connection.fetchval("SELECT to_jsonb(cell) ->> 'name' FROM cell") or HOME_NAME


def program(name: str, server: int) -> Program:
    """The oldest that is not older than the server, which may not read what newer ones write."""
    folders = [None, *(str(folder) for folder in DEBIAN.glob("*/bin"))]
    paths = {path for folder in folders if (path := shutil.which(name, path=folder)) is not None}
    found = [Program(path, major) for path in paths if (major := _major(path)) is not None]
    if not found:
        raise NotDone(f"{name} is not installed, or not on the path. {_install(server)}")
    able = [each for each in found if each.major >= server]
    if not able:
        newest = max(each.major for each in found)
        raise NotDone(
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
    """The name of the database in an address."""
    return unquote(urlsplit(url).path.strip("/"))


def with_name(url: str, name: str) -> str:
    """The same server and user, another database; an address stays as it is."""
    return name if "://" in name else urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def dump(url: str, directory: Path, server: Server) -> Path:
    """Write a dump of one moment into the directory, whole or not at all; returns its path."""
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
    """The dumps of this database in the directory beyond the newest `keep`, by their names."""
    name = re.compile(re.escape(_prefix(url, cell)) + r"\d{8}T\d{6}Z\.dump")
    dumps = sorted(path for path in directory.iterdir() if name.fullmatch(path.name))
    return dumps[: max(len(dumps) - keep, 0)]


def restore(url: str, file: Path, server: int) -> None:
    """Bring a dump into an empty database, all of it or nothing."""
    pg_restore = program("pg_restore", server)
    command = [pg_restore.path, "--no-owner", "--no-password", "--single-transaction", "--exit-on-error"]
    make_roles(url)
    _run([*command, str(file)], url)
    _run_sql(url, "ANALYZE")  # a dump has no statistics, and without them everything is slow at first


def _prefix(url: str, cell: str) -> str:
    """Databases of two cells may have one name; no name of a database has an @ here."""
    database = re.sub(r"[^A-Za-z0-9_.-]", "_", name_of(url))
    return f"rondel-{database}-" if cell == HOME_NAME else f"rondel-{database}@{cell}-"


@contextmanager
def _writing(part: Path) -> Iterator[Any]:
    """A new file that only its owner may read; gone if what was to be written was not."""
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise NotDone(f"{part.parent} takes no backup: {error.strerror}. Make or mount it.") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
    except BaseException as error:
        with suppress(OSError):
            part.unlink()
        if isinstance(error, OSError):
            raise NotDone(f"{part.parent} takes no backup: {error.strerror}.") from None
        raise


def _sync(directory: Path) -> None:
    """So that the new name outlives a crash."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _run(command: Sequence[str], url: str, **options: Any) -> None:
    """Run a program of PostgreSQL; the password goes by the environment, where nobody else reads it."""
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
        said = " ".join(done.stderr.split()) or f"nothing, and ended with {done.returncode}"
        raise NotDone(f"{Path(command[0]).name} says: {said[:600].rstrip('.')}.")


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
