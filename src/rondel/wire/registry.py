"""The shelf: every game that is installed, found by entry point, never imported by name.

Each game is loaded apart. One that cannot be loaded is left out, and is a finding; the others are there.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from rondel.kernel import AnyGame, Game
from rondel.wire.codec import codec_of
from rondel.wire.packages import Claims, Finding, Offered, PackageError, claims, clashes, only
from rondel.wire.schema import schemas

GROUP: Final = "rondel.games"


class GameNotFoundError(LookupError):
    """No installed game has this name."""


class GameLoadError(GameNotFoundError):
    """There is a game of this name, but it cannot be loaded."""

    def __init__(self, name: str, finding: Finding) -> None:
        super().__init__(f"The game {name!r} of {finding.package} cannot be loaded: {finding.message}")
        self.finding: Final = finding


def installed_games() -> dict[str, AnyGame]:
    """All installed games by name, without those that cannot be loaded."""
    loaded = {name: _loaded(name) for name in _claims()[0]}
    return {name: game for name, game in loaded.items() if isinstance(game, Game)}


def findings() -> Sequence[Finding]:
    """What is installed as a game and cannot be used: package, entry point, why, and what to do next."""
    found, unread = _claims()
    problems = list(unread)
    for name, claimed in found.items():
        clashing = [each.finding for each in clashes(claimed)]
        problems += clashing
        game = _loaded(name)
        if isinstance(game, Finding) and game not in clashing:
            problems.append(game)
    return problems


def load_game(name: str) -> AnyGame:
    """The game of this name. Only this one is loaded, so a broken game spoils no other."""
    found = _claims()[0]
    if name not in found:
        raise GameNotFoundError(f"There is no game called {name!r}. Installed: {', '.join(found) or 'none'}.")
    game = _loaded(name)
    if isinstance(game, Finding):
        raise GameLoadError(name, game)
    return game


def find_game(name: str) -> AnyGame | None:
    """The game of this name, or None if it is not installed."""
    try:
        return load_game(name)
    except GameNotFoundError:
        return None


def is_rondels(name: str) -> bool:
    """Whether the game of this name comes with Rondel."""
    return any(each.is_own for each in _claims()[0].get(name, ()))


def refresh() -> None:
    """Look for games again: packages were installed or removed while this process runs."""
    _claims.cache_clear()
    _loaded.cache_clear()


@cache
def _claims() -> tuple[Claims, Sequence[Finding]]:
    return claims(GROUP)


@cache
def _loaded(name: str) -> AnyGame | Finding:
    """The game, or why there is none; loaded once, also if that fails."""
    try:
        return _usable(only(_claims()[0][name]))
    except PackageError as unusable:
        return unusable.finding


def _usable(offered: Offered) -> AnyGame:
    """The game, if all that is said of it in lists can be said."""
    game = offered.load()
    if not isinstance(game, Game):
        raise offered.cannot(f"it is a {type(game).__name__}, not a Game")
    if game.name != offered.name:
        raise offered.cannot(
            f"its entry point is called {offered.name!r}, but the game calls itself {game.name!r}",
            "Give the entry point the name of the game, then restart the server",
        )
    try:
        _describe(game)
    except Exception as error:
        why = " ".join(str(error).split())
        raise offered.cannot(f"it cannot be described: {type(error).__name__}: {why}") from error
    return game


def _describe(game: AnyGame) -> None:
    """Whatever a list of games says of this one; raises what is wrong with it."""
    msgspec.convert((game.title, game.rules, game.max_action_bytes), tuple[str, int, int])
    if game.seats[0] < 1 or game.seats.step != 1:
        raise ValueError("seats is a range of one or more, such as range(2, 5)")
    codec_of(game)
    msgspec.json.encode((schemas(game), game.house_rules, game.preselected))
