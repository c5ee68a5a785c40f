"""What a host needs to know of a game and cannot ask its rules: rows, presence, names of doors, blame."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rondel.kernel.seat import Ms, Seat
from rondel.kernel.struct import Struct

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")

Blame: TypeAlias = Literal["request", "asker", "missing"]
"""Why a Refusal: the payload names something wrong, the asker may not, or it is not there.

A code without blame is about the moment: the same request may be right later.
"""

DatabaseRow: TypeAlias = dict[str, Any]
Rows: TypeAlias = Mapping[str, Sequence[DatabaseRow]]
"""Relational rows by table name, each to be inserted, or to update the row with its id."""


class Commit(Struct):
    """What only the commit of a row knows: the table's id, the version, the time, the players' ids."""

    table: str
    version: int
    at: Ms
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Record(Generic[State, Event]):
    """A relational record beside the journal, which can be rebuilt from it.

    `rows` are written once for each version, after its commit, with final values. A row says only what
    changes, and takes nothing back to null, except in the tables of `whole`: there each row has every column
    and replaces the one before. After a row that gives back time, `rows` is called without events.
    """

    rows: Callable[[State, Sequence[Event], State, Commit], Rows]
    whole: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, slots=True)
class Presence(Generic[State, Action]):
    """A game that wants to hear who is there: the House action that says so, and how patient it is."""

    report: Callable[[Seat, bool], Action]
    is_connected: Callable[[State, Seat], bool]
    grace_ms: Callable[[State], Ms]


class Summary(Struct):
    """What a list of tables says of one in play: what is asked, about what, and in which round.

    `asks` and `about` are names that the game's own words explain.
    """

    asks: str
    about: str | None = None
    round: int | None = None


class Asker(Struct):
    """Who calls: the seat, and everybody's id, in seat order."""

    seat: Seat
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Call(Generic[View, Action, Event]):
    """A door of a game's own, by name, for those who do not speak in Actions.

    `body` is read strictly; `ask` makes the Action of it, ValueError for what cannot be one. A call
    without `ask` only reads. `respond` answers from the View and the events the asker heard, so an answer
    can say nothing that the seat does not know; it may raise a Refusal. A call that only reads hears
    nothing or, with `hears_history`, every event for everyone that was not taken back, from the first on.
    """

    respond: Callable[[View, Sequence[Event], Sequence[str]], Mapping[str, Any]]
    body: type[Struct] | None = None
    ask: Callable[[Any, Asker], Action] | None = None
    hears_history: bool = False
