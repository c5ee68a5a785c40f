"""Move logs: public events of a running table, the full transcript of a finished one."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import EVERYONE, AnyGame, Row, Viewer
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import present
from rondel.server.ports.journal import StoredRow
from rondel.server.rooms.frames import observations
from rondel.server.rooms.loading import through_rows
from rondel.server.rooms.position import Position
from rondel.table.fold import line_of, text_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import End, row_of

ROWS = 500
"""How many rows one reading gives."""


async def log(
    cell: Cell, account: UUID | None, table: UUID, *, after: int = 0, key: str | None = None
) -> Sequence[msgspec.Raw]:
    """Return the public events after a version."""
    position, _ = await present(cell, account, table, key)
    rows = await cell.journal.rows(table, after=after, until=min(after + ROWS, position.version))
    game = position.game
    return await cell.rooms.room(table).ask_about_rows(len(rows), _observed, game, rows, None)


async def public_events(cell: Cell, position: Position) -> Sequence[Any]:
    """Return all public events, without those of undone moves."""
    stored = await cell.journal.rows(position.id, until=position.version)
    room = cell.rooms.room(position.id)
    return await room.ask_about_rows(len(stored), _public, position.game, stored)


def _observed(game: AnyGame, stored: Sequence[StoredRow], viewer: Viewer) -> Sequence[msgspec.Raw]:
    """Return what a viewer has heard of these rows."""
    return [event for row in stored for event in observations(game, row_of(game, line_of(row)), viewer)]


def _public(game: AnyGame, stored: Sequence[StoredRow]) -> Sequence[Any]:
    rows = standing_rows(game, stored)
    return [event for row in rows for event in row.events if game.audience(event) is EVERYONE]


def standing_rows(game: AnyGame, stored: Sequence[StoredRow]) -> Sequence[Row]:
    """Return the moves that were not undone."""
    standing: list[Row] = []
    for row in (row_of(game, line_of(each)) for each in stored):
        if row.undoes_to is not None:
            standing = [each for each in standing if each.version <= row.undoes_to]
        elif not row.is_tables_own:
            standing.append(row)
    return standing


async def transcript(cell: Cell, account: UUID | None, table: UUID, *, key: str | None = None) -> bytes:
    """Return the transcript of a scored game, with its secret. Raises ApiError for any other game."""
    position, _ = await present(cell, account, table, key)
    if position.table.lesson is not None:
        raise ApiError.of("NOT_ALLOWED", "Lessons have no transcript: their random seed is public.")
    outcome = position.played.outcome
    if outcome is None or outcome.is_abandoned:
        raise ApiError.of("NOT_FINISHED")
    rows = await cell.journal.rows(table, until=position.version)
    context = position.played.context
    end = End(position.version, outcome, context.secret.hex())
    return await through_rows(len(rows), text_of, context.header_bytes, rows, end)


async def observed(cell: Cell, account: UUID, table: UUID) -> bytes:
    """16.4 Return what the account's seat has observed of an ended table."""
    position, seat = await present(cell, account, table)
    if position.status == "active" or seat is None:
        raise ApiError.of("NOT_FINISHED")
    game = position.game
    stored = await cell.journal.rows(table, until=position.version)

    def encode() -> bytes:
        return codec_of(game).noun_bytes(_observed(game, stored, seat))

    return await cell.rooms.room(table).ask_about_rows(len(stored), encode)


async def saved(cell: Cell, account: UUID, table: UUID, shape: str | None = None) -> Mapping[str, Any]:
    """Export the table for its player, in a format that the game offers."""
    position, seat = await present(cell, account, table)
    if seat is None:
        raise ApiError.of("NO_SEAT")
    game = position.game
    shapes = game.saved if game.seats[-1] == 1 else {}  # several seats: others' secrets must stay hidden
    if not shapes:
        raise ApiError.of("NO_SUCH_GAME", f"{game.title} has no saved form.")
    if shape is not None and shape not in shapes:
        raise MalformedError(f"The shapes are {', '.join(shapes)}, not {shape}.")
    return cell.rooms.room(table).ask(shapes[shape or next(iter(shapes))], position.state)
