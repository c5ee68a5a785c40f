"""Time: clocks that are charged by moves, moments that move after an outage, undo that gives no time back."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rondel.kernel import Clock, Ms, Seat, TimeControl
from rondel.kernel import Undo as KernelUndo
from rondel.kit.definition import DefinitionError
from rondel.kit.events import Telling
from rondel.kit.marks import Timed
from rondel.kit.shape import Shape
from rondel.kit.story import Story
from rondel.kit.structs import OVER, Event


class ClockStarted(Event):
    """Every seat has its time."""

    control: TimeControl
    at_ms: Ms

    def apply(self, state: Any) -> Any:
        """Full banks, running."""
        return state.replace(clock=Clock.started(self.control, len(state.players), self.at_ms))


class ClockCharged(Event):
    """These seats have moved. While others still owe theirs to the same question, time is not restarted."""

    seats: tuple[Seat, ...]
    at_ms: Ms
    is_ballot_open: bool

    def apply(self, state: Any) -> Any:
        """Their thinking is taken from their banks."""
        clock = state.clock.charged(self.seats, self.at_ms, is_ballot_open=self.is_ballot_open)
        return state.replace(clock=clock)


def charge(story: Story, seats: Collection[Seat], owed: Collection[Seat]) -> None:
    """Charge the seats for the action that this story tells; `owed` is who owed one before it."""
    state = story.state
    if state.clock is None or state.phase == OVER:
        return
    others = set(owed) - set(seats)
    is_ballot_open = not others.isdisjoint(state.to_act())
    story.emit(ClockCharged(tuple(sorted(seats)), story.now, is_ballot_open))


def postponer_of(shape: Shape, *, has_clock: bool) -> Callable[[Any, Ms], Any] | None:
    """`postpone(state, lost_ms)`, or None where nothing runs by time."""
    moments = _moments(shape)
    if not moments and not has_clock:
        return None

    def postpone(state: Any, lost_ms: Ms) -> Any:
        later = {name: at + lost_ms for name in moments if (at := getattr(state, name)) is not None}
        clock = None if state.clock is None else state.clock.postponed(lost_ms)
        return state.replace(clock=clock, **later)

    return postpone


def undo_of(
    shape: Shape, tellings: Sequence[Telling], barriers: Sequence[type[Event]]
) -> KernelUndo[Any, Any]:
    """Undo that never crosses these events, and never gives back time."""
    moments = _moments(shape)
    stops = frozenset(kind for how in tellings if how.event in barriers for kind in how.kinds)

    def keep(restored: Any, present: Any, at: Ms) -> Any:
        due = {name: max(moment, at) for name in moments if (moment := getattr(restored, name)) is not None}
        clock = None if present.clock is None else present.clock.after_undo(at)
        return restored.replace(clock=clock, **due)

    return KernelUndo(barrier=lambda event: type(event) in stops, keep=keep)


def _moments(shape: Shape) -> list[str]:
    _check_moments(shape)
    return [part.name for part in shape.parts if isinstance(part.mark, Timed)]


def _check_moments(shape: Shape) -> None:
    for part in shape.parts:
        if part.inner is not None and any(isinstance(each.mark, Timed) for each in part.inner.marked()):
            message = f"A moment() belongs to the State itself, not to its {part.name}"
            raise DefinitionError(message, shape.noun, part.name)
