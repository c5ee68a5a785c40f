"""Clocks: a function of journal times and nothing else; deadlines come when they are due, not before."""

from typing import Any

from rondel.kernel import HOUSE, Clock, Refusal
from rondel.laws.law import Broken, Law, Moment

_SHIFT_MS = 987_654_321_000


def _check(moment: Moment) -> None:
    _is_charged_fairly(moment)
    _falls_due_in_time(moment)


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
            raise Broken(f"seat {seat} was charged for a move of {step.row.actor}")
        fair = before.charged([seat], step.row.at)
        if (after.banks_ms[seat], after.flags[seat]) != (fair.banks_ms[seat], fair.flags[seat]):
            raise Broken(
                f"seat {seat} has {after.banks_ms[seat]} ms left and should have {fair.banks_ms[seat]} ms"
            )


def _is_sane(moment: Moment, before: Clock, after: Clock) -> None:
    if min(after.banks_ms) < 0:
        raise Broken(f"a bank is below zero: {after.banks_ms}")
    if after.since_ms > moment.step.row.at:
        raise Broken("the clock runs from a moment that has not come yet")
    if any(now < then for then, now in zip(before.flags, after.flags, strict=True)):
        raise Broken("a flag was taken back")
    if after.paused_at_ms is not None and moment.game.deadline(moment.step.after) is not None:
        raise Broken("the clock is paused and something falls due all the same")


def _falls_due_in_time(moment: Moment) -> None:
    game, table = moment.game, moment.table
    deadline = game.deadline(table.state)
    if deadline is None:
        return
    chance = table.chance(table.version + 1)
    try:
        game.decide(table.state, HOUSE, deadline.action, chance, max(deadline.at_ms, table.at))
    except Refusal as refusal:
        raise Broken(f"{deadline.action!r} is due and refused: {refusal}") from None
    if deadline.at_ms > table.at:
        try:
            game.decide(table.state, HOUSE, deadline.action, chance, deadline.at_ms - 1)
        except Refusal:
            return
        raise Broken(f"{deadline.action!r} is accepted before it is due")


def _tells_only_differences(moment: Moment) -> None:
    """The same moves, all a good while later: every clock and deadline is later by as much, nothing else."""
    game, table = moment.game, moment.table
    shifted: Any = table.steps[0].before
    for step in table.steps[:60]:
        row = step.row
        if row.undoes_to is not None:
            return
        at = row.at + _SHIFT_MS
        try:
            events = game.decide(shifted, row.actor, row.action, table.chance(row.version), at)
        except Refusal as refusal:
            raise Broken(f"the same move at another date is refused: {refusal}") from None
        for event in events:
            shifted = game.evolve(shifted, event, at)
        _is_later_only(moment, step.after, shifted)


def _is_later_only(moment: Moment, state: Any, shifted: Any) -> None:
    game = moment.game
    due, due_later = game.deadline(state), game.deadline(shifted)
    if (None if due is None else due.at_ms + _SHIFT_MS) != (None if due_later is None else due_later.at_ms):
        raise Broken("a deadline depends on the date, not on the time that passed")
    clock, clock_later = game.clock(state), game.clock(shifted)
    if clock is not None and clock_later is not None:
        same = (clock.banks_ms, clock.flags, clock.since_ms + _SHIFT_MS)
        if same != (clock_later.banks_ms, clock_later.flags, clock_later.since_ms):
            raise Broken("a clock depends on the date, not on the time that passed")
    if game.to_act(state) != game.to_act(shifted) or game.outcome(state) != game.outcome(shifted):
        raise Broken("who is to act depends on the date")


CLOCKS = Law(name="clocks", after_step=_check, after_sitting=_tells_only_differences)
