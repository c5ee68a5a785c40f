"""Values drawn from types: options within their ranges, and actions of any kind, sensible or not."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from rondel.kernel import AnyGame
from rondel.laws.law import Rng
from rondel.wire.tagged import members

Maker: TypeAlias = Callable[[Rng], Any]

TRIES: Final = 200
_MOST: Final = 32
"""How many actions of one kind are tried one after another."""

_NEAR: Final = 3
"""How far from its lower edge a number is still near it."""

_FIELDS: Final[dict[type, tuple[inspect.Field, ...]]] = {}
_TEXTS: Final = ("", "x", "A♠", "0", "__proto__", "a" * 61)
_JUNK: Final[tuple[Any, ...]] = (None, True, -1, 0, 3, 7.5, 99, "", "7", [], ["x"], {}, {"a": 1})


class ActionBias:
    """Which kinds of action a walk is in the mood for.

    A kind is drawn before an action of it, so that rare kinds come up as often as common ones; and every
    walk is out of the mood for some kinds, so that what they would always cut short comes about.
    """

    def __init__(self, *, is_open_to_all: bool = False) -> None:
        self._is_open_to_all = is_open_to_all
        self._is_wanted: dict[type, bool] = {}

    def pick(self, listed: Sequence[Any], rng: Rng) -> Any:
        """A listed action of a kind it is in the mood for; of any kind if there is no such."""
        kinds = list(dict.fromkeys(type(action) for action in listed))
        for kind in kinds:
            if kind not in self._is_wanted:
                self._is_wanted[kind] = self._is_open_to_all or rng.below(3) > 0
        kind = rng.pick([kind for kind in kinds if self._is_wanted[kind]] or kinds)
        return rng.pick([action for action in listed if type(action) is kind])


def draw_options(game: AnyGame, rng: Rng, *, is_tight: bool = False) -> Any:
    """Options of the game: each one its default, an edge of its range, or anything between.

    Tight options are drawn in full, and numbers mostly from the low end: a low limit is soon reached.
    """
    for _ in range(TRIES):
        drawn = {
            field.encode_name: _option(field, rng, is_tight=is_tight)
            for field in _fields(game.types.options)
            if field.required or is_tight or rng.below(2)
        }
        try:
            return msgspec.convert(drawn, game.types.options)
        except msgspec.ValidationError:
            continue
    raise AssertionError(f"{game.name}: no valid options came up in {TRIES} tries")


def draw_action(
    game: AnyGame,
    rng: Rng,
    listed: Sequence[Any],
    kinds: Sequence[type] | None = None,
    *,
    seats: int = 0,
) -> Any | None:
    """Any action: often a listed one with a field changed, else made up; None if it cannot exist.

    With `seats`, every other one that is made up speaks of seats of this table.
    """
    try:
        if listed and rng.below(2):
            return _changed(rng.pick(listed), rng)
        action = _struct_maker(rng.pick(kinds or members(game.types.action)))(rng)
        return _about_seats(action, rng, seats) if seats and rng.below(2) else action
    except ValueError:
        return None


@cache
def every(kind: type, seats: int) -> Sequence[Any]:
    """Every action of a kind whose whole numbers are seats; none if they cannot all be tried."""
    choices = {field.name: _choices(field.type, seats) for field in _fields(kind)}
    if prod(map(len, choices.values())) > _MOST:
        return ()
    rows = [dict(zip(choices, row, strict=True)) for row in product(*choices.values())]
    return tuple(action for row in rows if (action := _made(kind, row)) is not None)


def _made(kind: type, fields: Mapping[str, Any]) -> Any | None:
    try:
        return kind(**fields)
    except ValueError:
        return None


def _choices(described: inspect.Type, seats: int) -> Sequence[Any]:
    match described:
        case inspect.IntType():
            return range(seats)
        case inspect.BoolType():
            return (False, True)
        case inspect.LiteralType(values=values):
            return values
        case _:
            return ()


def _changed(action: Any, rng: Rng) -> Any:
    fields = _fields(type(action))
    if not fields:
        return action
    field = rng.pick(fields)
    return msgspec.structs.replace(action, **{field.name: _maker(field.type)(rng)})


def _about_seats(action: Any, rng: Rng, seats: int) -> Any:
    """The same with a seat wherever it has a whole number: what else would most of them be?"""
    numbers = [field.name for field in _fields(type(action)) if isinstance(field.type, inspect.IntType)]
    return msgspec.structs.replace(action, **{name: rng.below(seats) for name in numbers})


def _fields(noun: type) -> tuple[inspect.Field, ...]:
    if noun not in _FIELDS:
        described = inspect.type_info(noun)
        assert isinstance(described, inspect.StructType)
        _FIELDS[noun] = described.fields
    return _FIELDS[noun]


def _option(field: inspect.Field, rng: Rng, *, is_tight: bool) -> Any:
    kind = field.type
    if is_tight and isinstance(kind, inspect.IntType) and rng.below(4):
        low, _ = _bounds(kind)
        return low + rng.below(_NEAR + 1)
    return _maker(kind, is_valid=True)(rng)


@cache
def _struct_maker(noun: type) -> Maker:
    makers = [(field.name, _maker(field.type)) for field in _fields(noun)]
    return lambda rng: noun(**{name: make(rng) for name, make in makers})


def _maker(described: inspect.Type, *, is_valid: bool = False) -> Maker:
    match described:
        case inspect.IntType():
            return _int_maker(described, is_valid=is_valid)
        case inspect.BoolType():
            return lambda rng: bool(rng.below(2))
        case inspect.NoneType():
            return lambda _: None
        case inspect.LiteralType(values=values):
            return lambda rng: rng.pick(values)
        case inspect.StrType():
            return lambda rng: rng.pick(_TEXTS)
        case inspect.UnionType(types=types):
            makers = [_maker(kind, is_valid=is_valid) for kind in types]
            return lambda rng: rng.pick(makers)(rng)
        case inspect.StructType(cls=noun):
            return _struct_maker(noun)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            make = _maker(item, is_valid=is_valid)
            return lambda rng: tuple(make(rng) for _ in range(rng.below(4)))
        case _:
            return lambda rng: rng.pick(_JUNK)


def _int_maker(described: inspect.IntType, *, is_valid: bool) -> Maker:
    if not is_valid:
        return lambda rng: rng.below(12) - 2 if rng.below(8) else rng.pick((-(10**9), 10**9, 2**63))
    low, high = _bounds(described)
    near = min(high, low + _NEAR)

    def make(rng: Rng) -> int:
        ranges = ((low, low), (high, high), (low, near), (low, high))
        first, last = rng.pick(ranges)
        return first + rng.below(last - first + 1)

    return make


def _bounds(described: inspect.IntType) -> tuple[int, int]:
    """The range of a whole number; a wide one where the type gives none."""
    low = described.ge if described.ge is not None else -100
    high = described.le if described.le is not None else low + 1000
    assert isinstance(low, int)
    assert isinstance(high, int)
    return low, high
