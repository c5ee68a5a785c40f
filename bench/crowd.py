"""Goal P8: one table with many spectators. What one more of them costs, before the kernel."""

from statistics import median
from typing import Final

import uvloop
from rich.console import Console

from bench.goals import P8, Figures, shown
from bench.inside import inside

CROWDS: Final = (500, 1500)
"""How many come, and how many more."""

SLICES: Final = 30


def measure(rounds: int, console: Console) -> Figures:
    """P8, and whether it is linear: by spectator at the first crowd and at both together."""
    alone, first, all_ = uvloop.run(_costs(rounds))
    by_first = [(cost - bare) / CROWDS[0] for cost, bare in zip(first, alone, strict=True)]
    by_all = [(cost - bare) / sum(CROWDS) for cost, bare in zip(all_, alone, strict=True)]
    console.print(
        f"P8: a frame to one of {CROWDS[0]} spectators costs {shown(median(by_first))} us of CPU, "
        f"to one of {sum(CROWDS)} {shown(median(by_all))} us"
    )
    return {P8: by_all}


async def _costs(rounds: int) -> tuple[list[float], list[float], list[float]]:
    """CPU microseconds of a move, round by round: without spectators, with some, with many."""
    found: tuple[list[float], list[float], list[float]] = ([], [], [])
    for _ in range(rounds):
        async with inside(tables=1) as node:
            await node.cost(SLICES)
            found[0].append(median((await node.cost(SLICES)).move_us))
            for crowd, costs in zip(CROWDS, found[1:], strict=True):
                await node.watch(crowd)
                costs.append(median((await node.cost(SLICES)).move_us))
    return found
