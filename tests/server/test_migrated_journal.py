"""Revisions 0020 and 0021 on a database of 0019: the journal goes into partitions while games go on."""

import asyncio
import io
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest
from alembic import command

import rondel.server.migrations.copying as copying
from rondel.cli.parameters import INTERRUPTED
from rondel.server.migrations import migrate, newest, pending, written
from rondel.server.migrations.indexes import INDEXES
from rondel.server.owner import as_owner
from rondel.server.postgres.journal import PostgresJournal
from rondel.server.postgres.pool import SECRETS, connected
from rondel.server.postgres.tables import PostgresTables
from tests.cli.invoke import rondel
from tests.contracts.conftest import a_table, an_entry
from tests.contracts.databases import copied, created, url_of
from tests.server.test_migrations import config

OLD_TABLES, VERSIONS = 300, 40
WRITERS = 8

# Moves of tables that ended long ago.
FILL = f"""
INSERT INTO journal (table_id, version, action_id, seat, rules, action, events, at, digest)
SELECT md5(t::text)::uuid, v, md5(t || '/' || v)::uuid, CASE WHEN v % 3 > 0 THEN v % 3 END, 1,
    convert_to('action ' || v, 'UTF8'), convert_to('events ' || v, 'UTF8'), v,
    sha256(convert_to(t || '/' || v, 'UTF8'))
FROM generate_series(1, {OLD_TABLES}) AS t, generate_series(1, {VERSIONS}) AS v;
"""
ARCHIVE = "DELETE FROM journal WHERE table_id = $1 AND version < $2"
ALL = "SELECT * FROM journal ORDER BY table_id, version"

# A shell that starts something in the background lets it ignore SIGINT, and so do all it starts.
SLOW = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "import rondel.server.migrations.copying as copying; copying.BATCH = 500;"
)
MIGRATE = "from rondel.cli.main import main; main(['migrate', '--database', '{url}'])"


async def filled(url: str) -> None:
    async with as_owner(url) as owner:
        await owner.execute(written(until="0019"))
        await owner.execute(FILL)


@pytest.fixture(scope="module")
def before() -> Iterator[str]:
    """A database of revision 0019 with moves in its journal."""
    with created() as name:
        asyncio.run(filled(url_of(name)))
        yield name


@pytest.fixture
async def database(before: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(copying, "BATCH", 500)
    async with copied(before) as url:
        yield url


async def rows(url: str) -> list[tuple[Any, ...]]:
    async with as_owner(url) as owner:
        return [tuple(row) for row in await owner.fetch(ALL)]


@asynccontextmanager
async def two_nodes(url: str) -> AsyncIterator[tuple[PostgresJournal, PostgresJournal]]:
    """The journals of two nodes."""
    async with connected(url) as one, connected(url) as other:
        journals = PostgresJournal(one), PostgresJournal(other)
        yield journals
        for journal in journals:
            await journal.close()


async def opened(url: str) -> UUID:
    """A table that nobody has moved at."""
    async with connected(url) as pool, connected(url, role=SECRETS) as secrets:
        table = a_table()
        assert await PostgresTables(pool, secrets).open(table, b"secret")
        return table.id


async def write(
    table: UUID, journals: tuple[PostgresJournal, PostgresJournal], until: asyncio.Event
) -> list[UUID]:
    """Append until it is over and twenty times more, by both nodes in turn; each is sent to the other too."""
    ids: list[UUID] = []
    more = 20
    while more:
        version = len(ids) + 1
        entry = an_entry(table, version, action_id=uuid4())
        assert await journals[version % 2].append(entry) is not None
        assert await journals[1 - version % 2].append(entry) is None
        ids.append(entry.row.action_id)
        more -= until.is_set()
    return ids


async def archive(url: str, tables: list[UUID], until: asyncio.Event) -> list[UUID]:
    """Delete all rows of these tables but the last, one table after the other, until it is over."""
    gone = []
    async with as_owner(url) as owner:
        for table in tables:
            await owner.execute(ARCHIVE, table, VERSIONS)
            gone.append(table)
            if until.is_set():
                break
    return gone


async def test_nothing_is_lost_or_doubled_while_nodes_play_and_tables_are_archived(database: str) -> None:
    before = await rows(database)
    tables = [await opened(database) for _ in range(WRITERS)]
    old = sorted({row[0] for row in before})
    is_over, progress = asyncio.Event(), list[copying.Copied]()

    async with two_nodes(database) as journals:
        writers = [asyncio.create_task(write(table, journals, is_over)) for table in tables]
        archiver = asyncio.create_task(archive(database, old[::-3], is_over))
        await asyncio.to_thread(migrate, database, progress.append)
        is_over.set()
        written_ids = dict(zip(tables, await asyncio.gather(*writers), strict=True))
        gone = await archiver
        after = await rows(database)
        for table, ids in written_ids.items():
            assert [(row.version, row.action_id) for row in await journals[0].rows(table)] == list(
                enumerate(ids, start=1)
            )

    assert not await asyncio.to_thread(pending, database)
    assert [row for row in after if row[0] not in written_ids] == [
        row for row in before if row[0] not in gone or row[1] == VERSIONS
    ]
    assert len(after) == len({row[:2] for row in after}) == len({(row[0], row[2]) for row in after})
    assert gone
    assert len(progress) > 2
    assert [each.rows for each in progress] == sorted(each.rows for each in progress)


async def test_the_journal_is_partitioned_and_both_keys_hold(database: str) -> None:
    await asyncio.to_thread(migrate, database)

    async with as_owner(database) as owner:
        assert await owner.fetchval("SELECT partattrs::text FROM pg_partitioned_table") == "1"
        sizes = await owner.fetch("SELECT tableoid::regclass::text, count(*) FROM journal GROUP BY 1")
        assert len(sizes) == 8
        names = await owner.fetch("SELECT conname FROM pg_constraint WHERE conrelid = 'journal'::regclass")
        assert {row["conname"] for row in names} >= {"journal_pkey", "journal_table_id_action_id_key"}
        left = "SELECT relname FROM pg_class WHERE relname IN ('journal_parts', 'journal_copy')"
        assert await owner.fetch(left) == []
        table, version, action = (await owner.fetchrow(ALL))[:3]  # type: ignore[index]
        again = (
            "INSERT INTO journal (table_id, version, action_id, rules, action, events, at, digest)"
            " VALUES ($1, $2, $3, 1, '', '', 1, '')"
        )
        with pytest.raises(asyncpg.UniqueViolationError):
            await owner.execute(again, table, version, uuid4())
        with pytest.raises(asyncpg.UniqueViolationError):
            await owner.execute(again, table, VERSIONS + 1, action)


WAITING = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


async def until_somebody_waits(url: str) -> None:
    """Until a statement in this database waits for a lock."""
    async with asyncio.timeout(60), as_owner(url) as owner:
        while not await owner.fetch(WAITING):
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, INTERRUPTED)])
async def test_stopped_in_the_middle_of_a_batch_it_goes_on_there(
    database: str, how: signal.Signals, code: int
) -> None:
    before = await rows(database)
    async with as_owner(database) as owner, owner.transaction():
        # somebody holds a row of the sixth batch, so the copy stands still there
        held = "SELECT FROM journal WHERE table_id = $1 AND version = $2 FOR UPDATE"
        await owner.execute(held, *before[2_600][:2])
        process = subprocess.Popen(
            [sys.executable, "-c", SLOW + MIGRATE.format(url=database)], stdout=subprocess.PIPE, text=True
        )
        await until_somebody_waits(database)
        process.send_signal(how)
        said, _ = await asyncio.to_thread(process.communicate, timeout=120)
        assert process.returncode == code
    async with as_owner(database) as owner:
        assert await owner.fetchval("SELECT copied FROM journal_copy") == 2_500
        assert await owner.fetchval("SELECT version_num FROM alembic_version") == "0020"

    again = await asyncio.to_thread(rondel, "migrate", "--database", database)

    if how is signal.SIGINT:
        assert said.endswith("Stopped. The database is whole, and games go on. Go on with: rondel migrate\n")
    assert again.stdout.endswith(f"The database is now at {newest()}.\n"), again.output
    assert await rows(database) == before


async def test_the_copy_takes_the_journals_place_only_when_it_is_whole(database: str) -> None:
    before = await rows(database)
    async with as_owner(database) as owner:
        await owner.execute(written("0019", "0020"))
        with pytest.raises(asyncpg.RaiseError, match="not copied yet"):
            await owner.execute(written("0020", "0021"))
        await owner.execute(
            "INSERT INTO journal_parts SELECT * FROM journal ORDER BY table_id, version LIMIT 1"
        )
        await owner.execute("UPDATE journal_parts SET seat = 7")

    different = await asyncio.to_thread(rondel, "migrate", "--database", database)

    assert different.exit_code == 1
    assert "1 rows of the journal differ from their copies" in different.stderr
    async with as_owner(database) as owner:
        await owner.execute(
            "UPDATE journal_parts AS p SET seat = j.seat FROM journal AS j WHERE j.digest = p.digest"
        )
        await owner.execute("ALTER TABLE journal DISABLE TRIGGER journal_follow")
    disabled = await asyncio.to_thread(rondel, "migrate", "--database", database)
    assert disabled.exit_code == 1
    assert "the trigger journal_follow was disabled" in disabled.stderr
    assert await rows(database) == before


async def test_it_waits_for_a_long_reader_for_some_seconds_only(database: str) -> None:
    async with as_owner(database) as owner, owner.transaction():
        await owner.execute("LOCK TABLE journal IN ACCESS SHARE MODE")  # as pg_dump does
        result = await asyncio.to_thread(rondel, "migrate", "--database", database)

        assert result.exit_code == 1
        assert "Run this again: it goes on there." in result.stderr
        assert await owner.fetchval("SELECT version_num FROM alembic_version") == "0020"

    assert (await asyncio.to_thread(rondel, "migrate", "--database", database)).exit_code == 0


async def test_it_can_be_taken_back_and_done_again(database: str) -> None:
    before = await rows(database)
    back = config()
    back.attributes["sql"] = sql = io.StringIO()
    command.downgrade(back, f"{newest()}:0019", sql=True)
    await asyncio.to_thread(migrate, database)

    async with as_owner(database) as owner:
        await owner.execute(sql.getvalue())
        assert await owner.fetchval("SELECT relkind FROM pg_class WHERE relname = 'journal'") == b"r"
    assert await rows(database) == before
    await asyncio.to_thread(migrate, database)
    assert await rows(database) == before


GROWTH = Path(__file__).parents[2] / "docs" / "operate" / "growth.md"


async def test_a_partition_can_be_split_as_the_guide_says(database: str) -> None:
    before = await rows(database)
    await asyncio.to_thread(migrate, database)
    sizes, split = re.findall(r"```sql\n(.*?)```", GROWTH.read_text(), re.DOTALL)

    async with as_owner(database) as owner:
        listed = [row["relname"] for row in await owner.fetch(sizes)]
        await owner.execute(split)
        after = [row["relname"] for row in await owner.fetch(sizes)]

    assert listed == [f"journal_{number}" for number in range(8)]
    assert sorted(after) == sorted([*listed, "journal_11"])
    assert await rows(database) == before


async def test_an_index_that_was_left_half_built_is_built_again(database: str) -> None:
    async with as_owner(database) as owner:
        await owner.execute(written("0019", "0020"))
        for name in ("Ada", "Bob"):
            account = (uuid4(), name, name.casefold())
            await owner.execute(
                "INSERT INTO account (id, name, skeleton, created_at) VALUES ($1, $2, $3, 1)", *account
            )
        with pytest.raises(asyncpg.UniqueViolationError):
            await owner.execute("CREATE UNIQUE INDEX CONCURRENTLY account_guest ON account (created_at)")

    await asyncio.gather(*(asyncio.to_thread(migrate, database) for _ in range(2)))

    async with as_owner(database) as owner:
        found = await owner.fetch(
            "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid AND NOT indisunique"
        )
    assert {row["name"] for row in found} >= set(INDEXES)
