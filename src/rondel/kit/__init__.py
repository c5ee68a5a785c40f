"""The authoring kit: pieces in places. A Game from annotated nouns; who may know what is derived.

You write subclasses of Options, Player, State, Action and Event, and give them to `game(...)`. Marks beside
their fields, as in `hand: Annotated[tuple[Card, ...], place(DECK, seen_by=OWNER)]`, say who may know what:

- in a State or Player: `place` where pieces lie, `sealed` for a secret choice, `moment` for a point in time
- in an Action: `sealed` for what others are not told, `named_publicly` for a piece that everybody is told
- in an Event: `private_to` for what one seat is told, `revealed` for what is laid open to everybody

`Pool` and `Dice` are the pieces. In a View, `you` is the seat of the viewer, and HIDDEN stands for what it
does not see. `rondel.kernel` has Face, Scene and Look for a board of your own; `rondel.laws.obey` is a test
of everything.

All names below are public: they keep their meaning within one major VERSION.
"""

from typing import Final

from rondel.kernel import HOUSE, Chance, Deadline, Ms, Refusal, Seat, Struct, TimeControl, Viewer
from rondel.kit.definition import DefinitionError
from rondel.kit.game import game
from rondel.kit.marks import (
    EVERYBODY,
    HIDDEN,
    NOBODY,
    OWNER,
    TEAM,
    Dice,
    Pool,
    moment,
    named_publicly,
    place,
    private_to,
    revealed,
    sealed,
)
from rondel.kit.story import Story
from rondel.kit.structs import Action, Begin, Event, GameEnded, HouseAction, Options, Player, State, without

VERSION: Final = "1.0"
"""Major.minor: a new minor version only adds, a new major one may change what a name means."""


__all__ = [
    "EVERYBODY",
    "HIDDEN",
    "HOUSE",
    "NOBODY",
    "OWNER",
    "TEAM",
    "VERSION",
    "Action",
    "Begin",
    "Chance",
    "Deadline",
    "DefinitionError",
    "Dice",
    "Event",
    "GameEnded",
    "HouseAction",
    "Ms",
    "Options",
    "Player",
    "Pool",
    "Refusal",
    "Seat",
    "State",
    "Story",
    "Struct",
    "TimeControl",
    "Viewer",
    "game",
    "moment",
    "named_publicly",
    "place",
    "private_to",
    "revealed",
    "sealed",
    "without",
]
