"""The migrations: run once, again, by two at once, by later releases; linted; foreign keys have indexes."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import asyncpg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

import rondel.server.maintenance.migrations as migrations
from rondel.server.maintenance.migrations import migrate, newest, pending, written
from rondel.server.maintenance.owner import as_owner
from tests.cli.invoke import rondel
from tests.contracts.databases import created, migrated, url_of

RULEBOOK = "cambio"

VERSIONS = Path(migrations.__file__).parent / "versions"


@pytest.fixture
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


def fetched(url: str, query: str) -> list[asyncpg.Record]:
    async def fetch() -> list[asyncpg.Record]:
        connection = await asyncpg.connect(url)
        try:
            return await connection.fetch(query)
        finally:
            await connection.close()

    return asyncio.run(fetch())


def executed(url: str, sql: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    asyncio.run(execute())


def at_once(*urls: str) -> None:
    with ProcessPoolExecutor(len(urls), mp_context=get_context("spawn")) as processes:
        list(processes.map(migrate, urls))


def test_a_database_is_migrated_once() -> None:
    with created() as name:
        assert pending(url_of(name))
        migrate(url_of(name))
        assert not pending(url_of(name))
        migrate(url_of(name))


def test_two_may_migrate_the_same_database_at_once() -> None:
    with created() as name:
        at_once(url_of(name), url_of(name))

        assert fetched(url_of(name), "SELECT epoch FROM cell")[0]["epoch"] == 1


def test_two_databases_of_a_cluster_may_be_migrated_at_once() -> None:
    with created() as one, created() as other:
        at_once(url_of(one), url_of(other))

        assert not pending(url_of(one))
        assert not pending(url_of(other))


def test_every_foreign_key_has_an_index_that_begins_with_all_its_columns(database: str) -> None:
    """Or a unique one over some of them, which leaves one row to look at."""
    bare = fetched(
        database,
        """
        SELECT conrelid::regclass AS table, conname FROM pg_constraint AS c
        WHERE contype = 'f' AND NOT EXISTS (
            SELECT FROM pg_index AS i
            WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
            AND (
                (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey
                OR (i.indisunique AND (i.indkey::smallint[])[0:i.indnkeyatts - 1] <@ c.conkey)
            )
        )
        """,
    )

    assert bare == []


def test_19_5_the_named_indexes(database: str) -> None:
    indexes = {
        row["indexname"]: row["indexdef"].split(" USING btree ")[1]
        for row in fetched(
            database, "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'idx_%'"
        )
    }

    assert indexes == {
        "idx_player_final_turn": (
            "(game_session_id, has_taken_final_turn) WHERE (has_taken_final_turn = false)"
        ),
        "idx_game_score_game": "(game_session_id)",
        "idx_special_power_game": "(game_session_id, created_at)",
    }


def test_what_runs_is_what_is_linted() -> None:
    sql = written()

    for path in sorted(VERSIONS.glob("*.sql")):
        assert path.read_text().strip() in sql


@pytest.mark.parametrize("path", sorted(VERSIONS.glob("*.sql")), ids=lambda path: path.stem)
def test_squawk_has_nothing_to_say(path: Path) -> None:
    # versions, seats and scores fit an integer
    linted = subprocess.run(
        ["squawk", "--assume-in-transaction", "--pg-version=15.0", "--exclude=prefer-bigint-over-int", path],
        capture_output=True,
        text=True,
    )

    assert linted.returncode == 0, linted.stdout


def test_the_newest_revision_is_alembics_own_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(VERSIONS.parent))
    config.set_main_option("path_separator", "os")

    assert ScriptDirectory.from_config(config).get_current_head() == newest()


REVISION = """
from alembic import op

revision, down_revision = "{revision}", "{before}"


def upgrade() -> None:
    op.execute("{sql}")
"""

Release = Callable[[str, str], None]


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Adds a revision with this SQL after the newest one, as a later release does."""
    later = shutil.copytree(VERSIONS.parent, tmp_path / "migrations") / "versions"
    monkeypatch.setattr(migrations, "VERSIONS", later)

    def add(revision: str, sql: str) -> None:
        text = REVISION.format(revision=revision, before=f"{int(revision) - 1:04}", sql=sql)
        (later / f"r{revision}_later.py").write_text(text)

    return add


def revision_of(url: str) -> str:
    found: str = fetched(url, "SELECT version_num FROM alembic_version")[0]["version_num"]
    return found


def test_a_later_release_brings_its_revisions(database: str, release: Release) -> None:
    release("0002", "CREATE TABLE later (id integer)")
    release("0003", "ALTER TABLE later ADD COLUMN name text")

    assert pending(database)
    migrate(database)

    assert not pending(database)
    assert (revision_of(database), newest()) == ("0003", "0003")
    assert fetched(database, "SELECT id, name FROM later") == []


def test_a_database_of_a_later_release_is_left_as_it_is(database: str) -> None:
    executed(database, "UPDATE alembic_version SET version_num = '0002'")

    assert not pending(database)
    migrate(database)

    assert revision_of(database) == "0002"


def test_a_revision_that_fails_changes_nothing_and_those_before_stay(database: str, release: Release) -> None:
    release("0002", "CREATE TABLE later (id integer)")
    release("0003", "DROP TABLE later; SELECT 1 / 0")
    with pytest.raises(asyncpg.DivisionByZeroError):
        migrate(database)
    assert revision_of(database) == "0002"
    assert fetched(database, "SELECT id FROM later") == []

    release("0003", "DROP TABLE later")
    migrate(database)

    assert revision_of(database) == "0003"


async def test_a_revision_waits_for_a_long_reader_only_for_its_lock_timeout(
    database: str, release: Release
) -> None:
    release("0002", "SET LOCAL lock_timeout = '200ms'; ALTER TABLE journal ADD COLUMN later text")
    async with as_owner(database) as owner, owner.transaction():
        await owner.execute("LOCK TABLE journal IN ACCESS SHARE MODE")  # as pg_dump does
        result = await asyncio.to_thread(rondel, "migrate", "--database", database)

    assert result.exit_code == 1
    assert "Run this again: it goes on there." in result.stderr
    assert (await asyncio.to_thread(rondel, "migrate", "--database", database)).exit_code == 0
