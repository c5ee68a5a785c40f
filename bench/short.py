"""`just bench --short`: has a move become dearer? In this process, by CPU, in half a minute.

A move's cost is expressed in pieces of calibration (`bench.inside`). The figure is the lower quartile of many
slices: neighbours only ever add to a slice, and the cheap quarter hardly moves. It fails where that is more
than a quarter above the ratio in `short.json`. `--store` writes a new one, for a change that is meant.
"""

import json
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

import uvloop

from bench.inside import Cost, Inside, inside

STORED: Final = Path(__file__).with_name("short.json")
SLACK: Final = 1.25
WARM: Final = 40
SLICES: Final = 160


class Verdict(NamedTuple):
    """The ratio that was found, beside the one that is stored."""

    ratio: float
    stored: float
    move_us: float

    @property
    def is_slower(self) -> bool:
        """Whether a move costs more than it may."""
        return self.ratio > self.stored * SLACK

    def __str__(self) -> str:
        """In one line."""
        return (
            f"a move costs {self.ratio:.1f} pieces of calibration ({self.move_us:.0f} us of CPU here); "
            f"stored are {self.stored:.1f}, up to {self.stored * SLACK:.1f} pass: "
            f"{'SLOWER' if self.is_slower else 'ok'}"
        )


def ratio_of(cost: Cost) -> float:
    """The lower quartile of the slices."""
    return quantiles(cost.ratios, n=4)[0]


def stored_ratio() -> float:
    """What a move cost when the ratio was stored."""
    return float(json.loads(STORED.read_text())["ratio"])


def judged(cost: Cost) -> Verdict:
    """The cost beside what is stored."""
    return Verdict(ratio_of(cost), stored_ratio(), median(cost.move_us))


async def measured(slices: int = SLICES) -> Cost:
    """A node is opened, warmed up and measured."""
    async with inside() as node:
        return await warmed(node, slices)


async def warmed(node: Inside, slices: int = SLICES) -> Cost:
    """The cost after some slices that do not count: tables have to get past the deal."""
    await node.cost(WARM)
    return await node.cost(slices)


def run(*, is_stored: bool) -> Verdict:
    """Measure; with `is_stored`, what was found is the new ratio."""
    cost = uvloop.run(measured())
    if is_stored:
        STORED.write_text(json.dumps({"ratio": round(ratio_of(cost), 1)}) + "\n")
    return judged(cost)
