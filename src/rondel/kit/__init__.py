"""The authoring kit: pieces in places. A Game from annotated nouns; who may know what is derived.

All names below are public: they keep their meaning within one major VERSION.
"""

from typing import Final

from rondel.kernel import HOUSE, Chance, Deadline, Ms, Noun, Refusal, Seat, TimeControl, Viewer
from rondel.kit.game import game
from rondel.kit.marks import (
    EVERYBODY,
    NOBODY,
    OWNER,
    TEAM,
    UNSEEN,
    Dice,
    Pool,
    moment,
    openly,
    place,
    sealed,
    shown,
    to,
)
from rondel.kit.nouns import Action, Begin, Event, GameEnded, HouseAction, Options, Player, State, without
from rondel.kit.story import Story

VERSION: Final = "1.0"
"""Major.minor: a new minor version only adds, a new major one may change what a name means."""


__all__ = [
    "EVERYBODY",
    "HOUSE",
    "NOBODY",
    "OWNER",
    "TEAM",
    "UNSEEN",
    "VERSION",
    "Action",
    "Begin",
    "Chance",
    "Deadline",
    "Dice",
    "Event",
    "GameEnded",
    "HouseAction",
    "Ms",
    "Noun",
    "Options",
    "Player",
    "Pool",
    "Refusal",
    "Seat",
    "State",
    "Story",
    "TimeControl",
    "Viewer",
    "game",
    "moment",
    "openly",
    "place",
    "sealed",
    "shown",
    "to",
    "without",
]
