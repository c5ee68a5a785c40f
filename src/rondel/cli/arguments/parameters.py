"""What commands take: an installed game, options in a file, a seed; and one sentence where they cannot."""

import secrets
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import rich_click as click

from rondel.bots.registry import BotNotFoundError, bot
from rondel.cli.arguments.package_source import ProjectReadError, Source, on_the_path, package_here
from rondel.kernel import AnyGame, Game
from rondel.wire.codec import codec_of
from rondel.wire.registry import GameLoadError, GameNotFoundError, installed_games, load_game
from rondel.wire.strict import MalformedError

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""

_SEEDS: Final = 2**32


class WrongUse(click.ClickException):
    """One helpful line, and exit code 2."""

    exit_code = 2


class InstalledGame(click.ParamType[AnyGame]):
    """The name of an installed game, or of one in the package of the current folder, which comes first."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyGame:
        """The game itself."""
        if isinstance(value, Game):
            return value
        source = None if ctx is None else _source(str(value))
        if ctx is None or source is None or value not in source.games:
            return _loaded(str(value), source)
        with ExitStack() as stack:
            stack.enter_context(on_the_path(source))
            game = _loaded(str(value), source)
            ctx.call_on_close(stack.pop_all().close)  # it stays on the path while the command runs
        return game


def _loaded(name: str, source: Source | None) -> AnyGame:
    try:
        return load_game(name)
    except GameLoadError as broken:
        raise WrongUse(str(broken)) from None
    except GameNotFoundError as missing:
        here = "" if source is None else f" In this folder: {', '.join(source.games)}."
        raise WrongUse(f"{missing}{here}") from None


def _source(name: str) -> Source | None:
    """The package in this folder that has games, if there is one.

    Where nobody can say, that is wrong use only if the game is not found elsewhere.
    """
    try:
        return package_here()
    except ProjectReadError as unread:
        if name in installed_games():
            return None
        raise WrongUse(str(unread)) from None


game_argument = click.argument("game", type=InstalledGame(), metavar="GAME")
"""GAME, by its name."""

games_option = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="Number of games.",
)

bots_option = click.option(
    "--bots",
    "names",
    default="random",
    show_default=True,
    metavar="NAME,...",
    help="Bots by name; the last one fills the remaining seats.",
)
"""--bots NAME,...; `bots_in` seats them."""

seats_option = click.option(
    "--seats",
    type=int,
    metavar="K",
    help="Players at each table.  [default: as many as bots, at least the fewest]",
)

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="J",
    help="Number of processes.",
)

max_steps_option = click.option(
    "--max-steps",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    metavar="M",
    help="Stop a game after M versions.",
)

save_option = click.option(
    "--save",
    "save_to",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep each game there as a transcript, for `rondel verify --unwitnessed` and the replay page.",
)
"""--save DIR; `saver` writes there."""

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="S",
    help="Random seed, to repeat a run.  [default: a new one]",
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


def saver(save_to: Path | None, game: AnyGame, seed: int, games: int) -> Callable[[int, bytes], None]:
    """Writes the transcript of a game by its number; the folder is made now, so that it can be."""
    digits = len(str(games - 1))

    def save(number: int, transcript: bytes) -> None:
        assert save_to is not None
        (save_to / f"{game.name}-{seed}-{number:0{digits}}.jsonl").write_bytes(transcript)

    if save_to is not None:
        try:
            save_to.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WrongUse(f"No game can be kept in {save_to}: {error.strerror}.") from None
    return save


def a_seed(seed: int | None) -> int:
    """The seed that was given, or a new one."""
    return secrets.randbelow(_SEEDS) if seed is None else seed


def bots_in(game: AnyGame, names: str, seats: int | None) -> tuple[str, ...]:
    """One bot for each seat."""
    named = [name.strip() for name in names.split(",")]
    try:
        for name in named:
            bot(game, name)
    except BotNotFoundError as missing:
        raise WrongUse(str(missing)) from None
    wanted = max(len(named), game.seats[0]) if seats is None else seats
    if wanted not in game.seats:
        raise WrongUse(f"{game.title} is played by {game.seats[0]} to {game.seats[-1]}, not by {wanted}.")
    if len(named) > wanted:
        raise WrongUse(f"{len(named)} bots do not fit on {wanted} {'seat' if wanted == 1 else 'seats'}.")
    return (*named, *named[-1:] * (wanted - len(named)))


def options_in(game: AnyGame, file: Path | None, *, seats: int | None = None) -> Any:
    """The game's Options as the file has them, for so many seats if the file does not say how many."""
    text = b"{}" if file is None else file.read_bytes()
    if seats is not None and "seats" in game.types.options.__struct_fields__:
        text = _with_seats(text, seats)
    try:
        return codec_of(game).options(text)
    except MalformedError as malformed:
        raise WrongUse(f"{file or game.name} holds no options of {game.title}: {malformed.message}") from None


def seats_in(file: Path | None) -> int | None:
    """How many seats the options in the file are for, if they say it."""
    seats = None if file is None else (_object(file.read_bytes()) or {}).get("seats")
    return seats if type(seats) is int else None


def _with_seats(text: bytes, seats: int) -> bytes:
    """The text of an object with its seats in it; as it is where they are, or where it is no object."""
    options = _object(text)
    if options is None or "seats" in options:
        return text
    return text.replace(b"{", b'{"seats":%d%s' % (seats, b"," if options else b""), 1)


def _object(text: bytes) -> dict[str, Any] | None:
    """What the text says, if it is a JSON object; what else it may be, the codec will say."""
    try:
        value = msgspec.json.decode(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
