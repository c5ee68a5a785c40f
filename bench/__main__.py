"""`just bench`: every goal of speed with its floor, its target and the figure that was found here.

Parts are measured one after the other, and within a part everything in turn, round after round, by CPU and
not by the clock on the wall: what a neighbour does to one it does to all. `--only P4` measures that part
alone; what was not measured says so.
"""

import asyncio
import json
import os
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.console import Console

from bench import crowd, deadlines, growth, idle, imperial, rules, served, short, store
from bench.calibration import Calibration, is_pgo
from bench.goals import Figures, goals, table_of

ROUNDS: Final = 3


class Part(NamedTuple):
    """What measures some of the goals."""

    goals: frozenset[str]
    measure: Callable[[int, Console], Figures]


def _served(rounds: int, console: Console) -> Figures:
    return asyncio.run(served.measure(rounds, 5.0, console))


def _lateness(rounds: int, console: Console) -> Figures:
    return asyncio.run(served.lateness(rounds, 10.0, console))


def _idle(rounds: int, console: Console) -> Figures:
    return asyncio.run(idle.measure(rounds, console))


def _deadlines(rounds: int, console: Console) -> Figures:
    return asyncio.run(deadlines.measure(rounds, console))


PARTS: Final[Sequence[Part]] = (
    Part(frozenset({"P1", "P2", "P3"}), rules.measure),
    Part(frozenset({"P3"}), imperial.measure),
    Part(frozenset({"P4", "P4b", "P5"}), _served),
    Part(frozenset({"P6", "P11"}), store.goals_measured),
    Part(frozenset({"P7"}), _lateness),
    Part(frozenset({"P8"}), crowd.measure),
    Part(frozenset({"P9"}), _idle),
    Part(frozenset({"P10"}), growth.p10),
    Part(frozenset({"P12"}), _deadlines),
)


def python_text() -> str:
    """Which Python this is, and how it was built."""
    build = "PGO" if is_pgo() else "no PGO"
    return f"Python {platform.python_version()} ({build}) on {os.cpu_count()} cores of {platform.machine()}"


@click.command()
@click.option("--only", multiple=True, help="A goal, such as P4; can be given more than once.")
@click.option("--rounds", default=ROUNDS, show_default=True, type=click.IntRange(1))
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures there."
)
@click.option(
    "--short", "is_short", is_flag=True, help="Only whether a move has become dearer; half a minute."
)
@click.option("--store", "is_stored", is_flag=True, help="With --short: what is found is the new measure.")
def main(only: tuple[str, ...], rounds: int, file: Path | None, is_short: bool, is_stored: bool) -> None:
    """Measure the goals of speed. `just bench-peers` installs what they are compared with."""
    console = Console(width=160)
    console.print(python_text())
    if is_short:
        verdict = short.run(is_stored=is_stored)
        console.print(str(verdict))
        sys.exit(1 if verdict.is_slower else 0)
    unknown = set(only) - {goal.number for goal in goals()}
    if unknown:
        raise click.UsageError(f"There is no goal {', '.join(sorted(unknown))}.")
    found: Figures = {}
    for part in PARTS:
        if not only or part.goals & set(only):
            found |= part.measure(rounds, console)
    console.print(table_of(found))
    if file is not None:
        report = {"python": python_text(), "piece_us": Calibration().piece_us(), "figures": found}
        file.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
