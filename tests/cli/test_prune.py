"""`rondel prune` on a database with two games that are played, and with what is left behind by others."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from rondel.server.maintenance import prune as server_prune
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.test_record import fetched, play_at_two_tables
from tests.contracts.databases import copied, created, migrated, url_of

OLD = 1_600_000_000_000
"""September 2020."""

LEFT_BEHIND = f"""
INSERT INTO account (id, name, skeleton, created_at, kind) VALUES
    ('00000000-0000-0000-0000-000000000001', 'gone', 'gone', {OLD}, 'guest'),
    ('00000000-0000-0000-0000-000000000002', 'sits', 'sits', {OLD}, 'guest'),
    ('00000000-0000-0000-0000-000000000003', 'here', 'here', {OLD}, 'guest'),
    ('00000000-0000-0000-0000-000000000004', 'new', 'new', now_ms(), 'guest'),
    ('00000000-0000-0000-0000-000000000005', 'named', 'named', {OLD}, 'member'),
    ('00000000-0000-0000-0000-000000000006', 'keyed', 'keyed', {OLD}, 'guest');
INSERT INTO passkey (id, account_id, credential_id, public_key, sign_count, name, created_at)
SELECT gen_random_uuid(), id, 'c', 'k', 0, 'phone', {OLD} FROM account WHERE name = 'keyed';
INSERT INTO challenge (browser_hash, kind, body, expires_at)
VALUES ('old', 'use_passkey', '', {OLD}), ('new', 'use_passkey', '', now_ms());
INSERT INTO session_token (id, account_id, token_hash, kind, label, created_at, seen_at, expires_at)
SELECT gen_random_uuid(), id, sha256(id::text::bytea), 'cookie', '', 0, 0,
    CASE WHEN name = 'here' THEN now_ms() + 1000000 ELSE {OLD} END
FROM account WHERE name IN ('gone', 'here');
INSERT INTO game_session
    (id, game, rules, options, option_bytes, seats, code, access, host_id, commitment, created_at)
SELECT ('00000000-0000-0000-0000-00000000010' || n)::uuid, 'decks', 1, '{{}}', '', 2, 'CODE' || n, 'public',
    gen_random_uuid(), '', CASE n WHEN 1 THEN moment({OLD}) ELSE now() END
FROM generate_series(1, 2) AS n;
INSERT INTO table_secret (table_id, secret) SELECT id, 's' FROM game_session WHERE header IS NULL;
INSERT INTO player (id, game_session_id, seat, user_id, display_name, is_bot, controller)
SELECT gen_random_uuid(), id, 0, '00000000-0000-0000-0000-000000000002', 'sits', false, 'human'
FROM game_session WHERE header IS NULL;
INSERT INTO chat (table_id, name, text, at) SELECT id, 'Ada', 'hello', {OLD} FROM game_session;
INSERT INTO snapshot (game_session_id, version, rules, at, state, digest, taken_at)
SELECT id, v, 1, 0, '', '', moment({OLD})
FROM game_session CROSS JOIN generate_series(1, 3) AS v WHERE header IS NOT NULL;
UPDATE game_session SET version = 100
WHERE id = (SELECT min(id::text)::uuid FROM game_session WHERE version > 0);
"""


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        asyncio.run(play_at_two_tables(url_of(name)))
        for statement in LEFT_BEHIND.split(";\n"):
            if statement:
                fetched(url_of(name), statement)
        yield name


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


def counted(database: str, table: str) -> int:
    return int(fetched(database, f"SELECT count(*) FROM {table}")[0][0])


def lines(stdout: str) -> dict[str, int]:
    """How many of each kind."""
    words = [line.split() for line in stdout.splitlines()[:-1]]
    return {line[1]: int(line[0]) for line in words}


ALL_TABLES = ("account", "game_session", "chat", "snapshot")
ALL = {"guests": 1, "tables": 1, "chat": 0, "sessions": 2, "snapshots": 2}


def test_without_delete_it_only_says_what_there_is(database: str) -> None:
    before = [counted(database, table) for table in ALL_TABLES]

    result = rondel("prune", "--database", database)

    assert (result.exit_code, lines(result.stdout)) == (0, ALL)
    assert result.stdout.endswith("Nothing was changed. Delete it: rondel prune --delete\n")
    assert [counted(database, table) for table in ALL_TABLES] == before


def test_what_is_left_behind_goes_and_what_is_played_stays(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = counted(database, "journal")
    monkeypatch.setattr(server_prune, "BATCH", 1)  # so that it takes several

    result = rondel("prune", "--database", database, "--delete")

    assert (result.exit_code, lines(result.stdout)) == (0, ALL)
    assert result.stdout.endswith("Deleted.\n")
    people = fetched(database, "SELECT name FROM account WHERE kind <> 'bot_runner' ORDER BY name")
    assert {"here", "keyed", "named", "new", "sits"} <= {row["name"] for row in people}
    assert "gone" not in {row["name"] for row in people}
    assert (counted(database, "journal"), counted(database, "game_session")) == (rows, 3)
    assert (counted(database, "table_secret"), counted(database, "chat")) == (3, 3)
    assert counted(database, "challenge") == 1
    again = rondel("prune", "--database", database)
    assert again.stdout.endswith("Nothing to delete.\n")


def test_chat_of_a_table_that_has_ended_goes_after_its_time(database: str) -> None:
    fetched(database, "UPDATE game_session SET status = 'completed' WHERE header IS NOT NULL")

    retained = rondel("prune", "--database", database, "--keep", "chat=36500")
    left = rondel("prune", "--database", database, "--keep", "chat=always")
    gone = rondel("prune", "--database", database, "--delete")

    assert lines(retained.stdout)["chat"] == 0
    assert "chat" not in lines(left.stdout)
    assert (lines(gone.stdout)["chat"], lines(gone.stdout)["snapshots"]) == (2, 4)
    assert [row["version"] for row in fetched(database, "SELECT version FROM snapshot")] == [3, 3]


def test_a_table_that_is_begun_meanwhile_stays(database: str) -> None:
    fetched(database, "UPDATE game_session SET header = 'begun' WHERE code = 'CODE1'")

    result = rondel("prune", "--database", database, "--delete")

    assert lines(result.stdout)["tables"] == 0


@pytest.mark.parametrize("value", ["cats=3", "chat", "chat=soon", "chat=-1"])
def test_wrong_words(value: str) -> None:
    result = rondel("prune", "--database", "postgresql://127.0.0.1/postgres", "--keep", value)

    assert_wrong_use(result, "is not KIND=DAYS or KIND=always; the kinds are sessions, guests, tables")


def test_a_database_of_another_version_is_refused() -> None:
    with created() as name:
        result = rondel("prune", "--database", url_of(name))

    assert result.exit_code == 1
    assert "Run: rondel migrate" in result.stderr


def test_ctrl_c_says_what_is_true(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(server_prune.Pruning, "count", interrupted)

    result = rondel("prune", "--database", database)

    assert result.exit_code == 130
    assert result.stdout == "Stopped. Deleted rows stay deleted; run again to continue.\n"
