"""Standing orders: what a player of a slow game decides now for a moment to come.

Only the seat's own player is told of them. A node that finds one due plays it as the seat's ordinary move:
after the wait that a bot takes, under an id that is the same on every node, so following twice is once.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Ms, Orders, Refusal, Seat
from rondel.server.access import seat_of
from rondel.server.answers import Denied
from rondel.server.flows.watch import present
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.ports import StandingOrder
from rondel.server.position import Position
from rondel.server.traces import NO_SPAN
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed

MOST: Final = 12
"""How many orders one player may have at one table."""

LEAST_MS: Final[Ms] = 400
MOST_MS: Final[Ms] = 1200
"""How long an order waits, as a bot does, where nobody need have time to take a move back."""


class Given(NamedTuple):
    """The orders of a seat at a version: those that may be given, and those that stand."""

    version: int
    offered: Sequence[msgspec.Raw]
    standing: Sequence[tuple[UUID, msgspec.Raw]]


async def orders(node: Node, account: UUID, table: UUID) -> Given:
    """What the account's seat may order, and what it has ordered."""
    position, seat = await _at(node, account, table)
    return await _given(node, position, account, seat)


async def give(node: Node, account: UUID, table: UUID, order: bytes) -> Given:
    """Order something that is offered now."""
    position, seat = await _at(node, account, table)
    asked = codec_of(position.game).order(order)
    if asked not in node.rooms.room(table).ask(_offers, position, seat):
        raise Denied.of("STALE_VERSION", "This order is not offered now.")
    body = codec_of(position.game).noun_bytes(asked)
    given = StandingOrder(_id(table, account, body), table, seat, account, body, position.version)
    if not await node.orders.give(given, most=MOST):
        raise Denied.of("TOO_MANY", f"One player has at most {MOST} orders at a table.", "End one of them.")
    return await _given(node, position, account, seat)


async def cancel(node: Node, account: UUID, table: UUID, order: UUID) -> Given:
    """End an order of one's own. One that is gone already has ended, or was followed."""
    position, seat = await _at(node, account, table)
    await node.orders.end(order, account)
    return await _given(node, position, account, seat)


async def _at(node: Node, account: UUID, table: UUID) -> tuple[Position, Seat]:
    position, seat = await present(node, account, table)
    if seat is None:
        raise Denied.of("NO_SEAT")
    if position.game.orders is None:
        raise Denied.of("NO_SUCH_GAME", f"{position.game.title} has no standing orders.")
    return position, seat


async def _given(node: Node, position: Position, account: UUID, seat: Seat) -> Given:
    given, room = await node.orders.of_account(account, position.id), node.rooms.room(position.id)
    standing = [
        order for order in given if order.seat == seat and room.ask(judged, position, order) is not None
    ]
    bodies = [order.body for order in standing]
    noun_bytes = codec_of(position.game).noun_bytes
    offers = room.ask(_offers, position, seat)
    offered = [body for order in offers if (body := noun_bytes(order)) not in bodies]
    return Given(
        position.version,
        [msgspec.Raw(body) for body in offered],
        [(order.id, msgspec.Raw(order.body)) for order in standing],
    )


def _offers(position: Position, seat: Seat) -> Sequence[Any]:
    """Nothing at a table that is played live: there people are asked, and answer."""
    if not position.is_slow or position.status != "active" or seat in position.bots:
        return ()
    return _orders(position).offers(_known(position, position.state, seat))


def _orders(position: Position) -> Orders[Any, Any]:
    assert position.game.orders is not None
    return position.game.orders


def _known(position: Position, state: Any, seat: Seat) -> Any:
    return position.game.knows(state, seat)


def _id(table: UUID, account: UUID, body: bytes) -> UUID:
    """The same order of the same player has the same id: giving it twice is once."""
    return UUID(bytes=hashlib.sha256(table.bytes + account.bytes + body).digest()[:16])


# Judging and following.


class Verdict(NamedTuple):
    """An order that holds: what it does now, and when; None while it waits."""

    action: Any | None
    due_at: Ms | None


def judged(position: Position, order: StandingOrder, *, undo_wait_ms: Ms = 0) -> Verdict | None:
    """What becomes of an order at this position; None if it has ended."""
    seat = order.seat
    if position.status != "active" or seat_of(position.table, order.account) != seat or seat in position.bots:
        return None
    orders = _orders(position)
    try:
        asked = codec_of(position.game).order(order.body)
    except Malformed:
        return None  # it was given under older rules
    if any(_has_ended(position, asked, seat, order.version)):
        return None
    known = _known(position, position.state, seat)
    if not orders.holds(known, asked):
        return None
    action = orders.action(known, asked)
    return Verdict(action, None if action is None else position.at + _wait_ms(position, seat, undo_wait_ms))


def _has_ended(position: Position, asked: Any, seat: Seat, since: int) -> Iterator[bool]:
    """Of each position that was passed since: whether it ended the order, or the seat acted by itself."""
    orders, played = _orders(position), position.played
    for recent in played.since(min(max(since, played.first_remembered), played.version)):
        known = _known(position, recent.before, seat)
        yield not orders.holds(known, asked)
        if recent.row.actor == seat:
            yield recent.row.undoes_to is not None or orders.action(known, asked) is not None


def _wait_ms(position: Position, seat: Seat, undo_wait_ms: Ms) -> Ms:
    """As long as a bot thinks: nothing that a player knows or chose has a say in it."""
    least, most = max(LEAST_MS, undo_wait_ms), max(MOST_MS, undo_wait_ms * 5 // 3)
    luck = position.played.context.token("order waits", seat, position.version)
    wait_ms = least + int.from_bytes(luck[:8]) % (most - least + 1)
    if position.due_at is None:
        return wait_ms
    return min(wait_ms, max(position.due_at - position.at, 0) // 2)


async def follow(node: Node, order: StandingOrder, *, saw: Callable[[UUID, Seat], None]) -> None:
    """Judge an order that was claimed: end it, let it wait, or play its action.

    `saw` is told of the seat: to everybody else its player has moved, and so was there.
    """
    room = node.rooms.room(order.table)
    position = await room.current()
    verdict = room.ask(lambda: judged(position, order, undo_wait_ms=node.settings.undo_wait_ms))
    if verdict is None:
        await node.orders.end(order.id, order.account)
        return
    # Also before it is played: its player may have ended it in the meantime.
    is_there = await node.orders.judged(order.id, version=position.version, due_at=verdict.due_at)
    if is_there and verdict.due_at is not None and node.now.ms() >= verdict.due_at:
        # Asked before the move: an order that failed after it would be followed once more.
        is_lasting = room.ask(lambda: _orders(position).is_lasting(codec_of(position.game).order(order.body)))
        played = await _play(node, position, order, verdict.action, saw)
        if played is not None and is_lasting:
            await node.orders.judged(order.id, version=played.version, due_at=None)
        else:
            await node.orders.end(order.id, order.account)


async def _play(
    node: Node,
    position: Position,
    order: StandingOrder,
    action: Any,
    saw: Callable[[UUID, Seat], None],
) -> Played | None:
    """The move of the seat that the order's account has, if nothing has come between; None if refused."""
    codec = codec_of(position.game)
    token = position.played.context.token("order", order.seat, position.version)
    move = Move(
        order.table,
        UUID(bytes=token[:16], version=4),
        codec.action_bytes(action),
        exp=position.version,
        account=order.account,
    )
    try:
        with node.traces.span("rondel.move", table=order.table) if node.traces else NO_SPAN:
            played = await node.rooms.room(order.table).play(move)
    except Refusal:
        return None
    saw(order.table, order.seat)
    return played
