"""`just many-tables`: how long lists and profiles take among 100 000 stored tables, beside 1 000.

Makes two databases, starts a server for each, and asks both the same things in turn. Prints p50 and p95 of
each door, and the ratio of the two. Everything is on this machine; Ctrl-C stops it and drops the databases.
"""

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final
from uuid import UUID

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from rondel.server.maintenance.migrations import migrate
from rondel.server.maintenance.owner import as_owner
from tests.contracts.databases import copied
from tests.load.stored import fill, seat
from tests.server.visitors import Visitor, open_house, settings

DOORS: Final = {
    "lobby: open tables": "/api/tables",
    "lobby: running tables": "/api/tables/running",
    "history: my tables": "/api/me/tables",
    "profile: me": "/api/me",
    "profile: my sessions": "/api/me/sessions",
    "profile: all about me": "/api/me/export",
}
PLAYED: Final = 60
"""At how many tables the asker has played."""

console = Console(highlight=False, width=120)


@asynccontextmanager
async def asker(tables: int) -> AsyncIterator[Visitor]:
    """Somebody at a server with so many tables."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(copied("template0"))
        await asyncio.to_thread(migrate, url)
        async with as_owner(url) as owner:
            began = time.perf_counter()
            await fill(owner, tables)
            size = await owner.fetchval("SELECT pg_size_pretty(pg_database_size(current_database()))")
        console.print(f"{tables:,} tables, {size}, made in {time.perf_counter() - began:.0f} s")
        house = await stack.enter_async_context(open_house(settings(database_url=url, jobs=False)))
        visitor = await house.visitor()
        async with as_owner(url) as owner:
            await seat(owner, UUID((await visitor.get("/api/me"))["id"]), PLAYED)
        yield visitor


async def time_request(visitor: Visitor, path: str) -> float:
    """How many milliseconds an answer took."""
    began = time.perf_counter()
    answer = await visitor.http.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return 1_000 * (time.perf_counter() - began)


async def measure(few: int, many: int, rounds: int) -> None:
    """Ask both servers in turn."""
    async with asker(few) as at_few, asker(many) as at_many:
        found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in DOORS}
        for _ in track(range(rounds), "asking", console=console, transient=True):
            for name, path in DOORS.items():
                for visitor, times in zip((at_few, at_many), found[name], strict=True):
                    times.append(await time_request(visitor, path))
        history = await at_many.get("/api/me/tables")
        assert len(history) == 50, len(history)
    shown = Table("door", f"{few:,} p50", "p95", f"{many:,} p50", "p95", "p50 of p50", title="ms, over HTTP")
    for name, (with_few, with_many) in found.items():
        (few50, few95), (many50, many95) = percentiles(with_few), percentiles(with_many)
        shown.add_row(
            name, *(f"{each:.1f}" for each in (few50, few95, many50, many95)), f"{many50 / few50:.2f}"
        )
    console.print(shown)


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """p50 and p95."""
    cuts = statistics.quantiles(times, n=20)
    return cuts[9], cuts[18]


@click.command()
@click.option("--tables", default=100_000, show_default=True, type=click.IntRange(1_000))
@click.option("--beside", default=1_000, show_default=True, type=click.IntRange(500))
@click.option("--rounds", default=100, show_default=True, type=click.IntRange(20, 10_000))
def main(tables: int, beside: int, rounds: int) -> None:
    """Measure both."""
    try:
        asyncio.run(measure(beside, tables, rounds))
    except KeyboardInterrupt:
        console.print("Stopped. The databases are gone.")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
