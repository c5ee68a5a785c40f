"""Histories by turn: a table as everybody saw it before a turn was submitted.

The turn is found in public events, and shown as a spectator saw it: nothing of it was hidden from anybody.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from rondel.kernel import EVERYONE, AnyGame, Row
from rondel.kernel.turn import evolve_all
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.move_log import standing_rows
from rondel.server.flows.play.watch import present
from rondel.server.ports.journal import StoredRow
from rondel.server.record.replay import shown_to
from rondel.server.rooms.loading import at_version
from rondel.server.rooms.position import Position


class BeforeTurn(NamedTuple):
    """The table before a turn was submitted: a spectator's View, and the public events until then."""

    position: Position
    version: int
    view: Any
    events: Sequence[Any]


class _Submission(NamedTuple):
    """The row that submits a turn, its events before that, and the public events until then."""

    row: Row
    before: Sequence[Any]
    public: Sequence[Any]


async def before_turn(
    cell: Cell, account: UUID | None, table: UUID, turn: int, key: str | None = None
) -> BeforeTurn:
    """Return the table as it was before a turn. Raises ApiError for a turn that was not submitted."""
    position, _ = await present(cell, account, table, key)
    game, room = position.game, cell.rooms.room(table)
    stored = await cell.journal.rows(table, until=position.version)
    found = await room.ask_about_rows(len(stored), _submission, game, stored, turn)
    then = await at_version(cell.journal, position.played.context, table, found.row.version - 1)
    view = room.ask(lambda: shown_to(game, evolve_all(game, then.state, found.before, found.row.at), None))
    return BeforeTurn(position, then.version, view, found.public)


def _submission(game: AnyGame, stored: Sequence[StoredRow], turn: int) -> _Submission:
    """Find the turn among the moves that were not undone."""
    if game.documented is None or game.documented.turn is None:
        raise ApiError.of("NO_SUCH_GAME", f"{game.title} has no histories by turn.")
    public: list[Any] = []
    for row in standing_rows(game, stored):
        for index, event in enumerate(row.events):
            if game.documented.turn(event) == turn:
                return _Submission(row, row.events[:index], public)
            if game.audience(event) is EVERYONE:
                public.append(event)
    raise ApiError.of("NO_SUCH_PAGE", f"Turn {turn} has not been submitted.")
