"""Cambio's record on PostgreSQL: it follows every move, an endpoint waits for it, and it stops no game."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.server.app import open_node
from rondel.server.doctor import _record
from rondel.server.flows.calls import call
from rondel.server.flows.open_table import open_table
from rondel.server.flows.play import fire
from rondel.server.flows.seats import ready, start, take_seat
from rondel.server.jobs.deadlines import DeadlineLoop
from rondel.server.node import Node
from rondel.server.ports import Account
from rondel.server.record import bring_up, check, rebuild
from rondel.server.settings import Settings
from rondel.wire.shelf import take
from tests.contracts.databases import url_of
from tests.server.nodes import plays, somebody

RULEBOOK = "cambio"
ADA, BOB = somebody("Ada"), somebody("Bob")
CAMBIO = take("cambio")


@pytest.fixture
async def node(template: str, owner: Any) -> AsyncIterator[Node]:
    async with open_node(Settings(database_url=url_of(template), snapshot_every=8)) as (opened, _):
        yield opened


async def begun(node: Node, **chosen: object) -> UUID:
    """A table in its first turn."""
    options = msgspec.json.encode({"minTurnsBeforeCall": 0, **chosen})
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


POWERS = ("peek_own", "peek_opponent", "look_own")


async def about_to_peek(node: Node, table: UUID) -> tuple[Account, str]:
    """Somebody has discarded a card whose power shows a card."""
    while True:
        who = await on_turn(node, table)
        await plays(node, who, table, "DRAW_CARD", source="deck")
        position = await node.rooms.room(table).current()
        seat = (ADA, BOB).index(who)
        held = position.game.view(position.state, seat).held
        if held.power in POWERS:
            await plays(node, who, table, "DISCARD_CARD")
            return who, held.power
        await plays(node, who, table, "SWAP_CARD", position=0)


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


async def test_20_3_whoever_peeks_reads_the_card_as_peeking_at_once(node: Node, owner: Any) -> None:
    """Rules 20.3, 19.6: the endpoint reads its own writes, and a skip or a confirmation hides the card."""
    table = await begun(node)
    who, power = await about_to_peek(node, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    body = msgspec.json.encode({"powerType": power, "slots": slots})

    answer = await call(node, who.id, table, "power", body)
    (row,) = await owner.fetch(SHOWN, table)
    seen = await plays(node, who, table, "ACKNOWLEDGE_REVEAL")
    assert await node.projector.until(CAMBIO, table, seen.version)

    assert row["version"] >= answer["version"]
    assert (row["location"], row["is_now"], row["seat"], row["by_seat"]) == ("hand", True, target, seat)
    assert row["id"] == row["target_card_id"]
    assert slots in ([], [{"seat": target, "position": row["position"]}])
    assert await owner.fetch(SHOWN, table) == []
    hidden = "SELECT visibility, shown_until FROM card WHERE id = $1"
    assert tuple(await owner.fetchrow(hidden, row["id"])) == ("hidden", None)


GUIDE = Path(__file__).parents[2] / "docs" / "operate" / "record.md"


async def test_19_6_the_statements_of_the_guide_say_where_cards_lie_and_who_looks(
    node: Node, owner: Any
) -> None:
    table = await begun(node)
    who, power = await about_to_peek(node, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    await call(node, who.id, table, "power", msgspec.json.encode({"powerType": power, "slots": slots}))

    blocks = GUIDE.read_text().split("```sql\n")[1:]
    statements = [each for block in blocks for each in block.split("```")[0].split(";") if each.strip()]
    active, cards, looking = [
        await owner.fetch(statement.replace(":table", f"'{table}'")) for statement in statements[:3]
    ]

    assert [(row["id"], row["recorded"] - row["version"], row["failed"]) for row in active] == [
        (table, 0, None)
    ]
    assert len(cards) == 52
    assert [(row["looking"], row["holder"]) for row in looking] == [(who.name, ("Ada", "Bob")[target])]


async def test_19_6_nobody_needs_to_come_for_a_peek_to_end(node: Node, owner: Any) -> None:
    """Rules 19.6, 5.13: the House's own row hides it, and the record follows."""
    table = await begun(node, peekMs=1000)
    who, power = await about_to_peek(node, table)
    seat = (ADA, BOB).index(who)
    target = 1 - seat if power == "peek_opponent" else seat
    slots = [] if power == "look_own" else [{"seat": target, "position": 1}]
    await call(node, who.id, table, "power", msgspec.json.encode({"powerType": power, "slots": slots}))
    assert len(await owner.fetch(SHOWN, table)) == 1

    job = asyncio.create_task(DeadlineLoop(node.deadlines, node.now, partial(fire, node)).run())
    async with asyncio.timeout(10):
        while await owner.fetch(SHOWN, table):
            await asyncio.sleep(0.02)
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)

    assert await check(node.projector.sources, node.projection, table) == []


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


async def test_19_2_a_phase_that_somebody_set_refuses_no_move(node: Node, owner: Any) -> None:
    """The record cannot go back to the phase that is played; the game ends all the same."""
    table = await begun(node)
    await node.projector.idle()
    await owner.execute("ALTER TABLE game_session DISABLE TRIGGER USER")
    await owner.execute("UPDATE game_session SET phase = 'completed' WHERE id = $1", table)
    await owner.execute("ALTER TABLE game_session ENABLE TRIGGER USER")

    await plays(node, await on_turn(node, table), table, "CALL_CAMBIO")
    await node.projector.idle()
    finding = await _record(owner)
    await a_turn(node, table)

    found = await node.tables.get(table)
    assert found is not None
    assert (found.status, found.halted) == ("completed", None)
    assert "cambio: no phase comes back" in finding.said
    assert await rebuild(node.projector.sources, node.projection, table) == found.version
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
