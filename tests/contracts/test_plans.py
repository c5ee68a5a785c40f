"""How PostgreSQL finds rows among very many: by indexes, and in one partition of the journal.

The statements are the ones that nodes and commands send. The planner chooses as it would
anywhere: 20 000 tables, up-to-date statistics, sequential scans allowed.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.server import archiving, prune
from rondel.server.owner import as_owner
from rondel.server.ports import NO_TABLE, OutboxRow, ProjectionWrite
from rondel.server.postgres import deadlines, journal, notices, orders, people, placement, projection, tables
from rondel.server.postgres.pool import connected
from rondel.server.prune import DAY_MS
from tests.contracts.conftest import a_place, an_entry, on_postgres
from tests.contracts.databases import copied, migrated, url_of
from tests.load.stored import fill


def nodes(plan: Any) -> Iterator[dict[str, Any]]:
    """Every node of a plan."""
    yield plan
    for each in plan.get("Plans", ()):
        yield from nodes(each)


async def explained(
    connection: Any, statement: str, *arguments: object, how: str, plans: str = "generic"
) -> list[dict[str, Any]]:
    """The nodes of the plan: made for these arguments (`custom`), or for all, as on a node of the server."""
    types = (await connection.prepare(statement)).get_parameters()
    values = [
        await connection.fetchval(f"SELECT quote_nullable(${1}::{kind.name})", value)
        for kind, value in zip(types, arguments, strict=True)
    ]
    await connection.execute(f"SET plan_cache_mode = force_{plans}_plan; PREPARE asked AS {statement}")
    execute = f"EXECUTE asked ({', '.join(values)})" if values else "EXECUTE asked"
    found = await connection.fetchval(f"EXPLAIN ({how}, FORMAT JSON) {execute}")
    await connection.execute("DEALLOCATE asked")
    return list(nodes(msgspec.json.decode(found)[0]["Plan"]))


def partitions(plan: list[dict[str, Any]]) -> set[str]:
    """The partitions of the journal that were looked into."""
    names = {node["Relation Name"] for node in plan if node.get("Actual Loops") and "Relation Name" in node}
    return {name for name in names if name.startswith("journal_")}


TABLES = 20_000


@pytest.fixture(scope="module")
def filled() -> Iterator[str]:
    """The name of a database with very many tables."""
    with migrated() as name:
        asyncio.run(_fill(url_of(name)))
        yield name


async def _fill(url: str) -> None:
    async with as_owner(url) as owner:
        await fill(owner, TABLES)


@pytest.fixture
async def many(filled: str) -> AsyncIterator[str]:
    async with copied(filled) as url:
        yield url


async def test_an_append_touches_one_partition_and_so_does_reading(many: str) -> None:
    async with on_postgres(many) as store, connected(many) as pool, pool.acquire() as node:
        table = await store.open()
        for version in range(1, 4):
            assert await store.append(an_entry(table.id, version)) is not None
        place = await node.fetchval(
            "SELECT DISTINCT tableoid::regclass::text FROM journal WHERE table_id = $1", table.id
        )
        revision = await store.revision(table.id)
        entry = an_entry(table.id, 4, revision=revision, outbox=(OutboxRow("turn", 0),))
        append, columns = journal._append([entry])

        for statement, arguments in (
            (append, (0, *columns)),
            (journal._ROWS, (table.id, 0, 9)),
            (journal._LOOK, (table.id, entry.row.action_id)),
            (journal._LOOKS, ([table.id],)),
        ):
            plan = await explained(node, statement, *arguments, how="ANALYZE")
            assert partitions(plan) == {place}, statement
        assert len(await store.journal.rows(table.id)) == 4


def now_ms() -> int:
    return round(1_000 * time.time())


WHO, TABLE = UUID(int=1), UUID(int=2)

STATEMENTS: dict[str, tuple[str, tuple[object, ...]]] = {
    "lobby: open tables": (tables._PUBLIC, (50,)),
    "lobby: running tables": (tables._RUNNING, (50,)),
    "lobby: by code": (tables._BY_CODE, ("S77",)),
    "a table": (tables._VISIBLE, (TABLE, WHO, None)),
    "a rematch": (tables._REMATCH_OF, (TABLE,)),
    "open tables of a host": (tables._COUNT_OPEN, (WHO,)),
    "halted tables": (tables._HALTED, (50,)),
    "running tables, all": (tables._ACTIVE, (NO_TABLE, 500)),
    "history": (tables._OF_ACCOUNT, (WHO, 50)),
    "a running lesson": (tables._RUNNING_LESSON, (WHO, "seed")),
    "profile: account": (people._ACCOUNT, (WHO,)),
    "profile: by address": (people._BY_EMAIL, ("a@example.org",)),
    "profile: sessions": (people._SESSIONS, (WHO,)),
    "a session": (people._SEEN, ([b"token"], 1, 60_000)),
    "people by name": (people._SEARCH, ("person 12%", 20)),
    "deadlines: claim": (deadlines._CLAIM, (50, 1_000)),
    "deadlines: next": (deadlines._NEXT_DUE, ()),
    "notices: take": (notices._TAKE, (50, 1_000)),
    "notices: claim": (notices._CLAIM, (50, 1_000)),
    "notices: sending": (notices._SENDING, (TABLE, 1_000)),
    "notices: forget": (notices._FORGET, (1,)),
    "orders: claim": (orders._CLAIM, (50, 1_000)),
    "orders of an account": (orders._OF_ACCOUNT, (WHO, TABLE)),
    "bots to act": (journal._BOTS_TO_ACT, (50, NO_TABLE)),
    "heads": (journal._HEADS, ([TABLE, WHO], [0, 0], [0, 0])),
    "a snapshot": (journal._NEWEST_SNAPSHOT, (TABLE, 9)),
    "record: behind": (projection._BEHIND, (["cambio"], 1_000, NO_TABLE, 50)),
    "record: older": (projection._OLDER, (["cambio"], NO_TABLE, 50)),
    "archive": (archiving._MOVED, (TABLE, 2)),
    "prune: who is seated in a cell": (prune._SEATED, ([uuid4()],)),
    "placement: reserve": (placement._RESERVE, ("AAAAAAAA", TABLE)),
    "notices: sending elsewhere": (notices._SENDING_ELSEWHERE, (uuid4(), 1)),
    **{
        f"prune: {kind.name}": (
            f"{kind.finds} LIMIT {prune.BATCH}",
            (now_ms() - kind.days * DAY_MS, *([[uuid4()]] if kind is prune.GUESTS else ())),
        )
        for kind in prune.KINDS
    },
}


READ_WHOLE = {
    "prune: sessions": {"session_token", "login_link", "challenge", "invite"},
    "prune: snapshots": {"snapshot", "game_session"},
}
"""What a command may read whole. Expired sessions go, so there are as many as people lately came; an index by
their end would be written with every visit. Snapshots are compared with all others; one stays per table."""

SMALL = {"cell", "deadline", "outbox", "standing_order"}
"""One row, or rows of running tables only: these do not grow with what was played."""


@pytest.mark.parametrize("what", STATEMENTS)
async def test_no_statement_reads_a_growing_table_from_end_to_end(filled: str, what: str) -> None:
    statement, arguments = STATEMENTS[what]
    plans = "custom" if what.startswith("prune") else "generic"  # as a command and as a node of the server

    async with as_owner(url_of(filled)) as connection:
        plan = await explained(connection, statement, *arguments, how="COSTS", plans=plans)

    assert scanned(plan) - SMALL - READ_WHOLE.get(what, set()) == set()


def scanned(plan: list[dict[str, Any]]) -> set[str]:
    """The relations that are read from their beginning to their end."""
    return {node["Relation Name"] for node in plan if node["Node Type"] == "Seq Scan"}


async def test_a_missing_index_is_found(many: str) -> None:
    async with as_owner(many) as owner:
        await owner.execute("DROP INDEX game_session_halted")
        plan = await explained(owner, STATEMENTS["halted tables"][0], 50, how="COSTS")

    assert scanned(plan) == {"game_session"}


async def test_the_row_of_a_table_is_updated_without_touching_its_indexes(many: str) -> None:
    """HOT updates, by what PostgreSQL counts: a move updates the row once, its record once more."""
    moves, places = 200, [a_place(seat, uuid4()) for seat in range(2)]
    async with as_owner(many) as owner:
        before = await _updates(owner)
    async with on_postgres(many) as store:
        table = await store.open(game="cambio", seats=2)
        for place in places:
            assert await store.seating.take(table.id, place)
        assert await store.seating.begin(table.id, b"header", [place.id for place in places])
        for version in range(1, moves + 1):
            entry = an_entry(table.id, version, to_act=(version % 2,), header=b"header")
            found = await store.tables.get(table.id)
            assert found is not None
            assert await store.append(msgspec.structs.replace(entry, revision=found.revision)) is not None
            turn = {"id": str(table.id), "version": version, "turn_number": version, "phase": "playing"}
            turn["current_turn_player_id"] = str(places[version % 2].id)
            record = msgspec.json.encode({"game_session": [turn]})
            write = ProjectionWrite(table.id, version - 1, version, bytes(32), record)
            assert await store.projection.write([write]) == {table.id}

    async with as_owner(many) as owner:  # the connections of the node are closed: what they did is counted
        after = await _updates(owner)
    updates, hot = after[0] - before[0], after[1] - before[1]
    assert updates >= 2 * moves
    assert hot > 0.9 * updates, f"{hot} of {updates}"


async def test_a_player_is_removed_without_reading_all_tables(many: str) -> None:
    """Each foreign key to a player is checked by an index, on both sides."""
    async with on_postgres(many) as store, as_owner(many) as owner:
        table = await store.open()
        place = a_place(0, uuid4())
        assert await store.seating.take(table.id, place)
        scans = "SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'game_session'"
        async with owner.transaction():
            await owner.execute("DELETE FROM player WHERE id = $1", place.id)
            assert await owner.fetchval(scans) == 0


async def _updates(owner: Any) -> tuple[int, int]:
    """How often rows of tables were updated, and how often without touching an index."""
    counted = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'game_session'"
    updates, hot = await owner.fetchrow(counted)
    return updates, hot
