"""What is likely wrong where a law is broken, the last rows before it, and the author's lines in a crash."""

import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rondel.kernel import AnyGame
from rondel.table.local import LocalTable
from rondel.wire.tagged import members

_ROWS: Final = 5
_WIDTH: Final = 240
_LINES: Final = 5
_PAGE: Final = 'more on the page "The laws" of the documentation'
_KIT: Final = "rondel.kit.structs"
_PRIVATE: Final = ("ToYou", "ToTeam", "ToHouse")
"""How the name of the private half of an Event of the kit ends."""

MEANING: Final = "the law is: "
"""How the last of the causes begins, which says what the law demands."""

MEANINGS: Final[Mapping[str, str]] = {
    "legal": "what is listed is accepted, nothing else is, and the list depends on what the seat knows alone",
    "secrecy": "nobody can tell the true State from another one that fits what they know",
    "consistency": "what a viewer hears it knows right after, and it knows nothing that it was not told",
    "randomness": "with other luck a viewer knows the same until it is told",
    "draws": "nothing that a host can write by itself changes what is drawn",
    "sealed": "a sealed field that is chosen otherwise changes nothing that others hear or know",
    "pure": "the same question has the same answer: nothing but the arguments counts",
    "calibration": "hidden pieces lie in truth as often as they are imagined",
    "face": "every Scene can be drawn, what it offers to press is an action, every sentence can be filled in",
    "conservation": "no move creates or destroys a piece",
    "codec": "what is written reads back as the same",
    "undo": "taking back teaches nothing",
    "clocks": "time is charged to whoever owes a move",
    "endings": "the game ends, in every way that it names, and its standings have every seat",
    "replays": "a replay leads to the same",
}
"""What each law demands, in a sentence."""

_CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "secrecy": (
        "`view`, `legal` or a Refusal reads something that the viewer does not know",
        "an event that tells something is not declared by `reveals`, or its audience is too wide",
        "`knows` leaves out something that `view` shows, so that `imagine` cannot keep it",
    ),
    "consistency": (
        "the State or `knows` forgets what the event told: keep it, or declare it with `announces`",
        "`evolve` changes what a viewer knows by an event that is not for it: tell it, or hide it",
        "`view` shows something a moment before the event that tells it",
    ),
    "randomness": (
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
    "draws": (
        "a House action draws that no deadline made due: let it fall due, or draw when a player moves next",
        "whether something is drawn, or from how many pieces, depends on the time",
        "the name of a stream depends on the time, or on a count that returned time changes",
    ),
}

_CAUSES_IN_THE_KIT: Final[Mapping[str, tuple[str, ...]]] = {
    "legal": (
        "`do` raises a Refusal for something that `choices` lists: leave it out there",
        "`is_legal` accepts more than `choices` lists: list it, or say `is_open = True`",
        "`choices` or `to_act` depends on more than the View that it is given",
    ),
    "secrecy": (
        "`choices`, `is_legal`, or a Refusal in `do` reads what the seat does not see: ask its `view` alone",
        "an Event tells everybody a piece: mark that field to(...), or revealed(...) if it is laid open",
        "the order of a hidden row tells something: keep it sorted, and say place(..., is_sorted=True)",
    ),
    "consistency": (
        "`apply` forgets what the Event told: keep it in the State, or say `announced = True` in the Event",
        "`apply` changes what others see by an Event that they do not hear: tell that by an Event of its own",
        "`apply` shows something one Event before the one that tells it: show it there",
    ),
    "randomness": (
        "something public is computed from what luck has hidden: a flag, a count, who begins",
        'the Event that tells the draw lacks a mark: to("seat", is_new=True), or shown()',
        "`apply` shows something one Event before the one that tells it: show it there",
    ),
    "sealed": (
        "a public field of an Event depends on a field of the Action that is sealed()",
        "the State shows the choice by something that everybody sees: money, a count, whose turn it is",
        "the Event that lays the choice open does not mark that field revealed(...)",
    ),
    "calibration": (
        "something public depends on what is hidden: let fits(state, viewer) refuse what contradicts it",
        "the rules keep a hidden row sorted: say place(..., is_sorted=True)",
        "the Pool has other pieces than are dealt, or `may_hold` is False for one that can lie there",
    ),
}


def causes_of(law: str, game: AnyGame | None = None) -> tuple[str, ...]:
    """Three likely causes, in the words of the kit for a game that is made with it, and what the law is."""
    usual = _CAUSES.get(law, ())
    likely = _CAUSES_IN_THE_KIT.get(law, usual) if game is not None and is_of_the_kit(game) else usual
    return (*likely, *([f"{MEANING}{MEANINGS[law]}; {_PAGE}"] if law in MEANINGS else []))


def is_of_the_kit(game: AnyGame) -> bool:
    """Whether the game is made with rondel.kit."""
    return type(game.begin).__module__ == _KIT


def half_hint(game: AnyGame, event: object, *, is_next_event_different: bool) -> str | None:
    """What to do where the private half of an Event changes what others see; None if it is no such half.

    `is_next_event_different` where the public half, which everybody hears next, tells the difference.
    """
    name = type(event).__name__
    public = next((name.removesuffix(each) for each in _PRIVATE if name.endswith(each)), None)
    if public is None or public not in {kind.__name__ for kind in members(game.types.event)}:
        return None
    if is_next_event_different:
        return (
            f"{public} has private and public fields, and others see what the public ones change before they "
            "are told. Make two Events of it: first one for everybody, with the public fields and what they "
            "change, then one with the field marked private_to(...)"
        )
    return (
        f"{public} has a field marked private_to(...), and its `apply` changes by it what others see. "
        "Put that where they do not see it, as in place(..., seen_by=OWNER), or tell everybody by "
        "revealed(...). If it is only the number of pieces, tell one Event for each piece"
    )


def lines_of(game: AnyGame, error: BaseException) -> tuple[str, ...]:
    """The last lines of the game's own code that an error passed through, each with file and function."""
    file = getattr(sys.modules.get(game.types.state.__module__), "__file__", None)
    folder = str(Path(file).parent) if file else ""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(folder)]
    return tuple(
        f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line}"
        for frame in (own or frames)[-_LINES:]
    )


def rows_of(table: LocalTable) -> tuple[str, ...]:
    """The last rows of a sitting, each in one line."""
    rows = [step.row for step in table.steps[-_ROWS:]]
    lines = [
        f"{row.version}: {row.actor} {row.action!r} -> {', '.join(map(repr, row.events))}" for row in rows
    ]
    return tuple(line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…" for line in lines)
