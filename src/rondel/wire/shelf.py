"""The shelf: every game that is installed, found by entry point, never imported by name."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from rondel.kernel import AnyGame, Game

GROUP: Final = "rondel.games"


class NotOnTheShelf(LookupError):  # noqa: N818 - reads as a sentence
    """No installed game has this name."""


def shelf() -> dict[str, AnyGame]:
    """All installed games by name."""
    return {name: take(name) for name in sorted(_entries())}


@cache
def take(name: str) -> AnyGame:
    """The game of this name. Only this one is loaded, so a broken game spoils no other."""
    entries = _entries()
    if name not in entries:
        raise NotOnTheShelf(
            f"There is no game called {name!r}. Installed: {', '.join(sorted(entries)) or 'none'}."
        )
    game = entries[name].load()
    assert isinstance(game, Game), f"entry point {name} in {GROUP} is not a Game"
    assert game.name == name, f"entry point {name} holds a game that calls itself {game.name}"
    return game


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
