"""Presence: the House tells a table who is there, if its game wants to hear it."""

from typing import Any
from uuid import UUID

from rondel.kernel import Ms, Refusal, Seat
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.rooms.position import Position


async def report(cell: Cell, table: UUID, seat: Seat, connected: bool) -> bool:
    """Report to the table that the seat's player has gone or is back; whether that was news to it."""
    was_news = False

    def wanted(position: Position) -> Any | None:
        nonlocal was_news
        presence = position.game.presence
        if presence is None or not _is_news(position, seat, connected):
            return None
        was_news = True
        return presence.report(seat, connected)

    try:
        await cell.rooms.room(table).house(wanted)
    except (ApiError, Refusal):  # not begun, halted, or not the moment: nobody is there to be told
        return False
    return was_news


def _is_news(position: Position, seat: Seat, connected: bool) -> bool:
    presence = position.game.presence
    if presence is None or position.status != "active":
        return False
    if position.played.context.header.seats[seat].kind == "bot":
        return False
    return presence.is_connected(position.state, seat) != connected


async def grace_ms(cell: Cell, table: UUID) -> Ms | None:
    """How long this table waits for somebody who has gone; None if it does not care, or has ended."""
    room = cell.rooms.room(table)
    try:
        position = room.cached or await room.current()
    except ApiError:
        return None
    presence = position.game.presence
    if presence is None or position.status != "active":
        return None
    return room.ask(presence.grace_ms, position.state)
