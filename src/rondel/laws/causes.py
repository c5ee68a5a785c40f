"""What is likely wrong where a law is broken, the last rows before it, and where to read on."""

from collections.abc import Mapping
from typing import Final

from rondel.table.local import LocalTable

_ROWS: Final = 5
_WIDTH: Final = 240
_READ_ON: Final = "read on in docs/laws.md"

_CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "secrecy": (
        "`view`, `legal` or a Refusal reads something that the viewer does not know",
        "an event that tells something is not declared by `reveals`, or its audience is too wide",
        "`knows` leaves out something that `view` shows, so that `imagine` cannot keep it",
    ),
    "told": (
        "the State or `knows` forgets what the event told: keep it, or declare it with `announces`",
        "`evolve` changes what a viewer knows by an event that is not for it: tell it, or hide it",
        "`view` shows something a moment before the event that tells it",
    ),
    "luck": (
        "something public is computed from what luck has hidden: a flag, a count, who begins",
        "the event that tells the draw is not for the seat that knows it",
        "`view` shows something a moment before the event that tells it",
    ),
    "sealed": (
        "a public event has a field that depends on the sealed choice",
        "the State shows the choice by something that is not hidden: money, a count, whose turn it is",
        "an event that lays the choice open is not declared by `reveals`",
    ),
    "pure": (
        "`random`, `secrets`, `uuid` or the time of day is used; draw from the Chance that is given",
        "something outside the State is changed and read again",
        "the order of a set decides",
    ),
    "calibration": (
        "something public depends on what is hidden, and `imagine` does not ask what",
        "`imagine` draws from the wrong pieces, or not uniformly",
        "luck is not drawn uniformly",
    ),
}


def causes_of(law: str) -> tuple[str, ...]:
    """Three likely causes, and where to read on."""
    return (*_CAUSES.get(law, ()), _READ_ON)


def rows_of(table: LocalTable) -> tuple[str, ...]:
    """The last rows of a sitting, each in one line."""
    rows = [step.row for step in table.steps[-_ROWS:]]
    lines = [
        f"{row.version}: {row.actor} {row.action!r} -> {', '.join(map(repr, row.events))}" for row in rows
    ]
    return tuple(line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…" for line in lines)
