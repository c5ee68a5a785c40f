"""The shelf: every game that is installed, found by entry point, never imported by name."""

from functools import cache
from importlib.metadata import entry_points
from typing import Final

from rondel.kernel import AnyGame, Game

GROUP: Final = "rondel.games"


class NotOnTheShelf(LookupError):  # noqa: N818 - reads as a sentence
    """No installed game has this name."""


@cache
def shelf() -> dict[str, AnyGame]:
    """All installed games by name."""
    games: dict[str, AnyGame] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        game = entry.load()
        assert isinstance(game, Game), f"entry point {entry.name} in {GROUP} is not a Game"
        assert game.name == entry.name, f"entry point {entry.name} holds a game that calls itself {game.name}"
        games[entry.name] = game
    return games


def take(name: str) -> AnyGame:
    """The game of this name."""
    games = shelf()
    if name not in games:
        raise NotOnTheShelf(f"There is no game called {name!r}. Installed: {', '.join(games) or 'none'}.")
    return games[name]
