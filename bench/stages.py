"""`python -m bench.stages`: where the CPU of a move goes on a real server, by py-spy.

Plays saturated as P4 does, samples the server's stacks meanwhile, and gives each sample to the innermost
frame that belongs to a stage. `just bench-peers` installs py-spy.
"""

import asyncio
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from bench.live import PACE_PER_S, Span, rondel
from bench.peer import HERE

PY_SPY: Final = HERE / ".venv" / "bin" / "py-spy"
RATE: Final = 250

STAGES: Final = {
    "the relational record": r"Projector\.|server/record/rows\.py|cambio/record\.py|PostgresProjection",
    "frames: Views, legal lists, encoding": r"rooms/frames\.py|rooms/watchers\.py|cambio/view\.py",
    "write to sockets": r"context/outbound\.py|LimitedSocket\.write|WebSocketsSansIOProtocol\.send",
    "journal and asyncpg": r"PostgresJournal|adapters/postgres/journal\.py|asyncpg/",
    "entry, row, digest": r"server/rooms/position\.py|^written \(|kernel/digest\.py",
    "decide and evolve": r"table/decide\.py|kernel/turn\.py|games/cambio/(?!record|view)",
    "read and check the action": r"Codec\.parse_action|_read_strictly|wire/strict\.py|^read \(",
    "room, authorization, metrics": r"rooms/room\.py|rooms/registry\.py|flows/|ports/access\.py|prometheus",
    "socket and envelope in": r"api/websocket/|api/transport/|websockets/|uvicorn/",
    "jobs": r"_for_ever|server/jobs/|sockets\.py|connections\.py",
}
"""By pattern of `function (file)`: the first stage that matches the innermost such frame has the sample."""

REST: Final = "event loop, kernel, rest"


def shares(raw: str) -> Counter[str]:
    """How many samples each stage has."""
    found: Counter[str] = Counter()
    for line in raw.splitlines():
        stack, _, count = line.rpartition(" ")
        found[_stage_of(stack.split(";"))] += int(count)
    return found


def _stage_of(stack: list[str]) -> str:
    return next((stage for frame in reversed(stack) for stage in _matching(frame)), REST)


def _matching(frame: str) -> Iterator[str]:
    return (stage for stage, pattern in STAGES.items() if re.search(pattern, frame))


async def sampled(seconds: int, per_s: float | None) -> tuple[Span, str]:
    """A span of play, and the stacks that were seen meanwhile."""
    with TemporaryDirectory() as folder:
        raw = Path(folder) / "stacks"
        async with rondel() as live:
            live.pace.per_s = per_s
            command = (PY_SPY, "record", "-p", live.pid, "-r", RATE, "-d", seconds + 5)
            spying = subprocess.Popen(
                [*map(str, command), "-f", "raw", "-o", str(raw), "--nonblocking"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            span = await live.span(seconds, per_s)
            live.pace.per_s = per_s
            await asyncio.to_thread(spying.wait)
        return span, raw.read_text()


@click.command()
@click.option("--seconds", default=15, show_default=True)
@click.option("--paced", "is_paced", is_flag=True, help="At 250 moves/s instead of saturated.")
def main(seconds: int, is_paced: bool) -> None:
    """Print where the CPU of a move goes."""
    span, raw = asyncio.run(sampled(seconds, PACE_PER_S if is_paced else None))
    found = shares(raw)
    table = Table(
        "stage", "share", "us by move", title=f"{span.moves_per_s:.0f} moves/s, {span.server_us:.0f} us"
    )
    for stage, count in found.most_common():
        share = count / found.total()
        table.add_row(stage, f"{100 * share:.0f} %", f"{share * span.server_us:.0f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
