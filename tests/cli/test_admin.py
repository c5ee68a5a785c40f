"""`rondel admin`: the first admin, bans and the log, on a database of its own."""

import asyncio
from collections.abc import Iterator
from uuid import UUID

import pytest
from click.testing import Result

from rondel.server.flows.accounts import people
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.cli.invoke import rondel
from tests.contracts.databases import created, migrated, url_of


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


def arrived(database: str, name: str, email: str | None = None) -> UUID:
    """The id of somebody who has come to this server."""

    async def create_guest() -> UUID:
        async with open_node(Settings(database_url=database)) as (cells, _):
            account, _token = await people.create_guest(cells.node, name)
            if email is not None:
                assert await cells.node.people.claim(account.id, email)
            return account.id

    return asyncio.run(create_guest())


def admin(database: str, *words: str) -> Result:
    return rondel("admin", *words, "--database", database)


def test_the_first_admin_is_made_by_command_and_listed(database: str) -> None:
    assert admin(database, "list").stdout.startswith("Nobody moderates this server.")
    assert admin(database, "audit").stdout == "Nothing was done yet.\n"
    ada = arrived(database, "Ada", "ada@example.org")

    assert admin(database, "grant", "ada@example.org", "admin").stdout == f"Ada ({ada}) is an admin now.\n"
    again = admin(database, "grant", "Ada", "admin")
    assert (again.exit_code, again.stderr.split(".")[0]) == (1, "The account has this role already")
    assert admin(database, "grant", "ADA", "moderator").stdout == f"Ada ({ada}) is a moderator now.\n"
    assert admin(database, "list").stdout == f"moderator  Ada  {ada}\n"
    assert admin(database, "grant", str(ada), "none").stdout == f"Ada ({ada}) has no role now.\n"

    log = admin(database, "audit", "--limit", "1").stdout
    assert f"grant        {ada}  by command line: none: by command" in log


def test_an_account_and_a_network_are_banned_and_let_in_again(database: str) -> None:
    eve = arrived(database, "Eve")

    output = admin(database, "ban", "Eve", "--reason", "insults", "--days", "7").stdout
    assert output.startswith(f"Eve ({eve}) is banned until 2")
    assert admin(database, "ban", "192.0.2.0/24", "--reason", "flood").stdout == (
        "The network 192.0.2.0/24 is banned for good.\n"
    )
    listed = admin(database, "list").stdout
    assert f"banned     Eve  {eve}, until 2" in listed
    assert "banned     192.0.2.0/24, for good: flood\n" in listed

    assert "not banned any more" in admin(database, "unban", "Eve", "--reason", "sorry").stdout
    assert "not banned any more" in admin(database, "unban", "192.0.2.0/24", "--reason", "over").stdout
    again = admin(database, "unban", "Eve", "--reason", "sorry")
    assert (again.exit_code, again.stderr) == (
        1,
        "There is no such ban, or it has ended. Read the current state again.\n",
    )
    assert [line.split()[3] for line in admin(database, "audit").stdout.splitlines()[:4]] == [
        "unban",
        "unban",
        "ban",
        "ban",
    ]


def test_what_is_wrong_is_said_in_one_line_with_what_to_do(database: str) -> None:
    two = [arrived(database, "Twin") for _ in range(2)]

    nobody = admin(database, "grant", "Nobody", "admin")
    assert (nobody.exit_code, nobody.stderr.split(".")[0]) == (1, "There is no account 'Nobody'")
    several = admin(database, "grant", "Twin", "admin")
    assert several.exit_code == 1
    assert all(str(one) in several.stderr for one in two)
    assert admin(database, "ban", "Twin").exit_code == 2
    with created() as empty:
        old = admin(url_of(empty), "list")
    assert old.exit_code == 1
    assert old.stderr.endswith("Run: rondel migrate\n")
