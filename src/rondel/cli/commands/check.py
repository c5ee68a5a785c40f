"""`rondel check`: what is wrong with a game, in words."""

from collections.abc import Iterator
from typing import Final

import rich_click as click

from rondel.bots import registry as bots
from rondel.cli.arguments.parameters import a_seed, game_argument, seed_option
from rondel.cli.checks.about import check_about
from rondel.cli.checks.bounded import folder_of
from rondel.cli.checks.ends import check_ends
from rondel.cli.checks.lawful import GROUPS, LEGAL, check_group
from rondel.cli.checks.lesson import check_lesson
from rondel.cli.checks.line import CheckResult, not_judged, not_ok, ok
from rondel.cli.checks.purity import check_purity
from rondel.cli.checks.sizes import check_schema, check_sizes
from rondel.cli.checks.speed import check_speed
from rondel.cli.checks.words import check_words
from rondel.kernel import AnyGame

NAMES: Final = tuple(group.name for group in GROUPS)


@click.command
@game_argument
@click.option(
    "--steps",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of random moves per group of laws.",
)
@click.option(
    "--cpu",
    "cpu_s",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="CPU seconds per check; a check that runs out reports how far it got.",
)
@seed_option
@click.pass_context
def check(context: click.Context, game: AnyGame, steps: int, cpu_s: int, seed: int | None) -> None:
    """Check whether a game is ready to publish: one line per check, with what to do about a failure.

    It looks whether the game ends, is pure, fast and small, lists what is legal, keeps secrets, can be
    stored and drawn, has its sentences, says what it is, and has a lesson that works, if it has one. Exit
    code 1 if anything is not ok. Time is CPU time, beside a fixed piece of work, so a busy machine changes
    nothing. GAME is installed, or in this folder's package.

    Example: `rondel check river_kings --steps 5000`
    """
    seed = a_seed(seed)
    click.echo(f"{game.title}, rules {game.rules}, from {folder_of(game)}. Seed {seed}.")
    wrong = 0
    for line in _lines(game, steps, seed, cpu_s):
        click.echo(str(line))
        wrong += line.verdict == "not ok"
    click.echo(f"{wrong} failed." if wrong else "All checks passed.")
    context.exit(min(1, wrong))


def _lines(game: AnyGame, steps: int, seed: int, cpu_s: float) -> Iterator[CheckResult]:
    yield check_schema(game)
    yield from _rules(game, steps, seed, cpu_s)
    yield check_words(game)
    yield check_about(game)
    yield check_lesson(game)
    yield _bots(game)


def _rules(game: AnyGame, steps: int, seed: int, cpu_s: float) -> Iterator[CheckResult]:
    """First what would make everything after it take for ever, or be blamed for something else."""
    ends, speed = check_ends(game, seed, cpu_s), check_speed(game, seed, cpu_s)
    yield from (ends, speed)
    if "not ok" in (ends.verdict, speed.verdict):
        yield from _not_judged("it must end soon", "pure", *NAMES)
        return
    if ends.verdict == "ok":  # else a listed action was refused, which the law of legal lists explains
        pure = check_purity(game, seed, cpu_s)
        yield pure
        if pure.verdict == "not ok":
            yield from _not_judged("it must be pure", *NAMES)
            return
    legal, report = check_group(game, LEGAL, steps, seed, cpu_s)
    yield legal
    if report is not None:
        yield check_sizes(report)
    if legal.verdict == "not ok":
        yield from _not_judged("the legal list must be right", *NAMES[1:])
        return
    for group in GROUPS[1:]:
        if group.name == "face" and game.face is None:
            yield ok("face", "none; screens that do not know the game show it as text.")
        else:
            yield check_group(game, group, steps, seed, cpu_s)[0]


def _not_judged(message: str, *names: str) -> Iterator[CheckResult]:
    return (not_judged(name, f"first {message}.") for name in names)


def _bots(game: AnyGame) -> CheckResult:
    found = [
        finding for finding in bots.findings({game.name: game}) if finding.entry.startswith(f"{game.name}.")
    ]
    if found:
        return not_ok(
            "bots", f"{found[0].entry}: {found[0].message}.", "Correct the factory or its entry point."
        )
    return ok("bots", f"{', '.join(bots.bots_of(game))}.")
