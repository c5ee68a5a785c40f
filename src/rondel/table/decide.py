"""Deciding at a table: an action becomes a row and the table after it, or a Refusal. Nothing is changed."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.kernel import HOUSE, Actor, Ms, Refusal, Row, Seat, TakeBack, take_back, take_turn
from rondel.kernel.digest import next_digest
from rondel.kernel.replay import Step
from rondel.table.state import TableState
from rondel.wire.codec import codec_of


class Decision(msgspec.Struct, frozen=True):
    """An accepted action: its row, as a value and as the bytes to store, and the table before and after."""

    before: TableState
    row: Row
    action: bytes
    events: bytes
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

    To take back, the remembered rows are enough as a rule; else NotRemembered, and `steps` may give more.
    """
    at, version = max(now, table.at), table.version + 1
    game = table.game
    if isinstance(action, TakeBack):
        events, state = _taken_back(table, actor, at, table.steps() if steps is None else steps)
    else:
        turn = take_turn(game, table.state, actor, action, table.context.chance(version), at)
        events, state = turn.events, turn.state
    assert actor is not None, f"{game.name} let a spectator act: {action!r}"
    return written(table, Row(version, at, actor, game.rules, action, events), state)


def due(table: TableState, now: Ms) -> Decision | None:
    """What the House does about the deadline that has passed, if one has."""
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
    digest = next_digest(table.digest, row.version, row.at, row.actor, row.rules, action, events)
    return Decision(table, row, action, events, table.after(row, state, digest))


def _taken_back(
    table: TableState, actor: Actor | None, at: Ms, steps: Sequence[Step[Any]]
) -> tuple[tuple[Any, ...], Any]:
    seat = None if actor is HOUSE else actor
    undone = take_back(table.game, steps, seat, table.context.chance)
    assert table.game.undo is not None
    restored = steps[undone.to_version + 1 - steps[0].row.version].before
    return (undone,), table.game.undo.keep(restored, table.state, at)
