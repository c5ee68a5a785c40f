import asyncio
from typing import Any

import asyncpg
import pytest

from rondel.server.maintenance.migrations import newest
from tests.cli.invoke import assert_wrong_use, rondel


def test_an_empty_database_is_brought_up_once(empty_database: str) -> None:
    check = rondel("migrate", "--check", "--database", empty_database)
    first = rondel("migrate", "--database", empty_database)
    second = rondel("migrate", "--database", empty_database)

    assert (check.exit_code, check.stdout) == (1, f"The database is not at {newest()}. Run: rondel migrate\n")
    assert (first.exit_code, first.stdout) == (0, f"The database is now at {newest()}.\n")
    assert (second.exit_code, second.stdout) == (0, f"The database is at {newest()}, the newest.\n")
    assert rondel("migrate", "--check", "--database", empty_database).exit_code == 0


def test_the_epoch_is_raised_each_time_and_never_to_one_that_was(
    empty_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDEL_DATABASE_URL", empty_database)
    rondel("migrate", "--raise-epoch")
    first = epoch(empty_database)
    result = rondel("migrate", "--raise-epoch")

    assert epoch(empty_database) > first > 1_700_000_000  # seconds: a restored backup cannot repeat them
    assert f"The epoch is now {epoch(empty_database)}. Restart every node." in result.stdout


def test_to_check_changes_nothing(empty_database: str) -> None:
    rondel("migrate", "--database", empty_database)

    rondel("migrate", "--check", "--raise-epoch", "--database", empty_database)

    assert epoch(empty_database) == 1


def epoch(url: str) -> Any:
    async def read() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetchval("SELECT epoch FROM cell")
        finally:
            await connection.close()

    return asyncio.run(read())


def test_without_a_database_it_asks_which() -> None:
    assert_wrong_use(rondel("migrate"), "--database", "RONDEL_DATABASE_URL")
    assert_wrong_use(
        rondel("migrate", "--database", "mysql://u:hidden@localhost/x"), "mysql://u:***@localhost/x"
    )


def test_a_database_that_is_not_there_is_said_in_one_line() -> None:
    result = rondel("migrate", "--database", "postgresql://me:hidden@127.0.0.1:1/rondel")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Database postgresql://me:***@127.0.0.1:1/rondel: ")
    assert result.stderr.count("\n") == 1
