"""Bots: given what their seat may know, by a token for that seat, they move through the door like people."""

import hmac
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms, Seat
from rondel.server.answers import Denied
from rondel.server.flows.lessons import scripted
from rondel.server.flows.tables import secret_of
from rondel.server.flows.watch import shown_view
from rondel.server.frames import Viewing
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.ports import NO_TABLE, Unavailable
from rondel.server.position import Position
from rondel.table.state import token_of

NO_BOT_HERE: Final = ("UNKNOWN_GAME", "NOT_STARTED")

_log = structlog.get_logger()


class BotTurn(msgspec.Struct, frozen=True, rename="camel"):
    """A bot owes a move: where, in which seat, at which level, and the token for that seat.

    `script` is the move itself, where a lesson has one for it. `least_ms` is how long it thinks at least: the
    person who has just moved may want the move back.
    """

    table: UUID
    game: str
    seat: Seat
    level: str | None
    version: int
    token: str
    script: msgspec.Raw | None = None
    least_ms: Ms = 0


class BotTurns:
    """The moves that bots owe at all tables of one cell, some at a time, in turn.

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
            if position is None or position.version < version or not room.ask(_owing, position):
                position = await room.current()
            turns = room.ask(self._turns, position)
        except (Denied, Unavailable) as answer:
            _log.warning("bots wait", table=str(table), because=str(answer))
            return ()
        for turn in turns:
            self._node.recent_tokens.add(turn.token)
        return turns

    def _turns(self, position: Position) -> Sequence[BotTurn]:
        least_ms = self._node.settings.undo_wait_ms if _is_after_person(position) else 0
        return [_turn(position, seat, position.bots[seat], least_ms) for seat in sorted(_owing(position))]


def _owing(position: Position) -> frozenset[Seat]:
    """The seats of bots that owe a move."""
    return position.to_act & position.bots.keys()


def _is_after_person(position: Position) -> bool:
    """Whether a person made the last move and the game has undo: nothing that only some may know."""
    recent = position.played.recent
    return (
        position.game.undo is not None
        and len(recent) > 0
        and isinstance(recent[-1].row.actor, int)
        and recent[-1].row.actor not in position.bots
    )


def _turn(position: Position, seat: Seat, level: str | None, least_ms: Ms) -> BotTurn:
    token = _token(position.played.context.secret, seat)
    script = scripted(position, seat)
    return BotTurn(position.id, position.game.name, seat, level, position.version, token, script, least_ms)


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
    known = node.rooms.known(table)
    is_remembered = known is not None and _opens(token, known.played.context.secret, seat)
    if not is_remembered and not _opens(token, await secret_of(node, table), seat):
        raise _no_such_bot()  # before the table is read: nobody learns here which tables there are
    try:
        position = await node.rooms.room(table).current()
    except Denied as denied:
        if denied.code in NO_BOT_HERE:
            raise _no_such_bot() from None
        raise
    if seat not in node.rooms.room(table).ask(lambda: position.bots):
        raise _no_such_bot()
    return position


def _no_such_bot() -> Denied:
    return Denied.of("NOT_ALLOWED", "No bot plays this seat with this token.")


def _opens(token: str, secret: bytes, seat: Seat) -> bool:
    return hmac.compare_digest(_token(secret, seat).encode(), token.encode())


def _token(secret: bytes, seat: Seat) -> str:
    return token_of(secret, "bot", seat).hex()
