"""Choosing one of the legal actions step by step, without knowing a rule.

Actions are read as they travel: `{"type": TAG, "payload": {...}}`. A pick names fields and their values; it
narrows the list to the actions that have them. web/src/table/choose.ts is the same engine, and both pass the
cases of web/tests/choices.json.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

Action: TypeAlias = Mapping[str, Any]

Pick: TypeAlias = Mapping[str, Any]
"""Fields and their values, `type` among them; `slots[]` is one element of the list `slots`."""

Offer: TypeAlias = Sequence[Pick]
"""What one press may mean: any of these picks, the first that fits."""

MOST_BUTTONS: Final = 12
"""Up to this many numbers are listed one by one; more are asked for as one number within bounds."""

_ENCODER = msgspec.json.Encoder(order="deterministic")


class Bounds(msgspec.Struct, frozen=True):
    """A number to type: from `min` to `max` in steps of `step`; None if the values have no common step."""

    min: int
    max: int
    step: int | None


class Question(msgspec.Struct, frozen=True):
    """A field in which the actions that are left differ, and the values to choose from.

    Each value is a pick: `{field: value}`. `bounds` is there where the values are many numbers.
    """

    field: str
    values: tuple[Any, ...]
    bounds: Bounds | None = None


class Choice(msgspec.Struct, frozen=True):
    """What has been chosen so far comes to this.

    `left` are the actions that have all that is picked. Of `questions` the first is to be asked; where it is
    about elements of a list, all of them at once. `complete` is the action, once nothing is left to
    choose. `ready` is the action that has what is picked and nothing more, where more may be picked.
    """

    left: tuple[Action, ...]
    questions: tuple[Question, ...]
    complete: Action | None
    ready: Action | None


class _Fit(NamedTuple):
    """An action that has all that is picked, the elements of its lists that are not, and those that are."""

    action: Action
    fields: Mapping[str, Any]
    rest: Mapping[str, Sequence[Any]]
    taken: Mapping[str, Sequence[Any]]


def choose(legal: Iterable[Action], picked: Sequence[Offer]) -> Choice:
    """Narrow the list by what is picked, in any order; an element picked twice must be there twice."""
    fits = _fitting(legal, picked)
    left = tuple(fit.action for fit in fits)
    if len(fits) < 2:
        return Choice(left, (), left[0] if left else None, None)
    if len(_values(fits, "type")) > 1:
        return Choice(left, (_question("type", _values(fits, "type")),), None, None)
    names = [name for name in _names(fits) if len(_values(fits, name)) > 1]
    lists = [name for name in names if all(name in fit.rest for fit in fits)]
    others = [name for name in names if name not in lists]
    questions = [_question(name, _values(fits, name)) for name in others]
    open_questions = (*questions, *(each for name in lists if (each := _elements(fits, name)).values))
    if others:
        return Choice(left, open_questions, None, None)
    common = {name: _common(fits, name) for name in lists}
    enough = [fit for fit in fits if not any(_beyond(common[name], fit.rest[name]) for name in lists)]
    ready = next((fit.action for fit in (*filter(_is_in_order, enough), *enough)), None)
    return Choice(left, open_questions, None, ready) if open_questions else Choice(left, (), ready, None)


def can_pick(legal: Iterable[Action], picked: Sequence[Offer], offer: Offer) -> bool:
    """Whether this press, after those before it, leaves an action."""
    return bool(offer) and bool(_fitting(legal, [*picked, offer]))


def fields_of(action: Action) -> dict[str, Any]:
    """The fields that picks name: `type`, and those of the payload; a payload that is one value is `payload`.

    A field of the payload that is itself called `type` is `payload.type`.
    """
    payload = action.get("payload")
    own = payload if isinstance(payload, Mapping) else {} if payload is None else {"payload": payload}
    return {"type": action["type"], **{"payload.type" if name == "type" else name: own[name] for name in own}}


def _fitting(legal: Iterable[Action], picked: Sequence[Offer]) -> list[_Fit]:
    """The actions that have all that is picked, each once, in the order of the list."""
    fits: dict[bytes, _Fit] = {}
    for action in legal:
        fit = _taken(_whole(action), picked)
        if fit is not None:
            fits.setdefault(_key(action), fit)
    return list(fits.values())


def _whole(action: Action) -> _Fit:
    fields = fields_of(action)
    return _Fit(action, fields, {name: each for name, each in fields.items() if isinstance(each, list)}, {})


def _taken(fit: _Fit, picked: Sequence[Offer]) -> _Fit | None:
    """What is left when all of this is picked; None if the action does not have it."""
    if not picked:
        return fit
    for pick in picked[0]:
        after = _with(fit, pick)
        found = None if after is None else _taken(after, picked[1:])
        if found is not None:
            return found
    return None


def _with(fit: _Fit, pick: Pick) -> _Fit | None:
    for name, value in pick.items():
        if not name.endswith("[]"):
            if _key(fit.fields.get(name)) != _key(value):
                return None
            continue
        name = name.removesuffix("[]")
        rest = list(fit.rest.get(name, ()))
        at = next((at for at, each in enumerate(rest) if _key(each) == _key(value)), None)
        if at is None:
            return None
        taken = [*fit.taken.get(name, ()), rest.pop(at)]
        fit = fit._replace(rest={**fit.rest, name: rest}, taken={**fit.taken, name: taken})
    return fit


def _is_in_order(fit: _Fit) -> bool:
    """Whether elements were picked in the order in which the action has them."""
    return all(fit.fields[name][: len(taken)] == taken for name, taken in fit.taken.items())


def _names(fits: Sequence[_Fit]) -> list[str]:
    return list(dict.fromkeys(name for fit in fits for name in fit.fields))


def _values(fits: Sequence[_Fit], name: str) -> list[Any]:
    """The different values of a field; null where it is missing."""
    return _different(fit.fields.get(name) for fit in fits)


def _elements(fits: Sequence[_Fit], name: str) -> Question:
    """The elements that are not in every list; all of them, where some lists differ in their order alone."""
    common = _common(fits, name)
    more = _different(each for fit in fits for each in _beyond(common, fit.rest[name]))
    is_order_free = len(_different(fit.rest[name] for fit in fits)) == len(_different(map(_bag(name), fits)))
    every = _different(each for fit in fits for each in fit.rest[name])
    return _question(f"{name}[]", more if more and is_order_free else every)


def _bag(name: str) -> Callable[[_Fit], list[str]]:
    """What is left of a list, whatever its order."""
    return lambda fit: sorted(_key(each).decode() for each in fit.rest[name])


def _common(fits: Sequence[_Fit], name: str) -> Counter[bytes]:
    """What is left in every one of these lists, as often as in every one."""
    counts = (Counter(_key(each) for each in fit.rest[name]) for fit in fits)
    return reduce(and_, counts)


def _beyond(common: Counter[bytes], rest: Sequence[Any]) -> list[Any]:
    """The elements of a list without those that every list has."""
    skip = Counter(common)
    left = []
    for each in rest:
        if skip[_key(each)]:
            skip[_key(each)] -= 1
        else:
            left.append(each)
    return left


def _question(field: str, values: list[Any]) -> Question:
    if not all(type(value) is int for value in values):
        return Question(field, tuple(values))
    numbers = sorted(values)
    return Question(field, tuple(numbers), _bounds(numbers) if len(numbers) > MOST_BUTTONS else None)


def _bounds(numbers: list[int]) -> Bounds:
    steps = {after - before for before, after in pairwise(numbers)}
    return Bounds(numbers[0], numbers[-1], steps.pop() if len(steps) == 1 else None)


def _different(values: Iterable[Any]) -> list[Any]:
    found: dict[bytes, Any] = {}
    for value in values:
        found.setdefault(_key(value), value)
    return list(found.values())


def _key(value: Any) -> bytes:
    """Equal for equal JSON, in whatever order an object has its fields; 1 is not true."""
    return _ENCODER.encode(value)
