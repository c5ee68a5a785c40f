"""Revisions 0007 to 0009 on a database as 0006 left it: a game that has ended, one in play, one given up.

`data/revision_0006.sql.gz` holds the rows that a server of that revision wrote.
"""

import asyncio
import gzip
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import pytest

import rondel.server.record as record
from rondel.server.app import open_node
from rondel.server.migrations import VERSIONS, migrate, pending, written
from rondel.server.node import Node
from rondel.server.record import check, rebuild
from rondel.server.settings import Settings
from tests.contracts.databases import copied, created, url_of
from tests.contracts.test_projection import OLD_FAILED, OLD_WRITE

RULEBOOK = "cambio"

ENDED = UUID("01a1e0db-766a-7249-b806-ddacde4a8c6a")
PLAYED = UUID("01a1e0db-76db-7791-ab3a-9c8d2f77bad7")
GIVEN_UP = UUID("01a1e0db-7747-7319-8c7d-41ab5f63deb3")
BEGUN = (ENDED, PLAYED, GIVEN_UP)

ROWS = Path(__file__).parent / "data" / "revision_0006.sql.gz"


async def filled(url: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute(written(until="0006"))
    await connection.execute("SET session_replication_role = replica")
    await connection.execute(gzip.decompress(ROWS.read_bytes()).decode())
    await connection.close()


@pytest.fixture(scope="module")
def before() -> Iterator[str]:
    """A database of revision 0006."""
    with created() as name:
        asyncio.run(filled(url_of(name)))
        yield name


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    """Such a database that was migrated."""
    with created() as name:
        asyncio.run(filled(url_of(name)))
        migrate(url_of(name))
        yield name


@pytest.fixture
async def unmigrated(before: str) -> AsyncIterator[str]:
    async with copied(before) as url:
        yield url


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


@pytest.fixture
async def owner(database: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(database)
    yield connection
    await connection.close()


@pytest.fixture
async def node(database: str) -> AsyncIterator[Node]:
    async with open_node(Settings(database_url=database)) as (opened, _):
        yield opened


async def swept(node: Node) -> None:
    await node.projector.sweep()
    await node.projector.idle()


async def brought_up(node: Node) -> None:
    """Tables in play, then those that have ended."""
    await swept(node)
    await swept(node)


async def differences(node: Node, table: UUID) -> list[str]:
    return list(await check(node.projector.sources, node.projection, table))


CARDS = "SELECT * FROM card WHERE game_session_id = $1 ORDER BY id"

OTHER_ROWS = (
    "SELECT * FROM turn WHERE game_session_id = $1 ORDER BY id",
    "SELECT * FROM special_power WHERE game_session_id = $1 ORDER BY id",
    "SELECT * FROM game_score WHERE game_session_id = $1 ORDER BY id",
    "SELECT * FROM player WHERE game_session_id = $1 ORDER BY id",
    "SELECT * FROM game_session WHERE id = $1",
)


async def other_rows(owner: Any, table: UUID) -> list[Any]:
    return [await owner.fetch(query, table) for query in OTHER_ROWS]


async def test_19_1_nodes_write_the_cards_of_every_game_from_its_journal(node: Node, owner: Any) -> None:
    """Rules 19.1, 19.6: tables in play come first."""
    assert await node.projection.versions(BEGUN) == {ENDED: 0, PLAYED: 0, GIVEN_UP: 0}
    assert await differences(node, ENDED) == [
        f"{ENDED} has an older record, and no server has brought it up yet"
    ]

    await swept(node)
    assert (await node.projection.versions(BEGUN))[PLAYED] == 37
    assert (await node.projection.versions(BEGUN))[ENDED] == 0

    await swept(node)
    assert await node.projection.versions(BEGUN) == {ENDED: 22, PLAYED: 37, GIVEN_UP: 5}
    assert [await differences(node, table) for table in BEGUN] == [[], [], []]
    peeking = await owner.fetch("SELECT game_session_id, location FROM card WHERE visibility = 'peeking'")
    assert [tuple(row) for row in peeking] == [(PLAYED, "hand")]


@pytest.mark.parametrize("chunk", [4, 64])
async def test_19_6_a_game_that_has_ended_is_what_it_was_and_has_its_cards(
    node: Node, owner: Any, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    """However many writes it takes: no rule of the database stands against writing it again."""
    monkeypatch.setattr(record, "CHUNK", chunk)
    rows = await other_rows(owner, ENDED)
    assert [len(each) > 0 for each in rows] == [True] * 5

    await brought_up(node)

    assert await other_rows(owner, ENDED) == rows
    cards = await owner.fetch(CARDS, ENDED)
    assert len(cards) == 52
    await rebuild(node.projector.sources, node.projection, ENDED)
    assert await owner.fetch(CARDS, ENDED) == cards
    assert await owner.fetchval("SELECT failed FROM projection WHERE table_id = $1", ENDED) is None


async def test_the_metric_counts_older_records_and_ends_at_none(node: Node, owner: Any) -> None:
    await swept(node)
    await node.projector.sweep()
    assert "rondel_projection_behind 0.0" not in node.metrics.text().decode()

    await node.projector.idle()
    await swept(node)
    await swept(node)

    assert "rondel_projection_behind 0.0" in node.metrics.text().decode()
    final = await owner.fetch("SELECT id FROM game_session WHERE is_record_final ORDER BY id")
    assert [row["id"] for row in final] == sorted((ENDED, GIVEN_UP))


async def test_a_game_that_cannot_be_read_here_keeps_the_record_it_has(node: Node, owner: Any) -> None:
    await owner.execute("UPDATE game_session SET rules = 99 WHERE id = $1", ENDED)
    rows = await other_rows(owner, ENDED)

    await brought_up(node)
    await swept(node)

    assert await other_rows(owner, ENDED) == rows
    assert await node.projection.versions([ENDED, PLAYED]) == {ENDED: 0, PLAYED: 37}


async def test_an_older_record_is_renewed_once(node: Node, owner: Any) -> None:
    await brought_up(node)
    cards = await owner.fetch(CARDS, ENDED)

    await node.projection.renew(ENDED)

    assert await owner.fetch(CARDS, ENDED) == cards
    assert await node.projection.versions([ENDED]) == {ENDED: 22}


async def test_19_1_a_game_in_play_goes_on(node: Node, owner: Any) -> None:
    """The peek's time is long over: the House ends it before anything else, and the record follows."""
    position = await node.rooms.room(PLAYED).current()
    await swept(node)

    assert position.version > 37
    assert await node.projection.versions([PLAYED]) == {PLAYED: position.version}
    assert await differences(node, PLAYED) == []
    assert await owner.fetchval("SELECT count(*) FROM card WHERE visibility = 'peeking'") == 0


KEYS = "SELECT conname, convalidated FROM pg_constraint WHERE confrelid = 'card'::regclass ORDER BY conname"

GUIDE = Path(__file__).parents[2] / "docs" / "operate" / "record.md"


async def test_19_1_the_keys_to_cards_hold_for_every_row(node: Node, owner: Any) -> None:
    validate = GUIDE.read_text().rpartition("```sql\n")[2].partition("```")[0]
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await owner.execute(validate)

    await brought_up(node)
    await owner.execute(validate)

    assert [tuple(row) for row in await owner.fetch(KEYS)] == [
        ("special_power_target_card", True),
        ("turn_card_drawn", True),
        ("turn_target_card", True),
    ]


async def test_a_node_of_the_version_before_still_stores_its_snapshots(owner: Any) -> None:
    await owner.execute(
        "INSERT INTO snapshot (game_session_id, version, rules, at, state, digest, cards)"
        " VALUES ($1, 38, 1, 0, '', '', '[]')",
        PLAYED,
    )


async def test_a_node_of_the_version_before_does_not_go_on_with_its_record(node: Node, owner: Any) -> None:
    with pytest.raises(asyncpg.CheckViolationError, match="projection_has_cards"):
        await owner.execute(OLD_WRITE, PLAYED)
    await owner.execute(OLD_FAILED, PLAYED)

    await swept(node)

    found = await owner.fetchrow("SELECT version, failed FROM projection WHERE table_id = $1", PLAYED)
    assert tuple(found) == (37, None)


LOAD = """
SELECT FROM game_session AS s JOIN player AS p ON p.game_session_id = s.id
JOIN journal AS j ON j.table_id = s.id LEFT JOIN snapshot AS n ON n.game_session_id = s.id
"""

MOVE = f"""
BEGIN;
UPDATE game_session SET version = version + 1, to_act = '{{0}}', status = 'active' WHERE id = '{PLAYED}';
INSERT INTO journal (table_id, version, action_id, rules, action, events, at, digest)
VALUES ('{PLAYED}', 38, gen_random_uuid(), 1, '', '', 0, '');
INSERT INTO snapshot (game_session_id, version, rules, at, state, digest)
VALUES ('{PLAYED}', 38, 1, 0, '', '');
INSERT INTO deadline (table_id, version, due_at) VALUES ('{PLAYED}', 38, 0)
ON CONFLICT (table_id) DO UPDATE SET version = 38;
ROLLBACK;
"""

READ = """
SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer FROM pg_stat_xact_user_tables
WHERE relname IN ('game_session', 'player', 'turn', 'special_power', 'game_score')
"""


@pytest.fixture
async def migrating(unmigrated: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(unmigrated)
    yield connection
    await connection.close()


@pytest.fixture
async def other(unmigrated: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(unmigrated)
    await connection.execute("SET lock_timeout = '1s'")
    yield connection
    await connection.close()


async def test_0007_tables_are_loaded_and_moves_made_while_it_runs(migrating: Any, other: Any) -> None:
    async with migrating.transaction():
        await migrating.execute(written("0006", "0007"))
        assert await migrating.fetchval(READ) > 0  # the longest of it

        await other.execute(LOAD)
        await other.execute(MOVE)


async def test_0009_moves_wait_only_for_statements_that_read_no_rows(migrating: Any, other: Any) -> None:
    await migrating.execute(written("0006", "0008"))
    first, marked, last = (VERSIONS / "r0009_cards.sql").read_text().partition("LOCK TABLE ")
    async with migrating.transaction():
        await migrating.execute(first)
        await other.execute(LOAD)
        await other.execute(MOVE)

        before = await migrating.fetchval(READ)
        await migrating.execute(marked + last)
        await other.execute(LOAD)
        assert await migrating.fetchval(READ) - before <= 1
        with pytest.raises(asyncpg.LockNotAvailableError):
            await other.execute(MOVE)


async def test_0009_gives_up_soon_when_it_would_keep_moves_waiting(
    unmigrated: str, migrating: Any, other: Any
) -> None:
    """What was done before stays done, and it can be run again."""
    async with migrating.transaction():
        await migrating.execute("LOCK TABLE game_session IN ROW EXCLUSIVE MODE")
        with pytest.raises(asyncpg.LockNotAvailableError):
            await asyncio.to_thread(migrate, unmigrated)
    assert await other.fetchval("SELECT version_num FROM alembic_version") == "0008"

    await asyncio.to_thread(migrate, unmigrated)

    assert not await asyncio.to_thread(pending, unmigrated)
