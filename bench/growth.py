"""`just growth`: what a move costs as everything else grows: tables, spectators, nodes, workers and cells.

Tables and spectators are measured in one process without the kernel's sockets (`bench.inside`): what is shown
is the server's own code. Tables are in a PostgreSQL: the store in memory looks at all of them when it looks
for deadlines, and ten thousand tables measured mostly that. Nodes and workers are real processes
(`bench.live`), and their CPU is summed. Each figure is beside a calibration of the same moment, and the plot
shows it beside the first of its line: a flat line is what one hopes for.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import click
import uvloop
from rich.console import Console
from rich.table import Table
from tests.faults.cluster import Postgres

from bench.calibration import Calibration
from bench.goals import P10, Figures, shown
from bench.inside import SEATS, inside
from bench.live import Layout, Span, rondel
from bench.plot import Line, plot
from rondel.server.maintenance.migrations import migrate

SLICES: Final = 40
TABLES: Final = (10, 100, 1000, 10_000)
CROWDS: Final = (0, 10, 100, 500, 2000)
SEATS_OF_MANY: Final = 2
"""At ten thousand tables, so that memory suffices."""

LAYOUTS: Final = {
    "1 node": Layout(),
    "2 nodes, affine": Layout(nodes=2),
    "4 nodes, affine": Layout(nodes=4),
    "2 nodes, split": Layout(nodes=2, is_split=True),
    "4 nodes, split": Layout(nodes=4, is_split=True),
    "2 workers": Layout(workers=2),
    "2 workers, split": Layout(workers=2, is_split=True),
    "2 cells": Layout(cells=2),
    "4 cells": Layout(cells=4),
}
PACES: Final[dict[str, float | None]] = {"saturated": None, "100 moves/s": 100.0}


class Point(NamedTuple):
    """What a move cost at one size, in pieces of calibration, round by round."""

    name: str
    size: int
    costs: list[float]


async def by_tables(sizes: Sequence[int], rounds: int) -> list[Point]:
    """32 tables move at once; the others wait for their turn."""
    points = []
    for size in sizes:
        async with AsyncExitStack() as stack:
            url = stack.enter_context(Postgres()).url
            await asyncio.to_thread(migrate, url)
            running = inside(tables=size, seats=SEATS_OF_MANY, database_url=url)
            node = await stack.enter_async_context(running)
            await node.cost(SLICES)
            costs = [median((await node.cost(SLICES)).ratios) for _ in range(rounds)]
        points.append(Point(f"{size} tables", size, costs))
    return points


async def by_spectators(sizes: Sequence[int], rounds: int) -> list[Point]:
    """All at one table, which moves; the cost by socket, of which the seats are four."""
    points, present = [], 0
    async with inside(tables=1) as node:
        await node.cost(SLICES)
        for size in sizes:
            await node.watch(size - present)
            present = size
            found = [median((await node.cost(SLICES)).ratios) for _ in range(rounds)]
            costs = [cost / (SEATS + size) for cost in found]
            points.append(Point(f"{size} spectators, by socket", size, costs))
    return points


async def by_layout(
    layouts: Sequence[str], rounds: int, console: Console, *, is_together: bool = False
) -> list[Point]:
    """Real processes; a row for each layout tells what each process used.

    One layout after the other, or all at the same time and measured in turn: then they share one weather.
    """
    calibration = Calibration()
    found: dict[tuple[str, str], list[tuple[Span, float]]] = {}
    for at_once in [layouts] if is_together else [[name] for name in layouts]:
        async with AsyncExitStack() as stack:
            lives = {name: await stack.enter_async_context(rondel(layout=LAYOUTS[name])) for name in at_once}
            for (pace, per_s), _, (name, live) in product(PACES.items(), range(rounds), lives.items()):
                piece_us = calibration.piece_us()
                found.setdefault((name, pace), []).append((await live.span(5.0, per_s), piece_us))
    table = Table("layout", "speed", *Span._fields, "piece us", title="CPU microseconds by move")
    points = []
    for name, pace in product(layouts, PACES):
        spans, pieces = zip(*found[name, pace], strict=True)
        figures = (median(getattr(span, field) for span in spans) for field in Span._fields)
        table.add_row(name, pace, *map(shown, figures), shown(median(pieces)))
        layout = LAYOUTS[name]
        size = layout.nodes * layout.workers * layout.cells
        costs = [span.server_us / piece for span, piece in found[name, pace]]
        points.append(Point(f"{name}, {pace}", size, costs))
    console.print(table)
    return points


def p10(rounds: int, console: Console) -> Figures:
    """The goal: ten thousand tables beside a hundred."""
    few, many = uvloop.run(by_tables((TABLES[1], TABLES[-1]), rounds))
    console.print(rows([few, many]))
    return {P10: [after / before for before, after in zip(few.costs, many.costs, strict=True)]}


def rows(points: Sequence[Point]) -> Table:
    """Each point, beside the first."""
    table = Table("size", "cost of a move in pieces", "spread", "beside the first")
    first = median(points[0].costs)
    for point in points:
        middle, spread = median(point.costs), f"{shown(min(point.costs))} to {shown(max(point.costs))}"
        table.add_row(point.name, shown(middle), spread, shown(middle / first))
    return table


def line_of(name: str, points: Sequence[Point]) -> Line:
    """A line of the plot: sizes from 1 on, costs beside the first."""
    first = median(points[0].costs)
    return Line(name, [(max(point.size, 1), median(point.costs) / first) for point in points])


def lines_of(pace: str, points: Sequence[Point]) -> list[Line]:
    """Lines of layouts at one speed, one for each kind: all of them begin at the first layout."""
    first, *others = points
    kinds: dict[str, list[Point]] = {}
    for point in others:
        _, _, kind = point.name.removesuffix(f", {pace}").partition(" ")
        kinds.setdefault(kind, []).append(point)
    return [line_of(f"{kind}, {pace}", [first, *each]) for kind, each in kinds.items()]


def _limited(sizes: Sequence[int], most: int) -> list[int]:
    return [size for size in sizes if size <= most]


@click.command()
@click.argument("what", nargs=-1, type=click.Choice(["tables", "spectators", "layouts"]))
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1))
@click.option("--most", default=10_000, show_default=True, help="No more tables or spectators than this.")
@click.option("--layout", "layouts", multiple=True, type=click.Choice([*LAYOUTS]), help="Only this one.")
@click.option("--together", "is_together", is_flag=True, help="Layouts at the same time, measured in turn.")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures there."
)
@click.option("--plot", "picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw an SVG there.")
def main(
    what: tuple[str, ...],
    rounds: int,
    most: int,
    layouts: tuple[str, ...],
    is_together: bool,
    file: Path | None,
    picture: Path | None,
) -> None:
    """Measure what a move costs as tables, spectators or processes grow; all of them if none is named."""
    console = Console(width=180)
    parts: dict[str, Callable[[], Coroutine[Any, Any, list[Point]]]] = {
        "tables": lambda: by_tables(_limited(TABLES, most), rounds),
        "spectators": lambda: by_spectators(_limited(CROWDS, most), rounds),
        "layouts": lambda: by_layout(layouts or tuple(LAYOUTS), rounds, console, is_together=is_together),
    }
    found: dict[str, list[Point]] = {}
    for name in what or parts:
        run = asyncio.run if name == "layouts" else uvloop.run
        points = run(parts[name]())
        by_pace = {pace: points[number :: len(PACES)] for number, pace in enumerate(PACES)}
        found |= by_pace if name == "layouts" else {name: points}
    for points in found.values():
        console.print(rows(points))
    if file is not None:
        file.write_text(json.dumps({name: list(map(Point._asdict, each)) for name, each in found.items()}))
    if picture is not None:
        lines = [
            line
            for name, each in found.items()
            for line in (lines_of(name, each) if name in PACES else [line_of(name, each)])
        ]
        picture.write_text(plot("What a move costs beside the first", lines))


if __name__ == "__main__":
    main()
