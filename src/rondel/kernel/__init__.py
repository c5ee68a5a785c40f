"""What a turn-based game is. No I/O, no clock, no dice of its own."""

from rondel.kernel.about import About, Named, about_in
from rondel.kernel.chance import Chance, commitment
from rondel.kernel.clock import Clock, TimeControl
from rondel.kernel.deadline import Deadline
from rondel.kernel.documented import Documented
from rondel.kernel.game import AnyGame, Game, GameTypes, HiddenForms, Preselected, Text, Upcast
from rondel.kernel.hosting import Asker, Call, Commit, Presence, Record, Rows, Summary
from rondel.kernel.lesson import Hint, Lesson, LessonStep
from rondel.kernel.orders import Orders
from rondel.kernel.outage import Outage, ReturnTime, TimeReturned, lost_ms, return_time
from rondel.kernel.outcome import Outcome, Standing
from rondel.kernel.phrase import gaps_in, phrase
from rondel.kernel.refusal import Refusal
from rondel.kernel.replay import Row, replay
from rondel.kernel.scene import Area, Dialog, Face, Fact, Move, Pick, Piece, PieceStyle, Scene, Zone, picks_in
from rondel.kernel.seat import EVERYONE, HOUSE, Actor, Audience, Ms, Seat, SeatSpec, Viewer, observes
from rondel.kernel.sentence import Sentences
from rondel.kernel.story import Story
from rondel.kernel.struct import Struct, tag_of
from rondel.kernel.turn import Turn, take_turn
from rondel.kernel.undo import take_back
from rondel.kernel.undo_types import TakeBack, Undo, Undone

__all__ = [
    "EVERYONE",
    "HOUSE",
    "About",
    "Actor",
    "AnyGame",
    "Area",
    "Asker",
    "Audience",
    "Call",
    "Chance",
    "Clock",
    "Commit",
    "Deadline",
    "Dialog",
    "Documented",
    "Face",
    "Fact",
    "Game",
    "GameTypes",
    "HiddenForms",
    "Hint",
    "Lesson",
    "LessonStep",
    "Move",
    "Ms",
    "Named",
    "Orders",
    "Outage",
    "Outcome",
    "Pick",
    "Piece",
    "PieceStyle",
    "Preselected",
    "Presence",
    "Record",
    "Refusal",
    "ReturnTime",
    "Row",
    "Rows",
    "Scene",
    "Seat",
    "SeatSpec",
    "Sentences",
    "Standing",
    "Story",
    "Struct",
    "Summary",
    "TakeBack",
    "Text",
    "TimeControl",
    "TimeReturned",
    "Turn",
    "Undo",
    "Undone",
    "Upcast",
    "Viewer",
    "Zone",
    "about_in",
    "commitment",
    "gaps_in",
    "lost_ms",
    "observes",
    "phrase",
    "picks_in",
    "replay",
    "return_time",
    "tag_of",
    "take_back",
    "take_turn",
]
