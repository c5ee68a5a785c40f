"""Replay: a table as it was shown at earlier versions.

While a table runs, its past shows public information only. Once it is scored, any seat's perspective is
available, or everything revealed. Of an abandoned table, players see their own perspective.
"""

from uuid import UUID

from rondel.kernel import Viewer
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import present
from rondel.server.record.replay import STEPS, PastResponse, Perspective, eyes_of, past_step
from rondel.server.rooms.loading import between
from rondel.server.rooms.position import Position


async def past(
    cell: Cell,
    account: UUID | None,
    table: UUID,
    *,
    after: int,
    until: int,
    perspective: Perspective = None,
    key: str | None = None,
) -> PastResponse:
    """Return the versions in (after, until] from a perspective. Raises ApiError."""
    position, seat = await present(cell, account, table, key)
    may = _may(position, seat)
    if perspective not in may:
        raise ApiError.of("NOT_FINISHED", "This perspective is available when the game is over.")
    until = min(until, after + STEPS, position.version)
    game, context = position.game, position.played.context
    versions = await between(cell.journal, context, table, after, until) if after < until else ()
    shown = cell.rooms.room(table).ask(
        lambda: tuple(past_step(game, then.recent[-1].row, then.state, perspective) for then in versions)
    )
    return PastResponse(str(table), game.name, position.status, position.version, perspective, may, shown)


async def last_move(cell: Cell, account: UUID, table: UUID, *, key: str | None = None) -> int:
    """Return the version of the account's last move; 0 without one."""
    position, seat = await present(cell, account, table, key)
    if seat is None:
        raise ApiError.of("NO_SEAT")
    played = position.played
    remembered = [recent.row.version for recent in played.recent if recent.row.actor == seat]
    if remembered or not played.first_remembered:
        return max(remembered, default=0)
    rows = await cell.journal.rows(table, until=played.first_remembered)
    return max((row.version for row in rows if row.seat == seat), default=0)


def _may(position: Position, seat: Viewer) -> tuple[Perspective, ...]:
    match position.status:
        case "completed":
            return eyes_of(position.game, len(position.table.places))
        case "abandoned":
            return (None,) if seat is None else (seat, None)
        case _:
            return (None,)
