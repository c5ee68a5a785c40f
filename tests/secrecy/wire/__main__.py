"""`python -m tests.secrecy.wire --pairs 500 [--game NAME]`: pairs of worlds through sockets; 0 may differ."""

import argparse
import asyncio
import sys
import time
from collections import Counter

from rich.console import Console
from rich.progress import track

from rondel.laws.walk import Seeded
from tests.secrecy.wire.doors import two_sides
from tests.secrecy.wire.games import SERVED
from tests.secrecy.wire.pair import LONG, Leak, Ran, run_pair

console = Console(highlight=False, soft_wrap=True)


async def run(name: str, pairs: int, seed: int) -> bool:
    """Play the pairs of one game and print what was compared; whether nobody could tell them apart."""
    served = SERVED[name]
    rans: list[Ran] = []
    leaks = 0
    began = time.monotonic()
    async with two_sides() as sides:
        for number in track(range(pairs), name, console=console, disable=not console.is_terminal):
            try:
                rans.append(await run_pair(sides, served, Seeded(f"wire {seed} {number}"), number))
            except Leak as leak:
                leaks += 1
                console.print(f"{name}, pair {number}: {leak}", markup=False)
    observers = Counter(ran.observer for ran in rans)
    long = sum(ran.actions >= LONG for ran in rans) / max(pairs, 1)
    console.print(
        f"{name}: observers {', '.join(f'{who} {count}' for who, count in sorted(observers.items()))}; "
        f"{time.monotonic() - began:.0f} s"
    )
    console.print(
        f"{name}: pairs {pairs}, differences {leaks}, {sum(ran.actions for ran in rans) / max(pairs, 1):.1f} "
        f"actions each, {long:.1%} ran {LONG} or more, {sum(ran.messages for ran in rans)} messages and "
        f"{sum(ran.bytes for ran in rans)} bytes compared; {sum(ran.documented for ran in rans)} frames "
        f"in the words of the documents, {sum(ran.patched for ran in rans)} with patches, "
        f"{sum(ran.sizes for ran in rans)} sizes of what others were sent, "
        f"{sum(ran.calls for ran in rans)} moves through calls"
    )
    return leaks == 0 and long >= served.wanted_long


async def run_all(names: list[str], pairs: int, seed: int) -> int:
    """One game after the other; the exit code."""
    return int(not all([await run(name, pairs, seed) for name in names]))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.secrecy.wire", description=__doc__)
    parser.add_argument("--pairs", type=int, default=500, help="of each game")
    parser.add_argument("--game", choices=sorted(SERVED), help="only this one")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    names = sorted(SERVED) if arguments.game is None else [arguments.game]
    return asyncio.run(run_all(names, arguments.pairs, arguments.seed))


if __name__ == "__main__":
    sys.exit(main())
