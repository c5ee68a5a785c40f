"""`rondel new`: a package with a small game that can be played at once, to be made into another."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import rich_click as click

from rondel.cli.arguments.parameters import WrongUse
from rondel.wire.registry import GameNotFoundError, load_game

SAMPLE: Final = "sample_game"
"""What the game of the template is called, wherever its name stands."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST: Final = 30
_SEATS: Final = re.compile(r"(\d+)(?:-(\d+))?")
_FEWEST, _MOST = 2, 8


@click.command
@click.argument("name")
@click.option(
    "--seats",
    default="2-4",
    show_default=True,
    metavar="FEWEST-MOST",
    help=f"How many play, {_FEWEST} to {_MOST}; `4` is exactly four.",
)
def new(name: str, seats: str) -> None:
    """Write a package with a small game, in a new folder NAME.

    The game has one secret, obeys the laws, and comes with a board, sentences, a bot and tests. Change
    it into your own: `rondel dev` serves it while you do.

    Example: `rondel new river_kings --seats 3-6`
    """
    _check_name(name)
    fewest, most = _seats(seats)
    folder = Path(name)
    if folder.exists():
        raise WrongUse(f"{folder} already exists. Choose another name, or move it away.")
    try:
        written = _write(folder, name, fewest, most)
    except OSError as error:
        raise WrongUse(f"{error.filename or folder} cannot be written: {error.strerror}.") from None
    click.echo("\n".join([f"{name}/ has {written} files. Next:", *_next(name)]))


def _next(name: str) -> Iterator[str]:
    commands = {
        f"cd {name}": "its folder; run what follows in there",
        "rondel dev": "serve it, and again after every change; --open opens the browser",
        f"rondel check {name}": "say what is wrong with it",
    }
    width = max(map(len, commands))
    return (f"  {command:<{width}}   {what}" for command, what in commands.items())


def _check_name(name: str) -> None:
    """Refuse what cannot be a module and a game at once, and say what can."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        tried = re.sub(r"[^a-z0-9]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()).strip(
            "_0123456789"
        )
        hint = f" Try {tried}." if _NAME.fullmatch(tried) and len(tried) <= _LONGEST else ""
        raise WrongUse(
            f"{name!r} cannot be the name of a game: up to {_LONGEST} small letters, digits and _, "
            f"beginning with a letter, as in river_kings.{hint}"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or _is_importable(name):
        raise WrongUse(f"Python has a module or a word {name!r} already. Choose another, as in {name}_game.")
    try:
        load_game(name)
    except GameNotFoundError:
        return
    raise WrongUse(f"A game called {name!r} is installed. Choose another name, as in my_{name}.")


def _is_importable(name: str) -> bool:
    """Whether this name is imported from somewhere else; a folder without code does not count."""
    found = find_spec(name)
    return found is not None and found.origin is not None


def _seats(text: str) -> tuple[int, int]:
    found = _SEATS.fullmatch(text.strip())
    if found is not None:
        fewest, most = int(found[1]), int(found[2] or found[1])
        if _FEWEST <= fewest <= most <= _MOST:
            return fewest, most
    raise WrongUse(
        f"--seats takes the fewest and the most players, {_FEWEST} to {_MOST}, as in 3-6 or 4; not {text}."
    )


def _write(folder: Path, name: str, fewest: int, most: int) -> int:
    """Write all files of the template under another name; how many there are."""
    folder.mkdir()
    written = 0
    for path, text in sorted(_template(files("rondel.cli") / "template", "")):
        target = folder / _renamed(path, name, fewest, most)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_renamed(text, name, fewest, most), encoding="utf-8")
        written += 1
    return written


def _template(within: Traversable, path: str) -> Iterator[tuple[str, str]]:
    """Every file of the template: its path, and what it says."""
    for each in within.iterdir():
        inner = f"{path}{each.name}"
        if each.is_dir():
            yield from () if each.name == "__pycache__" else _template(each, f"{inner}/")
        else:
            yield inner.removesuffix(".txt"), each.read_text(encoding="utf-8")


def _renamed(text: str, name: str, fewest: int, most: int) -> str:
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    return (
        text.replace(SAMPLE, name)
        .replace("sample-game", name.replace("_", "-"))
        .replace("Sample Game", name.replace("_", " ").title())
        .replace("range(2, 5)", f"range({fewest}, {most + 1})")
        .replace("SEATS players", f"{players} players")
    )
