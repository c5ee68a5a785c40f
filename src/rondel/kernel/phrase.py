"""Sentences of a game with gaps: `{seat} [claims|claim] {count}(? to {targetSeat})`."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rondel.kernel.seat import Seat, Viewer

_OPTIONAL: Final = re.compile(r"\(\?([^()]*)\)")
_FIELD: Final = re.compile(r"\{(\w+)\}")
_GAP: Final = re.compile(r"\{(\w+)\}|\[([^\[\]|]*)\|([^\[\]|]*)\]")
_SEAT: Final = re.compile(r"(^|[a-z])[sS]eat$")


def is_seat_field(field: str) -> bool:
    """Whether a field of this name holds a seat."""
    return _SEAT.search(field) is not None


def phrase(
    text: str,
    fields: Mapping[str, Any],
    *,
    you: Viewer,
    name: Callable[[Seat], str],
    self_name: str = "you",
) -> str:
    """The sentence with its gaps filled in.

    `{count}` is a field; `{seat}`, `{firstSeat}` and `{2}` are names of seats, for the viewer `self_name`.
    `[others|you]` is the first form, or the second where the seat named last is the viewer's own.
    `(? to {targetSeat})` is left out where a gap in it has no value; a gap without a value outside of such a
    part stays as it is.
    """
    sentence = fill(text, fields, you=you, name=name, self_name=self_name)
    return sentence[:1].upper() + sentence[1:]


def fill(
    text: str,
    fields: Mapping[str, Any],
    *,
    you: Viewer,
    name: Callable[[Seat], str],
    self_name: str = "you",
    is_you: bool = False,
) -> str:
    """Like `phrase`, without a capital letter; `is_you` if the viewer was named before."""

    def filled(gap: re.Match[str]) -> str:
        nonlocal is_you
        field, others, yours = gap.groups()
        if field is None:
            return str(yours if is_you else others)
        value = _value(field, fields)
        if value is None:
            return gap.group()
        if not field.isdecimal() and not is_seat_field(field):
            return str(value)
        is_you = value == you
        return self_name if is_you else name(value)

    def part_or_nothing(part: re.Match[str]) -> str:
        has_all = all(_value(field, fields) is not None for field in _FIELD.findall(part[1]))
        return part[1] if has_all else ""

    return _GAP.sub(filled, _OPTIONAL.sub(part_or_nothing, text))


def _value(field: str, fields: Mapping[str, Any]) -> Any:
    return int(field) if field.isdecimal() else fields.get(field)


def gaps_in(text: str) -> Mapping[str, bool]:
    """The fields that a sentence names, and whether each may be without a value."""
    needed = frozenset(_FIELD.findall(_OPTIONAL.sub("", text)))
    return {field: field not in needed for field in _FIELD.findall(text) if not field.isdecimal()}
