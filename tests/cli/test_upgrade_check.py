"""`rondel upgrade-check` on a database where two games are played."""

import asyncio
from collections.abc import Iterator

import pytest

from rondel.server.maintenance import upgrade_check as server_refold
from rondel.server.maintenance.upgrade_check import Refolded
from tests.cli.invoke import rondel
from tests.cli.test_record import fetched, play_at_two_tables, tables
from tests.contracts.databases import created, url_of


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with created() as name:
        rondel("migrate", "--database", url_of(name))
        asyncio.run(play_at_two_tables(url_of(name)))
        yield url_of(name)


def test_tables_that_go_on_as_they_were_left(database: str) -> None:
    result = rondel("upgrade-check", "--database", database)

    moves = sum(row["version"] for row in fetched(database, "SELECT version FROM game_session"))
    assert result.stdout == f"Checked 2 running tables ({moves} moves): all load under this version.\n"
    assert result.exit_code == 0


def test_a_difference_is_named_with_its_table(database: str) -> None:
    first, _ = tables(database)
    fetched(database, f"UPDATE game_session SET to_act = '{{7}}' WHERE id = '{first}'")
    try:
        result = rondel("upgrade-check", "--database", database)
        only = rondel("upgrade-check", "--database", database, "--table", str(first))
        rest = rondel("upgrade-check", "--database", database, "--after", str(first))
    finally:
        fetched(database, f"UPDATE game_session SET to_act = '{{0}}' WHERE id = '{first}'")

    assert result.exit_code == only.exit_code == 1
    assert f"{first}  cambio: version" in result.stdout
    assert "to act is stored as seats 7, and is seats" in result.stdout
    assert result.stdout.endswith(
        "moves): 1 differs.\nDo not restart the nodes yet: see docs/operate/upgrade.md.\n"
    )
    assert only.stdout.splitlines()[0] == result.stdout.splitlines()[0]
    assert rest.stdout.startswith("Checked 1 running tables")


def test_several_differences_are_counted(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def other(*_: object) -> Refolded:
        return Refolded(1, "it reads otherwise")

    monkeypatch.setattr(server_refold, "refold", other)

    result = rondel("upgrade-check", "--database", database)

    assert "Checked 2 running tables (2 moves): 2 differ." in result.stdout


def test_ctrl_c_says_how_to_go_on(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object) -> Refolded:
        raise KeyboardInterrupt

    monkeypatch.setattr(server_refold, "refold", interrupted)

    result = rondel("upgrade-check", "--database", database)

    assert result.exit_code == 130
    assert "Stopped after 0 tables. Go on with: rondel upgrade-check" in result.stdout
