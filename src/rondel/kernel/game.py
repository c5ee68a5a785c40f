"""Game: the record of functions a game supplies. A value, not a class to inherit from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rondel.kernel.about import About
from rondel.kernel.chance import Chance
from rondel.kernel.clock import Clock
from rondel.kernel.deadline import Deadline
from rondel.kernel.documented import Documented
from rondel.kernel.hosting import Blame, Call, Presence, Record, Summary
from rondel.kernel.lesson import Lesson
from rondel.kernel.orders import Orders
from rondel.kernel.outcome import Outcome
from rondel.kernel.scene import Face, PieceStyle
from rondel.kernel.seat import Actor, Audience, Ms, Seat, SeatSpec, Viewer
from rondel.kernel.struct import Struct
from rondel.kernel.undo_types import Undo

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")
Known = TypeVar("Known")
Options = TypeVar("Options")

Payload: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameTypes(Generic[State, Action, Event, View, Known, Options]):
    """The game's types, so that the wire can write them, read them and describe them.

    `action` and `event` are unions of GameTypes; each member's tag is its name in SCREAMING_SNAKE.
    """

    state: type[State]
    action: Any
    event: Any
    view: Any
    known: type[Known]
    options: type[Options]
    forecast: Any = None
    order: Any = None
    names: Mapping[str, Any] = field(default_factory=dict)
    """Names that documents give to its types, for generated clients: `DeckState`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Text(Generic[Action]):
    """An Action whose payload is text: how to read it, and whether its fields may be sent instead.

    `read` is given the text and what it says as strict JSON (None where it says nothing readable).
    """

    read: Callable[[str, "ParsedText | None"], Action]
    accepts_fields: bool = False


@dataclass(frozen=True, slots=True)
class ParsedText:
    """What a text says as strict JSON."""

    value: Any


@dataclass(frozen=True, kw_only=True, slots=True)
class HiddenForms:
    """What hidden values look like in JSON: frames are padded as if each had its longest form.

    So the size of what one player is sent tells nobody else a card, a bid or a ballot.
    """

    fields: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """Fields by their names in JSON, with values they may have: the longest is enough."""

    pieces: Sequence[Sequence[Any]] = ()
    """Groups of pieces that stand in rows without a name; where one of a group lies, any other might."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Upcast:
    """Upcast of an event stored before rules version `rules`: its current form, as tags with payloads."""

    tag: str
    rules: int
    apply_upcast: Callable[[Payload], Sequence[tuple[str, Payload]]]


class Preselected(Struct):
    """How many seats, and which house rules by name; None is the fewest, and the standard ones."""

    seats: int | None = None
    house_rules: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Game(Generic[State, Action, Event, View, Known, Options]):
    """A rulebook as a value: pure functions over frozen GameTypes.

    `decide` never changes anything, `evolve` never judges and never fails on its own events. `view`,
    `legal` and every Refusal depend only on what the viewer knows. `imagine` builds a State that seat
    cannot tell from the true one, from Known alone: knows(imagine(known, chance), seat) == known.
    """

    name: str
    title: str
    rules: int
    seats: range
    types: GameTypes[State, Action, Event, View, Known, Options]
    begin: Action
    """The House action that starts play; the first chance is drawn by it."""

    start: Callable[[Options, Sequence[SeatSpec]], State]
    to_act: Callable[[State], frozenset[Seat]]
    legal: Callable[[State, Seat], Sequence[Action]]
    decide: Callable[[State, Actor | None, Action, Chance, Ms], Sequence[Event]]
    evolve: Callable[[State, Event, Ms], State]
    view: Callable[[State, Viewer], View]
    audience: Callable[[Event], Audience]
    reveals: Callable[[Event, Viewer], bool]
    """Whether hearing the event may teach the viewer what it could not know before.

    Undo never crosses it, and nothing else may lay open what is sealed. It excuses nothing: what the event
    tells must be in the viewer's Known right after it.
    """

    knows: Callable[[State, Viewer], Known]
    """All the viewer may know, after every single event. It moves only by what the viewer is told."""

    imagine: Callable[[Known, Chance], State]
    deadline: Callable[[State], Deadline[Action] | None]
    outcome: Callable[[State], Outcome | None]
    conserved: Callable[[State], Mapping[str, int]]
    endings: frozenset[str]

    views: Callable[[State], Callable[[Viewer], View]] | None = None
    """The same as `view`, for several viewers of one State: what they all see is made once."""

    is_open_ended: Callable[[Action], bool] = field(default=lambda _: False)
    """Whether `legal` lists this kind of payload only by sample."""

    forecast: Callable[[Known, Action], Struct | None] | None = None
    """The figures an action will lead to, from what its seat knows; None where there are none.

    It refuses what `decide` refuses. What is hidden or not decided yet is left out.
    """

    orders: Orders[Known, Action] | None = None
    """The standing orders that a seat may give at a slow table."""

    announces: Callable[[Event], bool] = field(default=lambda _: False)
    """Whether the event openly tells what its actor chose, though nothing of it stays to be known.

    The one excuse for telling what Known does not keep: two worlds may hear it differently and stay alike.
    """

    sealed: Callable[[State, Action], frozenset[str]] = field(default=lambda _state, _action: frozenset())
    """The fields of the action that its seat alone may know, until an event tells them."""

    hidden_forms: HiddenForms = field(default_factory=HiddenForms)
    undo: Undo[State, Event] | None = None
    postpone: Callable[[State, Ms], State] | None = None
    """The State with everything that runs by time ending so much later; None where nothing of note does."""

    clock: Callable[[State], Clock | None] = field(default=lambda _: None)
    record: Record[State, Event] | None = None
    presence: Presence[State, Action] | None = None
    bots: Callable[[State], Mapping[Seat, str | None]] = field(default=lambda _: {})
    """The seats that a bot plays now, with its level; None where the host may choose one."""

    opened: Callable[[State, View], View] | None = None
    """A spectator's View of a State with every secret laid open: for replays of a table that was scored."""

    abandon: Action | None = None
    """The House action by which the host ends a table that its players have left."""

    error_blame: Mapping[str, Blame] = field(default_factory=dict)
    """What a Refusal is about, by its code."""

    applies_to_any_version: frozenset[type[Action]] = frozenset()
    """Actions that are always decided on the head, however old the version their player saw."""

    notifies_immediately: Callable[[Options], bool] | None = None
    """Whether the opener of a table wants a player who is up to be told at once, away or not."""

    calls: Mapping[str, Call[View, Action, Event]] = field(default_factory=dict)
    documented: Documented | None = None
    """Views and events in the words of the game's own documents, where those differ."""

    setups: Mapping[str, Struct] = field(default_factory=dict)
    """Read-only data that tables are played with, by name: what a client draws, so that it has no copy."""

    summary: Callable[[View], Summary | None] | None = None
    """What a list of tables says of one in play, from a spectator's View: so it tells no secret."""

    face: Face[View, Event] | None = None
    """What it looks like on any screen, from a viewer's own View."""

    house_rules: Mapping[str, Payload] = field(default_factory=dict)
    """Ready-made options by name (`quick`, `party`, `learning`): what differs from the standard ones."""

    preselected: Preselected = field(default_factory=Preselected)
    """What a form for a new table begins with. Options that are not named are the standard ones, as ever."""

    about: Mapping[str, About] = field(default_factory=dict)
    """What it says about itself, by language: on its tile, on its pages, and when it has ended."""

    emblem: Sequence[PieceStyle] = ()
    """What stands for it on a tile: up to three pictures, or playing cards by name (`7♥`).

    Without any, a screen shows the first looks of its face that have a picture.
    """

    lesson: Lesson | None = None
    """A first game with a coach, which always goes the same way."""

    saved: Mapping[str, Callable[[State], Mapping[str, Any]]] = field(default_factory=dict)
    """The shapes in which a seat's own player may take a copy of the State away, the usual one first."""
    parse: Mapping[type, Text[Action]] = field(default_factory=dict)
    older: Sequence[Upcast] = ()
    older_options: Callable[[Payload, int], Payload] | None = None
    """Options that were chosen under older rules, written so that they mean today what they meant then."""

    max_action_bytes: int = 4096


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]
