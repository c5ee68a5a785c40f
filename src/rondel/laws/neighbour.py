"""A neighbouring world, made without the game's own imagination.

Two pieces of the State, two cards say, change names wherever they stand. If the observer's Known is
still the same, it cannot tell; if it is not, two others are tried. So `imagine` is checked by something
that knows nothing of the game, and the two worlds differ in so little that long scripts run before the
difference comes to light.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rondel.kernel import AnyGame, Viewer
from rondel.laws.law import Rng

TRIES: Final = 80


def neighbour(
    game: AnyGame, state: Any, known: Any, viewer: Viewer, rng: Rng, tries: int = TRIES
) -> Any | None:
    """A State in which two pieces have changed names and the viewer knows the same, if one is found."""
    tree = msgspec.to_builtins(state)
    inside = _names_inside(tree)
    pieces = list(dict.fromkeys(_pieces(tree, is_row=False)))
    for _ in range(tries if len(pieces) > 1 else 0):
        one, other = rng.pick(pieces), rng.pick(pieces)
        if one == other or type(one) is not type(other):
            continue
        world = _read(game, _renamed(tree, {one: other, other: one}, inside, is_row=False))
        if world is not None and world != state and _knows(game, world, viewer) == known:
            return world
    return None


def _knows(game: AnyGame, world: Any, viewer: Viewer) -> Any | None:
    """A State that names a seat or a piece that is not there is no world at all."""
    try:
        return game.knows(world, viewer)
    except LookupError:
        return None


def _pieces(tree: Any, *, is_row: bool) -> Iterator[str | int]:
    """The texts and numbers that stand in rows: cards in piles and hands, not fields with a meaning."""
    if isinstance(tree, Mapping):
        for part in tree.values():
            yield from _pieces(part, is_row=False)
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from _pieces(part, is_row=True)
    elif is_row and isinstance(tree, str | int) and not isinstance(tree, bool):
        yield tree


def _names_inside(tree: Any) -> dict[int, frozenset[Any]]:
    """By the identity of each part: all texts and numbers in it."""
    inside: dict[int, frozenset[Any]] = {}

    def names(part: Any) -> frozenset[Any]:
        if isinstance(part, Mapping):
            found = frozenset(part).union(*map(names, part.values()))
        elif isinstance(part, list | tuple):
            found = frozenset().union(*map(names, part))
        else:
            return frozenset((part,))
        inside[id(part)] = found
        return found

    names(tree)
    return inside


def _renamed(
    tree: Any, names: Mapping[Any, Any], inside: Mapping[int, frozenset[Any]], *, is_row: bool
) -> Any:
    """Texts are renamed wherever they stand; a number is a piece only where it stands in a row.

    A part without any of the names is left as it is, and most are.
    """
    if (found := inside.get(id(tree))) is not None and found.isdisjoint(names):
        return tree
    if isinstance(tree, Mapping):
        return {
            names.get(key, key): _renamed(part, names, inside, is_row=False) for key, part in tree.items()
        }
    if isinstance(tree, list | tuple):
        return [_renamed(part, names, inside, is_row=True) for part in tree]
    if isinstance(tree, str) or (is_row and isinstance(tree, int) and not isinstance(tree, bool)):
        return names.get(tree, tree)
    return tree


def _read(game: AnyGame, tree: Any) -> Any | None:
    try:
        return msgspec.convert(tree, game.types.state)
    except msgspec.ValidationError:
        return None
