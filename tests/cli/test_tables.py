"""`rondel tables`: which tables are halted and why, and how the host lets one go on."""

import asyncio
import re
from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.cli.halted_tables import LONG_AGO, REASON, SECRET, a_running_table
from tests.cli.invoke import assert_wrong_use, rondel
from tests.contracts.databases import emptied, migrated, url_of

FAR_AWAY = 4_000_000_000_000
A_TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"
GO_ON = "Look at one: rondel tables show CODE. Let it go on: rondel tables resume CODE.\n"


@pytest.fixture(scope="module")
def one_database() -> Iterator[str]:
    """The URL of a migrated database."""
    with migrated() as name:
        yield url_of(name)


@pytest.fixture
def database(one_database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with all tables and no rows, which the shell's setting names."""
    asyncio.run(emptied(one_database))
    monkeypatch.setenv("RONDEL_DATABASE_URL", one_database)
    return one_database


def run_tables(*arguments: object) -> str:
    result = rondel("tables", *arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def fields(table: object) -> dict[str, str]:
    """What `show` prints, by the word each line begins with."""
    lines = [re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in run_tables("show", table).splitlines()]
    return {line[0]: line[1] for line in lines}


def test_where_nothing_is_halted_it_says_so(database: str) -> None:
    a_running_table(database, message=None)

    assert run_tables("halted") == "No table is halted.\n"


def test_halted_tables_are_listed_with_time_and_reason_the_oldest_first(database: str) -> None:
    first = a_running_table(database, code="AAAA1111")
    second = a_running_table(
        database, code="BBBB2222", game="imperial", message=("pay.py:7: ValueError", "no")
    )

    assert re.fullmatch(
        "2 tables are halted.\n\n"
        f"AAAA1111  {first}  cambio, version 1, since {A_TIME}\n"
        f"    {re.escape(REASON)}\n"
        f"BBBB2222  {second}  imperial, version 1, since {A_TIME}\n"
        r"    pay\.py:7: ValueError: no"
        f"\n\n{re.escape(GO_ON)}",
        run_tables("halted"),
    )
    few = run_tables("halted", "--limit", 1)
    assert few.startswith("More than 1 table is halted; these are the first.\n")
    assert "AAAA1111" in few
    assert "BBBB2222" not in few


def test_one_halted_table_is_one(database: str) -> None:
    a_running_table(database)

    assert run_tables("halted").startswith("1 table is halted.\n")


def test_a_table_is_shown_by_its_id_or_its_code_as_somebody_types_it(database: str) -> None:
    table = a_running_table(database, code="AB1DEF23", due_at=LONG_AGO)

    shown = fields(table)

    assert fields("ab1d-ef23") == fields("abldef23") == shown
    assert list(shown) == [
        *("table", "code", "game", "access", "status", "halted", "reason", "version", "opened", "last move"),
        *("next deadline", "seats", "seat 0", "seat 1", "seat 2"),
    ]
    assert re.fullmatch(f"since {A_TIME}", shown["halted"])
    assert re.fullmatch(r"1, revision \d+ of its record", shown["version"])
    assert shown | {"halted": ""} == {
        "table": str(table),
        "code": "AB1DEF23",
        "game": "cambio, rules 1",
        "access": "private",
        "status": "active",
        "halted": "",
        "reason": REASON,
        "version": shown["version"],
        "opened": "2023-11-14 22:13:20 UTC",
        "last move": "2023-11-14 22:13:20 UTC",
        "next deadline": "2023-11-14 22:13:20 UTC, which has passed",
        "seats": "3 of 4 taken",
        "seat 0": "P0",
        "seat 1": "P1, a bot (easy)",
        "seat 2": "P2, a bot (hard) plays for them",
    }


def test_nothing_secret_is_shown(database: str) -> None:
    table = a_running_table(database)

    shown = run_tables("show", table)

    for secret in ("the-key", SECRET.decode(), "the-nonce", '{"a":1}', "header"):
        assert secret not in shown


def test_a_table_that_plays_has_no_reason(database: str) -> None:
    shown = fields(a_running_table(database, message=None, due_at=FAR_AWAY))

    assert shown["halted"] == "no"
    assert "reason" not in shown
    assert shown["next deadline"] == "2096-10-02 07:06:40 UTC"


def test_a_reason_cannot_steer_the_terminal(database: str) -> None:
    table = a_running_table(database, message=("a.py:1: KeyError", "\x1b[2J\nready\u202e"))

    assert fields(table)["reason"] == "a.py:1: KeyError: [2J ready"


def test_resume_says_what_is_true_now_and_what_to_do_if_it_halts_again(database: str) -> None:
    table = a_running_table(database, code="AAAA1111", due_at=LONG_AGO)

    output = run_tables("resume", "aaaa1111")

    assert re.fullmatch(
        f"Table AAAA1111 \\({table}\\) is no longer halted. It goes on at version 1, and its players can "
        "move again within a few seconds.\n"
        f"It had been halted since {A_TIME}: {re.escape(REASON)}\n"
        "Its deadline, 2023-11-14 22:13:20 UTC, has passed meanwhile: the House acts on it at once.\n"
        "If it halts again, the cause is still there: see docs/operate/halted.md.\n",
        output,
    )
    assert fields(table)["halted"] == "no"
    assert run_tables("halted") == "No table is halted.\n"
    assert run_tables("resume", table) == f"Table AAAA1111 ({table}) is not halted. Nothing was changed.\n"


def test_a_table_that_has_ended_is_not_said_to_go_on(database: str) -> None:
    table = a_running_table(database, is_ended=True)

    assert "It has ended (abandoned), so nothing more is played there.\n" in run_tables("resume", table)


@pytest.mark.parametrize("command", ["show", "resume"])
def test_what_is_no_id_and_no_code_is_answered_with_where_to_find_one(command: str, database: str) -> None:
    assert_wrong_use(
        rondel("tables", command, "4711"),
        "'4711' is neither a table's id nor its code (8 letters and digits). "
        "Both are listed by: rondel tables halted",
    )
    assert_wrong_use(rondel("tables", command), "Missing argument 'ID|CODE'")


@pytest.mark.parametrize("command", ["show", "resume"])
@pytest.mark.parametrize("table", ["ZZZZ9999", uuid4()])
def test_a_table_that_is_not_there_is_answered_with_what_to_check(
    command: str, table: object, database: str
) -> None:
    result = rondel("tables", command, table)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"There is no table {table} in the database {database}. "
        "Check the code, and that it is this database.\n"
    )


@pytest.mark.parametrize("arguments", [("halted",), ("show", "ZZZZ9999"), ("resume", "ZZZZ9999")])
def test_a_database_that_does_not_answer_is_said_in_one_line(arguments: tuple[str, ...]) -> None:
    url = "postgresql://me:hidden@127.0.0.1:1/rondel"
    result = rondel("tables", *arguments, "--database", url)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Database postgresql://me:***@127.0.0.1:1/rondel: ")
    assert result.stderr.endswith(
        ". Start PostgreSQL, or check the address; `rondel doctor` looks at more.\n"
    )
    assert result.stderr.count("\n") == 1


def test_a_database_of_another_version_is_to_be_migrated_first(empty_database: str) -> None:
    result = rondel("tables", "halted", "--database", empty_database)

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Database {empty_database} needs a migration. Run: rondel migrate\n"


def test_without_a_database_it_asks_which() -> None:
    assert_wrong_use(rondel("tables", "halted"), "--database", "RONDEL_DATABASE_URL")


@pytest.mark.parametrize("command", ["halted", "show", "resume"])
def test_each_command_explains_itself_with_an_example(command: str) -> None:
    assert f"Example: `rondel tables {command}" in rondel("tables", command, "--help").stdout
    assert command in rondel("tables").stdout + rondel("tables").stderr
