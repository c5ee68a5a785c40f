"""Bots: given what their seat may know, by a token for that seat, they move through the door like people."""

import hmac
from collections.abc import Sequence
from uuid import UUID

import msgspec

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.flows.load import load
from rondel.server.flows.play import Asked, Played, play_as
from rondel.server.flows.watch import Viewing, fresh, view_frame
from rondel.server.node import Node
from rondel.server.sitting import Sitting


class BotTurn(msgspec.Struct, frozen=True, rename="camel"):
    """A bot owes a move: where, in which seat, at which level, and the token for that seat."""

    table: UUID
    game: str
    seat: Seat
    level: str | None
    version: int
    token: str


async def turns(node: Node, *, limit: int) -> Sequence[BotTurn]:
    """The moves that bots owe, at all tables of this cell."""
    told: list[BotTurn] = []
    for table, version, _ in await node.journal.bots_to_act(limit=limit):
        sitting = await load(node, table)
        if sitting.version < version or not sitting.to_act & sitting.bots.keys():
            sitting = await fresh(node, table)
        levels = sitting.bots
        told.extend(_turn(sitting, seat, levels[seat]) for seat in sorted(sitting.to_act & levels.keys()))
    return told


def _turn(sitting: Sitting, seat: Seat, level: str | None) -> BotTurn:
    return BotTurn(sitting.id, sitting.game.name, seat, level, sitting.version, _token(sitting, seat))


async def bot_view(node: Node, table: UUID, seat: Seat, token: str) -> bytes:
    """All that this seat may know, for its bot alone."""
    sitting = await _let_in(node, table, seat, token)
    return view_frame(node, sitting, Viewing(seat, is_bot=True))


async def play_bot(node: Node, seat: Seat, token: str, asked: Asked) -> Played:
    """A bot's move."""
    await _let_in(node, asked.table, seat, token)
    return await play_as(node, seat, asked)


async def _let_in(node: Node, table: UUID, seat: Seat, token: str) -> Sitting:
    """Only the bot of a seat that a bot plays now."""
    try:
        sitting = await fresh(node, table)
    except Denied as denied:
        if denied.code in ("UNKNOWN_GAME", "NOT_STARTED"):  # nobody learns here which tables there are
            raise _no_such_bot() from None
        raise
    may = hmac.compare_digest(_token(sitting, seat).encode(), token.encode())
    if not may or seat not in sitting.bots:
        raise _no_such_bot()
    return sitting


def _no_such_bot() -> Denied:
    return Denied.of("NOT_ALLOWED", "No bot plays this seat with this token.")


def _token(sitting: Sitting, seat: Seat) -> str:
    return hmac.digest(sitting.ground.secret, f"bot {seat}".encode(), "sha256").hex()
