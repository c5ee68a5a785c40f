"""Migrations of the database schema. Only this package imports Alembic and SQLAlchemy.

Alembic orders the revisions and generates their SQL. Rondel runs this SQL unchanged, so squawk lints it.
Each revision is a transaction of its own, so that no lock outlives a revision.
"""

import asyncio
import io
from pathlib import Path
from typing import TYPE_CHECKING

from rondel.server.maintenance.owner import as_owner

if TYPE_CHECKING:
    import asyncpg
    from alembic.config import Config

VERSIONS = Path(__file__).parent / "versions"
ROLES = ("rondel_app", "rondel_secrets")
"""The roles that a node works in; r0001_baseline.sql makes them."""

# From PostgreSQL 16 on, whoever makes a role is a member of it that may grant it and may not act as it.
_MAY_ACT_AS = """
SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AND pg_has_role(
    $1, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END
)
"""


def migrate(url: str) -> None:
    """Bring the database to the newest revision. Two may do so at once: the second finds nothing to do."""
    asyncio.run(_migrate(url))


def pending(url: str) -> bool:
    """Whether the database lacks a revision; a newer one than ours is fine, so nodes may be mixed."""
    return (asyncio.run(_revision(url)) or "") < newest()


def lacks_roles(url: str) -> bool:
    """Whether this user cannot act as the roles that a node works in."""

    async def look() -> bool:
        async with as_owner(url) as connection:
            return bool(await missing_roles(connection))

    return asyncio.run(look())


async def missing_roles(connection: "asyncpg.Connection[asyncpg.Record]") -> list[str]:
    """The roles that do not exist, or that this user cannot act as."""
    return [role for role in ROLES if not await connection.fetchval(_MAY_ACT_AS, role)]


def make_roles(url: str) -> None:
    """Make the roles that a node works in, where they are missing: a dump grants to them and has them not."""

    async def make() -> None:
        async with as_owner(url) as connection:
            for role in ROLES:
                if not await connection.fetchval(
                    "SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", role
                ):
                    await connection.execute(f'CREATE ROLE "{role}" NOLOGIN')
            await _grant_roles(connection)

    asyncio.run(make())


def newest() -> str:
    """The newest revision there is; files are named after their revisions: r0001_baseline.py."""
    return _revisions()[-1]


def written(after: str | None = None, until: str = "head") -> str:
    """The SQL of the revisions after one. Alembic is slow to import, and only this needs it."""
    from alembic import command

    config = _config()
    config.attributes["sql"] = sql = io.StringIO()
    command.upgrade(config, f"{after or 'base'}:{until}", sql=True)
    return sql.getvalue()


async def _migrate(url: str) -> None:
    async with as_owner(url) as connection:
        while await _migrate_once(connection):
            pass
        await _grant_roles(connection)


async def _migrate_once(connection: "asyncpg.Connection[asyncpg.Record]") -> bool:
    """Run the next revision; False if there is none."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('rondel.migrations'))")
        before = await _current(connection)
        missing = [revision for revision in _revisions() if revision > (before or "")]
        if missing:
            await connection.execute(written(before, missing[0]))
        return bool(missing)


async def _grant_roles(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Let this user act as the roles: they may be of another database, or made by an older migration."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('rondel.migrations'))")
        for role in await missing_roles(connection):
            await connection.execute(f'GRANT "{role}" TO CURRENT_USER')


def _revisions() -> list[str]:
    return sorted(path.stem[1:5] for path in VERSIONS.glob("r[0-9]*.py"))


async def _revision(url: str) -> str | None:
    async with as_owner(url) as connection:
        return await _current(connection)


async def _current(connection: "asyncpg.Connection[asyncpg.Record]") -> str | None:
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    revision: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return revision


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(VERSIONS.parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
