"""`just archived-tables`: 10 000 finished tables, archived, proven and replayed.

Bots play every game (of ten tables eight are Cambio, one is Decks, one Imperial): luck and digests depend on
the table's id, so a journal cannot be copied under another one. Then `rondel archive --move`, and each object
is proven once more by this program. `rondel prune` and `rondel upgrade-check` run on the same database, and a
Chromium replays ten archived tables up to their last position. Prints bytes a move and seconds.

Needs PostgreSQL and the built client. Ctrl-C stops it, and drops the database and the archive.
"""

import asyncio
import gzip
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final, TypeVar

import click
import httpx
from rich.console import Console
from rich.progress import track

from rondel.server.maintenance.owner import as_owner
from rondel.wire.proof import verify
from rondel.wire.registry import load_game
from tests.contracts.databases import migrated, url_of
from tests.contracts.ended_tables import played, stored

ROOT: Final = Path(__file__).parents[2]
MIX: Final = (*["cambio"] * 8, "decks", "imperial")
SIZE: Final = """
SELECT (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('journal'))::bigint AS bytes,
    (SELECT count(*) FROM journal) AS rows
"""
AT_ONCE: Final = 100
RONDEL: Final = (sys.executable, "-c", "from rondel.cli.main import main; main()")
HttpResponse = TypeVar("HttpResponse")

console = Console(highlight=False, width=120)


def play(number: int) -> bytes:
    """The transcript of game number so and so."""
    return played(load_game(MIX[number % len(MIX)]), number)


async def store(url: str, texts: Iterator[bytes], count: int) -> None:
    """Store the tables as they come, many in a transaction."""
    async with as_owner(url) as owner:
        for _ in track(range(0, count, AT_ONCE), "playing", console=console, transient=True):
            async with owner.transaction():
                await stored(owner, list(islice(texts, AT_ONCE)), days_ago=40)
        await owner.execute("VACUUM ANALYZE")


async def size(url: str, vacuum: str) -> tuple[int, int]:
    """Bytes and rows of the journal, with its indexes, after a vacuum."""
    async with as_owner(url) as owner:
        await owner.execute(f"{vacuum} journal")
        found = await owner.fetchrow(SIZE)
        assert found is not None
        return found["bytes"], found["rows"]


def timed(what: str, do: Callable[[], HttpResponse]) -> HttpResponse:
    """Do it, and say how long it took."""
    began = time.perf_counter()
    answer = do()
    console.print(f"{what}: {time.perf_counter() - began:.1f} s")
    return answer


def rondel(*words: str) -> str:
    """A command of its own process; what it says."""
    done = subprocess.run([*RONDEL, *words], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def prove(path: Path, game: str) -> int:
    """Prove one object of the archive; how many moves it has."""
    text = gzip.decompress(path.read_bytes())
    proof = verify(load_game(game), text)
    assert not proof.faults, (path, proof.faults)
    return text.count(b"\n") - 2


@contextmanager
def serving(url: str, archive: Path) -> Iterator[str]:
    """The address of a server that has this database and this archive."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    own = {"RONDEL_ARCHIVE": archive.as_uri(), "RONDEL_PUBLIC_URL": base, "RONDEL_ORIGINS": base}
    command = [*RONDEL, "serve", "--dev", "--database", url, "--port", str(port)]
    server = subprocess.Popen(command, env={**os.environ, **own}, stdout=subprocess.DEVNULL, cwd=ROOT)
    try:
        until = time.monotonic() + 120
        while not _answers(base):
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.2)
        yield base
    finally:
        server.terminate()
        server.wait()


def _answers(base: str) -> bool:
    try:
        return httpx.get(f"{base}/readyz", timeout=5).is_success
    except httpx.HTTPError:
        return False


async def some(url: str, count: int) -> Sequence[str]:
    """Archived tables of every game, with their last versions."""
    async with as_owner(url) as owner:
        found = await owner.fetch(
            "SELECT id, version, game FROM game_session WHERE archived_at IS NOT NULL"
            " ORDER BY row_number() OVER (PARTITION BY game ORDER BY id) LIMIT $1",
            count,
        )
    return [f"{row['id']}:{row['version']}:{row['game']}" for row in found]


async def games(url: str) -> dict[str, str]:
    """Which game each table has."""
    async with as_owner(url) as owner:
        return {str(row["id"]): row["game"] for row in await owner.fetch("SELECT id, game FROM game_session")}


def run(url: str, archive: Path, count: int, replays: int) -> None:
    """All of it."""
    with ProcessPoolExecutor(2) as pool:
        texts = pool.map(play, range(count), chunksize=20)
        timed(f"{count:,} games played and stored", lambda: asyncio.run(store(url, iter(texts), count)))
    hot, rows = asyncio.run(size(url, "VACUUM"))
    console.print(f"hot: {rows:,} moves, {hot / rows:.0f} bytes a move with indexes")
    words = ("archive", "--database", url, "--to", str(archive), "--move")
    console.print(timed("rondel archive --move", lambda: rondel(*words)))
    files, which = sorted(archive.rglob("*.jsonl.gz")), asyncio.run(games(url))
    assert len(files) == count, len(files)
    each = track(files, "proving", console=console, transient=True)
    proven = [prove(path, which[path.name.partition(".")[0]]) for path in each]
    packed = sum(path.stat().st_size for path in files)
    console.print(f"archived: {len(proven):,} of {count:,} tables proven, {packed / rows:.0f} bytes a move")
    left, left_rows = asyncio.run(size(url, "VACUUM FULL"))
    console.print(f"the journal has {left_rows:,} rows left, {left / 2**20:.1f} of {hot / 2**20:.1f} MiB")
    console.print(timed("rondel prune", lambda: rondel("prune", "--database", url)))
    console.print(timed("rondel upgrade-check", lambda: rondel("upgrade-check", "--database", url)))
    if replays == 0:
        return
    chosen = asyncio.run(some(url, replays))
    with serving(url, archive) as base:
        shown = ["node", str(ROOT / "tests" / "browser" / "archived.mjs"), base, *chosen]
        timed(f"{len(chosen)} replays in Chromium", lambda: subprocess.run(shown, check=True, cwd=ROOT))


@click.command()
@click.option("--tables", default=10_000, show_default=True, type=click.IntRange(10, 1_000_000))
@click.option("--replays", default=10, show_default=True, type=click.IntRange(0, 100))
def main(tables: int, replays: int) -> None:
    """Play, archive, prove, replay."""
    try:
        with migrated() as name, tempfile.TemporaryDirectory() as folder:
            run(url_of(name), Path(folder), tables, replays)
    except KeyboardInterrupt:
        console.print("Stopped. The database and the archive are gone.")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
