"""`rondel record` on a database where two games were begun."""

import asyncio
from collections.abc import Iterator
from uuid import UUID

import asyncpg
import msgspec
import pytest

from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.ports.projection import Projection
from rondel.server.record import rows as server_record
from rondel.server.record.rows import Sources
from rondel.server.settings import Settings
from rondel.server.startup.app import open_node
from tests.cli.invoke import assert_wrong_use, rondel
from tests.contracts.databases import created, url_of
from tests.server.nodes import plays, somebody

ADA, BOB = somebody("Ada"), somebody("Bob")


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with created() as name:
        rondel("migrate", "--database", url_of(name))
        asyncio.run(play_at_two_tables(url_of(name)))
        yield url_of(name)


async def play_at_two_tables(url: str) -> None:
    async with open_node(Settings(database_url=url)) as (cells, _):
        for _ in range(2):
            await play_a_little(cells.home)


async def play_a_little(cell: Cell) -> None:
    table = await open_table(Cells(cell), ADA, game="cambio", options=msgspec.json.encode({}), seats=2)
    for person in (ADA, BOB):
        await take_seat(cell, person, table.id)
        await ready(cell, person.id, table.id, True)
    await start(cell, ADA.id, table.id)
    for person in (ADA, BOB):
        await plays(cell, person, table.id, "CONFIRM_INITIAL_VIEW")
    first = await cell.tables.get(table.id)
    assert first is not None
    who = (ADA, BOB)[first.to_act[0]]
    await plays(cell, who, table.id, "CALL_CAMBIO")


def fetched(url: str, query: str) -> list[asyncpg.Record]:
    async def fetch() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch(query)
        finally:
            await connection.close()

    return asyncio.run(fetch())


def tables(url: str) -> list[UUID]:
    return [row["id"] for row in fetched(url, "SELECT id FROM game_session ORDER BY id")]


TURNS = "SELECT * FROM turn ORDER BY id"
SESSIONS = "SELECT * FROM game_session ORDER BY id"


def test_a_record_that_is_true_has_no_differences(database: str) -> None:
    result = rondel("record", "check", "--database", database)

    assert (result.exit_code, result.stdout) == (0, "2 tables checked, 0 differences.\n")


def test_what_was_changed_by_hand_is_listed_and_rebuilt(database: str) -> None:
    turns, sessions = fetched(database, TURNS), fetched(database, SESSIONS)
    fetched(database, "UPDATE turn SET completed_at = now() + interval '1 day' WHERE action = 'cambio'")
    fetched(database, "DELETE FROM turn WHERE turn_number = 2")

    found = rondel("record", "check", "--database", database)
    assert found.exit_code == 1
    assert found.stdout.count(": missing\n") == 2
    assert found.stdout.count(": completed_at is ") == 2
    assert found.stdout.endswith("2 tables checked, 4 differences.\n")

    result = rondel("record", "rebuild", "--database", database)
    assert (result.exit_code, result.stdout) == (0, "2 tables rebuilt, 0 failed.\n")
    assert (fetched(database, TURNS), fetched(database, SESSIONS)) == (turns, sessions)


def test_a_card_that_was_moved_or_shown_by_hand_is_listed_and_rebuilt(database: str) -> None:
    cards = "SELECT * FROM card ORDER BY id"
    before = fetched(database, cards)
    fetched(database, "UPDATE card SET position = 60 WHERE location = 'discard'")
    fetched(database, "UPDATE card SET visibility = 'face_up' WHERE location = 'hand' AND position = 0")

    found = rondel("record", "check", "--database", database)
    assert found.exit_code == 1
    assert found.stdout.count(": position is 60, the journal implies 0\n") == 2
    assert found.stdout.count(": visibility is 'face_up', the journal implies 'hidden'\n") == 4

    assert rondel("record", "rebuild", "--database", database).exit_code == 0
    assert fetched(database, cards) == before


def test_one_table_or_those_after_one_can_be_chosen(database: str) -> None:
    first, second = tables(database)

    one = rondel("record", "check", "--database", database, "--table", second)
    rest = rondel("record", "rebuild", "--database", database, "--after", first)
    nobody = rondel("record", "check", "--database", database, "--table", UUID(int=1))

    assert one.stdout == "1 tables checked, 0 differences.\n"
    assert rest.stdout == "1 tables rebuilt, 0 failed.\n"
    assert nobody.exit_code == 1
    assert "is no table" in nobody.stdout


def test_a_table_that_cannot_be_rebuilt_is_named_and_the_others_are(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = tables(database)
    whole = server_record.rebuild

    async def rebuild(sources: Sources, projection: Projection, table: UUID) -> int:
        if table == first:
            raise KeyError("a card")
        return await whole(sources, projection, table)

    monkeypatch.setattr(server_record, "rebuild", rebuild)

    result = rondel("record", "rebuild", "--database", database)

    assert result.exit_code == 1
    assert result.stdout == f"{first}: KeyError: 'a card'\n1 tables rebuilt, 1 failed.\n"


def test_after_ctrl_c_it_says_how_to_go_on(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tables(database)
    whole = server_record.rebuild

    async def rebuild(sources: Sources, projection: Projection, table: UUID) -> int:
        if table == second:
            raise KeyboardInterrupt
        return await whole(sources, projection, table)

    monkeypatch.setattr(server_record, "rebuild", rebuild)

    result = rondel("record", "rebuild", "--database", database)

    assert result.exit_code == 130
    assert result.stdout == f"Stopped after 1 tables. Go on with: rondel record rebuild --after {first}\n"


def test_wrong_use_is_one_line() -> None:
    assert_wrong_use(rondel("record", "check"), "No database configured.")
    assert_wrong_use(rondel("record", "check", "--table", "x", "--database", "postgresql://x/y"), "UUID")
