"""`just soak`: live tables of every game, played by bots at a real server for an hour, piece by piece.

`rondel serve` runs on a PostgreSQL of its own. Every table has a bot in each seat and somebody who looks on;
a table that ends is replaced. Bots have processes of their own (`rondel bots`), so what is measured is the
server alone. A few tables of Cambio are played from here over sockets: their answers are timed, beside trips
of the same moment that do not lead through Rondel (`tests.load.yardstick`).

After each piece its figures are printed and written to the file. Ctrl-C ends the soak: what was measured is
kept and judged. The same command goes on where the file stops, with a new server. `bench.steady` says what is
asked of the figures; the exit is 1 if one of them is missed.
"""

import asyncio
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.table import Table

from bench.goals import shown
from bench.soaking import THINK, WARM_MOVES, Load, Soaking, soaking
from bench.steady import Finding, Piece, Sample, beside_first, is_warm, judged

TABLES: Final = 1000
MINUTES: Final = 60.0
PIECE_S: Final = 60.0

HIDDEN: Final = {"run", "began_s", "is_warm", "moves", "seen"}
FIGURES: Final = [name for name in Piece.__struct_fields__ if name not in HIDDEN]

console = Console(highlight=False, width=220)


class Run(msgspec.Struct):
    """One server's pieces."""

    tables: int
    pieces: list[Piece]


class Soak(msgspec.Struct):
    """Everything that was measured, as the file has it."""

    runs: list[Run] = []

    @property
    def pieces(self) -> list[Piece]:
        """Of all runs."""
        return [piece for run in self.runs for piece in run.pieces]

    @property
    def minutes(self) -> float:
        """How long all of them took."""
        return sum(piece.seconds for piece in self.pieces) / 60


class Book:
    """The soak and its file, if it has one."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self.soak = Soak()
        if file is not None and file.exists():
            self.soak = msgspec.json.decode(file.read_bytes(), type=Soak)

    def write(self) -> None:
        """Replace the file at once, so that no Ctrl-C leaves half of one."""
        if self._file is not None:
            beside = self._file.with_name(self._file.name + ".new")
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(self.soak)) + b"\n")
            beside.replace(self._file)


async def soak(book: Book, load: Load, minutes: float) -> None:
    """One more run, until all of them together have taken so many minutes, or until Ctrl-C."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    playing = asyncio.create_task(_pieces(book, load, minutes))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
        else:
            console.print("Stopped: the piece that was under way does not count.")
    finally:
        playing.cancel()
        stopping.cancel()
        # What is cut off has nothing to say any more: the pieces that were whole are in the book.
        await asyncio.gather(playing, stopping, return_exceptions=True)
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)


async def _pieces(book: Book, load: Load, minutes: float) -> None:
    console.print(f"Opening {load.tables} tables, and {load.probes} that are timed.")
    async with soaking(load) as running:
        run = Run(load.tables, [])
        book.soak.runs.append(run)
        while book.soak.minutes < minutes:
            run.pieces.append(await _piece(running, len(book.soak.runs), run.pieces, load))
            book.write()
            console.print(_line(run.pieces[-1], book.soak.minutes))


async def _piece(running: Soaking, run: int, before: Sequence[Piece], load: Load) -> Piece:
    return await running.piece(run, load.piece_s, is_warm=is_warm(before, load.tables, load.warm_moves))


def _line(piece: Piece, minutes: float) -> str:
    return (
        f"{minutes:5.1f} min{'' if piece.is_warm else ' (warming up)'}: {piece.tables} tables, "
        f"{piece.replaced} replaced, {piece.all_moves / piece.seconds:.0f} moves/s, "
        f"{piece.seen.anonymous_mib:.1f} MiB, {piece.seen.tasks:.0f} tasks, "
        f"{piece.seen.descriptors:.0f} descriptors, "
        f"answers p50 {piece.ack_p50_ms:.0f} p99 {piece.ack_p99_ms:.0f} ms "
        f"(trips {piece.trip_p50_ms:.0f} and {piece.trip_p99_ms:.0f}), {piece.server_us:.0f} us a move"
    )


def figures_of(pieces: Sequence[Piece]) -> Table:
    """Every figure of the pieces that count: the middle, the least and the most."""
    table = Table("figure", "median", "least", "most", title="Pieces that count")
    counted = [piece for piece in pieces if piece.is_warm]
    rows = {name: [getattr(piece.seen, name) for piece in counted] for name in Sample._fields}
    for name in (*FIGURES, "all_moves", "late", "cost"):
        rows[name] = [getattr(piece, name) for piece in counted]
    for name, values in rows.items():
        table.add_row(name, *map(shown, (median(values), min(values), max(values))))
    return table


def verdict(found: Sequence[Finding], pieces: Sequence[Piece]) -> bool:
    """Print all there is to say; whether everything that was asked is met."""
    if any(piece.is_warm for piece in pieces):
        console.print(figures_of(pieces))
    if len(found) > 1:
        ratio = beside_first(pieces, lambda piece: piece.cost)
        console.print(f"cost of a move beside calibration, last third to first: {ratio:.2f}")
    for finding in found:
        console.print(f"{'ok    ' if finding.is_met else 'MISSED'} {finding.what}: {finding.says}")
    return all(finding.is_met for finding in found)


@click.command()
@click.option("--tables", default=TABLES, show_default=True, type=click.IntRange(1))
@click.option("--minutes", default=MINUTES, show_default=True, type=click.FloatRange(0), help="In all runs.")
@click.option("--piece", "piece_s", default=PIECE_S, show_default=True, help="Seconds of a piece.")
@click.option("--think", default=THINK, show_default=True, help="Seconds a bot thinks, least and most.")
@click.option("--bots", default=1, show_default=True, type=click.IntRange(1), help="Processes for bots.")
@click.option(
    "--warm-moves", default=WARM_MOVES, show_default=True, help="Moves a table of each game before it counts."
)
@click.option(
    "--json",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the pieces there; if it has some already, go on.",
)
def main(
    tables: int, minutes: float, piece_s: float, think: str, bots: int, warm_moves: int, file: Path | None
) -> None:
    """Let bots play at many tables for long, and judge whether the server stays as it was."""
    book = Book(file)
    if any(run.tables != tables for run in book.soak.runs):
        raise click.UsageError(f"{file} has a soak of another number of tables.")
    load = Load(tables, piece_s, think, warm_moves, bots)
    if book.soak.minutes < minutes:
        asyncio.run(soak(book, load, minutes))
    pieces = book.soak.pieces
    sys.exit(0 if verdict(judged(pieces), pieces) else 1)


if __name__ == "__main__":
    main()
