"""Standing orders: moves that a player of a slow game decides in advance.

Only the seat's own player sees them. A node plays a due order as the seat's ordinary move, after a bot's
delay. Its id is the same on every node, so that execution is idempotent.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Orders, Refusal, Seat
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import present
from rondel.server.ports.access import seat_of
from rondel.server.ports.orders import StandingOrder
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.position import Position
from rondel.server.runtime.traces import NO_SPAN
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError

MOST: Final = 12
"""How many orders one player may have at one table."""

LEAST_MS: Final[Ms] = 400
MOST_MS: Final[Ms] = 1200
"""How long an order waits, as a bot does, where nobody need have time to take a move back."""


class SeatOrders(NamedTuple):
    """The orders of a seat at a version: available and active ones."""

    version: int
    offered: Sequence[msgspec.Raw]
    standing: Sequence[tuple[UUID, msgspec.Raw]]


async def orders(cell: Cell, account: UUID, table: UUID) -> SeatOrders:
    """Return the available and active orders of the account's seat."""
    position, seat = await _at(cell, account, table)
    return await _given(cell, position, account, seat)


async def give(cell: Cell, account: UUID, table: UUID, order: bytes) -> SeatOrders:
    """Give one of the available orders. Idempotent. Raises ApiError."""
    position, seat = await _at(cell, account, table)
    decoded = codec_of(position.game).order(order)
    if decoded not in cell.rooms.room(table).ask(_offers, position, seat):
        raise ApiError.of("STALE_VERSION", "This order is not available now.")
    body = codec_of(position.game).noun_bytes(decoded)
    given = StandingOrder(_id(table, account, body), table, seat, account, body, position.version)
    if not await cell.orders.give(given, most=MOST):
        raise ApiError.of("TOO_MANY", f"Limit of {MOST} standing orders reached.", "Cancel one first.")
    return await _given(cell, position, account, seat)


async def cancel(cell: Cell, account: UUID, table: UUID, order: UUID) -> SeatOrders:
    """Cancel one of the player's orders. Idempotent: an executed or expired one is ignored."""
    position, seat = await _at(cell, account, table)
    await cell.orders.end(order, account)
    return await _given(cell, position, account, seat)


async def _at(cell: Cell, account: UUID, table: UUID) -> tuple[Position, Seat]:
    position, seat = await present(cell, account, table)
    if seat is None:
        raise ApiError.of("NO_SEAT")
    if position.game.orders is None:
        raise ApiError.of("NO_SUCH_GAME", f"{position.game.title} has no standing orders.")
    return position, seat


async def _given(cell: Cell, position: Position, account: UUID, seat: Seat) -> SeatOrders:
    given, room = await cell.orders.of_account(account, position.id), cell.rooms.room(position.id)
    standing = [
        order for order in given if order.seat == seat and room.ask(judged, position, order) is not None
    ]
    bodies = [order.body for order in standing]
    noun_bytes = codec_of(position.game).noun_bytes
    offers = room.ask(_offers, position, seat)
    offered = [body for order in offers if (body := noun_bytes(order)) not in bodies]
    return SeatOrders(
        position.version,
        [msgspec.Raw(body) for body in offered],
        [(order.id, msgspec.Raw(order.body)) for order in standing],
    )


def _offers(position: Position, seat: Seat) -> Sequence[Any]:
    """Return the available orders; none at a live table, where players move themselves."""
    if not position.is_slow or position.status != "active" or seat in position.bots:
        return ()
    return _orders(position).offers(_known(position, position.state, seat))


def _orders(position: Position) -> Orders[Any, Any]:
    assert position.game.orders is not None
    return position.game.orders


def _known(position: Position, state: Any, seat: Seat) -> Any:
    return position.game.knows(state, seat)


def _id(table: UUID, account: UUID, body: bytes) -> UUID:
    """Return an id derived from the order and its player, so that giving it is idempotent."""
    return UUID(bytes=hashlib.sha256(table.bytes + account.bytes + body).digest()[:16])


# Evaluation and execution.


class Verdict(NamedTuple):
    """A valid order: its action and the time for it, None while it waits."""

    action: Any | None
    due_at: Ms | None


def judged(position: Position, order: StandingOrder, *, undo_wait_ms: Ms = 0) -> Verdict | None:
    """Evaluate an order at this position; None if it has expired."""
    seat = order.seat
    if position.status != "active" or seat_of(position.table, order.account) != seat or seat in position.bots:
        return None
    orders = _orders(position)
    try:
        decoded = codec_of(position.game).order(order.body)
    except MalformedError:
        return None  # the order predates these rules
    if any(_has_ended(position, decoded, seat, order.version)):
        return None
    known = _known(position, position.state, seat)
    if not orders.holds(known, decoded):
        return None
    action = orders.action(known, decoded)
    return Verdict(action, None if action is None else position.at + _wait_ms(position, seat, undo_wait_ms))


def _has_ended(position: Position, order: Any, seat: Seat, since: int) -> Iterator[bool]:
    """Yield for each later position whether it ended the order, or the seat moved by itself."""
    orders, played = _orders(position), position.played
    for recent in played.since(min(max(since, played.first_remembered), played.version)):
        known = _known(position, recent.before, seat)
        yield not orders.holds(known, order)
        if recent.row.actor == seat:
            yield recent.row.undoes_to is not None or orders.action(known, order) is not None


def _wait_ms(position: Position, seat: Seat, undo_wait_ms: Ms) -> Ms:
    """Return a bot's thinking time, independent of hidden information."""
    least, most = max(LEAST_MS, undo_wait_ms), max(MOST_MS, undo_wait_ms * 5 // 3)
    luck = position.played.context.token("order waits", seat, position.version)
    wait_ms = least + int.from_bytes(luck[:8]) % (most - least + 1)
    if position.due_at is None:
        return wait_ms
    return min(wait_ms, max(position.due_at - position.at, 0) // 2)


async def follow(cell: Cell, order: StandingOrder, *, on_seen: Callable[[UUID, Seat], None]) -> None:
    """Evaluate a claimed order: end it, keep it waiting, or play its action.

    `on_seen` marks the seat's player as present, as after an ordinary move.
    """
    room = cell.rooms.room(order.table)
    position = await room.current()
    verdict = room.ask(
        lambda: judged(position, order, undo_wait_ms=cell.node.settings.constants.undo_wait_ms)
    )
    if verdict is None:
        await cell.orders.end(order.id, order.account)
        return
    # End it before the move as well: its player may have cancelled it in the meantime.
    is_there = await cell.orders.judged(order.id, version=position.version, due_at=verdict.due_at)
    if is_there and verdict.due_at is not None and cell.now.ms() >= verdict.due_at:
        # Compute it before the move: a failure after the move would execute the order again.
        is_lasting = room.ask(lambda: _orders(position).is_lasting(codec_of(position.game).order(order.body)))
        played = await _play(cell, position, order, verdict.action, on_seen)
        if played is not None and is_lasting:
            await cell.orders.judged(order.id, version=played.version, due_at=None)
        else:
            await cell.orders.end(order.id, order.account)


async def _play(
    cell: Cell,
    position: Position,
    order: StandingOrder,
    action: Any,
    on_seen: Callable[[UUID, Seat], None],
) -> Played | None:
    """Play the order's action if the position is unchanged; None if it is refused."""
    codec = codec_of(position.game)
    token = position.played.context.token("order", order.seat, position.version)
    move = Move(
        order.table,
        UUID(bytes=token[:16], version=4),
        codec.action_bytes(action),
        expected_version=position.version,
        account=order.account,
    )
    try:
        with cell.node.traces.span("rondel.move", table=order.table) if cell.node.traces else NO_SPAN:
            played = await cell.rooms.room(order.table).play(move)
    except Refusal:
        return None
    on_seen(order.table, order.seat)
    return played
