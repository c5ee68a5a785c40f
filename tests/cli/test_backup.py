"""A backup: taken while people play, restored on an empty machine; and what is said where it cannot be."""

import asyncio
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from rondel.server.maintenance import backup
from tests.cli.invoke import assert_wrong_use, rondel
from tests.contracts.databases import migrated, url_of
from tests.faults.cluster import Postgres
from tests.faults.judge import Verdict, judge_database
from tests.faults.players import Ledger
from tests.faults.restarts import Waits, game, playing, served


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


def dumps(directory: Path) -> list[Path]:
    return sorted(directory.iterdir())


def execute(url: str, *statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


async def backed_up_during_play(url: str, directory: Path, log: Path) -> Ledger:
    """What was acknowledged before the backup began; play goes on until it is made."""
    ledger, stop = Ledger(), asyncio.Event()
    async with served(None, url, "", 1, log, {}) as (address, _):
        table = asyncio.create_task(game(address, 0, 0.1, stop, ledger, Waits()))
        await playing(ledger, [table], 0)
        before = Ledger(acks={key: set(versions) for key, versions in ledger.acks.items()})
        made = await asyncio.to_thread(rondel, "backup", "--database", url, "--to", directory)
        assert made.exit_code == 0, made.output
        await playing(ledger, [table], 0)
        stop.set()
        await table
    assert len(ledger.acks) > len(before.acks)
    return before


async def judged_while_served(url: str, ledger: Ledger, log: Path) -> Verdict:
    """A moment before the dump the record was a moment behind: a node brings it up."""
    async with served(None, url, "", 1, log, {}):
        return await judge_database(url, ledger)


@pytest.mark.drawn(1 / 3)
def test_24_a_backup_taken_during_play_is_restored_on_an_empty_machine(tmp_path: Path) -> None:
    directory = tmp_path / "backups"
    directory.mkdir()
    with Postgres() as played:
        rondel("migrate", "--database", played.url)
        ledger = asyncio.run(backed_up_during_play(played.url, directory, tmp_path / "log"))
    (file,) = dumps(directory)

    with Postgres() as empty:
        execute(
            empty.url,
            "CREATE ROLE host LOGIN CREATEROLE",
            "CREATE DATABASE again OWNER host TEMPLATE template0",
        )
        into = f"postgresql://host@127.0.0.1:{empty.port}/again"
        result = rondel("restore", file, "--into", into)
        verdict = asyncio.run(judged_while_served(into, ledger, tmp_path / "log"))

    assert (stat.S_IMODE(file.stat().st_mode), file.name[:14]) == (0o600, "rondel-rondel-")
    assert result.exit_code == 0, result.output
    assert "The epoch is now " in result.stdout
    assert "WRONG" not in result.stdout
    assert verdict.holds, verdict.faults
    assert verdict.digests >= len(ledger.acks) > 0


def test_the_newest_are_kept_and_files_of_others_stay(database: str, tmp_path: Path) -> None:
    prefix = f"rondel-{backup.name_of(database)}-"
    others = [f"{prefix}mine.dump", "rondel-other-20200101T000000Z.dump", f"{prefix}20200104T000000Z.part"]
    for name in [f"{prefix}2020010{day}T000000Z.dump" for day in (1, 2, 3)] + others:
        (tmp_path / name).touch()

    result = rondel("backup", "--database", database, "--to", tmp_path, "--keep", 2)

    assert result.exit_code == 0, result.output
    left = {path.name for path in dumps(tmp_path)} - set(others)
    assert len(left) == 2
    assert f"{prefix}20200103T000000Z.dump" in left
    assert " MB in " in result.stdout
    assert result.stdout.count("Deleted ") == 2
    assert f"rondel restore {tmp_path}/{max(left)} --into NAME" in result.stdout


def test_the_archive_is_said_not_to_be_in_it(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RONDEL_ARCHIVE", "s3://club/rondel")

    result = rondel("backup", "--database", database, "--to", tmp_path)

    assert "The archive is not in it: copy s3://club/rondel too." in result.stdout


def test_a_password_is_not_seen_among_the_processes(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pg_dump that writes how it was called, and then does its work."""
    real = backup.program("pg_dump", 15).path
    spy = tmp_path / "pg_dump"
    spy.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] || echo "$@ $PGPASSWORD" >> {tmp_path}/seen\nexec {real} "$@"\n'
    )
    spy.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(backup, "DEBIAN", tmp_path / "none")
    with_password = database.replace("@", ":se%40cret@")

    assert rondel("backup", "--database", with_password, "--to", tmp_path).exit_code == 0

    arguments, _, password = (tmp_path / "seen").read_text().strip().rpartition(" ")
    assert password == "se@cret"
    assert "cret" not in arguments


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (None, "pg_dump is not installed, or not on the path."),
        ("9.6.24", "pg_dump 9 is older than the server, which is PostgreSQL "),
    ],
)
def test_without_a_pg_dump_that_is_new_enough_it_says_what_to_install(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, expected: str
) -> None:
    programs, to = tmp_path / "bin", tmp_path / "to"
    programs.mkdir()
    to.mkdir()
    if version is not None:
        (programs / "pg_dump").write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n")
        (programs / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(backup, "DEBIAN", tmp_path / "none")

    result = rondel("backup", "--database", database, "--to", to)

    assert (result.exit_code, result.stdout, dumps(to)) == (1, "", [])
    assert result.stderr.startswith(expected)
    assert "apt install postgresql-client-" in result.stderr
    assert result.stderr.endswith("Nothing was changed.\n")


def test_a_directory_that_is_not_there_is_not_made(database: str, tmp_path: Path) -> None:
    result = rondel("backup", "--database", database, "--to", tmp_path / "disk")

    assert result.exit_code == 1
    assert result.stderr == (
        f"Cannot write a backup to {tmp_path}/disk: No such file or directory. Make or mount it. "
        "Nothing was changed.\n"
    )
    assert dumps(tmp_path) == []


def test_a_backup_that_cannot_be_written_whole_leaves_nothing(database: str, tmp_path: Path) -> None:
    """A limit on the size of files ends pg_dump as a full disk does: in the middle."""
    (tmp_path / "rondel-x-20200101T000000Z.dump").touch()
    done = subprocess.run(
        [
            Path(sys.executable).with_name("rondel"),
            "backup",
            "--database",
            database,
            "--to",
            tmp_path,
            "--keep",
            "1",
        ],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pg_dump says: ")
    assert done.stderr.endswith("Nothing was changed.\n")
    assert [path.name for path in dumps(tmp_path)] == ["rondel-x-20200101T000000Z.dump"]


def test_a_database_of_something_else_is_not_backed_up(empty_database: str, tmp_path: Path) -> None:
    result = rondel("backup", "--database", empty_database, "--to", tmp_path)

    assert (result.exit_code, dumps(tmp_path)) == (1, [])
    assert (
        result.stderr == f"{empty_database} has no tables of Rondel. Check its name. Nothing was changed.\n"
    )


def test_a_database_that_has_tables_is_not_restored_into(
    database: str, empty_database: str, tmp_path: Path
) -> None:
    rondel("backup", "--database", database, "--to", tmp_path)
    (file,) = dumps(tmp_path)
    execute(empty_database, "CREATE TABLE something ()")

    live = rondel("restore", file, "--into", backup.name_of(database), "--database", database)
    other = rondel("restore", file, "--into", empty_database)

    assert (live.exit_code, other.exit_code) == (1, 1)
    assert (
        " is a database of Rondel, and a backup goes into an empty one. Nothing was changed." in live.stderr
    )
    assert " has tables already, and a backup goes into an empty one. " in other.stderr
    assert "Make one: createdb --owner " in other.stderr


@pytest.mark.parametrize("fraction", [0.0, 0.6])
def test_a_file_that_is_no_whole_backup_leaves_the_database_empty(
    database: str, empty_database: str, tmp_path: Path, fraction: float
) -> None:
    rondel("backup", "--database", database, "--to", tmp_path)
    (file,) = dumps(tmp_path)
    text = file.read_bytes()
    file.write_bytes(text[: int(len(text) * fraction)] or b"a text")

    result = rondel("restore", file, "--into", empty_database)

    assert result.exit_code == 1
    assert result.stderr.startswith("pg_restore says: ")
    assert asyncio.run(backup.look(empty_database)).is_empty


def test_a_name_alone_needs_a_server(tmp_path: Path) -> None:
    (tmp_path / "a.dump").touch()

    assert_wrong_use(rondel("restore", tmp_path / "a.dump", "--into", "again"), "On which server?")
    assert_wrong_use(rondel("backup", "--to", tmp_path), "--database", "RONDEL_DATABASE_URL")
