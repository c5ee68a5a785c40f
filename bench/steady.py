"""Whether a server that has played for long is as it was at first: memory, tasks, descriptors, answers.

A soak (`bench.soak`) is cut into pieces, and each is one sample. The first pieces of a run do not count: a
server remembers the latest 64 rows of each table, and that has to fill up, at the tables of slow games, too.
Of the others the first third is compared with the last third, medians both. A soak may have several runs,
each with a new server: thirds are those of each run, and slopes are never drawn from one run to another.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, groupby
from statistics import median
from typing import Final, NamedTuple

import msgspec

LEAST: Final = 6
"""Fewer pieces than this in a run say nothing."""

MEMORY: Final = 1.05
"""How much memory may grow over a run, by the slope (Theil-Sen: the median of all slopes of two pieces)."""

TASKS: Final = 1.10
FEW_TASKS: Final = 5
"""Tasks and descriptors may become a tenth more and a few: requests under way are among them."""

LATE: Final = 1.5
"""How much later answers may come, beside a journey of the same piece that does not lead through Rondel."""


class Sample(NamedTuple):
    """One look at a process, or the middle of several."""

    rss_mib: float
    pss_mib: float
    anonymous_mib: float
    tasks: float
    descriptors: float
    rooms: float
    sockets: float


class Piece(msgspec.Struct, frozen=True):
    """What was seen of a server for a while."""

    run: int
    began_s: float
    seconds: float
    is_warm: bool
    tables: int
    replaced: int
    moves: Mapping[str, int]
    seen: Sample
    lag_ms: float
    acks: int
    ack_p50_ms: float
    ack_p99_ms: float
    trip_p50_ms: float
    trip_p99_ms: float
    server_us: float
    postgres_us: float
    work_us: float
    database_mib: float
    halted: int
    errors: int
    unanswered: int = 0

    @property
    def all_moves(self) -> int:
        """Of all games."""
        return sum(self.moves.values())

    @property
    def late(self) -> float:
        """The p99 of answers, beside that of the journey without Rondel."""
        return self.ack_p99_ms / self.trip_p99_ms

    @property
    def cost(self) -> float:
        """CPU of a move in pieces of calibration."""
        return self.server_us / self.work_us


class Finding(NamedTuple):
    """One thing that was asked, the figure that answers it, and how much it may be."""

    what: str
    is_met: bool
    says: str


Measure = Callable[[Piece], float]


def is_warm(before: Sequence[Piece], tables: int, each: int) -> bool:
    """Whether the tables of every game have made `each` moves on average: some games are slow."""
    if not before:
        return each == 0
    games = before[0].moves
    return all(sum(piece.moves[game] for piece in before) >= each * tables / len(games) for game in games)


def judged(pieces: Sequence[Piece]) -> Sequence[Finding]:
    """Every question with its answer; only one, which is not met, if there are too few pieces."""
    runs = [run for run in _runs(pieces) if len(run) >= LEAST]
    if not runs:
        most = max(map(len, _runs(pieces)), default=0)
        return [Finding("long enough", False, f"{most} pieces after warming up, {LEAST} are needed")]
    return [
        _memory(runs),
        _few(runs, "no task leaks", "tasks", lambda piece: piece.seen.tasks),
        _few(runs, "no descriptor leaks", "descriptors", lambda piece: piece.seen.descriptors),
        _late(runs),
        _playing(runs),
    ]


def beside_first(pieces: Sequence[Piece], measure: Measure) -> float:
    """The last third of each run beside its first third."""
    runs = [run for run in _runs(pieces) if len(run) >= LEAST]
    first, last = _thirds(runs, measure)
    return last / first


def _runs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces that count, run by run."""
    return [list(run) for _, run in groupby((p for p in pieces if p.is_warm), key=lambda piece: piece.run)]


def _thirds(runs: Sequence[Sequence[Piece]], measure: Measure) -> tuple[float, float]:
    first = [measure(piece) for run in runs for piece in run[: len(run) // 3]]
    last = [measure(piece) for run in runs for piece in run[-(len(run) // 3) :]]
    return median(first), median(last)


def slope(runs: Sequence[Sequence[Piece]], measure: Measure) -> float:
    """How much it grows in a second: the median of the slopes of any two pieces of the same run."""
    pairs = [pair for run in runs for pair in combinations(run, 2)]
    return median(
        (measure(later) - measure(sooner)) / (later.began_s - sooner.began_s) for sooner, later in pairs
    )


def _memory(runs: Sequence[Sequence[Piece]]) -> Finding:
    in_second = slope(runs, lambda piece: piece.seen.anonymous_mib)
    longest_s = max(run[-1].began_s - run[0].began_s for run in runs)
    first, _ = _thirds(runs, lambda piece: piece.seen.anonymous_mib)
    grown = 1 + in_second * longest_s / first
    says = f"x {grown:.3f} in {longest_s / 60:.1f} minutes, at most {MEMORY}; {first:.0f} MiB at first, "
    return Finding("memory flat", grown <= MEMORY, says + f"{3600 * in_second:+.1f} MiB in an hour")


def _few(runs: Sequence[Sequence[Piece]], what: str, noun: str, measure: Measure) -> Finding:
    first, last = _thirds(runs, measure)
    most = first * TASKS + FEW_TASKS
    return Finding(what, last <= most, f"{first:.0f} {noun} at first, {last:.0f} at last, at most {most:.0f}")


def _late(runs: Sequence[Sequence[Piece]]) -> Finding:
    first, last = _thirds(runs, lambda piece: piece.late)
    ms = _thirds(runs, lambda piece: piece.ack_p99_ms)
    says = f"x {last / first:.2f} beside the journey without Rondel, at most {LATE}; "
    return Finding("p99 steady", last <= LATE * first, says + f"{ms[0]:.0f} ms at first, {ms[1]:.0f} at last")


def _playing(runs: Sequence[Sequence[Piece]]) -> Finding:
    pieces = [piece for run in runs for piece in run]
    thirds = [part for run in runs for part in (run[: len(run) // 3], run[-(len(run) // 3) :])]
    silent = {game for part in thirds for game in pieces[0].moves if not any(p.moves[game] for p in part)}
    halted, errors = sum(piece.halted for piece in pieces), sum(piece.errors for piece in pieces)
    unanswered = sum(piece.unanswered for piece in pieces)
    says = f"{sum(piece.all_moves for piece in pieces):,} moves, {halted} tables halted, {errors} errors, "
    says += f"{unanswered} requests without an answer"
    if silent:
        says += f"; at times nobody moved in {', '.join(sorted(silent))}"
    return Finding("play goes on", not (silent or halted or errors or unanswered), says)
