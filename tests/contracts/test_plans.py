"""How many rows PostgreSQL visits: as many beside few tables that have ended as beside four times as many.

Nodes' statements run as on a node: in its role, with the settings of its pool. PostgreSQL counts each row
that a statement reads from a table and each entry that it reads from an index, also where a trigger does.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from hashlib import md5, sha256
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import msgspec
import pytest

from rondel.server.adapters.postgres import (
    chats,
    deadlines,
    journal,
    notices,
    orders,
    people,
    placement,
    projection,
    tables,
)
from rondel.server.adapters.postgres.pool import connected
from rondel.server.maintenance import move_to_archive, prune
from rondel.server.maintenance.owner import as_owner
from rondel.server.ports.journal import OutboxRow
from rondel.server.ports.projection import ProjectionWrite
from rondel.server.ports.tables import NO_TABLE
from tests.contracts.conftest import a_place, an_entry, on_postgres
from tests.contracts.databases import copied, emptied, migrated, url_of
from tests.load.stored import fill

FEW, MANY = 1_500, 6_000
"""How many tables there are."""

FEW_RUN, MANY_RUN = 150, 600
"""How many of them are played; nearly all others have ended."""

ORDERS = 2
"""How many standing orders each table has that is played."""

_LIVE = (
    "UPDATE deadline SET due_at = now_ms() - 1000",
    f"""
    INSERT INTO standing_order (id, table_id, seat, account_id, body, version)
    SELECT gen_random_uuid(), s.id, n, a.id, '', 2
    FROM game_session AS s
    CROSS JOIN generate_series(1, {ORDERS}) AS n CROSS JOIN (SELECT id FROM account LIMIT 1) AS a
    WHERE s.status = 'active'
    """,
    "VACUUM ANALYZE",
)


class Sizes(NamedTuple):
    """The URLs of three databases."""

    small: str
    long_played: str
    """With four times as many tables that have ended."""

    full: str
    """With four times as many tables, also of those that are played."""


@pytest.fixture(scope="module")
def sizes() -> Iterator[Sizes]:
    with migrated() as small, migrated() as long_played, migrated() as full:
        asyncio.run(_fill(url_of(small), FEW, running=FEW_RUN))
        asyncio.run(_fill(url_of(long_played), MANY, running=FEW_RUN))
        asyncio.run(_fill(url_of(full), MANY, running=MANY_RUN))
        yield Sizes(url_of(small), url_of(long_played), url_of(full))


async def _fill(url: str, tables: int, *, running: int) -> None:
    async with as_owner(url) as owner:
        await fill(owner, tables, running=running)
        for statement in _LIVE:
            await owner.execute(statement)


@pytest.fixture
async def many(sizes: Sizes) -> AsyncIterator[str]:
    """The URL of a copy where many tables have ended."""
    async with copied(sizes.long_played.rpartition("/")[2]) as url:
        yield url


_READ = """
SELECT sum(pg_stat_get_xact_tuples_returned(oid))::bigint FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i')
"""


async def visited(connection: Any, statement: str, *arguments: object) -> int:
    """How many rows and entries of indexes this statement reads."""
    await _visited_once(connection, statement, *arguments)  # makes the plan
    return await _visited_once(connection, statement, *arguments)


async def _visited_once(connection: Any, statement: str, *arguments: object) -> int:
    """The same; what the statement changes is taken back."""
    transaction = connection.transaction()
    await transaction.start()
    before: int = await connection.fetchval(_READ)
    await connection.fetch(statement, *arguments)
    after: int = await connection.fetchval(_READ)
    await transaction.rollback()
    return after - before


def stored(what: str) -> UUID:
    """The id of an account or a table of `fill`."""
    return UUID(md5(what.encode(), usedforsecurity=False).hexdigest())


WHO, TABLE = stored("account 1"), stored("table 1")

STATEMENTS: dict[str, tuple[str, tuple[object, ...]]] = {
    "lobby: open tables": (tables._PUBLIC, (20,)),
    "lobby: running tables": (tables._RUNNING, (50,)),
    "lobby: by code": (tables._BY_CODE, ("S77",)),
    "a table": (tables._GET, (TABLE,)),
    "a table, for somebody": (tables._VISIBLE, (TABLE, WHO, None)),
    "a rematch": (tables._REMATCH_OF, (TABLE,)),
    "open tables of a host": (tables._COUNT_OPEN, (WHO,)),
    "halted tables": (tables._HALTED, (50,)),
    "running tables, all": (tables._ACTIVE, (NO_TABLE, 100)),
    "history": (tables._OF_ACCOUNT, (WHO, 50)),
    "a running lesson": (tables._RUNNING_LESSON, (WHO, "seed")),
    "chat": (chats._LATEST, (TABLE, 100)),
    "profile: account": (people._ACCOUNT, (WHO,)),
    "profile: by address": (people._BY_EMAIL, ("a@example.org",)),
    "profile: sessions": (people._SESSIONS, (WHO,)),
    "a session": (people._SEEN, ([sha256(str(WHO).encode()).digest()], 1, 60_000)),
    "people by name": (people._SEARCH, ("person 12%", 20)),
    "deadlines: claim": (deadlines._CLAIM, (50, 1_000)),
    "deadlines: next": (deadlines._NEXT_DUE, ()),
    "deadlines: of a table": (deadlines._DUE_AT, (TABLE,)),
    "notices: take": (notices._TAKE, (50, 1_000)),
    "notices: claim": (notices._CLAIM, (50, 1_000)),
    "notices: sending": (notices._SENDING, (TABLE, 1_000)),
    "notices: forget": (notices._FORGET, (1,)),
    "orders: claim": (orders._CLAIM, (50, 1_000)),
    "orders of an account": (orders._OF_ACCOUNT, (WHO, TABLE)),
    "bots to act": (journal._BOTS_TO_ACT, (50, NO_TABLE)),
    "rows": (journal._ROWS, (TABLE, 0, 9)),
    "looks": (journal._LOOKS, ([TABLE, NO_TABLE],)),
    "a look": (journal._LOOK, (TABLE, WHO)),
    "heads": (journal._HEADS, ([TABLE, WHO], [0, 0], [0, 0])),
    "a snapshot": (journal._NEWEST_SNAPSHOT, (TABLE, 9)),
    "record: behind": (projection._BEHIND, (["cambio"], 1_000, NO_TABLE, 50)),
    "record: versions": (projection._VERSIONS, ([TABLE],)),
    "record: settle": (projection._SETTLE, (["cambio"], 50)),
    "placement: reserve": (placement._RESERVE, ("AAAAAAAA", TABLE)),
    "notices: sending elsewhere": (notices._SENDING_ELSEWHERE, (uuid4(), 1)),
}
"""What nodes send."""

COMMANDS: dict[str, tuple[str, tuple[object, ...]]] = {
    "archive": (move_to_archive._MOVED, (stored("table 99"), 2)),
    "prune: who is seated in a cell": (prune._SEATED, ([WHO],)),
    **{
        f"prune: {kind.name}": (
            f"{kind.finds} LIMIT {prune.BATCH}",
            (2**40, *([[uuid4()]] if kind is prune.GUESTS else ())),
        )
        for kind in prune.KINDS
    },
}
"""What commands send, as the owner of the database."""

COMPARES_ALL = {"prune: sessions", "prune: snapshots", "prune: guests"}
"""Commands that look at each session, snapshot or guest, a few times at most: an index by the end of sessions
would be written with every visit."""


@pytest.mark.parametrize("what", STATEMENTS)
async def test_a_node_visits_no_more_rows_where_there_are_more_tables(sizes: Sizes, what: str) -> None:
    statement, arguments = STATEMENTS[what]

    small, long_played, full = [await _visited_by_a_node(url, statement, *arguments) for url in sizes]

    assert long_played <= 2 * small + 20
    if what == "orders: claim":  # the orders of running tables, each once or twice
        assert full <= 3 * MANY_RUN * ORDERS
    else:
        assert full <= 2 * small + 20


async def _visited_by_a_node(url: str, statement: str, *arguments: object) -> int:
    async with connected(url, most=1) as pool, pool.acquire() as connection:
        return await visited(connection, statement, *arguments)


@pytest.mark.parametrize("what", COMMANDS)
async def test_a_command_visits_no_more_rows_than_it_must(sizes: Sizes, what: str) -> None:
    statement, arguments = COMMANDS[what]
    counts = []
    for url in sizes:
        async with as_owner(url) as owner:
            counts.append(await visited(owner, statement, *arguments))

    small, *large = counts
    assert max(large) <= (6 * MANY if what in COMPARES_ALL else 2 * small + 20)


async def test_a_missing_index_is_found(many: str) -> None:
    async with as_owner(many) as owner:
        await owner.execute("DROP INDEX game_session_halted")

    assert await _visited_by_a_node(many, tables._HALTED, 50) >= MANY


async def test_a_plan_made_in_an_empty_database_is_replaced_when_it_has_filled(template: str) -> None:
    url = url_of(template)
    await emptied(url)
    async with as_owner(url) as owner, connected(url, most=1) as pool, pool.acquire() as node:
        await owner.execute("VACUUM ANALYZE")
        for statement, arguments in STATEMENTS.values():
            await visited(node, statement, *arguments)
        await _fill(url, FEW, running=FEW_RUN)

        for what, (statement, arguments) in STATEMENTS.items():
            assert await visited(node, statement, *arguments) <= 6 * FEW_RUN, what


async def test_a_table_is_played_with_no_more_rows_visited_where_there_are_more_tables(sizes: Sizes) -> None:
    small, *large = [await _visited_by_a_game(url) for url in sizes]

    assert max(large) <= 1.5 * small


async def _visited_by_a_game(url: str) -> int:
    """All that is read while a table of Cambio is opened, played, projected, handed over and abandoned."""
    before = await _read_by_all(url)
    async with on_postgres(url) as store:
        places = [a_place(seat, await store.person(f"Anna {uuid4().hex[:8]}")) for seat in range(2)]
        table = await store.open(game="cambio", seats=2)
        for place in places:
            assert await store.seating.take(table.id, place)
        assert await store.seating.begin(table.id, b"header", [place.id for place in places])
        for version in range(1, 21):
            entry = an_entry(
                table.id, version, due_at=1, outbox=(OutboxRow("turn", version % 2),), header=b"header"
            )
            assert await store.append(entry) is not None
            turn = {"id": str(table.id), "version": version, "turn_number": version, "phase": "playing"}
            turn["current_turn_player_id"] = str(places[version % 2].id)
            record = msgspec.json.encode({"game_session": [turn]})
            write = ProjectionWrite(table.id, version - 1, version, bytes(32), record)
            assert await store.projection.write([write]) == {table.id}
        assert await store.seating.stand_in(table.id, 1, "easy")
        assert places[1].account is not None
        assert await store.seating.hand_over(table.id, 1, places[1].account, await store.person("Cy"), "Cy")
        assert await store.seating.abandon(table.id)
        await store.people.delete(places[0].account or uuid4())
    return await _read_by_all(url) - before


_OTHERS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def _read_by_all(url: str) -> int:
    """What was read by sessions that have ended."""
    async with as_owner(url) as owner:
        while await owner.fetchval(_OTHERS):
            await asyncio.sleep(0.02)
        read: int = await owner.fetchval(
            "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_user_tables"
        )
        return read


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
            (journal._CONFIRM, ([table.id], [3], [entry.prior_digest])),
        ):
            plan = await explained(node, statement, *arguments, how="ANALYZE")
            assert partitions(plan) == {place}, statement
        assert len(await store.journal.rows(table.id)) == 4


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
