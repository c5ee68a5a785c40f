"""Presence: the House tells a table who is there, if its game wants to hear it."""

from uuid import UUID

from rondel.kernel import Ms, Refusal, Seat
from rondel.server.answers import Denied
from rondel.server.flows.halt import halting
from rondel.server.flows.load import load
from rondel.server.flows.play import fire_due, house
from rondel.server.node import Node
from rondel.server.sitting import Sitting


async def report(node: Node, table: UUID, seat: Seat, connected: bool) -> bool:
    """Tell the table that the seat's player has gone or is back; whether that was news to it."""
    try:
        return await _report(node, table, seat, connected)
    except Denied:  # it has not begun, or was halted: there is nobody to tell
        return False


async def _report(node: Node, table: UUID, seat: Seat, connected: bool) -> bool:
    async with halting(node, table), node.live.turn(table):
        sitting = await fire_due(node, await load(node, table))
        while _is_news(sitting, seat, connected):
            presence = sitting.game.presence
            assert presence is not None
            version = sitting.version
            try:
                sitting = await house(node, sitting, presence.report(seat, connected), node.now.ms())
            except Refusal:
                return False
            if sitting.version == version + 1 and not _is_news(sitting, seat, connected):
                return True
        return False


def _is_news(sitting: Sitting, seat: Seat, connected: bool) -> bool:
    presence = sitting.game.presence
    if presence is None or sitting.status != "active" or sitting.ground.header.seats[seat].kind == "bot":
        return False
    return presence.is_connected(sitting.state, seat) != connected


async def grace_ms(node: Node, table: UUID) -> Ms | None:
    """How long this table waits for somebody who has gone; None if it does not care, or has ended."""
    try:
        sitting = await load(node, table)
    except Denied:
        return None
    presence = sitting.game.presence
    return None if presence is None or sitting.status != "active" else presence.grace_ms(sitting.state)
