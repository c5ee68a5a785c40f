"""Bots: given what their seat may know, by a token for that seat, they move through the door like people."""

import hmac
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.flows.watch import shown_view
from rondel.server.frames import Viewing
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.ports import NO_TABLE, Unavailable
from rondel.server.position import Position

NO_BOT_HERE: Final = ("UNKNOWN_GAME", "NOT_STARTED")

_log = structlog.get_logger()


class BotTurn(msgspec.Struct, frozen=True, rename="camel"):
    """A bot owes a move: where, in which seat, at which level, and the token for that seat."""

    table: UUID
    game: str
    seat: Seat
    level: str | None
    version: int
    token: str


class BotTurns:
    """The moves that bots owe at all tables of this cell, some at a time, in turn.

    Each reading goes on where the last one stopped: tables that cannot be played hold up no other.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._after: UUID = NO_TABLE

    async def next(self, *, limit: int) -> Sequence[BotTurn]:
        """The next ones; after the last table the first comes again."""
        owing = await self._node.journal.bots_to_act(limit=limit, after=self._after)
        if len(owing) < limit and self._after != NO_TABLE:
            first = await self._node.journal.bots_to_act(limit=limit - len(owing))
            owing = [*owing, *(each for each in first if each not in owing)]
        self._after = owing[-1][0] if len(owing) == limit else NO_TABLE
        return [turn for table, version in owing for turn in await self._at(table, version)]

    async def _at(self, table: UUID, version: int) -> Sequence[BotTurn]:
        room = self._node.rooms.room(table)
        try:
            position = room.cached
            if position is None or position.version < version or not position.to_act & position.bots.keys():
                position = await room.current()
        except (Denied, Unavailable) as answer:
            _log.warning("bots wait", table=str(table), because=str(answer))
            return ()
        levels = position.bots
        return [_turn(position, seat, levels[seat]) for seat in sorted(position.to_act & levels.keys())]


def _turn(position: Position, seat: Seat, level: str | None) -> BotTurn:
    return BotTurn(position.id, position.game.name, seat, level, position.version, _token(position, seat))


async def bot_view(node: Node, table: UUID, seat: Seat, token: str) -> bytes:
    """All that this seat may know, for its bot alone."""
    position = await _let_in(node, table, seat, token)
    return shown_view(node, position, Viewing(seat, is_bot=True))


async def play_bot(node: Node, seat: Seat, token: str, move: Move) -> Played:
    """A bot's move."""
    await _let_in(node, move.table, seat, token)
    return await node.rooms.room(move.table).play(msgspec.structs.replace(move, seat=seat))


async def _let_in(node: Node, table: UUID, seat: Seat, token: str) -> Position:
    """Only the bot of a seat that a bot plays now."""
    try:
        position = await node.rooms.room(table).current()
    except Denied as denied:
        if denied.code in NO_BOT_HERE:  # nobody learns here which tables there are
            raise _no_such_bot() from None
        raise
    may = hmac.compare_digest(_token(position, seat).encode(), token.encode())
    if not may or seat not in position.bots:
        raise _no_such_bot()
    return position


def _no_such_bot() -> Denied:
    return Denied.of("NOT_ALLOWED", "No bot plays this seat with this token.")


def _token(position: Position, seat: Seat) -> str:
    return position.played.context.token("bot", seat).hex()
