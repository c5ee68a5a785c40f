"""`rondel check`: what is wrong with a game, in words."""

from collections.abc import Iterator
from typing import Final

import rich_click as click

from rondel.bots import shelf as bots
from rondel.cli.checks.ends import check_ends
from rondel.cli.checks.lawful import GROUPS, LEGAL, check_group
from rondel.cli.checks.line import Line, not_judged, not_ok, ok
from rondel.cli.checks.purity import check_purity
from rondel.cli.checks.sizes import check_schema, check_sizes
from rondel.cli.checks.speed import check_speed
from rondel.cli.checks.words import check_words
from rondel.cli.parameters import a_seed, game_argument, seed_option
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
    help="How far each group of laws is walked.",
)
@click.option(
    "--cpu",
    "cpu_s",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How much CPU time each line may take; then it says how far it came.",
)
@seed_option
@click.pass_context
def check(context: click.Context, game: AnyGame, steps: int, cpu_s: int, seed: int | None) -> None:
    """Say whether a game is fit to be served: a line for each thing looked at, and what to do about it.

    It looks whether the game ends, is pure, fast and small, lists what is legal, keeps secrets, can be
    stored and drawn, and has its sentences. Exit code 1 if anything is not ok. Time is CPU time, beside a
    fixed piece of work, so a busy machine changes nothing. GAME is installed, or in this folder's package.

    Example: `rondel check river_kings --steps 5000`
    """
    seed = a_seed(seed)
    click.echo(f"{game.title}, rules {game.rules}. Seed {seed}.")
    wrong = 0
    for line in _lines(game, steps, seed, cpu_s):
        click.echo(str(line))
        wrong += line.verdict == "not ok"
    click.echo(f"{wrong} not ok." if wrong else "All is ok.")
    context.exit(min(1, wrong))


def _lines(game: AnyGame, steps: int, seed: int, cpu_s: float) -> Iterator[Line]:
    yield check_schema(game)
    yield from _rules(game, steps, seed, cpu_s)
    yield check_words(game)
    yield _bots(game)


def _rules(game: AnyGame, steps: int, seed: int, cpu_s: float) -> Iterator[Line]:
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


def _not_judged(because: str, *names: str) -> Iterator[Line]:
    return (not_judged(name, f"first {because}.") for name in names)


def _bots(game: AnyGame) -> Line:
    found = [
        finding for finding in bots.findings({game.name: game}) if finding.entry.startswith(f"{game.name}.")
    ]
    if found:
        return not_ok(
            "bots", f"{found[0].entry}: {found[0].because}.", "Correct the factory or its entry point."
        )
    return ok("bots", f"{', '.join(bots.bots_of(game))}.")
