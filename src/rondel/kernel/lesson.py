"""A lesson: a first game that always goes the same way, with a sentence for each move of the learner."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from rondel.kernel.chance import Chance
from rondel.kernel.draws import Draws
from rondel.kernel.seat import Seat, SeatSpec
from rondel.kernel.struct import Struct

Words: TypeAlias = Mapping[str, str]
"""A sentence by language: `en`, `de`."""


class Hint(Struct):
    """A sentence about a part of the board. `at` is that part's name; the game's face knows where it is.

    A hint that `leads` says what to press there. It ends as soon as the part of the next hint is on the
    board, and is skipped if that part is already on it.
    """

    at: str
    say: Words
    leads: bool = False


class LessonStep(Struct):
    """What a seat does next. `hints` come before it; `why` answers whoever tries something else.

    A step that `passes` is made by the table itself when the seat's time is up.
    """

    seat: Seat
    action: Any
    hints: tuple[Hint, ...] = ()
    why: Words = msgspec.field(default_factory=dict)
    passes: bool = False


class Lesson(Struct):
    """A script for a table. The learner has seat 0; all luck follows from the published seed.

    `minutes` is about how long it takes; people read it before they begin.
    """

    seed: str
    options: Any
    seat_specs: tuple[SeatSpec, ...]
    steps: tuple[LessonStep, ...]
    closing: tuple[Hint, ...] = ()
    minutes: int = 3

    def of_seat(self, seat: Seat) -> tuple[LessonStep, ...]:
        """The steps of one seat, in order. Seats that owe a move at once may come in any order."""
        return tuple(step for step in self.steps if step.seat == seat)


def lesson_luck(seed: str, earlier: Draws) -> Chance:
    """The luck of a lesson's next row. Anybody can compute it, so it proves nothing."""
    return Chance.of_seed(f"lesson {seed}", earlier)
