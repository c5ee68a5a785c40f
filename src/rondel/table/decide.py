"""Deciding at a table: an action becomes a row and the table after it, or a Refusal. Nothing is changed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from rondel.kernel import (
    HOUSE,
    Actor,
    Ms,
    Outage,
    Refusal,
    ReturnTime,
    Row,
    Seat,
    TakeBack,
    lost_ms,
    return_time,
    take_back,
    take_turn,
)
from rondel.kernel.digest import next_digest
from rondel.kernel.draws import NO_DRAWS
from rondel.kernel.replay import Step
from rondel.kernel.undo import HistoryTruncatedError
from rondel.table.state import TableState
from rondel.wire.codec import codec_of
from rondel.wire.transcript import draws_bytes


class Decision(msgspec.Struct, frozen=True):
    """An accepted action: its row, as a value and as the bytes to store, and the table before and after."""

    before: TableState
    row: Row
    action: bytes
    events: bytes
    draws: bytes
    after: TableState

    @property
    def seat(self) -> Seat | None:
        """The seat that acted; None is the house."""
        return None if self.row.actor is HOUSE else self.row.actor


def decide(
    table: TableState,
    actor: Actor | None,
    action: Any,
    now: Ms,
    *,
    steps: Sequence[Step[Any]] | None = None,
) -> Decision:
    """The row an action comes to on this table, or the Refusal.

    To take back, the remembered rows are enough as a rule; else HistoryTruncatedError, and `steps` may give
    more.
    """
    at, game = max(now, table.at), table.game
    draws = NO_DRAWS
    if table.version == 0 and (actor is not HOUSE or action != game.begin):
        raise Refusal("NOT_STARTED", f"{game.title} has not started yet.")
    if isinstance(action, TakeBack):
        events, state = _taken_back(table, actor, at, table.steps() if steps is None else steps)
    elif isinstance(action, ReturnTime):
        events, state = _returned(table, actor, action, at)
    else:
        chance = table.chance
        turn = take_turn(game, table.state, actor, action, chance, at)
        events, state, draws = turn.events, turn.state, chance.draws
    assert actor is not None, f"{game.name} let a spectator act: {action!r}"
    return written(table, Row(table.version + 1, at, actor, game.rules, action, events, draws), state)


class Undoable(NamedTuple):
    """A move that its seat can take back."""

    seat: Seat
    version: int


def undoable(table: TableState) -> Undoable | None:
    """The latest move, if its seat can take it back now; None too where that takes rows nobody remembers."""
    if table.game.undo is None or not table.recent:
        return None
    seat = table.recent[-1].row.actor
    if seat is HOUSE:
        return None
    try:
        undone = take_back(table.game, table.steps(), seat)
    except (Refusal, HistoryTruncatedError):
        return None
    return Undoable(seat, undone.to_version + 1)


def due(table: TableState, now: Ms, outages: Sequence[Outage] = ()) -> Decision | None:
    """What the House does about the deadline that has passed, if one has.

    Time that was lost by `outages` is given back first: give none for a table that gets none back.
    """
    lost = lost_ms(outages, table.at, now)
    if lost and _is_running(table):
        return decide(table, HOUSE, ReturnTime(lost), now)
    deadline = table.deadline
    if deadline is None or not deadline.is_due(now):
        return None
    try:
        return decide(table, HOUSE, deadline.action, deadline.decided_at(now))
    except Refusal as refusal:
        raise AssertionError(
            f"{table.game.name}: {deadline.action!r} is due and refused: {refusal}"
        ) from refusal


def is_in_time(table: TableState, seat: Seat | None, expected: int) -> bool:
    """Whether an action meant for version `expected` counts now.

    It does on that version; and later if the seat has owed a move at that version and ever since, and has
    made none. What lies before the remembered rows is too old.
    """
    if expected == table.version:
        return True
    if seat is None or not table.first_remembered <= expected < table.version:
        return False
    since = table.since(expected)
    if any(recent.row.actor == seat or seat not in recent.owed for recent in since):
        return False
    return seat in table.to_act


def written(table: TableState, row: Row, state: Any) -> Decision:
    """The row as it is stored, and the table after it."""
    codec = codec_of(table.game)
    action, events = codec.action_bytes(row.action), codec.events_bytes(row.events)
    draws = draws_bytes(row.draws)
    digest = next_digest(table.digest, row.version, row.at, row.actor, row.rules, action, events, draws)
    return Decision(table, row, action, events, draws, table.after(row, state, digest))


def _is_running(table: TableState) -> bool:
    """Whether an outage costs somebody time at this table."""
    if table.version == 0 or table.game.postpone is None or table.outcome is not None:
        return False
    clock = table.game.clock(table.state)
    return table.deadline is not None or (clock is not None and clock.paused_at_ms is None)


def _returned(
    table: TableState, actor: Actor | None, action: ReturnTime, at: Ms
) -> tuple[tuple[Any, ...], Any]:
    returned = return_time(table.game, table.state, actor, action, last_at=table.at, now=at)
    assert table.game.postpone is not None
    return (returned,), table.game.postpone(table.state, returned.lost_ms)


def _taken_back(
    table: TableState, actor: Actor | None, at: Ms, steps: Sequence[Step[Any]]
) -> tuple[tuple[Any, ...], Any]:
    seat = None if actor is HOUSE else actor
    undone = take_back(table.game, steps, seat)
    assert table.game.undo is not None
    restored = steps[undone.to_version + 1 - steps[0].row.version].before
    return (undone,), table.game.undo.keep(restored, table.state, at)
