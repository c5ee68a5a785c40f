"""Patches: what turns the JSON of one value into that of another.

`[value]` is that value, whatever was there. `{name: patch}` is the same object with these members changed,
where null removes one; of a list it is the elements, by index. `[start, count, value...]` is the same list
with `count` elements from `start` on replaced by these, as `splice` does.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import fields

_ABSENT: Final = object()
_LISTS: Final = (tuple, list)
_LEAVES: Final = frozenset((int, str, bool, type(None)))


Patches: TypeAlias = dict[tuple[int, int], tuple[Any, Any, Any]]
"""Patches between parts that values share, by the ids of both, and with both: so no id is used again."""


def diff(before: Any, after: Any, made: Patches | None = None) -> Any:
    """The patch from one value to another, as they are encoded. Values that Python holds equal are equal.

    What `made` has is not made again: values that share parts, as the Views of several seats do, share it.
    """
    kind = after.__class__
    if before.__class__ is kind:
        if kind in _LISTS:
            return _list_diff(before, after, made)
        if kind is dict:
            return _dict_diff(before, after)
        if (shape := _shape(kind)) is not None:
            return _struct_diff(shape, before, after, made)
    return [after]


def apply(base: Any, patch: Any) -> Any:
    """What a patch makes of a value, both as JSON is decoded; LookupError or the like if it does not fit."""
    if isinstance(patch, list):
        if len(patch) == 1:
            return patch[0]
        start, count, *values = patch
        return [*base[:start], *values, *base[start + count :]]
    if isinstance(base, list):
        elements = list(base)
        for index, change in patch.items():
            elements[int(index)] = apply(elements[int(index)], change)
        return elements
    members = dict(base or ())  # what was the default was left out
    for name, change in patch.items():
        if change is None:
            del members[name]
        else:
            members[name] = apply(members.get(name), change)
    return members


def whole_step(before: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
    """A `step` with all that its patches make of what was shown `before`; one without a patch as it is."""
    if "patch" not in step:
        return step
    scene, beats = before.get("scene"), []
    for beat in step.get("beats", ()):
        if "patch" in beat:
            scene = apply(scene, beat["patch"])
            beats.append({**beat, "scene": scene})
        else:
            beats.append(beat)
    start = before if scene is None else {**before, "scene": scene}
    return {**step, **apply(start, step["patch"]), "beats": beats}


class _Shape(NamedTuple):
    """How a Struct is encoded: the names of its fields, how to read them all, the values left out."""

    names: Sequence[str]
    values: Callable[[Any], Sequence[Any]]
    defaults: Sequence[Any]
    places: range


@cache
def _shape(kind: Any) -> _Shape | None:
    """The shape of a Struct that is encoded as an object with fixed names; None for all else."""
    if not issubclass(kind, Struct) or kind.__struct_config__.array_like:
        return None
    if getattr(kind, "is_replaced_whole", False):
        return None
    each = fields(kind)
    is_short = kind.__struct_config__.omit_defaults
    if len(each) < 2 or (is_short and any(field.default_factory is not NODEFAULT for field in each)):
        return None  # `attrgetter` gives no tuple for one field
    return _Shape(
        [field.encode_name for field in each],
        attrgetter(*[field.name for field in each]),
        [field.default if is_short else UNSET for field in each],
        range(len(each)),
    )


def _struct_diff(shape: _Shape, before: Any, after: Any, made: Patches | None) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    was_all, now_all = shape.values(before), shape.values(after)
    for at in compress(shape.places, map(is_not, was_all, now_all)):  # most are the same object
        was, now = was_all[at], now_all[at]
        if was == now and was.__class__ is now.__class__:
            continue
        name, default = shape.names[at], shape.defaults[at]
        if now is default or now is UNSET:
            changes[name] = None
        elif was is default or now.__class__ in _LEAVES:
            changes[name] = [now]
        elif made is None:
            changes[name] = diff(was, now)
        else:
            changes[name] = _diff_once(was, now, made)
    return changes


def _diff_once(was: Any, now: Any, made: Patches) -> Any:
    key = (id(was), id(now))
    found = made.get(key)
    if found is None:
        found = made[key] = (was, now, diff(was, now, made))
    return found[2]


def _dict_diff(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> Any:
    """Member by member, if members that stay come before new ones, as they are encoded: sorted by name.

    Else the whole; also if a name is no text, or is one that JavaScript cannot assign.
    """
    if before.keys() != after.keys() and not _is_order_preserved(before, after):
        return [after]
    changes: dict[str, Any] = {name: None for name in before if name not in after}
    for name, now in after.items():
        was = before.get(name, _ABSENT)
        if not _is_same(was, now):
            changes[name] = [now] if was is _ABSENT else diff(was, now)
    return [after] if any(type(name) is not str or name == "__proto__" for name in changes) else changes


def _is_order_preserved(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> bool:
    remaining = [name for name in after if name in before]
    return all(type(name) is str for name in after) and sorted(after)[: len(remaining)] == sorted(remaining)


def _list_diff(before: Sequence[Any], after: Sequence[Any], made: Patches | None) -> Any:
    """Objects and lists in a list of the same length are compared one by one; all else is spliced."""
    if len(before) == len(after):
        changed = [
            at
            for at, (was, now) in enumerate(zip(before, after, strict=True))
            if was is not now and (was != now or was.__class__ is not now.__class__)
        ]
        if all(isinstance(after[at], (Struct, dict, *_LISTS)) for at in changed):
            if made is None:
                return {str(at): diff(before[at], after[at]) for at in changed}
            return {str(at): _diff_once(before[at], after[at], made) for at in changed}
    start, end, shorter = 0, 0, min(len(before), len(after))
    while start < shorter and _is_same(before[start], after[start]):
        start += 1
    while end < shorter - start and _is_same(before[-1 - end], after[-1 - end]):
        end += 1
    return [start, len(before) - end - start, *after[start : len(after) - end]]


def _is_same(was: Any, now: Any) -> bool:
    """Equal, and of one type: 1 is not True. Where it is asked often, it is written out, for speed."""
    return was is now or (type(was) is type(now) and bool(was == now))
