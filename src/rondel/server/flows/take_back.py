"""Take back: the seat's last move, where the kernel and the game allow it."""

from typing import Any

from rondel.kernel import Ms, Row, Seat, TakeBack, take_back
from rondel.kernel.replay import steps
from rondel.server.node import Node
from rondel.server.sitting import Sitting, line_of
from rondel.wire.transcript import row_of


async def taken_back(node: Node, sitting: Sitting, seat: Seat | None, now: Ms) -> tuple[Row, Any]:
    """The row that goes back, and the State it goes back to; or the Refusal."""
    game, ground = sitting.game, sitting.ground
    stored = await node.journal.rows(sitting.id, until=sitting.version)
    rows = [row_of(game, line_of(row)) for row in stored]
    told = list(steps(game, ground.start().state, rows))
    undone = take_back(game, told, seat, ground.chance)
    assert seat is not None
    assert game.undo is not None
    at = max(now, sitting.at)
    state = game.undo.keep(told[undone.to_version].before, sitting.state, at)
    return Row(sitting.version + 1, at, seat, game.rules, TakeBack(), (undone,)), state
