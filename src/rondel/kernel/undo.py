"""Whether a move may be undone. Undo appends a row that goes back, and never crosses a reveal."""

from collections.abc import Sequence
from typing import Any

from rondel.kernel.game import AnyGame
from rondel.kernel.refusal import Refusal
from rondel.kernel.replay import Step
from rondel.kernel.seat import EVERYONE, Seat
from rondel.kernel.undo_types import Undone


class HistoryTruncatedError(LookupError):
    """The steps that were given do not reach back far enough."""


def take_back(game: AnyGame, steps: Sequence[Step[Any]], seat: Seat | None) -> Undone:
    """What taking back the seat's last move comes to, or a Refusal.

    `steps` are the latest rows of the journal with their States. Refused across anybody else's row, a House
    event, an event for any other seat, a declared reveal, the game's own barriers, drawn luck, a change of
    rules, and the end of the game. HistoryTruncatedError if the move lies before the steps; by then every
    step is the seat's own.
    """
    if game.undo is None:
        raise Refusal("UNDO_OFF", f"{game.title} has no undo; a move stands once it is made.")
    if not steps:
        raise _nothing_to_undo()
    _own(steps[-1:], seat)
    step = _last_move_of(steps, seat)
    assert seat is not None
    if game.outcome(steps[-1].after) is not None:
        raise Refusal("UNDO_BARRIER", "The game is over; its last move stands.")
    if any(_tells(game, event, seat) or game.undo.barrier(event) for event in step.row.events):
        raise Refusal("UNDO_BARRIER", "This move cannot be undone: it revealed or decided something.")
    if step.row.rules != game.rules:
        raise Refusal("UNDO_BARRIER", "This move cannot be undone: the rules have changed since.")
    if step.row.draws:
        raise Refusal("UNDO_BARRIER", "This move cannot be undone: it used randomness.")
    return Undone(step.row.version - 1)


def last_move(steps: Sequence[Step[Any]]) -> Step[Any] | None:
    """The latest move that has not been taken back; HistoryTruncatedError if it lies before the steps."""
    if not steps:
        return None
    first, version = steps[0].row.version, steps[-1].row.version
    while version >= first:
        target = steps[version - first].row.undoes_to
        if target is None:
            return steps[version - first]
        version = target
    if version:
        raise HistoryTruncatedError(f"the latest move that stands is that of version {version}")
    return None


def _last_move_of(steps: Sequence[Step[Any]], seat: Seat | None) -> Step[Any]:
    """The latest move that stands, if nobody but the seat has acted since."""
    try:
        step = last_move(steps)
    except HistoryTruncatedError:
        _own(steps, seat)
        raise
    if step is None:
        raise _nothing_to_undo()
    _own(steps[step.row.version - steps[0].row.version :], seat)
    return step


def _own(steps: Sequence[Step[Any]], seat: Seat | None) -> None:
    if seat is None or any(step.row.actor != seat for step in steps):
        raise Refusal("NOT_YOUR_MOVE", "You can undo only your own latest move.")


def _nothing_to_undo() -> Refusal:
    return Refusal("NOTHING_TO_UNDO", "There is no move to undo yet.")


def _tells(game: AnyGame, event: Any, seat: Seat) -> bool:
    """Whether some seat may have learnt something by it. A spectator cannot play on any wiser."""
    return game.audience(event) not in (EVERYONE, seat, frozenset({seat})) or any(
        game.reveals(event, viewer) for viewer in range(game.seats[-1])
    )
