"""What a turn-based game is. No I/O, no clock, no dice of its own."""

from rondel.kernel.chance import Chance, commitment
from rondel.kernel.clock import Clock, TimeControl
from rondel.kernel.deadline import Deadline
from rondel.kernel.game import AnyGame, Game, Nouns, Older, Text
from rondel.kernel.hosting import Asker, Call, Commit, Presence, Record, Rows
from rondel.kernel.noun import Noun
from rondel.kernel.outcome import Outcome, Standing
from rondel.kernel.refusal import Refusal
from rondel.kernel.replay import Row, replay
from rondel.kernel.seat import EVERYONE, HOUSE, Actor, Audience, Ms, Seat, Sitter, Viewer, observes
from rondel.kernel.story import Story
from rondel.kernel.take_back import take_back
from rondel.kernel.turn import Turn, take_turn
from rondel.kernel.undo import TakeBack, Undo, Undone

__all__ = [
    "EVERYONE",
    "HOUSE",
    "Actor",
    "AnyGame",
    "Asker",
    "Audience",
    "Call",
    "Chance",
    "Clock",
    "Commit",
    "Deadline",
    "Game",
    "Ms",
    "Noun",
    "Nouns",
    "Older",
    "Outcome",
    "Presence",
    "Record",
    "Refusal",
    "Row",
    "Rows",
    "Seat",
    "Sitter",
    "Standing",
    "Story",
    "TakeBack",
    "Text",
    "TimeControl",
    "Turn",
    "Undo",
    "Undone",
    "Viewer",
    "commitment",
    "observes",
    "replay",
    "take_back",
    "take_turn",
]
