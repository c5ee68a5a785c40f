"""The roles of a node, for a user as the guide makes it: who may make roles, and is no superuser."""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import asyncpg
import pytest

from rondel.server.adapters.postgres.pool import APP, SECRETS, connected
from tests.cli.invoke import rondel
from tests.contracts.databases import SERVER, created, url_of


def as_superuser(*commands: str, database: str = "postgres") -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(url_of(database))
        try:
            for command in commands:
                await connection.execute(command)
        finally:
            await connection.close()

    asyncio.run(execute())


@pytest.fixture
def owned() -> Iterator[str]:
    """An empty database whose owner may make roles; the address with which the owner connects."""
    owner = f"owner_{uuid4().hex[:8]}"
    with created() as name:
        as_superuser(f"CREATE ROLE {owner} LOGIN CREATEROLE", f'ALTER DATABASE "{name}" OWNER TO {owner}')
        try:
            yield f"postgresql://{owner}@{SERVER.rpartition('@')[2]}/{name}"
        finally:
            revoked = [f"REVOKE {role} FROM {owner} CASCADE" for role in (APP, SECRETS)]
            as_superuser(*revoked, f"DROP OWNED BY {owner} CASCADE", database=name)
            as_superuser(f'ALTER DATABASE "{name}" OWNER TO CURRENT_USER', f"DROP ROLE {owner}")


def make_roles(*then: str) -> None:
    """The roles, unless they are there: on a server that other tests use, the migration finds them."""
    made = "DO $$ BEGIN CREATE ROLE {} NOLOGIN; EXCEPTION WHEN duplicate_object THEN END $$"
    as_superuser(made.format(APP), made.format(SECRETS), *then)


def roles_line(url: str) -> str:
    lines = rondel("doctor", "--database", url).stdout.splitlines()
    return next(line for line in lines if " roles:" in line)


async def acting(url: str) -> None:
    for role in (APP, SECRETS):
        async with connected(url, role=role, most=1) as pool:
            assert await pool.fetchval("SELECT current_user") == role


def test_who_migrates_may_act_as_the_roles_and_a_lost_grant_is_noticed(owned: str) -> None:
    owner = owned.partition("//")[2].partition("@")[0]
    make_roles(*(f"GRANT {role} TO {owner} WITH ADMIN OPTION" for role in (APP, SECRETS)))

    assert rondel("migrate", "--database", owned).exit_code == 0
    assert roles_line(owned).startswith("ok ")
    asyncio.run(acting(owned))

    as_superuser(f"REVOKE {APP} FROM {owner} CASCADE")
    assert roles_line(owned).startswith(
        f"WRONG  roles:        this user is not a member of {APP}. Run: rondel migrate."
    )
    assert f"GRANT {APP} TO {owner};" in roles_line(owned)
    checked = rondel("migrate", "--check", "--database", owned)
    assert (checked.exit_code, checked.stdout) == (
        1,
        "The database does not let this user act as its roles. Run: rondel migrate\n",
    )


def test_a_member_who_may_grant_a_role_and_not_act_as_it_is_given_it(owned: str) -> None:
    """As PostgreSQL 16 and newer leave the maker of a role."""
    if asyncio.run(version()) < 160_000:
        pytest.skip("before PostgreSQL 16 every member may act as a role")
    owner = owned.partition("//")[2].partition("@")[0]
    bare = "WITH ADMIN TRUE, SET FALSE, INHERIT FALSE"
    make_roles(*(f"GRANT {role} TO {owner} {bare}" for role in (APP, SECRETS)))

    assert rondel("migrate", "--database", owned).exit_code == 0

    assert roles_line(owned).startswith("ok ")
    asyncio.run(acting(owned))


async def version() -> int:
    connection = await asyncpg.connect(url_of("postgres"))
    try:
        return int(await connection.fetchval("SHOW server_version_num"))
    finally:
        await connection.close()
