"""Clocks: a function of journal times and nothing else; deadlines come when they are due, not before.

And time that was lost by an outage can be given back: everything that runs ends later by as much, and
nothing else changes.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rondel.kernel import HOUSE, Clock, Ms, Refusal, Viewer
from rondel.laws.law import OUTAGES, Law, LawViolation, Moment, words

_SHIFT_MS = 987_654_321_000

_POSTPONED: Final = 4
"""At one step in so many it is tried what an outage would change."""

_FIRST_TIME: Final = 10**12
"""Whatever a View says below this is no time."""


def _check(moment: Moment) -> None:
    _is_charged_fairly(moment)
    _falls_due_in_time(moment)
    postpone = moment.game.postpone
    if postpone is not None and moment.rng.below(_POSTPONED) == _POSTPONED - 1:
        _can_be_postponed(moment, postpone, moment.rng.pick(OUTAGES))


def _is_charged_fairly(moment: Moment) -> None:
    """A bank changes only for a seat that moved (or the house acted for), and by the time it took."""
    game, step = moment.game, moment.step
    before, after = game.clock(step.before), game.clock(step.after)
    if before is None or after is None:
        return
    _is_sane(moment, before, after)
    for seat in moment.seats:
        if after.banks_ms[seat] == before.banks_ms[seat] and after.flags[seat] == before.flags[seat]:
            continue
        if step.row.actor not in (seat, HOUSE):
            raise LawViolation(f"seat {seat} was charged for a move of {step.row.actor}")
        fair = before.charged([seat], step.row.at)
        if (after.banks_ms[seat], after.flags[seat]) != (fair.banks_ms[seat], fair.flags[seat]):
            raise LawViolation(
                f"seat {seat} has {after.banks_ms[seat]} ms left and should have {fair.banks_ms[seat]} ms"
            )


def _is_sane(moment: Moment, before: Clock, after: Clock) -> None:
    if min(after.banks_ms) < 0:
        raise LawViolation(f"a bank is below zero: {after.banks_ms}")
    if after.since_ms > moment.step.row.at:
        raise LawViolation("the clock runs from a moment that has not come yet")
    if any(now < then for then, now in zip(before.flags, after.flags, strict=True)):
        raise LawViolation("a flag was taken back")
    if after.paused_at_ms is not None and moment.game.deadline(moment.step.after) is not None:
        raise LawViolation("the clock is paused and something falls due all the same")


def _falls_due_in_time(moment: Moment) -> None:
    game, table = moment.game, moment.table
    deadline = game.deadline(table.state)
    if deadline is None:
        return
    chance = table.chance(table.version + 1)
    try:
        game.decide(table.state, HOUSE, deadline.action, chance, max(deadline.at_ms, table.at))
    except Refusal as refusal:
        raise LawViolation(f"{deadline.action!r} is due and refused: {refusal}") from None
    if deadline.at_ms > table.at:
        try:
            game.decide(table.state, HOUSE, deadline.action, chance, deadline.at_ms - 1)
        except Refusal:
            return
        raise LawViolation(f"{deadline.action!r} is accepted before it is due")


def _can_be_postponed(moment: Moment, postpone: Callable[[Any, Ms], Any], lost_ms: Ms) -> None:
    """Were so much time given back now, only times would change: all that run, and by exactly as much."""
    game, state = moment.game, moment.table.state
    later = postpone(state, lost_ms)
    due, clock = game.deadline(state), game.clock(state)
    if game.deadline(later) != (None if due is None else replace(due, at_ms=due.at_ms + lost_ms)):
        raise LawViolation(f"{lost_ms} ms are given back, and the deadline does not come later by as much")
    if game.clock(later) != (None if clock is None else clock.postponed(lost_ms)):
        raise LawViolation(
            f"{lost_ms} ms are given back, and the clock does not run as if they had not passed"
        )
    for name, read in _UNTOUCHED.items():
        if read(game, later) != read(game, state):
            raise LawViolation(f"giving back time changes {name}")
    for seat in moment.seats:
        if game.legal(later, seat) != game.legal(state, seat):
            raise LawViolation(f"giving back time changes what seat {seat} may do")
    _is_seen_later_only(moment, later, moment.rng.pick(moment.viewers), lost_ms)


_UNTOUCHED: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "who is to act": lambda game, state: game.to_act(state),
    "the outcome": lambda game, state: game.outcome(state),
    "what is conserved": lambda game, state: game.conserved(state),
}


def _is_seen_later_only(moment: Moment, later: Any, viewer: Viewer, lost_ms: Ms) -> None:
    game = moment.game
    view, view_later = game.view(moment.table.state, viewer), game.view(later, viewer)
    if not _is_same_but_later(
        msgspec.to_builtins(view), msgspec.to_builtins(view_later), lost_ms, may_end=game.undo is not None
    ):
        raise LawViolation(f"giving back time shows {words(viewer)} another thing than later times")
    known = game.knows(later, viewer)
    if game.knows(game.imagine(known, moment.own_chance()), viewer) != known:
        raise LawViolation(f"after time is given back {words(viewer)} cannot imagine what it knows")


def _is_same_but_later(one: Any, other: Any, lost_ms: Ms, *, may_end: bool) -> bool:
    """`may_end`: nothing is taken back across a row of the House, and a View may say so by a null."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(
            _is_same_but_later(one[key], other[key], lost_ms, may_end=may_end) for key in one
        )
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(
            _is_same_but_later(a, b, lost_ms, may_end=may_end) for a, b in zip(one, other, strict=True)
        )
    is_later = isinstance(one, int) and one >= _FIRST_TIME and other == one + lost_ms
    return bool(one == other or is_later or (may_end and other is None))


def _tells_only_differences(moment: Moment) -> None:
    """The same moves, all a good while later: every clock and deadline is later by as much, nothing else."""
    game, table = moment.game, moment.table
    shifted: Any = table.steps[0].before
    for step in table.steps[:60]:
        row = step.row
        if row.undoes_to is not None:
            return
        if row.returned_ms is not None:
            assert game.postpone is not None
            shifted = game.postpone(shifted, row.returned_ms)
            _is_later_only(moment, step.after, shifted)
            continue
        at = row.at + _SHIFT_MS
        try:
            events = game.decide(shifted, row.actor, row.action, table.chance(row.version), at)
        except Refusal as refusal:
            raise LawViolation(f"the same move at another date is refused: {refusal}") from None
        for event in events:
            shifted = game.evolve(shifted, event, at)
        _is_later_only(moment, step.after, shifted)


def _is_later_only(moment: Moment, state: Any, shifted: Any) -> None:
    game = moment.game
    due, due_later = game.deadline(state), game.deadline(shifted)
    if (None if due is None else due.at_ms + _SHIFT_MS) != (None if due_later is None else due_later.at_ms):
        raise LawViolation("a deadline depends on the date, not on the time that passed")
    clock, clock_later = game.clock(state), game.clock(shifted)
    if clock is not None and clock_later is not None:
        same = (clock.banks_ms, clock.flags, clock.since_ms + _SHIFT_MS)
        if same != (clock_later.banks_ms, clock_later.flags, clock_later.since_ms):
            raise LawViolation("a clock depends on the date, not on the time that passed")
    if game.to_act(state) != game.to_act(shifted) or game.outcome(state) != game.outcome(shifted):
        raise LawViolation("who is to act depends on the date")


CLOCKS = Law(name="clocks", after_step=_check, after_sitting=_tells_only_differences)
