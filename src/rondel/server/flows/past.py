"""The past: a table as it was shown at earlier versions.

While a table runs, its past is what everybody may know: what a seat alone was shown is shown once. When it
was scored, any seat's eyes may be looked through, or all is open. Of an abandoned one each keeps its own.
"""

from uuid import UUID

from rondel.kernel import Viewer
from rondel.server.answers import Denied
from rondel.server.flows.watch import present
from rondel.server.loading import between
from rondel.server.node import Node
from rondel.server.position import Position
from rondel.server.replay import STEPS, Eyes, PastTold, eyes_of, past_step


async def past(
    node: Node,
    account: UUID | None,
    table: UUID,
    *,
    after: int,
    until: int,
    eyes: Eyes = None,
    key: str | None = None,
) -> PastTold:
    """The versions after one, up to and with another, through these eyes; or Denied."""
    position, seat = await present(node, account, table, key)
    may = _may(position, seat)
    if eyes not in may:
        raise Denied.of("NOT_FINISHED", "Through these eyes a table may be looked at when its game is over.")
    until = min(until, after + STEPS, position.version)
    game, context = position.game, position.played.context
    versions = await between(node.journal, context, table, after, until) if after < until else ()
    shown = node.rooms.room(table).ask(
        lambda: tuple(past_step(game, then.recent[-1].row, then.state, eyes) for then in versions)
    )
    return PastTold(str(table), game.name, position.status, position.version, eyes, may, shown)


async def last_move(node: Node, account: UUID, table: UUID, *, key: str | None = None) -> int:
    """The version of the asker's own last move; 0 if there is none."""
    position, seat = await present(node, account, table, key)
    if seat is None:
        raise Denied.of("NO_SEAT")
    played = position.played
    remembered = [recent.row.version for recent in played.recent if recent.row.actor == seat]
    if remembered or not played.first_remembered:
        return max(remembered, default=0)
    rows = await node.journal.rows(table, until=played.first_remembered)
    return max((row.version for row in rows if row.seat == seat), default=0)


def _may(position: Position, seat: Viewer) -> tuple[Eyes, ...]:
    match position.status:
        case "completed":
            return eyes_of(position.game, len(position.table.places))
        case "abandoned":
            return (None,) if seat is None else (seat, None)
        case _:
            return (None,)
