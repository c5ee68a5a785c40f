"""Calls: the doors a game has of its own, by name."""

from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Asker, Call, Row, Seat, observes
from rondel.server.access import seat_of
from rondel.server.answers import Denied
from rondel.server.flows.history import public_events
from rondel.server.flows.play import play
from rondel.server.flows.watch import look_at, present
from rondel.server.frames import documented_event, observations
from rondel.server.ids import new_id
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.position import Position
from rondel.table.fold import line_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import row_of


async def call(
    node: Node,
    account: UUID | None,
    table: UUID,
    name: str,
    body: bytes,
    *,
    exp: int | None = None,
    request_id: UUID | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """Make an Action of the body, play it, and answer as the game does; a call without one only reads."""
    _, seat = await look_at(node, account, table, key)
    room = node.rooms.room(table)
    position = room.cached or await room.current()
    found = position.game.calls.get(name)
    if found is None:
        raise Denied.of("NO_SUCH_GAME", f"{position.game.title} has no call {name!r}.")
    if found.ask is None:
        position, seat = await present(node, account, table, key)
        await _recorded(node, position, position.version)
        heard = await public_events(node, position) if found.hears_history else ()
        return room.ask(
            lambda: {
                "gameId": str(table),
                **found.tell(position.game.view(position.state, seat), heard, position.players),
            }
        )
    action = room.ask(lambda: codec_of(position.game).action_bytes(_action(found, position, seat, body)))
    move = Move(table, request_id or new_id(), action, exp)
    played = await play(node, account, move, key)
    return await _answer(node, found, played, seat_of(played.position.table, account))


def _action(found: Call[Any, Any, Any], position: Position, seat: int | None, body: bytes) -> Any:
    assert found.ask is not None
    assert found.body is not None
    if seat is None:
        raise Denied.of("NO_SEAT")
    try:
        return found.ask(msgspec.json.decode(body or b"{}", type=found.body), Asker(seat, position.players))
    except ValueError as error:  # msgspec's own, or of a body that cannot be an Action
        raise Malformed(f"{error}.") from None


async def _recorded(node: Node, position: Position, version: int) -> None:
    """Wait for the relational record; a lesson has none."""
    if position.table.lesson is None:
        await node.projector.until(position.game, position.id, version)


async def _answer(
    node: Node, found: Call[Any, Any, Any], played: Played, seat: Seat | None
) -> dict[str, Any]:
    """The game's answer, for the seat that the asker has now."""
    position = played.position
    await _recorded(node, position, played.version)
    row = await _row(node, position, played.version)

    def told() -> dict[str, Any]:
        view = position.game.view(position.state, seat)
        heard = [event for event in row.events if observes(seat, position.game.audience(event))]
        events = _events(position, row, seat if is_live(played) else None)
        return {**found.tell(view, heard, position.players), "events": events, "view": view}

    return {"version": played.version, "dup": played.dup, **node.rooms.room(position.id).ask(told)}


def is_live(played: Played) -> bool:
    """Whether this answers the move first, with nothing played since; only then a seat hears its own."""
    return not played.dup and played.version == played.position.version


def _events(position: Position, row: Row, viewer: Seat | None) -> list[dict[str, Any]]:
    """20.9 What the viewer heard of the row, in the words of the documents."""
    return [documented_event(position, raw) for raw in observations(position.game, row, viewer)]


async def _row(node: Node, position: Position, version: int) -> Row:
    if version > position.played.first_remembered:
        return position.played.since(version - 1)[0].row
    stored = await node.journal.rows(position.id, after=version - 1, until=version)
    return row_of(position.game, line_of(stored[0]))
