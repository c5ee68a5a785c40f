"""`rondel play`: sit down at a table in the terminal."""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from rondel.cli.parameters import WrongUse, game_argument, options_in, options_option
from rondel.cli.save import Save, default_path
from rondel.cli.sitting import SittingUnderWay, sit_down
from rondel.kernel import AnyGame
from rondel.wire.shelf import shelf

if TYPE_CHECKING:
    from rondel.cli.terminal import TerminalTable


@click.command
@game_argument
@click.option("--new", "is_new", is_flag=True, help="Begin anew; the sitting under way is kept beside it.")
@click.option(
    "--save",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Keep the sitting here.  [default: rondel/GAME.jsonl in your data folder]",
)
@options_option
@click.pass_context
def play(
    context: click.Context, game: AnyGame, is_new: bool, path: Path | None, options_file: Path | None
) -> None:
    """Sit down at a table in the terminal.

    The sitting is kept after every move, and the next `rondel play` goes on with it. When it has
    ended, the next one begins anew.

    Example: `rondel play decks`
    """
    table = table_of(game)
    save = Save(path or default_path(game.name))
    if save.path == save.secret_path:
        raise WrongUse(f"{path} is the name of a secret; name the sitting {save.path.stem}.jsonl.")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # these two are what Textual uses
        raise WrongUse("A table needs a terminal to be shown in; here is none.")
    options = None if options_file is None else options_in(game, options_file)
    try:
        sitting = sit_down(game, save, options=options, is_new=is_new)
    except SittingUnderWay:
        raise WrongUse("A sitting with options of its own is under way; --new begins another.") from None
    context.exit(_exit_code_of(table(sitting)))


def _exit_code_of(table: "TerminalTable") -> int:
    from rondel.cli.terminal import Terminal  # it takes Textual with it, which takes its time

    terminal = Terminal(table)
    terminal.run()
    return terminal.return_code or 0


def table_of(game: AnyGame) -> "type[TerminalTable]":
    """The game's table in the terminal: `TABLE` of the module in rondel.cli.tables that has its name."""
    name = f"rondel.cli.tables.{game.name}"
    if find_spec(name) is None:
        with_table = ", ".join(other for other in shelf() if find_spec(f"rondel.cli.tables.{other}"))
        raise WrongUse(f"{game.title} has no table in the terminal yet. Games that have one: {with_table}.")
    table: type[TerminalTable] = import_module(name).TABLE
    return table
