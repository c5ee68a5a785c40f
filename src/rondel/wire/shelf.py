"""The shelf: every game that is installed, found by entry point, never imported by name."""

import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from rondel.kernel import AnyGame, Game

GROUP: Final = "rondel.games"


class NotOnTheShelf(LookupError):  # noqa: N818 - reads as a sentence
    """No installed game has this name."""


class BrokenGame(NotOnTheShelf):
    """A game of this name is installed, but it cannot be loaded."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"The game {name!r} is installed but cannot be loaded: {reason}")
        self.reason = reason


def shelf() -> dict[str, AnyGame]:
    """All installed games by name, without those that cannot be loaded."""
    bad = broken()
    return {name: take(name) for name in sorted(_entries()) if name not in bad}


def broken() -> dict[str, str]:
    """The installed games that cannot be loaded: name and reason, one line each."""
    reasons = {}
    for name in sorted(_entries()):
        try:
            take(name)
        except BrokenGame as game:
            reasons[name] = game.reason
    return reasons


@cache
def take(name: str) -> AnyGame:
    """The game of this name. Only this one is loaded, so a broken game spoils no other."""
    entries = _entries()
    if name not in entries:
        raise NotOnTheShelf(
            f"There is no game called {name!r}. Installed: {', '.join(sorted(entries)) or 'none'}."
        )
    try:
        game = entries[name].load()
    except (Exception, SystemExit) as error:  # other people's code, so anything can come out of it
        raise BrokenGame(name, _reason(error)) from error
    if not isinstance(game, Game):
        raise BrokenGame(name, f"it is a {type(game).__name__}, not a Game.")
    if game.name != name:
        raise BrokenGame(
            name, f"its entry point is called {name!r}, but the game calls itself {game.name!r}."
        )
    return game


def _reason(error: BaseException) -> str:
    """What was raised, and in which line of the game, as one line."""
    text = " ".join(traceback.format_exception_only(error)[-1].split())
    where = [(error.filename, error.lineno)] if isinstance(error, SyntaxError) else _lines(error)
    return f"{text} ({where[-1][0]}:{where[-1][1]})" if where else text


def _lines(error: BaseException) -> list[tuple[str, int | None]]:
    """The lines of the game that the error passed through, without those of whoever imports it."""
    frames = traceback.extract_tb(error.__traceback__)
    return [
        (frame.filename, frame.lineno)
        for frame in frames
        if not frame.filename.startswith((__file__, "<frozen"))
        and "importlib" not in Path(frame.filename).parts
    ]


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
