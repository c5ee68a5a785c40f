"""Cambio's record on PostgreSQL: it follows every move, an endpoint waits for it, and it stops no game."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from rondel.server.app import open_node
from rondel.server.doctor import _record
from rondel.server.flows.calls import call
from rondel.server.flows.open_table import open_table
from rondel.server.flows.seats import ready, start, take_seat
from rondel.server.node import Node
from rondel.server.ports import Account
from rondel.server.record import bring_up, check, rebuild
from rondel.server.settings import Settings
from rondel.wire.shelf import take
from tests.contracts.databases import emptied, migrated, url_of
from tests.server.nodes import plays, somebody

RULEBOOK = "cambio"
ADA, BOB = somebody("Ada"), somebody("Bob")
CAMBIO = take("cambio")


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        yield name


@pytest.fixture
async def owner(template: str) -> AsyncIterator[Any]:
    await emptied(url_of(template))
    connection = await asyncpg.connect(url_of(template))
    yield connection
    await connection.close()


@pytest.fixture
async def node(template: str, owner: Any) -> AsyncIterator[Node]:
    async with open_node(Settings(database_url=url_of(template), snapshot_every=8)) as (opened, _):
        yield opened


async def begun(node: Node) -> UUID:
    """A table in its first turn."""
    options = msgspec.json.encode({"minTurnsBeforeCall": 0})
    table = await open_table(node, ADA, game="cambio", options=options, seats=2)
    for person in (ADA, BOB):
        await take_seat(node, person, table.id)
        await ready(node, person.id, table.id, True)
    await start(node, ADA.id, table.id)
    for person in (ADA, BOB):
        await plays(node, person, table.id, "CONFIRM_INITIAL_VIEW")
    return table.id


async def on_turn(node: Node, table: UUID) -> Account:
    found = await node.tables.get(table)
    assert found is not None
    return (ADA, BOB)[found.to_act[0]]


async def a_turn(node: Node, table: UUID) -> int:
    who = await on_turn(node, table)
    await plays(node, who, table, "DRAW_CARD", source="deck")
    return (await plays(node, who, table, "SWAP_CARD", position=0)).version


async def test_20_3_whoever_calls_reads_it_in_the_record(node: Node, owner: Any) -> None:
    for _ in range(5):
        table = await begun(node)
        who = await on_turn(node, table)

        answer = await call(node, who.id, table, "cambio", b"{}")

        row = await owner.fetchrow(
            "SELECT s.phase, s.cambio_caller_id, p.version FROM game_session AS s"
            " JOIN projection AS p ON p.table_id = s.id WHERE s.id = $1",
            table,
        )
        assert row["version"] >= answer["version"]
        assert (row["phase"], str(row["cambio_caller_id"])) == ("final_round", answer["cambioCallerId"])


async def test_19_1_every_version_is_true_when_it_is_projected(node: Node, owner: Any) -> None:
    table = await begun(node)
    for _ in range(6):
        version = await a_turn(node, table)
        assert await node.projector.until(CAMBIO, table, version)
        assert await check(node.projector.sources, node.projection, table) == []


IN_THE_WAY = """
INSERT INTO turn (id, game_session_id, player_id, turn_number, created_at)
SELECT $2, game_session_id, id, 3, now() FROM player WHERE game_session_id = $1 LIMIT 1
"""


async def test_19_1_a_key_of_the_record_refuses_no_move(node: Node, owner: Any) -> None:
    """Somebody put a turn into the table by hand; the game is played on, and the record is repaired later."""
    table, other = await begun(node), await begun(node)
    await owner.execute(IN_THE_WAY, table, uuid4())

    versions = [await a_turn(node, table) for _ in range(5)]
    await a_turn(node, other)
    await node.projector.idle()

    found = await node.tables.get(table)
    assert found is not None
    assert (found.version, found.halted) == (versions[-1], None)
    assert await check(node.projector.sources, node.projection, other) == []
    finding = await _record(owner)
    assert f"{table} after " in finding.said
    assert "UniqueViolationError turn_game_session_id_turn_number_key" in finding.said
    assert finding.do == f"Run: rondel record rebuild --table {table}"

    assert await rebuild(node.projector.sources, node.projection, table) == versions[-1]
    assert await check(node.projector.sources, node.projection, table) == []
    assert (await _record(owner)).do is None


async def test_19_2_a_rule_of_the_record_refuses_no_move(
    node: Node, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session's row was broken past the triggers; the move that ends the game is kept all the same."""
    table = await begun(node)
    await node.projector.idle()
    monkeypatch.setattr(node.projector, "note", lambda _: None)
    await owner.execute("ALTER TABLE game_session DISABLE TRIGGER USER")
    await owner.execute("UPDATE game_session SET phase = 'final_round' WHERE id = $1", table)
    await owner.execute("ALTER TABLE game_session ENABLE TRIGGER USER")

    who = await on_turn(node, table)
    await plays(node, who, table, "CALL_CAMBIO")
    await a_turn(node, table)

    found = await node.tables.get(table)
    assert found is not None
    assert (found.status, found.halted) == ("completed", None)
    assert await bring_up(node.projector.sources, node.projection, table) == found.version
    assert await check(node.projector.sources, node.projection, table) == []


async def test_19_1_a_node_that_was_killed_leaves_its_record_to_another(
    node: Node, template: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node.projector, "note", lambda _: None)
    table = await begun(node)
    version = await a_turn(node, table)

    async with open_node(Settings(database_url=url_of(template))) as (other, _):
        job = asyncio.create_task(other.projector.run())
        async with asyncio.timeout(10):
            while (await node.projection.versions([table])).get(table, 0) < version:
                await asyncio.sleep(0.05)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)

    assert await check(node.projector.sources, node.projection, table) == []


async def test_19_1_rows_that_an_older_node_wrote_with_the_move_are_made_equal(
    node: Node, owner: Any
) -> None:
    table = await begun(node)
    version = await a_turn(node, table)
    await node.projector.idle()
    await owner.execute("UPDATE projection SET version = 2 WHERE table_id = $1", table)
    node.projector.forget()

    await node.projector.sweep()
    await node.projector.idle()
    async with asyncio.timeout(5):
        while (await node.projection.versions([table]))[table] < version:
            await asyncio.sleep(0.1)
            await node.projector.sweep()

    assert await check(node.projector.sources, node.projection, table) == []


async def test_19_6_an_ended_game_is_final_in_the_record(node: Node, owner: Any) -> None:
    table = await begun(node)
    who = await on_turn(node, table)
    await plays(node, who, table, "CALL_CAMBIO")
    version = await a_turn(node, table)
    await node.projector.until(CAMBIO, table, version)

    row = await owner.fetchrow("SELECT phase, is_record_final FROM game_session WHERE id = $1", table)
    assert tuple(row) == ("completed", True)
    assert await owner.fetchval("SELECT count(*) FROM game_score WHERE game_session_id = $1", table) == 2
