"""Sentences of a game with gaps: `{seat} [claims|claim] {count}`."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rondel.kernel.seat import Seat, Viewer

_GAP: Final = re.compile(r"\{(\w+)\}|\[([^\[\]|]*)\|([^\[\]|]*)\]")
_SEAT: Final = re.compile(r"(^|[a-z])[sS]eat$")


def phrase(text: str, fields: Mapping[str, Any], *, you: Viewer, name: Callable[[Seat], str]) -> str:
    """The sentence with its gaps filled in.

    `{count}` is a field; `{seat}`, `{firstSeat}` and `{2}` are names of seats, "you" for the viewer's own.
    `[others|you]` is the first form, or the second where the seat named last is the viewer's own. A gap that
    no field fills stays as it is.
    """
    is_you = False

    def filled(gap: re.Match[str]) -> str:
        nonlocal is_you
        field, others, yours = gap.groups()
        if field is None:
            return str(yours if is_you else others)
        value = int(field) if field.isdecimal() else fields.get(field)
        if value is None:
            return gap.group()
        if not field.isdecimal() and not _SEAT.search(field):
            return str(value)
        is_you = value == you
        return "you" if is_you else name(value)

    said = _GAP.sub(filled, text)
    return said[:1].upper() + said[1:]
