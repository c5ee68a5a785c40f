"""Forecasts: what an action would lead to, by what the asker's seat knows."""

from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Refusal
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import present
from rondel.wire.codec import codec_of


class ForecastResult(NamedTuple):
    """The version it was made at, the game's forecast as JSON, and why the action would be refused."""

    version: int
    forecast: msgspec.Raw
    refusal: str | None


_NOTHING: Final = msgspec.Raw(b"null")


async def forecast(cell: Cell, account: UUID | None, table: UUID, action: bytes) -> ForecastResult:
    """What the action would lead to; null where it has no figures, or would be refused.

    The game is given what the seat knows and nothing else. It refuses what it would refuse to play.
    """
    position, seat = await present(cell, account, table)
    game = position.game
    if seat is None:
        raise ApiError.of("NO_SEAT")
    if game.forecast is None:
        raise ApiError.of("NO_SUCH_GAME", f"{game.title} has no forecasts.")
    codec = codec_of(game)
    foresee = game.forecast

    def predict() -> bytes:
        return codec.noun_bytes(foresee(game.knows(position.state, seat), codec.parse_action(action)))

    try:
        foretold = cell.rooms.room(table).ask(predict)
    except Refusal as refusal:
        return ForecastResult(position.version, _NOTHING, refusal.code)
    return ForecastResult(position.version, msgspec.Raw(foretold), None)
