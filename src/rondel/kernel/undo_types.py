"""The types of undo: a game's part in it, the Action that requests it, and the Event that it causes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from msgspec import Meta

from rondel.kernel.seat import Ms
from rondel.kernel.struct import Struct

State = TypeVar("State")
Event = TypeVar("Event")


@dataclass(frozen=True, kw_only=True, slots=True)
class Undo(Generic[State, Event]):
    """A game's part in undo: which events it never crosses, and what it must not turn back.

    `keep(restored, present, at)` gives the State to go on with: the restored one, with what the
    present one must keep (clocks), at the time of the undo.
    """

    barrier: Callable[[Event], bool]
    keep: Callable[[State, State, Ms], State]


class TakeBack(Struct):
    """A seat asks to take back its last move. The table's own Action, for every game that has undo."""


class Undone(Struct):
    """The State is that of `to_version` again. The table's own Event, for everyone."""

    to_version: Annotated[int, Meta(ge=0)]
