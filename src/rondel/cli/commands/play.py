"""`rondel play`: sit down at a table in the terminal."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import rich_click as click

from rondel.bots.registry import BotNotFoundError, bot
from rondel.cli.arguments.bot_speed import pace_option
from rondel.cli.arguments.parameters import WrongUse, game_argument, options_in, options_option, seats_in
from rondel.cli.terminal.opponents import USUAL_LEVEL, usual_bot, usual_sitters
from rondel.cli.terminal.save_file import Save, default_path
from rondel.cli.terminal.session import GameInProgressError, TerminalGame, load_or_start
from rondel.kernel import AnyGame, SeatSpec


@click.command
@game_argument
@click.option("--seats", type=int, metavar="N", help="How many play.  [default: the fewest]")
@click.option(
    "--bots",
    "levels",
    metavar="LEVEL,...",
    help=(
        "Your opponents by level; the last one fills the remaining seats.  "
        f"[default: {USUAL_LEVEL}, or a bot of the game]"
    ),
)
@click.option("--hotseat", "is_hotseat", is_flag=True, help="Only people, who share this terminal.")
@click.option("--new", "is_new", is_flag=True, help="Start a new game; the current one is kept.")
@click.option(
    "--save",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Save file.  [default: rondel/GAME.jsonl in your data folder]",
)
@pace_option
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE",
    help="The language of the game's own words, where it has them: de for German.",
)
@options_option
@click.pass_context
def play(
    context: click.Context,
    game: AnyGame,
    seats: int | None,
    levels: str | None,
    is_hotseat: bool,
    is_new: bool,
    path: Path | None,
    pace: float,
    language: str,
    options_file: Path | None,
) -> None:
    """Play in the terminal.

    The game is saved after every move, and the next `rondel play` resumes it. When it is over, the next one
    starts a new game.

    Example: `rondel play cambio --seats 4 --bots hard,easy,random`
    """
    save = _save(game, path)
    seat_specs = _sitters(game, seats, levels, is_hotseat, seats_in(options_file))
    options = None if options_file is None else _options(game, options_file, seat_specs)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # these two are what Textual uses
        raise WrongUse("Not a terminal: run this in an interactive terminal.")
    try:
        sitting = load_or_start(game, save, options=options, seat_specs=seat_specs, is_new=is_new)
    except GameInProgressError:
        raise WrongUse("A game with other options is in progress; use --new to start another.") from None
    if len(sitting.people) == 1:  # people who share a terminal need their curtain
        sitting.pace = pace
    context.exit(_exit_code_of(sitting, language))


def _save(game: AnyGame, path: Path | None) -> Save:
    save = Save(path or default_path(game.name))
    if save.path == save.secret_path:
        raise WrongUse(f"{path} is the name of a secret; name the sitting {save.path.stem}.jsonl.")
    return save


def _sitters(
    game: AnyGame, seats: int | None, levels: str | None, is_hotseat: bool, seats_of_options: int | None
) -> tuple[SeatSpec, ...] | None:
    """Who is asked for, in seat order; None if nobody in particular."""
    if is_hotseat and levels is not None:
        raise WrongUse("--hotseat is for people alone; leave out --bots.")
    if (seats, levels, is_hotseat, seats_of_options) == (None, None, False, None):
        return None
    bots = [] if levels is None else _bots(game, levels)
    seats = seats or seats_of_options or max(game.seats[0], 1 + len(bots))
    if seats not in game.seats:
        raise WrongUse(f"{game.title} is played by {_numbers(game.seats)}, not by {seats}.")
    if len(bots) >= seats:
        raise WrongUse(f"{len(bots)} bots and you are too many for {seats} seats.")
    if is_hotseat:
        return (SeatSpec(),) * seats
    bots = bots or [usual_bot(game)]
    return (SeatSpec(), *bots, *[bots[-1]] * (seats - 1 - len(bots)))[:seats]


def _bots(game: AnyGame, levels: str) -> list[SeatSpec]:
    names = levels.split(",")
    try:
        for name in names:
            bot(game, name)
    except BotNotFoundError as missing:
        raise WrongUse(str(missing)) from None
    return [SeatSpec("bot", name) for name in names]


def _numbers(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _options(game: AnyGame, file: Path, seat_specs: Sequence[SeatSpec] | None) -> Any:
    options = options_in(game, file, seats=len(seat_specs or usual_sitters(game)))
    if seat_specs is not None and seats_in(file) not in (None, len(seat_specs)):
        raise WrongUse(f"{file} is for {seats_in(file)} seats, not for {len(seat_specs)}.")
    return options


def _exit_code_of(sitting: TerminalGame, language: str) -> int:
    from rondel.cli.terminal.plain.table import PlainTable  # it takes Textual with it, which takes its time
    from rondel.cli.terminal.screen import Terminal

    terminal = Terminal(PlainTable(sitting, language))
    terminal.run()
    return terminal.return_code or 0
