"""What a turn-based game is. No I/O, no clock, no dice of its own."""

from rondel.kernel.chance import Chance, commitment
from rondel.kernel.clock import Clock, TimeControl
from rondel.kernel.deadline import Deadline
from rondel.kernel.documented import Documented
from rondel.kernel.game import AnyGame, Game, Nouns, Older, Preselected, Text
from rondel.kernel.hosting import Asker, Call, Commit, Presence, Record, Rows, Summary
from rondel.kernel.lesson import Hint, Lesson, LessonStep
from rondel.kernel.noun import Noun, tag_of
from rondel.kernel.orders import Orders
from rondel.kernel.outage import Outage, ReturnTime, TimeReturned, lost_ms, return_time
from rondel.kernel.outcome import Outcome, Standing
from rondel.kernel.phrase import phrase
from rondel.kernel.refusal import Refusal
from rondel.kernel.replay import Row, replay
from rondel.kernel.scene import Area, Face, Fact, Look, Move, Pick, Piece, Scene, Zone, picks_in
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
    "Area",
    "Asker",
    "Audience",
    "Call",
    "Chance",
    "Clock",
    "Commit",
    "Deadline",
    "Documented",
    "Face",
    "Fact",
    "Game",
    "Hint",
    "Lesson",
    "LessonStep",
    "Look",
    "Move",
    "Ms",
    "Noun",
    "Nouns",
    "Older",
    "Orders",
    "Outage",
    "Outcome",
    "Pick",
    "Piece",
    "Preselected",
    "Presence",
    "Record",
    "Refusal",
    "ReturnTime",
    "Row",
    "Rows",
    "Scene",
    "Seat",
    "Sitter",
    "Standing",
    "Story",
    "Summary",
    "TakeBack",
    "Text",
    "TimeControl",
    "TimeReturned",
    "Turn",
    "Undo",
    "Undone",
    "Viewer",
    "Zone",
    "commitment",
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
