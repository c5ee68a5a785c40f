"""The page about a restore to a point in time, followed with a cluster of its own."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from rondel.server.maintenance.owner import as_owner
from tests.contracts.ended_tables import ended, stored
from tests.docs.test_operate import FOLDER, commands
from tests.faults.cluster import Postgres

AS_POSTGRES = "setpriv --reuid=postgres --regid=postgres --init-groups"
PROGRAMS = ("pg_ctl", "pg_basebackup", "cp", "touch", "mkdir")
"""What a user of PostgreSQL would run; PostgreSQL does not run as root."""


def run(lines: list[str], variables: dict[str, str], folder: Path) -> str:
    is_root = os.getuid() == 0
    as_user = [f'{name}() {{ {AS_POSTGRES} {name} "$@"; }}' for name in PROGRAMS] if is_root else []
    environment = {
        **{name: text for name, text in os.environ.items() if not name.startswith("RONDEL_")},
        **variables,
    }
    done = subprocess.run(
        ["bash", "-c", "\n".join(["set -e", *as_user, *lines])],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


async def put(url: str, text: bytes) -> UUID:
    async with as_owner(url) as connection:
        (table,) = await stored(connection, [text], days_ago=1)
    return table


async def answer(url: str, query: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval(query))
    finally:
        await connection.close()


@pytest.mark.drawn(1 / 3)
def test_a_cluster_is_brought_back_to_a_moment(tmp_path: Path) -> None:
    steps = commands(FOLDER / "point-in-time.md")
    back = steps.index("pg_ctl stop")
    texts = ended("decks", 3)
    with Postgres(is_configured=True) as cluster:
        folder = cluster.data.parent
        variables = {
            "PATH": os.pathsep.join(
                [str(Path(sys.executable).parent), str(cluster.binaries), os.environ["PATH"]]
            ),
            "PGDATA": str(cluster.data),
            "PGLOG": str(folder / "log"),
            "WAL": str(folder / "wal"),
            "BASE": str(folder / "base"),
            "PGHOST": "127.0.0.1",
            "PGPORT": str(cluster.port),
            "PGUSER": "rondel",
            "PGDATABASE": "rondel",
            "RONDEL_DATABASE_URL": cluster.url,
        }
        quietly = [step.replace("pg_ctl", 'pg_ctl --log="$PGLOG"') for step in steps]
        run(["rondel migrate"], variables, folder)
        first = asyncio.run(put(cluster.url, texts[0]))
        run(quietly[:back], variables, folder)
        second = asyncio.run(put(cluster.url, texts[1]))
        until = asyncio.run(answer(cluster.url, "SELECT clock_timestamp()::text"))
        asyncio.run(put(cluster.url, texts[2]))
        asyncio.run(answer(cluster.url, "SELECT pg_switch_wal()::text"))

        output = run(quietly[back:], {**variables, "UNTIL": until}, folder)

        found = asyncio.run(answer(cluster.url, "SELECT array_agg(id ORDER BY id)::text FROM game_session"))
        assert found == "{" + ",".join(sorted(map(str, (first, second)))) + "}"
        assert "The epoch is now" in output
        assert "WRONG" not in output
