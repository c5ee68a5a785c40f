"""`rondel archive`: ended tables leave the database, and can still be read, replayed and proven."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
from moto.server import ThreadedMotoServer
from structlog.testing import capture_logs

from rondel.games.imperial.actions import Abandon, Bid
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.options import Options
from rondel.kernel import HOUSE, SeatSpec
from rondel.server.adapters.archive import Archive
from rondel.server.maintenance.move_to_archive import ArchiveError, Archiving
from rondel.server.maintenance.owner import as_owner
from rondel.table.local import LocalTable
from rondel.wire.transcript import read
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.test_record import fetched
from tests.contracts.databases import copied, migrated, url_of
from tests.contracts.ended_tables import ended, stored, stored_abandoned
from tests.server.visitors import House, open_house, settings

GAMES = ("cambio", "decks", "imperial")
PATHS = ("", "/view", "/transcript", "/log", "/past?after=0&until=9", "/past?after=3&until=5")
_MOMENT = re.compile(rb'"now":\d+')


async def _fill(url: str) -> None:
    async with as_owner(url) as connection:
        for game in GAMES:
            await stored(connection, ended(game, 2), days_ago=40)
        await stored(connection, ended("cambio", 3)[2:], days_ago=3)


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        asyncio.run(_fill(url_of(name)))
        yield name


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


@pytest.fixture(scope="module")
def bucket() -> Iterator[dict[str, str]]:
    """A bucket of an S3 store on loopback, as the variables that lead to it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        variables = {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "somebody",
            "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1",
            "AWS_ALLOW_HTTP": "true",
        }
        httpx.put(f"{variables['AWS_ENDPOINT_URL']}/club", timeout=60).raise_for_status()
        yield variables
    finally:
        server.stop()


def tables(url: str, days: int = 30) -> list[UUID]:
    ended_long_ago = f"completed_at < now() - interval '{days} days'"
    return [
        row["id"] for row in fetched(url, f"SELECT id FROM game_session WHERE {ended_long_ago} ORDER BY id")
    ]


def rows(url: str) -> int:
    return int(fetched(url, "SELECT count(*) FROM journal")[0][0])


def with_server(url: str, archive: str | None, do: Callable[[House], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        chosen = settings(database_url=url, archive=archive, jobs=False)
        async with open_house(chosen) as house:
            return await do(house)

    return asyncio.run(run())


async def fetch_all(house: House, ids: list[UUID]) -> list[bytes]:
    """Everything that a server says of tables that have ended."""
    bodies = []
    visitor = await house.visitor()
    for table in ids:
        for path in PATHS:
            answer = await visitor.http.get(f"/api/tables/{table}{path}")
            assert answer.status_code == 200, (path, answer.text)
            bodies.append(_MOMENT.sub(b"", answer.content))
    return bodies


def test_without_move_it_only_says_how_many_there_are(database: str, tmp_path: Path) -> None:
    before = rows(database)

    result = rondel("archive", "--database", database, "--to", str(tmp_path))

    assert (result.exit_code, result.stdout) == (
        0,
        "6 tables ended 30 days ago or earlier.\nNothing was changed. Move them: rondel archive --move\n",
    )
    assert rows(database) == before
    assert list(tmp_path.iterdir()) == []


def test_what_is_archived_is_told_as_before_and_proven(database: str, tmp_path: Path) -> None:
    old, all_rows = tables(database), rows(database)
    young = all_rows - int(
        fetched(
            database, f"SELECT sum(version) FROM game_session WHERE id = ANY('{{{','.join(map(str, old))}}}')"
        )[0][0]
    )
    before = with_server(database, None, lambda house: fetch_all(house, old))

    result = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")

    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"6 tables moved, {all_rows - young} moves: ")
    assert rows(database) == young + len(old)  # the last of each stays
    after = with_server(database, tmp_path.as_uri(), lambda house: fetch_all(house, old))
    assert after == before
    for number, table in enumerate(old):
        stored = asyncio.run(Archive(tmp_path.as_uri()).get(table))
        assert stored is not None
        (tmp_path / f"{number}.jsonl").write_bytes(stored)
    proven = rondel("verify", "--unwitnessed", *(str(path) for path in sorted(tmp_path.glob("*.jsonl"))))
    assert proven.exit_code == 0, proven.output
    again = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")
    assert again.stdout.startswith("0 tables moved")


def test_no_archive_has_the_secret_of_an_abandoned_table(database: str, tmp_path: Path) -> None:
    """With it, what nobody was to see could be computed: here a sealed bid, elsewhere the cards."""
    scored, abandoned = tables(database), LocalTable.opened(IMPERIAL, Options(), [SeatSpec()] * 2)
    abandoned.play(HOUSE, IMPERIAL.begin, 0)
    abandoned.play(0, Bid(700), 0)
    abandoned.play(HOUSE, Abandon(), 0)

    async def store() -> UUID:
        async with as_owner(database) as connection:
            return await stored_abandoned(connection, abandoned, days_ago=40)

    table = asyncio.run(store())
    result = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")

    assert result.exit_code == 0, result.output
    texts = {each: asyncio.run(Archive(tmp_path.as_uri()).get(each)) for each in (*scored, table)}
    shown = {each for each, text in texts.items() if text is not None and b'"secret":"' in text}
    assert shown == set(scored)
    text = texts[table]
    assert text is not None
    assert len(read(text).lines) == abandoned.version
    assert abandoned.context.secret.hex().encode() not in text


def test_an_s3_store_is_an_archive(
    database: str, bucket: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in bucket.items():
        monkeypatch.setenv(name, value)
    old = tables(database)
    before = with_server(database, None, lambda house: fetch_all(house, old))

    result = rondel("archive", "--database", database, "--to", "s3://club/rondel", "--move")

    assert result.exit_code == 0, result.output
    assert with_server(database, "s3://club/rondel", lambda house: fetch_all(house, old)) == before


def test_a_server_without_the_archive_says_so_and_halts_nothing(database: str, tmp_path: Path) -> None:
    (table, *_) = old = tables(database)
    assert rondel("archive", "--database", database, "--to", str(tmp_path), "--move").exit_code == 0

    async def fetch_transcript(house: House) -> int:
        visitor = await house.visitor()
        return (await visitor.http.get(f"/api/tables/{table}/transcript")).status_code

    assert with_server(database, None, fetch_transcript) == 503
    assert fetched(database, "SELECT halted FROM game_session WHERE halted IS NOT NULL") == []
    for path in tmp_path.rglob("*.gz"):
        path.unlink()
    assert with_server(database, tmp_path.as_uri(), fetch_transcript) == 503
    assert len(old) == 6


def test_a_server_starts_although_its_archive_is_not_mounted_and_finds_it_later(
    database: str, tmp_path: Path
) -> None:
    (table, *_) = tables(database)
    assert rondel("archive", "--database", database, "--to", str(tmp_path), "--move").exit_code == 0
    mounted, away = tmp_path.with_name("mounted"), tmp_path

    async def fetch_twice(house: House) -> list[int]:
        visitor = await house.visitor()
        before = await visitor.http.get(f"/api/tables/{table}/transcript")
        away.rename(mounted)
        after = await visitor.http.get(f"/api/tables/{table}/transcript")
        return [before.status_code, after.status_code]

    with capture_logs() as logs:
        assert with_server(database, mounted.as_uri(), fetch_twice) == [503, 200]
    assert [line["reason"] for line in logs if line["event"] == "archive.unavailable"] == [
        f"the archive {mounted} is no directory"
    ]


def test_a_table_that_does_not_hold_stays(database: str, tmp_path: Path) -> None:
    torn, changed, *rest = tables(database)
    fetched(database, f"UPDATE journal SET at = at + 1 WHERE table_id = '{torn}' AND version = 2")
    fetched(database, f"UPDATE table_secret SET secret = 'another' WHERE table_id = '{changed}'")
    before = rows(database)

    result = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")

    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0].startswith(f"{torn} stays: it cannot be read here: ")
    assert lines[1].startswith(f"{changed} stays: its transcript does not hold: line 1: ")
    assert lines[2].startswith(f"{len(rest)} tables moved")
    still = fetched(database, f"SELECT count(*) FROM journal WHERE table_id IN ('{torn}', '{changed}')")[0][0]
    assert still > 2
    assert rows(database) < before


def test_a_table_whose_record_is_not_written_yet_stays(database: str, tmp_path: Path) -> None:
    """The record is made of its rows."""
    behind, *rest = tables(database)
    head = fetched(database, f"SELECT version FROM game_session WHERE id = '{behind}'")[0][0]
    fetched(database, f"INSERT INTO projection (table_id, version, updated_at) VALUES ('{behind}', 1, 0)")

    first = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")
    left = fetched(database, f"SELECT count(*) FROM journal WHERE table_id = '{behind}'")[0][0]
    fetched(database, f"UPDATE projection SET version = {head} WHERE table_id = '{behind}'")
    second = rondel("archive", "--database", database, "--to", str(tmp_path), "--move")

    assert first.stdout.startswith(f"{len(rest)} tables moved")
    assert left == head
    assert second.stdout.startswith("1 table moved")


class WriteOnce(Archive):
    """A store that keeps what it had first, and says nothing."""

    async def put(self, table: UUID, text: bytes) -> int:
        return await super().put(table, text) if await self.get(table) is None else len(text)


def test_a_table_stays_whose_moves_the_archive_does_not_give_back(database: str, tmp_path: Path) -> None:
    """What it gives back instead is a whole game, and holds."""
    table, *_ = tables(database)
    before, archive = rows(database), WriteOnce(tmp_path.as_uri())
    game = str(fetched(database, f"SELECT game FROM game_session WHERE id = '{table}'")[0][0])
    asyncio.run(archive.put(table, ended(game, 3)[2]))

    async def move(house: House) -> None:
        cell = house.cell
        archiving = Archiving(database, archive, cell.journal, cell.tables, cell.node.games)
        with pytest.raises(ArchiveError, match="is not what was put there"):
            await archiving.move(table)

    with_server(database, None, move)
    assert rows(database) == before


def test_what_is_wrong_with_the_place_is_said(database: str, tmp_path: Path) -> None:
    assert_wrong_use(rondel("archive", "--database", database), "Where to?")
    nowhere = rondel("archive", "--database", database, "--to", str(tmp_path / "nowhere"), "--move")
    assert nowhere.exit_code == 1
    assert f"The archive {tmp_path / 'nowhere'} is no directory." in nowhere.output
