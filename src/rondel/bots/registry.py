"""The bots of a game by name: those that play any game, and the game's own.

A game's own bots are what `bots(game)` gives in the module of rondel.bots that has the game's name. Others
come in packages: an entry point `GAME.LEVEL` of the group `rondel.bots` names a function from game to bot.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, cast

from rondel.bots.bot import Bot
from rondel.bots.ismcts import Simulations, ismcts
from rondel.bots.random import random
from rondel.kernel import AnyGame
from rondel.wire.packages import Claims, Finding, Offered, PackageError, because_of, claims, clashes, only

GROUP: Final = "rondel.bots"

_LEVEL: Final = re.compile(r"[a-z][a-z0-9_-]{0,19}")


class BotNotFoundError(LookupError):
    """Nobody of this name plays the game."""


def bot(game: AnyGame, name: str) -> Bot:
    """The bot of this name for the game; `ismcts:500` is one that imagines 500 games for each choice."""
    search, _, count = name.partition(":")
    if search == "ismcts" and count.isdecimal() and int(count) > 0:
        return ismcts(game, Simulations(int(count)))
    bots = bots_of(game)
    if name not in bots:
        there = f"There are: {', '.join(bots)}."
        entry = f"{game.name}.{name}"
        if entry in _claims()[0] and isinstance(found := _made(entry, game), Finding):
            raise BotNotFoundError(f"The bot {name!r} of {game.title} cannot be used: {found}. {there}")
        raise BotNotFoundError(f"No bot called {name!r} plays {game.title}. {there}")
    return bots[name]


def bots_of(game: AnyGame) -> Mapping[str, Bot]:
    """Every bot that plays the game, by name: those of every game, its own from weak to strong, others'."""
    found = {_level(name): _made(name, game) for name in _names(game)}
    others = {level: made for level, made in found.items() if not isinstance(made, Finding)}
    return {**_rondels(game), **others}


def findings(games: Mapping[str, AnyGame]) -> Sequence[Finding]:
    """What is installed as a bot of these games and cannot be used: package, entry point, why, what next."""
    found, unread = _claims()
    findings = list(unread)
    for claimed in found.values():
        clashing = clashes(claimed)
        findings += [each.finding for each in clashing]
        if not clashing:
            findings += _finding(claimed[0], games)
    return findings


def refresh() -> None:
    """Look for bots again: packages were installed or removed while this process runs."""
    _claims.cache_clear()
    _made.cache_clear()


def _rondels(game: AnyGame) -> Mapping[str, Bot]:
    module = f"rondel.bots.{game.name}"
    own: Mapping[str, Bot] = {} if find_spec(module) is None else import_module(module).bots(game)
    return {"random": random, "ismcts": ismcts(game), **own}


@cache
def _claims() -> tuple[Claims, Sequence[Finding]]:
    return claims(GROUP)


def _names(game: AnyGame) -> Sequence[str]:
    """The entry points of others for bots of this game, by name."""
    return [name for name in _claims()[0] if name.rpartition(".")[0] == game.name]


def _level(name: str) -> str:
    return name.rpartition(".")[2]


def _finding(offered: Offered, games: Mapping[str, AnyGame]) -> Sequence[Finding]:
    """Why this bot cannot be used, if it cannot."""
    game = games.get(name := offered.name.rpartition(".")[0])
    if game is None:
        why = f"a bot is called GAME.LEVEL, and there is no game {name!r} that can be loaded"
        return [offered.cannot(why).finding]
    made = _made(offered.name, game)
    return [made] if isinstance(made, Finding) else []


@cache
def _made(name: str, game: AnyGame) -> Bot | Finding:
    """The bot, or why there is none; made once, also if that fails."""
    try:
        return _usable(only(_claims()[0][name]), game)
    except PackageError as unusable:
        return unusable.finding


def _usable(offered: Offered, game: AnyGame) -> Bot:
    level = _level(offered.name)
    if not _LEVEL.fullmatch(level):
        raise offered.cannot(f"{level!r} is no level: up to 20 small letters, digits, - and _")
    if level in _rondels(game):
        raise offered.cannot(f"{game.title} has a bot {level!r} of its own")
    factory = offered.load()
    try:
        made = factory(game)
    except (Exception, SystemExit) as error:  # code of others, so anything can come out of it
        raise offered.cannot(f"its factory raised {because_of(error)}") from error
    if not callable(made):
        raise offered.cannot(f"its factory gave a {type(made).__name__}, not a bot")
    return cast("Bot", made)
