"""`rondel arena`: bots play many games against each other."""

import csv
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median_low
from typing import Final

import msgspec
import rich_click as click

from rondel.arena.compare import (
    Comparison,
    Contest,
    Result,
    Standing,
    compare,
    standings,
    thought_ms,
    wins_by_seat,
)
from rondel.arena.measure import Measure, MeasureNotFoundError, measure_of
from rondel.arena.plot import Histogram, histogram, svg, text
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

TERMINAL: Final = "terminal"

file_to_write = click.Path(dir_okay=False, writable=True, path_type=Path)


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
@click.option(
    "--csv", "csv_file", type=file_to_write, metavar="FILE.csv", help="Write a row per game and seat."
)
@click.option(
    "--plot",
    "plot_to",
    metavar="FILE.svg",
    help=f"Draw how often each score came up; `{TERMINAL}` draws it here.",
)
@click.option(
    "--measure",
    "measured",
    multiple=True,
    metavar="TAG[.field]",
    help="Measure an event per game: TAG counts it, TAG.field counts list items or takes the last value.",
)
@click.option("--time", "is_timed", is_flag=True, help="Say how long each bot thinks, in processor time.")
@json_option
@click.pass_context
def arena(
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
    csv_file: Path | None,
    plot_to: str | None,
    measured: tuple[str, ...],
    is_timed: bool,
    as_json: bool,
) -> None:
    """Let bots play against each other in every order of seats, and say who wins how often.

    Equal seeds give equal games, whatever the number of processes. Ctrl-C ends it early, with the
    numbers so far and exit code 130.

    Example: `rondel arena cambio --bots hard,random --games 1000 --jobs 2`
    """
    plot = _plot(plot_to, as_json=as_json)
    for file in (csv_file, plot):
        _refuse_nowhere(file)
    bots = bots_in(game, names, seats_in(options_file) if seats is None else seats)
    options = options_in(game, options_file, seats=len(bots))
    if getattr(options, "seats", len(bots)) != len(bots):
        raise WrongUse(f"The options are for {options.seats} seats, not for {len(bots)}.")
    contest = Contest(
        game.name,
        codec_of(game).noun_bytes(options),
        bots,
        a_seed(seed),
        max_steps,
        _measures(game, measured),
        is_timed,
        save_to is not None,
    )
    save = saver(save_to, game, contest.seed, games)
    began = time.perf_counter()
    with progress("games", games) as tick:
        comparison = compare(contest, games, jobs=jobs, tick=tick, save=save)
    seconds = time.perf_counter() - began
    results = list(comparison.results())
    summary = _compared(comparison, results, jobs, seconds)
    if csv_file is not None:
        _write_csv(csv_file, results)
    drawn = histogram({name: _scores(name, results) for name in dict.fromkeys(bots)})
    if isinstance(plot, Path):
        _write(
            plot,
            svg(drawn, f"{game.title}: scores over {_count(summary.games, 'game')}, seed {summary.seed}"),
        )
    click.echo(msgspec.json.encode(summary) if as_json else "\n".join(_text(game.title, games, summary)))
    if plot == TERMINAL:
        click.echo("\n".join(_drawn(drawn)))
    context.exit(INTERRUPTED if summary.is_interrupted else 0)


def _measures(game: AnyGame, texts: Sequence[str]) -> tuple[Measure, ...]:
    try:
        return tuple(measure_of(game, text) for text in texts)
    except MeasureNotFoundError as missing:
        raise WrongUse(str(missing)) from None


def _plot(plot_to: str | None, *, as_json: bool) -> Path | str | None:
    """Where the plot goes."""
    if plot_to == TERMINAL and as_json:
        raise WrongUse("--json prints one line; --plot terminal has no place beside it.")
    if plot_to is None or plot_to == TERMINAL:
        return plot_to
    if not plot_to.endswith(".svg"):
        raise WrongUse(f"A plot is `{TERMINAL}` or a file that ends in .svg, not {plot_to}.")
    return Path(plot_to)


def _refuse_nowhere(file: Path | str | None) -> None:
    """Said before the games are played, not after."""
    if isinstance(file, Path) and not file.parent.is_dir():
        raise WrongUse(f"{file} cannot be written: there is no folder {file.parent}.")


class Measured(Struct):
    """What a measure came to over all games."""

    measure: str
    mean: float
    median: int
    most: int
    games: int
    """In how many games it was more than 0."""


class Thought(Struct):
    """How long a bot took over a move, in milliseconds of processor time: half of its moves, and 95 %."""

    bot: str
    half_ms: float
    p95_ms: float


class Compared(Struct):
    """What a comparison came to: the line of JSON."""

    game: str
    seed: int
    seats: int
    games: int
    different: int
    """How many of the games differ in what was done or came of it."""

    is_interrupted: bool
    bots: list[Standing]
    endings: dict[str, int]
    steps: int
    mean_versions: float
    median_versions: int
    longest_versions: int
    jobs: int
    seconds: float
    steps_per_second: int
    wins_by_seat: list[float]
    measured: list[Measured]
    thought: list[Thought]


def _compared(comparison: Comparison, results: Sequence[Result], jobs: int, seconds: float) -> Compared:
    contest, lengths = comparison.contest, [game.played.versions for game in comparison.games]
    return Compared(
        contest.game,
        contest.seed,
        len(contest.bots),
        len(lengths),
        comparison.different,
        comparison.is_interrupted,
        standings(contest, len(lengths), results),
        dict(sorted(Counter(game.played.ending for game in comparison.games).items())),
        sum(lengths),
        round(fmean(lengths), 1) if lengths else 0.0,
        median_low(lengths) if lengths else 0,
        max(lengths, default=0),
        jobs,
        round(seconds, 2),
        round(sum(lengths) / seconds),
        [round(share, 4) for share in wins_by_seat(contest, len(lengths), results)],
        [_measured(comparison, number) for number in range(len(contest.measures)) if lengths],
        [_thought(comparison, name) for name in dict.fromkeys(contest.bots) if contest.is_timed],
    )


def _measured(comparison: Comparison, number: int) -> Measured:
    measure = comparison.contest.measures[number]
    found = [game.played.measured[number] for game in comparison.games]
    name = measure.tag if measure.field is None else f"{measure.tag}.{measure.field}"
    return Measured(
        name, round(fmean(found), 2), median_low(found), max(found), sum(count > 0 for count in found)
    )


def _thought(comparison: Comparison, name: str) -> Thought:
    return Thought(name, *(thought_ms(comparison.games, name, share) for share in (0.5, 0.95)))


def _text(title: str, wanted: int, summary: Compared) -> Iterator[str]:
    stopped = f", stopped before all {wanted} were played" if summary.is_interrupted else ""
    yield f"{title}: {_count(summary.games, 'game')} at {summary.seats} seats{stopped}. Seed {summary.seed}."
    width = max(len("bot"), *(len(standing.bot) for standing in summary.bots))
    yield f"  {'bot'.ljust(width)}  seats   wins   95 % interval    even  mean score"
    for standing in summary.bots:
        yield f"  {standing.bot.ljust(width)}  {_standing(standing, summary.seats)}"
    yield "Of k winners of a game each has 1/k of the win; a bot in several seats has those of all of them."
    if summary.different < summary.games:
        yield f"Only {summary.different} different games were played, so the interval promises too much."
    yield "Endings: " + ", ".join(f"{ending} {games}" for ending, games in summary.endings.items()) + "."
    lengths = (
        f"mean {summary.mean_versions}, median {summary.median_versions}, longest {summary.longest_versions}"
    )
    yield f"Versions: {lengths}; {summary.steps} in all."
    yield "Wins by seat: " + ", ".join(f"{share:.1%}" for share in summary.wins_by_seat) + "."
    for found in summary.measured:
        yield (
            f"{found.measure}: mean {found.mean}, median {found.median}, most {found.most};"
            f" more than 0 in {_count(found.games, 'game')}."
        )
    for thought in summary.thought:
        spans = f"half of its moves in {thought.half_ms} ms, 95 % in {thought.p95_ms} ms"
        yield f"{thought.bot} chooses {spans}."
    yield f"Speed: {summary.steps_per_second} steps/s; {_count(summary.jobs, 'job')}, {summary.seconds} s."


def _standing(standing: Standing, seats: int) -> str:
    low, high = standing.interval.low, standing.interval.high
    score = "–" if standing.mean_score is None else f"{standing.mean_score:.1f}"
    even = standing.seats / seats
    return (
        f"{standing.seats:>5} {standing.win_rate:6.1%}  {low:5.1%} to {high:5.1%}  {even:6.1%}  {score:>10}"
    )


def _scores(name: str, results: Iterable[Result]) -> list[int]:
    return [result.score for result in results if result.bot == name and result.score is not None]


def _drawn(drawn: Histogram) -> Iterator[str]:
    yield from text(drawn) if drawn.columns else ["No game has brought a score."]


def _write_csv(file: Path, results: Sequence[Result]) -> None:
    try:
        with file.open("w", newline="", encoding="utf-8") as opened:
            rows = csv.writer(opened, lineterminator="\n")
            rows.writerow(Result.__struct_fields__)
            rows.writerows(msgspec.structs.astuple(result) for result in results)
    except OSError as error:
        raise WrongUse(f"{file} cannot be written: {error.strerror}.") from None


def _write(file: Path, drawn: str) -> None:
    try:
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{file} cannot be written: {error.strerror}.") from None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
