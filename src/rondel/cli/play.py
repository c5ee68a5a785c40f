"""`rondel play`: sit down at a table in the terminal."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from rondel.bots.shelf import NoSuchBot, bot
from rondel.cli.opponents import USUAL_LEVEL, usual_bot, usual_sitters
from rondel.cli.pace import pace_option
from rondel.cli.parameters import WrongUse, game_argument, options_in, options_option, seats_in
from rondel.cli.save import Save, default_path
from rondel.cli.sitting import SittingUnderWay, sit_down
from rondel.kernel import AnyGame, Sitter

if TYPE_CHECKING:
    from rondel.cli.terminal import TerminalTable


@click.command
@game_argument
@click.option("--seats", type=int, metavar="N", help="How many play.  [default: the fewest]")
@click.option(
    "--bots",
    "levels",
    metavar="LEVEL,...",
    help=(
        "Who plays against you; the last one takes every seat left.  "
        f"[default: {USUAL_LEVEL}, or a bot of the game]"
    ),
)
@click.option("--hotseat", "is_hotseat", is_flag=True, help="Only people, who share this terminal.")
@click.option("--new", "is_new", is_flag=True, help="Begin anew; the sitting under way is kept beside it.")
@click.option(
    "--save",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Keep the sitting here.  [default: rondel/GAME.jsonl in your data folder]",
)
@pace_option
@click.option("--plain", "is_plain", is_flag=True, help="As text with numbered choices, as any game can be.")
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
    is_plain: bool,
    options_file: Path | None,
) -> None:
    """Sit down at a table in the terminal.

    The sitting is kept after every move, and the next `rondel play` goes on with it. When it has
    ended, the next one begins anew. A game without a table of its own is shown as text, with numbered
    choices.

    Example: `rondel play cambio --seats 4 --bots hard,easy,random`
    """
    table = table_of(game, is_plain=is_plain)
    save = _save(game, path)
    sitters = _sitters(game, seats, levels, is_hotseat, seats_in(options_file))
    options = None if options_file is None else _options(game, options_file, sitters)
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # these two are what Textual uses
        raise WrongUse("A table needs a terminal to be shown in; here is none.")
    try:
        sitting = sit_down(game, save, options=options, sitters=sitters, is_new=is_new, waits=table.WAITS)
    except SittingUnderWay:
        raise WrongUse("A sitting with options of its own is under way; --new begins another.") from None
    if len(sitting.people) == 1:  # people who share a terminal need their curtain
        sitting.pace = pace
    context.exit(_exit_code_of(table(sitting)))


def _save(game: AnyGame, path: Path | None) -> Save:
    save = Save(path or default_path(game.name))
    if save.path == save.secret_path:
        raise WrongUse(f"{path} is the name of a secret; name the sitting {save.path.stem}.jsonl.")
    return save


def _sitters(
    game: AnyGame, seats: int | None, levels: str | None, is_hotseat: bool, seats_of_options: int | None
) -> tuple[Sitter, ...] | None:
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
        return (Sitter(),) * seats
    bots = bots or [usual_bot(game)]
    return (Sitter(), *bots, *[bots[-1]] * (seats - 1 - len(bots)))[:seats]


def _bots(game: AnyGame, levels: str) -> list[Sitter]:
    names = levels.split(",")
    try:
        for name in names:
            bot(game, name)
    except NoSuchBot as missing:
        raise WrongUse(str(missing)) from None
    return [Sitter("bot", name) for name in names]


def _numbers(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _options(game: AnyGame, file: Path, sitters: Sequence[Sitter] | None) -> Any:
    options = options_in(game, file, seats=len(sitters or usual_sitters(game)))
    if sitters is not None and seats_in(file) not in (None, len(sitters)):
        raise WrongUse(f"{file} is for {seats_in(file)} seats, not for {len(sitters)}.")
    return options


def _exit_code_of(table: "TerminalTable") -> int:
    from rondel.cli.terminal import Terminal  # it takes Textual with it, which takes its time

    terminal = Terminal(table)
    terminal.run()
    return terminal.return_code or 0


def table_of(game: AnyGame, *, is_plain: bool = False) -> "type[TerminalTable]":
    """The game's table in the terminal: `TABLE` of the module in rondel.cli.tables that has its name.

    A game that has none there is played at the plain one, as every game is that is asked for so.
    """
    name = f"rondel.cli.tables.{game.name}"
    own = None if is_plain or find_spec(name) is None else getattr(import_module(name), "TABLE", None)
    table: type[TerminalTable] = own or import_module("rondel.cli.plain").TABLE
    return table
