"""The migrations: run once, run again, run by two at once; linted; every foreign key has its index."""

import asyncio
import io
import subprocess
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import asyncpg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

import rondel.server.migrations as migrations
from rondel.server.migrations import migrate, newest, pending, written
from tests.contracts.databases import created, migrated, url_of

RULEBOOK = "cambio"

VERSIONS = Path(migrations.__file__).parent / "versions"


@pytest.fixture(scope="module")
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


def test_every_foreign_key_has_an_index_that_begins_with_it(database: str) -> None:
    bare = fetched(
        database,
        """
        SELECT conrelid::regclass AS table, conname FROM pg_constraint AS c
        WHERE contype = 'f' AND NOT EXISTS (
            SELECT FROM pg_index AS i
            WHERE i.indrelid = c.conrelid AND (i.indkey::smallint[])[0] = c.conkey[1] AND i.indpred IS NULL
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


def config() -> Config:
    told = Config()
    told.set_main_option("script_location", str(VERSIONS.parent))
    told.set_main_option("path_separator", "os")
    return told


def test_the_newest_revision_is_alembics_own_head() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == newest()


def test_notices_can_be_taken_out_again_and_put_back() -> None:
    back = config()
    back.attributes["sql"] = sql = io.StringIO()
    command.downgrade(back, f"{newest()}:0001", sql=True)
    with created() as name:
        migrate(url_of(name))
        fetched(
            url_of(name),
            "INSERT INTO outbox (table_id, version, kind, created_at) VALUES"
            " ('00000000-0000-0000-0000-000000000000', 1, 'turn', 1)",
        )

        executed(url_of(name), sql.getvalue())
        assert pending(url_of(name))
        assert fetched(url_of(name), "SELECT to_regclass('notice') AS gone")[0]["gone"] is None
        migrate(url_of(name))

        assert fetched(url_of(name), "SELECT kind, due_at FROM outbox")[0]["due_at"] == 0


def test_what_nobody_used_is_taken_out_of_a_database_that_has_it() -> None:
    before = config()
    before.attributes["sql"] = sql = io.StringIO()
    command.upgrade(before, "base:0002", sql=True)
    with created() as name:
        executed(url_of(name), sql.getvalue())
        for kind in ("ended", "turn"):
            executed(
                url_of(name),
                "INSERT INTO outbox (table_id, version, kind, created_at) VALUES"
                f" ('00000000-0000-0000-0000-000000000000', 1, '{kind}', 1)",
            )

        migrate(url_of(name))

        assert [row["kind"] for row in fetched(url_of(name), "SELECT kind FROM outbox")] == ["turn"]
        assert fetched(url_of(name), "SELECT to_regclass('rating') AS gone")[0]["gone"] is None


def test_0004_what_an_earlier_version_recorded_counts_as_projected() -> None:
    back = config()
    back.attributes["sql"] = sql = io.StringIO()
    command.downgrade(back, f"{newest()}:0002", sql=True)
    with created() as name:
        migrate(url_of(name))
        executed(url_of(name), sql.getvalue())
        assert fetched(url_of(name), "SELECT to_regclass('projection') AS gone")[0]["gone"] is None
        executed(
            url_of(name),
            """
            INSERT INTO game_session (id, game, rules, options, option_bytes, seats, code, access, host_id,
                commitment, created_at, version)
            SELECT gen_random_uuid(), game, 1, '{}', '', 2, game || version, 'public', gen_random_uuid(), '',
                now(), version
            FROM (VALUES ('cambio', 5), ('cambio', 0), ('decks', 3)) AS t (game, version)
            """,
        )

        migrate(url_of(name))

        assert [row["version"] for row in fetched(url_of(name), "SELECT version FROM projection")] == [5]
