"""Any game in words, without knowing it: what it shows, what may be done, what happened, how it ended."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from rondel.cli.terminal.screen import plain
from rondel.kernel import About, Ms, Outcome, Seat, Struct, Viewer

SHORT: Final = 70
"""An object that takes no more characters than this is written in one line."""

_SEAT: Final = re.compile(r"(^you|(^|[a-z_])[sS]eat)$")
_SEATS: Final = re.compile(r"((^|[a-z_])[sS]eats|^winners)$")
_BY_SEAT: Final = frozenset(("players", "seats"))
_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
_BREAK: Final = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])")


def words(name: str) -> str:
    """CAST_VOTE and castVote both read as `Cast vote`; what is no name in code stays as it is."""
    if not _NAME.fullmatch(name):
        return plain(name)
    return " ".join(_BREAK.split(name)).lower().capitalize()


def who(seat: Seat, you: Viewer) -> str:
    """A seat by its number, and whether it is yours."""
    return f"Seat {seat} (you)" if seat == you else f"Seat {seat}"


def countdown(left_ms: Ms) -> str:
    """A time that is left, as on a clock; 0:00 only when there is none."""
    seconds = -(-max(0, left_ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def value_text(value: Any, you: Viewer, field: str = "") -> str:
    """A value in one line; `field` is what it is a value of."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() if _SEAT.search(field):
            return who(value, you)
        case list():
            each_of = "seat" if _SEATS.search(field) else field
            return ", ".join(value_text(each, you, each_of) for each in value) or "none"
        case dict():
            return ", ".join(_part(name, value[name], you) for name in _there(value)) or "nothing"
        case _:
            return plain(str(value))


def _part(name: str, value: Any, you: Viewer) -> str:
    text = value_text(value, you, name)
    return text if name == "seat" else f"{words(name).lower()} {text}"


def action_text(frame: Mapping[str, Any], you: Viewer) -> str:
    """An action as it travels, in words."""
    payload = frame.get("payload")
    kind = words(frame["type"])
    return f"{kind}: {value_text(payload, you)}" if payload not in (None, {}) else kind


def fields_in(noun: Struct) -> Any:
    """The fields of a View or an event as they travel."""
    return msgspec.json.decode(msgspec.json.encode(noun))


def view_lines(view: Struct, you: Viewer) -> list[str]:
    """A View as a tree of named fields, with the options of the table at its end."""
    tree = fields_in(view)
    options = tree.pop("options", None)
    lines = list(_fields(tree, you, ""))
    return lines if options is None else [*lines, "Options", *_fields(options, you, "  ")]


def result_lines(outcome: Outcome, you: Viewer, about: About) -> list[str]:
    """How it ended, in the game's own sentence if it has one, and who stands where."""
    lines = [about.endings.get(outcome.ending) or f"The game is over: {words(outcome.ending).lower()}."]
    if outcome.winners:
        lines.append("Won by " + ", ".join(who(seat, you) for seat in outcome.winners) + ".")
    for standing in sorted(outcome.standings, key=lambda each: (each.place, each.seat)):
        score = "" if standing.score is None else f": {standing.score}"
        lines.append(f"{standing.place}. {who(standing.seat, you)}{score}")
    return lines


def _there(fields: Mapping[str, Any]) -> list[str]:
    """The fields that hold something."""
    return [name for name, value in fields.items() if value is not None]


def _fields(fields: Mapping[str, Any], you: Viewer, indent: str) -> Iterator[str]:
    for name in _there(fields):
        yield from _lines(words(name), fields[name], you, indent, name)


def _lines(title: str, value: Any, you: Viewer, indent: str, field: str) -> Iterator[str]:
    """One line where that is enough, else a heading and the parts below it."""
    text = value_text(value, you, field)
    if _is_one_line(value, text):
        yield f"{indent}{title}: {text}"
        return
    yield f"{indent}{title}"
    if isinstance(value, list):
        for number, each in enumerate(value):
            name = who(number, you) if field in _BY_SEAT else str(number + 1)
            yield from _lines(name, each, you, f"{indent}  ", "")
    else:
        yield from _fields(value, you, f"{indent}  ")


def _is_one_line(value: Any, text: str) -> bool:
    """A list of plain values always is; an object if it is short and holds nothing but such."""
    if isinstance(value, dict):
        return len(text) <= SHORT and all(_is_plain(each) for each in value.values())
    return _is_plain(value)


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return not any(isinstance(each, list | dict) for each in value)
    return not isinstance(value, dict)
