"""`rondel simulate`: bots play many games."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
import rich_click as click

from rondel.arena.simulate import Plan, Tally
from rondel.arena.simulate import simulate as simulate_games
from rondel.cli.arguments.parameters import (
    INTERRUPTED,
    WrongUse,
    a_seed,
    bots_in,
    bots_option,
    game_argument,
    games_option,
    jobs_option,
    json_option,
    max_steps_option,
    options_in,
    options_option,
    save_option,
    saver,
    seats_in,
    seats_option,
    seed_option,
)
from rondel.cli.arguments.progress import progress
from rondel.kernel import AnyGame, Struct
from rondel.wire.codec import codec_of

PERCENTS: Final = (5, 25, 50, 75, 95, 100)
"""Of how many games the length is told."""


@click.command
@game_argument
@bots_option
@games_option
@jobs_option
@seats_option
@seed_option
@max_steps_option
@options_option
@save_option
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    game: AnyGame,
    names: str,
    games: int,
    jobs: int,
    seats: int | None,
    seed: int | None,
    max_steps: int,
    options_file: Path | None,
    save_to: Path | None,
    as_json: bool,
) -> None:
    """Let bots play many games, random ones if no others are named, and say how they ended.

    Equal seeds give equal games, whatever the number of processes. Ctrl-C ends it early, with the
    numbers so far and exit code 130.

    Every bot keeps its seat; who is the better player, `rondel arena` says.

    Example: `rondel simulate decks --games 10000 --jobs 2 --seed 7`
    """
    bots = bots_in(game, names, seats_in(options_file) if seats is None else seats)
    options = options_in(game, options_file, seats=len(bots))
    if getattr(options, "seats", len(bots)) != len(bots):
        raise WrongUse(f"The options are for {options.seats} seats, not for {len(bots)}.")
    plan = Plan(
        game.name, codec_of(game).noun_bytes(options), bots, a_seed(seed), max_steps, save_to is not None
    )
    save = saver(save_to, game, plan.seed, games)
    began = time.perf_counter()
    with progress("games", games) as tick:
        tally = simulate_games(plan, games, jobs=jobs, tick=tick, save=save)
    summary = _simulated(plan, tally, jobs, time.perf_counter() - began)
    click.echo(msgspec.json.encode(summary) if as_json else "\n".join(_text(game.title, games, summary)))
    context.exit(INTERRUPTED if summary.is_interrupted else 0)


class Simulated(Struct):
    """What a simulation came to: the line of JSON."""

    game: str
    seed: int
    bots: tuple[str, ...]
    games: int
    is_interrupted: bool
    endings: dict[str, int]
    wins: list[int]
    """By seat, in how many games it was first, alone or with others."""

    steps: int
    mean_versions: float
    median_versions: int
    longest_versions: int
    versions_by_percent: dict[int, int]
    """The length that so many percent of the games do not exceed."""

    jobs: int
    seconds: float
    steps_per_second: int
    steps_per_second_per_job: int
    digest: str


def _simulated(plan: Plan, tally: Tally, jobs: int, seconds: float) -> Simulated:
    speed = tally.steps / seconds
    return Simulated(
        plan.game,
        plan.seed,
        plan.bots,
        tally.games,
        tally.is_interrupted,
        dict(sorted(tally.endings.items())),
        [tally.wins.get(seat, 0) for seat in range(len(plan.bots))],
        tally.steps,
        round(tally.steps / tally.games, 1) if tally.games else 0.0,
        length(tally.games_by_versions, 50),
        max(tally.games_by_versions, default=0),
        {percent: length(tally.games_by_versions, percent) for percent in PERCENTS},
        jobs,
        round(seconds, 2),
        round(speed),
        round(speed / jobs),
        tally.digest.hex(),
    )


def length(games_by_versions: Mapping[int, int], percent: int) -> int:
    """The length that so many percent of the games do not exceed; half of them: the median."""
    left = -(-sum(games_by_versions.values()) * percent // 100)
    for versions, games in sorted(games_by_versions.items()):
        left -= games
        if left <= 0:
            return versions
    return 0


def _text(title: str, wanted: int, summary: Simulated) -> Iterator[str]:
    stopped = f", stopped before all {wanted} were played" if summary.is_interrupted else ""
    yield f"{title}: {_count(summary.games, 'game')}{stopped}. Seed {summary.seed}."
    yield "Endings:"
    width = max((len(ending) for ending in summary.endings), default=0)
    for ending, games in summary.endings.items():
        yield f"  {ending.ljust(width)}  {games:>9}  {games / summary.games:6.1%}"
    if any(summary.wins):
        yield "First by seat, alone or with others:"
        width = max(map(len, summary.bots))
        for seat, (name, wins) in enumerate(zip(summary.bots, summary.wins, strict=True)):
            yield f"  {seat} {name.ljust(width)}  {wins:>9}  {wins / summary.games:6.1%}"
    lengths = (
        f"mean {summary.mean_versions}, median {summary.median_versions}, longest {summary.longest_versions}"
    )
    yield f"Versions: {lengths}; {summary.steps} in all."
    shares = [f"{percent} % {versions}" for percent, versions in summary.versions_by_percent.items()]
    yield f"Not longer than: {', '.join(shares)}."
    speed = f"{summary.steps_per_second} steps/s, {summary.steps_per_second_per_job} per job"
    yield f"Speed: {speed}; {_count(summary.jobs, 'job')}, {summary.seconds} s."
    yield f"Digest: {summary.digest}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
