"""What commands take: an installed game, options in a file, a seed; and one sentence where they cannot."""

import secrets
from pathlib import Path
from typing import Any, Final

import rich_click as click

from rondel.kernel import AnyGame, Game
from rondel.wire.codec import codec_of
from rondel.wire.shelf import NotOnTheShelf, take
from rondel.wire.strict import Malformed

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

_SEEDS: Final = 2**32


class WrongUse(click.ClickException):
    """One helpful line, and exit code 2."""

    exit_code = 2


class InstalledGame(click.ParamType[AnyGame]):
    """The name of a game on the shelf."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game itself."""
        if isinstance(value, Game):
            return value
        try:
            return take(str(value))
        except NotOnTheShelf as missing:
            raise WrongUse(str(missing)) from None


game_argument = click.argument("game", type=InstalledGame(), metavar="GAME")
"""GAME, by its name."""

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="S",
    help="Repeat what this seed gave.  [default: a new one]",
)
"""--seed S; `a_seed` where it is not given."""

options_option = click.option(
    "--options",
    "options_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.json",
    help="The table's options.  [default: the game's own]",
)
"""--options FILE.json; `options_in` reads it."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
"""--json."""


def a_seed(seed: int | None) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbelow(_SEEDS) if seed is None else seed


def options_in(game: AnyGame, file: Path | None) -> Any:
    """The game's Options as the file has them."""
    text = b"{}" if file is None else file.read_bytes()
    try:
        return codec_of(game).options(text)
    except Malformed as malformed:
        raise WrongUse(f"{file or game.name} holds no options of {game.title}: {malformed.because}") from None
