"""`python -m tests.secrecy.wire --pairs 500`: pairs of worlds through real sockets; 0 may differ."""

import argparse
import asyncio
import sys
import time
from collections import Counter

from rich.console import Console
from rich.progress import track

from rondel.laws.walk import Seeded
from tests.secrecy.wire.doors import two_sides
from tests.secrecy.wire.pair import LONG, Leak, run_pair

console = Console(highlight=False)


async def run(pairs: int, seed: int) -> int:
    """Play the pairs; the last line counts them."""
    observers: Counter[str] = Counter()
    leaks: list[str] = []
    is_long = messages = size = 0
    began = time.monotonic()
    async with two_sides() as sides:
        for number in track(range(pairs), "pairs", console=console, disable=not console.is_terminal):
            try:
                ran = await run_pair(sides, Seeded(f"wire {seed} {number}"), number)
            except Leak as leak:
                leaks.append(f"pair {number}: {leak}")
                console.print(leaks[-1], markup=False)
                continue
            observers[ran.observer] += 1
            is_long += ran.actions >= LONG
            messages += ran.messages
            size += ran.bytes
    told = ", ".join(f"{name} {count}" for name, count in sorted(observers.items()))
    console.print(f"observers: {told}; {time.monotonic() - began:.0f} s")
    console.print(
        f"pairs {pairs}, differences {len(leaks)}, {is_long / max(pairs, 1):.1%} ran {LONG} actions or more, "
        f"{messages} messages and {size} bytes compared"
    )
    return int(bool(leaks) or is_long < 0.8 * pairs)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.wire", description=__doc__)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    return asyncio.run(run(told.pairs, told.seed))


if __name__ == "__main__":
    sys.exit(main())
