"""Calls: the doors a game has of its own, by name."""

from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Asker, Call, Row, Seat, observes
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.move import play
from rondel.server.flows.play.move_log import public_events
from rondel.server.flows.play.watch import look_at, present
from rondel.server.ports.access import seat_of
from rondel.server.ports.ids import new_id
from rondel.server.rooms.frames import documented_event, observations
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.position import Position
from rondel.table.fold import line_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import row_of


async def call(
    cell: Cell,
    account: UUID | None,
    table: UUID,
    name: str,
    body: bytes,
    *,
    expected_version: int | None = None,
    request_id: UUID | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """Make an Action of the body, play it, and answer as the game does; a call without one only reads."""
    _, seat = await look_at(cell, account, table, key)
    room = cell.rooms.room(table)
    position = room.cached or await room.current()
    found = position.game.calls.get(name)
    if found is None:
        raise ApiError.of("NO_SUCH_GAME", f"{position.game.title} has no call {name!r}.")
    if found.ask is None:
        position, seat = await present(cell, account, table, key)
        await _recorded(cell, position, position.version)
        history = await public_events(cell, position) if found.hears_history else ()
        return room.ask(
            lambda: {
                "gameId": str(table),
                **found.respond(
                    position.game.view(position.state, seat), history, position.documented_players
                ),
            }
        )
    action = room.ask(lambda: codec_of(position.game).action_bytes(_action(found, position, seat, body)))
    move = Move(table, request_id or new_id(), action, expected_version)
    played = await play(cell, account, move, key)
    return await _answer(cell, found, played, seat_of(played.position.table, account))


def _action(found: Call[Any, Any, Any], position: Position, seat: int | None, body: bytes) -> Any:
    assert found.ask is not None
    assert found.body is not None
    if seat is None:
        raise ApiError.of("NO_SEAT")
    try:
        return found.ask(msgspec.json.decode(body or b"{}", type=found.body), Asker(seat, position.players))
    except ValueError as error:  # msgspec's own, or of a body that cannot be an Action
        raise MalformedError(f"{error}.") from None


async def _recorded(cell: Cell, position: Position, version: int) -> None:
    """Wait for the relational record; a lesson has none."""
    if position.table.lesson is None:
        await cell.projector.until(position.game, position.id, version)


async def _answer(
    cell: Cell, found: Call[Any, Any, Any], played: Played, seat: Seat | None
) -> dict[str, Any]:
    """The game's answer, for the seat that the asker has now."""
    position = played.position
    await _recorded(cell, position, played.version)
    row = await _row(cell, position, played.version)

    def build_answer() -> dict[str, Any]:
        view = position.game.view(position.state, seat)
        observed = [event for event in row.events if observes(seat, position.game.audience(event))]
        events = _events(position, row, seat if is_live(played) else None)
        return {**found.respond(view, observed, position.players), "events": events, "view": view}

    return {
        "version": played.version,
        "duplicate": played.duplicate,
        **cell.rooms.room(position.id).ask(build_answer),
    }


def is_live(played: Played) -> bool:
    """Whether this answers the move first, with nothing played since; only then a seat hears its own."""
    return not played.duplicate and played.version == played.position.version


def _events(position: Position, row: Row, viewer: Seat | None) -> list[dict[str, Any]]:
    """20.9 What the viewer heard of the row, in the words of the documents."""
    return [documented_event(position, raw) for raw in observations(position.game, row, viewer)]


async def _row(cell: Cell, position: Position, version: int) -> Row:
    if version > position.played.first_remembered:
        return position.played.since(version - 1)[0].row
    stored = await cell.journal.rows(position.id, after=version - 1, until=version)
    return row_of(position.game, line_of(stored[0]))
