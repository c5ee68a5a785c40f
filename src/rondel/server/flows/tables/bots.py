"""Bots: they see what their seat may know, by a seat token, and move through the API like people."""

import hmac
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms, Seat
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import shown_view
from rondel.server.flows.tables.lessons import scripted
from rondel.server.flows.tables.stored import secret_of
from rondel.server.ports.tables import NO_TABLE
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.frames import FrameViewer
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.position import Position
from rondel.table.state import token_of

NO_BOT_HERE: Final = ("UNKNOWN_GAME", "NOT_STARTED")

_log = structlog.get_logger()


class BotTurn(msgspec.Struct, frozen=True, rename="camel"):
    """A move that a bot owes: table, seat, level, and the token for that seat.

    `script` is the move itself, if a lesson prescribes one. `least_ms` is the shortest thinking time, so
    that the person who has just moved can undo.
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
    """The moves that bots owe in one cell, read in pages.

    Each page continues after the last one, so that an unplayable table delays no other.
    """

    def __init__(self, cell: Cell) -> None:
        self._cell = cell
        self._after: UUID = NO_TABLE

    async def next(self, *, limit: int) -> Sequence[BotTurn]:
        """Return the next page; after the last table it starts over."""
        owing = await self._cell.journal.bots_to_act(limit=limit, after=self._after)
        if len(owing) < limit and self._after != NO_TABLE:
            first = await self._cell.journal.bots_to_act(limit=limit - len(owing))
            owing = [*owing, *(each for each in first if each not in owing)]
        self._after = owing[-1][0] if len(owing) == limit else NO_TABLE
        return [turn for table, version in owing for turn in await self._at(table, version)]

    async def _at(self, table: UUID, version: int) -> Sequence[BotTurn]:
        room = self._cell.rooms.room(table)
        try:
            position = room.cached
            if position is None or position.version < version or not room.ask(_owing, position):
                position = await room.current()
            turns = room.ask(self._turns, position)
        except (ApiError, StoreUnavailableError) as answer:
            _log.warning("bots.delayed", table=str(table), reason=str(answer))
            return ()
        for turn in turns:
            self._cell.node.recent_tokens.add(turn.token)
        return turns

    def _turns(self, position: Position) -> Sequence[BotTurn]:
        least_ms = self._cell.node.settings.constants.undo_wait_ms if _is_after_person(position) else 0
        return [_turn(position, seat, position.bots[seat], least_ms) for seat in sorted(_owing(position))]


def _owing(position: Position) -> frozenset[Seat]:
    """Return the seats whose bots are to move."""
    return position.to_act & position.bots.keys()


def _is_after_person(position: Position) -> bool:
    """Return whether a person moved last in a game with undo. This is public information."""
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


async def bot_view(cell: Cell, table: UUID, seat: Seat, token: str) -> bytes:
    """Return all that this seat may know, for its bot."""
    position = await _let_in(cell, table, seat, token)
    return shown_view(cell, position, FrameViewer(seat, is_bot=True))


async def play_bot(cell: Cell, seat: Seat, token: str, move: Move) -> Played:
    """Play a bot's move."""
    await _let_in(cell, move.table, seat, token)
    return await cell.rooms.room(move.table).play(msgspec.structs.replace(move, seat=seat))


async def _let_in(cell: Cell, table: UUID, seat: Seat, token: str) -> Position:
    """Return the position. Raises ApiError unless the token is that of the seat's current bot."""
    known = cell.rooms.known(table)
    is_remembered = known is not None and _opens(token, known.played.context.secret, seat)
    if not is_remembered and not _opens(token, await secret_of(cell, table), seat):
        raise _no_such_bot()  # before reading the table: its existence stays hidden
    try:
        position = await cell.rooms.room(table).current()
    except ApiError as denied:
        if denied.code in NO_BOT_HERE:
            raise _no_such_bot() from None
        raise
    if seat not in cell.rooms.room(table).ask(lambda: position.bots):
        raise _no_such_bot()
    return position


def _no_such_bot() -> ApiError:
    return ApiError.of("NOT_ALLOWED", "Invalid bot token for this seat.")


def _opens(token: str, secret: bytes, seat: Seat) -> bool:
    return hmac.compare_digest(_token(secret, seat).encode(), token.encode())


def _token(secret: bytes, seat: Seat) -> str:
    return token_of(secret, "bot", seat).hex()
