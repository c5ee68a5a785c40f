"""`python -m tests.timing`: do answers that must not differ take equally long, and have they one size?

One server in a process of its own, on PostgreSQL. Each pair of classes (a hidden card is an ace or a ten, a
table is private or missing, an address is known or unknown) is asked in random order. Compared are the CPU
time of the server's event loop, which a busy machine does not change, and the time until the answer, in which
waiting shows; sizes of answers and numbers of frames must be equal to the byte.

Exits 1 and names the pair if a difference is found twice. `--plant "private table"` makes the server 5 ms
slower for one class, which must be found.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.contracts.databases import migrated, url_of
from tests.timing.measure import CPU_BOUND_MS, WALL_BOUND_MS, Found, Meter, Plan
from tests.timing.server import PLANTS
from tests.timing.stage import stage
from tests.timing.statistic import T_LIMIT

LONG: Final = Plan(samples=150, questions=4)
SHORT: Final = Plan(samples=30, questions=2)

console = Console(highlight=False, width=160)


async def run(
    database: str,
    log: Path,
    plan: Plan,
    *,
    only: str = "",
    plant: tuple[str, ...] = (),
    seed: int | None = None,
) -> list[Found]:
    """Measure the pairs whose names begin with `only`."""
    rng = random.Random(seed)
    async with stage(database, log, rng, plant) as set_up:
        return await Meter(set_up, plan, rng).all(only)


def shown(found: Sequence[Found]) -> Table:
    """The table, for people."""
    table = Table(title="Classes that must not differ: the second one takes so much longer, in milliseconds")
    for head in ("pair", "classes", "CPU (99 %)", "t", "time (99 %)", "t", "verdict"):
        table.add_column(head)
    for each in found:
        row = [each.name, " | ".join(each.classes)]
        for measured in (each.cpu, each.wall):
            interval = f"{measured.low_ms:+.2f} {measured.high_ms:+.2f}"
            row += [f"{measured.ms:+.3f} ({interval})", f"{measured.t:+.1f}"]
        table.add_row(*row, "DIFFERS" if each.differences else "equal")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.timing", description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer samples, as in CI")
    parser.add_argument("--only", default="", help="pairs whose names begin so")
    parser.add_argument("--plant", choices=PLANTS, help="make one class 5 ms slower; must exit 1")
    parser.add_argument("--how", choices=("sleep", "busy"), default="sleep", help="how the plant spends them")
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    began = time.monotonic()
    plant = () if arguments.plant is None else (arguments.plant, arguments.how)
    with migrated() as name, tempfile.NamedTemporaryFile(prefix="rondel-timing-", suffix=".log") as log:
        found = asyncio.run(
            run(
                url_of(name),
                Path(log.name),
                SHORT if arguments.short else LONG,
                only=arguments.only,
                plant=plant,
                seed=arguments.seed,
            )
        )
    console.print(shown(found))
    unequal = [each for each in found if each.differences]
    console.print(
        f"{len(found)} pairs, {len(unequal)} differ; {time.monotonic() - began:.0f} s. A difference counts "
        f"beyond {CPU_BOUND_MS} ms of CPU or {WALL_BOUND_MS} ms, with |t| > {T_LIMIT}, measured twice; "
        "sizes are exact."
    )
    for each in unequal:
        console.print(f"DIFFERS: {each.name} ({' | '.join(each.classes)}): {', '.join(each.differences)}")
    return 1 if unequal else 0


if __name__ == "__main__":
    sys.exit(main())
