"""Cambio's record on PostgreSQL: it follows every move, an endpoint waits for it, and it stops no game."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.flows.play.calls import call
from rondel.server.flows.play.move import fire
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.jobs.fire_deadlines import DeadlineLoop
from rondel.server.maintenance.doctor import _record
from rondel.server.ports.people import Account
from rondel.server.record.rows import check, rebuild, sync
from rondel.server.settings import Constants, Settings
from rondel.server.startup.app import open_node
from rondel.wire.registry import load_game
from tests.contracts.databases import url_of
from tests.server.nodes import plays, somebody

RULEBOOK = "cambio"
ADA, BOB = somebody("Ada"), somebody("Bob")
CAMBIO = load_game("cambio")


@pytest.fixture
async def cell(template: str, owner: Any) -> AsyncIterator[Cell]:
    async with open_node(Settings(database_url=url_of(template), constants=Constants(snapshot_every=8))) as (
        cells,
        _,
    ):
        yield cells.home


async def begun(cell: Cell, **chosen: object) -> UUID:
    """A table in its first turn."""
    options = msgspec.json.encode({"minTurnsBeforeCall": 0, **chosen})
    table = await open_table(Cells(cell), ADA, game="cambio", options=options, seats=2)
    for person in (ADA, BOB):
        await take_seat(cell, person, table.id)
        await ready(cell, person.id, table.id, True)
    await start(cell, ADA.id, table.id)
    for person in (ADA, BOB):
        await plays(cell, person, table.id, "CONFIRM_INITIAL_VIEW")
    return table.id


async def on_turn(cell: Cell, table: UUID) -> Account:
    found = await cell.tables.get(table)
    assert found is not None
    return (ADA, BOB)[found.to_act[0]]


async def a_turn(cell: Cell, table: UUID) -> int:
    who = await on_turn(cell, table)
    await plays(cell, who, table, "DRAW_CARD", source="deck")
    return (await plays(cell, who, table, "SWAP_CARD", position=0)).version


async def test_20_3_whoever_calls_reads_it_in_the_record(cell: Cell, owner: Any) -> None:
    for _ in range(5):
        table = await begun(cell)
        who = await on_turn(cell, table)

        answer = await call(cell, who.id, table, "cambio", b"{}")

        row = await owner.fetchrow(
            "SELECT s.phase, s.cambio_caller_id, p.version FROM game_session AS s"
            " JOIN projection AS p ON p.table_id = s.id WHERE s.id = $1",
            table,
        )
        assert row["version"] >= answer["version"]
        assert (row["phase"], str(row["cambio_caller_id"])) == ("final_round", answer["cambioCallerId"])


POWERS = ("peek_own", "peek_opponent", "look_own")


async def about_to_peek(cell: Cell, table: UUID) -> tuple[Account, str]:
    """Somebody has discarded a card whose power shows a card."""
    while True:
        who = await on_turn(cell, table)
        await plays(cell, who, table, "DRAW_CARD", source="deck")
        position = await cell.rooms.room(table).current()
        seat = (ADA, BOB).index(who)
        held = position.game.view(position.state, seat).held
        if held.power in POWERS:
            await plays(cell, who, table, "DISCARD_CARD")
            return who, held.power
        await plays(cell, who, table, "SWAP_CARD", position=0)


SHOWN = """
SELECT c.id, c.location, c.position, c.visibility, c.shown_until > now() AS is_now, h.seat, p.version,
    s.target_card_id, a.seat AS by_seat
FROM card AS c
JOIN player AS h ON h.id = c.player_id
JOIN projection AS p ON p.table_id = c.game_session_id
JOIN game_session AS g ON g.id = c.game_session_id
JOIN turn AS t ON t.game_session_id = g.id AND t.turn_number = g.turn_number
JOIN special_power AS s ON s.turn_id = t.id
JOIN player AS a ON a.id = s.activated_by_id
WHERE c.game_session_id = $1 AND c.visibility = 'peeking'
"""


async def test_20_3_whoever_peeks_reads_the_card_as_peeking_at_once(cell: Cell, owner: Any) -> None:
    """Rules 20.3, 19.6: the endpoint reads its own writes, and a skip or a confirmation hides the card."""
    table = await begun(cell)
    who, power = await about_to_peek(cell, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    body = msgspec.json.encode({"powerType": power, "slots": slots})

    answer = await call(cell, who.id, table, "power", body)
    (row,) = await owner.fetch(SHOWN, table)
    seen = await plays(cell, who, table, "ACKNOWLEDGE_REVEAL")
    assert await cell.projector.until(CAMBIO, table, seen.version)

    assert row["version"] >= answer["version"]
    assert (row["location"], row["is_now"], row["seat"], row["by_seat"]) == ("hand", True, target, seat)
    assert row["id"] == row["target_card_id"]
    assert slots in ([], [{"seat": target, "position": row["position"]}])
    assert await owner.fetch(SHOWN, table) == []
    hidden = "SELECT visibility, shown_until FROM card WHERE id = $1"
    assert tuple(await owner.fetchrow(hidden, row["id"])) == ("hidden", None)


GUIDE = Path(__file__).parents[3] / "docs" / "operate" / "record.md"


async def test_19_6_the_statements_of_the_guide_say_where_cards_lie_and_who_looks(
    cell: Cell, owner: Any
) -> None:
    table = await begun(cell)
    who, power = await about_to_peek(cell, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    await call(cell, who.id, table, "power", msgspec.json.encode({"powerType": power, "slots": slots}))

    blocks = GUIDE.read_text().split("```sql\n")[1:]
    statements = [each for block in blocks for each in block.split("```")[0].split(";") if each.strip()]
    active, cards, peeks = [
        await owner.fetch(statement.replace(":table", f"'{table}'")) for statement in statements[:3]
    ]

    assert [(row["id"], row["recorded"] - row["version"], row["failed"]) for row in active] == [
        (table, 0, None)
    ]
    assert len(cards) == 52
    assert [(row["looking"], row["holder"]) for row in peeks] == [(who.name, ("Ada", "Bob")[target])]


async def test_19_6_nobody_needs_to_come_for_a_peek_to_end(cell: Cell, owner: Any) -> None:
    """Rules 19.6, 5.13: the House's own row hides it, and the record follows."""
    table = await begun(cell, peekMs=1000)
    who, power = await about_to_peek(cell, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    await call(cell, who.id, table, "power", msgspec.json.encode({"powerType": power, "slots": slots}))
    assert len(await owner.fetch(SHOWN, table)) == 1

    job = asyncio.create_task(DeadlineLoop(cell.deadlines, cell.now, partial(fire, cell)).run())
    async with asyncio.timeout(10):
        while await owner.fetch(SHOWN, table):
            await asyncio.sleep(0.02)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)

    assert await check(cell.projector.sources, cell.projection, table) == []


async def test_19_1_every_version_is_true_when_it_is_projected(cell: Cell, owner: Any) -> None:
    table = await begun(cell)
    for _ in range(6):
        version = await a_turn(cell, table)
        assert await cell.projector.until(CAMBIO, table, version)
        assert await check(cell.projector.sources, cell.projection, table) == []


IN_THE_WAY = """
INSERT INTO turn (id, game_session_id, player_id, turn_number, created_at)
SELECT $2, game_session_id, id, 3, now() FROM player WHERE game_session_id = $1 LIMIT 1
"""


async def test_19_1_a_key_of_the_record_refuses_no_move(cell: Cell, owner: Any) -> None:
    """Somebody put a turn into the table by hand; the game is played on, and the record is repaired later."""
    table, other = await begun(cell), await begun(cell)
    await owner.execute(IN_THE_WAY, table, uuid4())

    versions = [await a_turn(cell, table) for _ in range(5)]
    await a_turn(cell, other)
    await cell.projector.idle()

    found = await cell.tables.get(table)
    assert found is not None
    assert (found.version, found.halted) == (versions[-1], None)
    assert await check(cell.projector.sources, cell.projection, other) == []
    finding = await _record(owner)
    assert f"{table} after " in finding.message
    assert "UniqueViolationError turn_game_session_id_turn_number_key" in finding.message
    assert finding.do == f"Run: rondel record rebuild --table {table}"

    assert await rebuild(cell.projector.sources, cell.projection, table) == versions[-1]
    assert await check(cell.projector.sources, cell.projection, table) == []
    assert (await _record(owner)).do is None


async def test_19_2_a_rule_of_the_record_refuses_no_move(
    cell: Cell, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session's row was broken past the triggers; the move that ends the game is kept all the same."""
    table = await begun(cell)
    await cell.projector.idle()
    monkeypatch.setattr(cell.projector, "note", lambda _: None)
    await owner.execute("ALTER TABLE game_session DISABLE TRIGGER USER")
    await owner.execute("UPDATE game_session SET phase = 'final_round' WHERE id = $1", table)
    await owner.execute("ALTER TABLE game_session ENABLE TRIGGER USER")

    who = await on_turn(cell, table)
    await plays(cell, who, table, "CALL_CAMBIO")
    await a_turn(cell, table)

    found = await cell.tables.get(table)
    assert found is not None
    assert (found.status, found.halted) == ("completed", None)
    assert await sync(cell.projector.sources, cell.projection, table) == found.version
    assert await check(cell.projector.sources, cell.projection, table) == []


async def test_19_2_a_phase_that_somebody_set_refuses_no_move(cell: Cell, owner: Any) -> None:
    """The record cannot go back to the phase that is played; the game ends all the same."""
    table = await begun(cell)
    await cell.projector.idle()
    await owner.execute("ALTER TABLE game_session DISABLE TRIGGER USER")
    await owner.execute("UPDATE game_session SET phase = 'completed' WHERE id = $1", table)
    await owner.execute("ALTER TABLE game_session ENABLE TRIGGER USER")

    await plays(cell, await on_turn(cell, table), table, "CALL_CAMBIO")
    await cell.projector.idle()
    finding = await _record(owner)
    await a_turn(cell, table)

    found = await cell.tables.get(table)
    assert found is not None
    assert (found.status, found.halted) == ("completed", None)
    assert "cambio: no phase comes back" in finding.message
    assert await rebuild(cell.projector.sources, cell.projection, table) == found.version
    assert await check(cell.projector.sources, cell.projection, table) == []


async def test_19_1_a_node_that_was_killed_leaves_its_record_to_another(
    cell: Cell, template: str, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell.projector, "note", lambda _: None)
    table = await begun(cell)
    version = await a_turn(cell, table)

    async with open_node(Settings(database_url=url_of(template))) as (other, _):
        job = asyncio.create_task(other.home.projector.run())
        async with asyncio.timeout(10):
            while (await cell.projection.versions([table])).get(table, 0) < version:
                await asyncio.sleep(0.05)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)

    assert await check(cell.projector.sources, cell.projection, table) == []


async def test_19_1_rows_that_an_older_node_wrote_with_the_move_are_made_equal(
    cell: Cell, owner: Any
) -> None:
    table = await begun(cell)
    version = await a_turn(cell, table)
    await cell.projector.idle()
    await owner.execute("UPDATE projection SET version = 2 WHERE table_id = $1", table)
    cell.projector.drop_cache()

    await cell.projector.sweep()
    await cell.projector.idle()
    async with asyncio.timeout(5):
        while (await cell.projection.versions([table]))[table] < version:
            await asyncio.sleep(0.1)
            await cell.projector.sweep()

    assert await check(cell.projector.sources, cell.projection, table) == []


async def test_19_6_an_ended_game_is_final_in_the_record(cell: Cell, owner: Any) -> None:
    table = await begun(cell)
    who = await on_turn(cell, table)
    await plays(cell, who, table, "CALL_CAMBIO")
    version = await a_turn(cell, table)
    await cell.projector.until(CAMBIO, table, version)

    row = await owner.fetchrow("SELECT phase, is_record_final FROM game_session WHERE id = $1", table)
    assert tuple(row) == ("completed", True)
    assert await owner.fetchval("SELECT count(*) FROM game_score WHERE game_session_id = $1", table) == 2
