"""`rondel simulate`: random players play many games."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import rich_click as click

from rondel.arena.simulate import Plan, Tally
from rondel.arena.simulate import simulate as simulate_games
from rondel.cli.parameters import (
    INTERRUPTED,
    WrongUse,
    a_seed,
    game_argument,
    games_option,
    jobs_option,
    json_option,
    max_steps_option,
    options_in,
    options_option,
    seats_in,
    seed_option,
)
from rondel.cli.progress import progress
from rondel.kernel import AnyGame, Noun
from rondel.wire.codec import codec_of


@click.command
@game_argument
@games_option
@jobs_option
@click.option("--seats", type=int, metavar="K", help="Players at each table.  [default: the fewest]")
@seed_option
@max_steps_option
@options_option
@json_option
@click.pass_context
def simulate(
    context: click.Context,
    game: AnyGame,
    games: int,
    jobs: int,
    seats: int | None,
    seed: int | None,
    max_steps: int,
    options_file: Path | None,
    as_json: bool,
) -> None:
    """Let random players play many games, and say how they ended.

    Equal seeds give equal games, whatever the number of processes. Ctrl-C ends it early, with the
    numbers so far and exit code 130.

    Example: `rondel simulate decks --games 10000 --jobs 2 --seed 7`
    """
    players = _seats(game, seats_in(options_file) if seats is None else seats)
    options = options_in(game, options_file, seats=players)
    if getattr(options, "seats", players) != players:
        raise WrongUse(f"The options are for {options.seats} seats, not for {players}.")
    plan = Plan(game.name, codec_of(game).noun_bytes(options), players, a_seed(seed), max_steps)
    began = time.perf_counter()
    with progress("games", games) as tick:
        tally = simulate_games(plan, games, jobs=jobs, tick=tick)
    told = _simulated(plan, tally, jobs, time.perf_counter() - began)
    click.echo(msgspec.json.encode(told) if as_json else "\n".join(_text(game.title, games, told)))
    context.exit(INTERRUPTED if told.is_interrupted else 0)


def _seats(game: AnyGame, seats: int | None) -> int:
    if seats is None:
        return game.seats[0]
    if seats not in game.seats:
        raise WrongUse(f"{game.title} is played by {game.seats[0]} to {game.seats[-1]}, not by {seats}.")
    return seats


class Simulated(Noun):
    """What a simulation came to: the line of JSON."""

    game: str
    seed: int
    games: int
    is_interrupted: bool
    endings: dict[str, int]
    steps: int
    mean_versions: float
    median_versions: int
    longest_versions: int
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
        tally.games,
        tally.is_interrupted,
        dict(sorted(tally.endings.items())),
        tally.steps,
        round(tally.steps / tally.games, 1) if tally.games else 0.0,
        median(tally.games_by_versions),
        max(tally.games_by_versions, default=0),
        jobs,
        round(seconds, 2),
        round(speed),
        round(speed / jobs),
        tally.digest.hex(),
    )


def median(games_by_versions: Mapping[int, int]) -> int:
    """The length that half of the games do not exceed."""
    half = (sum(games_by_versions.values()) + 1) // 2
    for versions, games in sorted(games_by_versions.items()):
        half -= games
        if half <= 0:
            return versions
    return 0


def _text(title: str, wanted: int, told: Simulated) -> Iterator[str]:
    stopped = f", stopped before all {wanted} were played" if told.is_interrupted else ""
    yield f"{title}: {_count(told.games, 'game')}{stopped}. Seed {told.seed}."
    yield "Endings:"
    width = max((len(ending) for ending in told.endings), default=0)
    for ending, games in told.endings.items():
        yield f"  {ending.ljust(width)}  {games:>9}  {games / told.games:6.1%}"
    lengths = f"mean {told.mean_versions}, median {told.median_versions}, longest {told.longest_versions}"
    yield f"Versions: {lengths}; {told.steps} in all."
    speed = f"{told.steps_per_second} steps/s, {told.steps_per_second_per_job} per job"
    yield f"Speed: {speed}; {_count(told.jobs, 'job')}, {told.seconds} s."
    yield f"Digest: {told.digest}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
