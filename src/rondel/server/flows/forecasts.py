"""Forecasts: what an action would lead to, by what the asker's seat knows."""

from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import Refusal
from rondel.server.answers import Denied
from rondel.server.flows.watch import present
from rondel.server.node import Node
from rondel.wire.codec import codec_of


class Foretold(NamedTuple):
    """The version it was made at, the game's forecast as JSON, and why the action would be refused."""

    version: int
    forecast: msgspec.Raw
    refusal: str | None


_NOTHING: Final = msgspec.Raw(b"null")


async def forecast(node: Node, account: UUID | None, table: UUID, action: bytes) -> Foretold:
    """What the action would lead to; null where it has no figures, or would be refused.

    The game is given what the seat knows and nothing else. It refuses what it would refuse to play.
    """
    position, seat = await present(node, account, table)
    game = position.game
    if seat is None:
        raise Denied.of("NO_SEAT")
    if game.forecast is None:
        raise Denied.of("NO_SUCH_GAME", f"{game.title} has no forecasts.")
    codec = codec_of(game)
    foresee = game.forecast

    def told() -> bytes:
        return codec.noun_bytes(foresee(game.knows(position.state, seat), codec.asked(action)))

    try:
        foretold = node.rooms.room(table).ask(told)
    except Refusal as refusal:
        return Foretold(position.version, _NOTHING, refusal.code)
    return Foretold(position.version, msgspec.Raw(foretold), None)
