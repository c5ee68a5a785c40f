"""`rondel laws`: hold a game to what every game must obey."""

import json
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import msgspec
import rich_click as click

from rondel.arena.pool import play_all
from rondel.cli.arguments.parameters import (
    INTERRUPTED,
    WrongUse,
    a_seed,
    game_argument,
    jobs_option,
    json_option,
    seed_option,
)
from rondel.cli.arguments.progress import progress
from rondel.cli.checks.bounded import folder_of
from rondel.kernel import AnyGame
from rondel.laws import ALL, Law, Leg, Report, Violation, distinct, in_full, leg_count, run, walk_leg
from rondel.laws.secrecy import SECRECY
from rondel.wire.registry import load_game

NOTHING_TO_COMPARE: Final = (
    "Nothing to compare: no secret was found that could be otherwise, so nothing is said about secrecy."
)


@click.command
@game_argument
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Number of random moves.",
)
@click.option(
    "--law", "names", multiple=True, metavar="NAME", help="Only this law, or these.  [default: all]"
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save a transcript of each failing game in DIR.",
)
@click.option(
    "--matrix",
    "is_matrix_wanted",
    is_flag=True,
    help="Print which events distinguish two worlds, per viewer.",
)
@click.option(
    "--pairs", type=click.IntRange(min=0), metavar="N", help="Number of worlds to compare for secrecy."
)
@jobs_option
@seed_option
@json_option
@click.pass_context
def laws(
    context: click.Context,
    game: AnyGame,
    steps: int,
    names: tuple[str, ...],
    keep: Path | None,
    is_matrix_wanted: bool,
    pairs: int | None,
    jobs: int,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play random moves, and check the laws that every game must obey.

    Exit code 1 if a law was broken; each finding says how to see it again. Equal seeds find the same,
    whatever the number of processes. Ctrl-C ends the walk early, with what was seen so far and exit
    code 130.

    Example: `rondel laws decks --steps 200000 --jobs 4 --law secrecy --law undo`
    """
    if pairs is not None and jobs > 1:
        raise WrongUse("--pairs are counted in one process: leave out --jobs.")
    chosen, seed = _chosen(names), a_seed(seed)
    began = time.perf_counter()
    with _one_interrupt() as interrupt, progress("steps", steps) as tick:
        tick = interrupt.before(tick)
        report = run(
            game,
            laws=chosen,
            steps=steps,
            pairs=pairs,
            seed=seed,
            tick=tick,
            keep=None if keep is None else partial(_keep, keep),
            walked={} if jobs == 1 else _walked(game.name, chosen, seed, steps, jobs, tick),
        )
    summary = {
        "files": f"{folder_of(game)}",
        **_summarize(report, interrupt.is_wanted, time.perf_counter() - began),
    }
    is_of_secrets = SECRECY in chosen
    lines = [
        *_text(game, report, summary, is_of_secrets=is_of_secrets),
        *(_matrix(report) if is_matrix_wanted else ()),
    ]
    click.echo(json.dumps(summary) if as_json else "\n".join(lines))
    context.exit(INTERRUPTED if interrupt.is_wanted else min(1, len(report.violations)))


def _walked(
    name: str, chosen: Sequence[Law], seed: int, steps: int, jobs: int, tick: Callable[[int], None]
) -> Mapping[int, Leg]:
    """All legs, or those that were walked before Ctrl-C, by several processes."""
    legs: dict[int, Leg] = {}
    count = leg_count(steps)
    play_all(
        partial(_walk_leg, name, [law.name for law in chosen], seed, steps),
        count,
        keep=legs.__setitem__,
        jobs=jobs,
        tick=lambda done: tick(done * steps // count),
    )
    return legs


def _walk_leg(name: str, laws: Sequence[str], seed: int, steps: int, number: int) -> Leg:
    """One leg, in a process that was told names alone."""
    chosen = [law for law in ALL if law.name in laws]
    return walk_leg(load_game(name), chosen, seed, steps, number)


def _keep(directory: Path, name: str, transcript: bytes) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / name).write_bytes(transcript)


def _matrix(report: Report) -> Iterator[str]:
    """Yield rows: event, audience, how often two worlds heard it, and how often it distinguished them."""
    width = max((len(row.event) for row in report.matrix), default=0)
    yield f"{'Event':<{width}}  {'Audience':<13}  {'received':>8}  {'parted':>8}"
    for row in report.matrix:
        yield f"{row.event:<{width}}  {row.audience:<13}  {row.received:>8}  {row.parted:>8}"


class _Interrupt:
    """Ctrl-C, held back until a sitting has been walked to its end; the second one is not held back."""

    def __init__(self) -> None:
        self.is_wanted = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.is_wanted:
            raise KeyboardInterrupt
        self.is_wanted = True

    def before(self, tick: Callable[[int], None]) -> Callable[[int], None]:
        """`tick`, unless it is time to stop."""

        def tick_or_stop(more: int) -> None:
            if self.is_wanted:
                raise KeyboardInterrupt
            tick(more)

        return tick_or_stop


@contextmanager
def _one_interrupt() -> Iterator[_Interrupt]:
    interrupt = _Interrupt()
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


def _chosen(names: tuple[str, ...]) -> tuple[Law, ...]:
    by_name = {law.name: law for law in ALL}
    for name in names:
        if name not in by_name:
            raise WrongUse(f"There is no law called {name!r}. Laws: {', '.join(by_name)}.")
    return tuple(by_name[name] for name in dict.fromkeys(names)) or ALL


def _summarize(report: Report, is_interrupted: bool, seconds: float) -> dict[str, Any]:
    return {
        "game": report.game,
        "seed": report.seed,
        "isInterrupted": is_interrupted,
        "steps": report.steps,
        "sittings": report.sittings,
        "pairs": dict(report.pairs),
        "longPairs": report.long_pairs,
        "unlikePairs": report.unlike_pairs,
        "checks": dict(report.checks),
        "endings": dict(report.endings),
        "longestLegal": report.longest_legal,
        "largestViewBytes": report.largest_view_bytes,
        "seconds": round(seconds, 2),
        "digest": report.digest,
        "violations": len(report.violations),
        "broken": [_finding(violation) for violation in report.violations],
        "matrix": [msgspec.structs.asdict(row) for row in report.matrix],
    }


def _text(game: AnyGame, report: Report, summary: Mapping[str, Any], *, is_of_secrets: bool) -> Iterator[str]:
    verdict = "breaks the laws" if report.violations else "obeys the laws"
    stopped = ", stopped early" if summary["isInterrupted"] else ""
    yield f"{game.title} {verdict}. Seed {report.seed}."
    yield f"Walked: {report.steps} steps, {report.sittings} sittings, {summary['seconds']} s{stopped}."
    yield f"Files: {summary['files']}"
    yield f"Checks: {_counts(report.checks)}."
    yield from _pairs(report, is_of_secrets=is_of_secrets)
    yield f"Endings: {_counts(report.endings)}."
    yield f"Largest: {report.longest_legal} legal actions, a View of {report.largest_view_bytes} bytes."
    yield f"Digest: {report.digest}"
    for violation, count in distinct(report.violations):
        yield f"Broken: {_finding(violation)}"
        yield from (f"  {line}" for line in in_full(violation)[2:])
        if count > 1:
            yield f"  found {count} times, perhaps with other values"


def _pairs(report: Report, *, is_of_secrets: bool) -> Iterator[str]:
    """How many worlds were compared; a law of secrets that had none to compare has said nothing."""
    yield (
        f"Pairs of worlds: {_counts(report.pairs)}; {report.long_pairs} of them played on, "
        f"{report.unlike_pairs} differed in something hidden."
    )
    if is_of_secrets and not report.unlike_pairs and not report.violations:
        yield NOTHING_TO_COMPARE


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"


def _finding(violation: Violation) -> str:
    who = "" if violation.observer is None else f" ({violation.observer})"
    return (
        f"{violation.law}{who}: {violation.message.rstrip('.')}. To see it again: {violation.how_to_repeat}"
    )
