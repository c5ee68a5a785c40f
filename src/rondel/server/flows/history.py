"""History: what everybody may read of a running table, and the whole of a finished one."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import EVERYONE, AnyGame
from rondel.server.answers import Denied
from rondel.server.flows.watch import present
from rondel.server.frames import observations
from rondel.server.loading import INLINE
from rondel.server.node import Node
from rondel.server.ports import StoredRow
from rondel.server.position import Position
from rondel.table.fold import line_of, text_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import End, row_of

ROWS = 500
"""How many rows one reading gives."""


async def log(
    node: Node, account: UUID | None, table: UUID, *, after: int = 0, key: str | None = None
) -> Sequence[msgspec.Raw]:
    """The events after a version that are for everyone, whoever asks."""
    position, _ = await present(node, account, table, key)
    rows = await node.journal.rows(table, after=after, until=min(after + ROWS, position.version))
    game = position.game
    return node.rooms.room(table).ask(
        lambda: [
            event for stored in rows for event in observations(game, row_of(game, line_of(stored)), None)
        ]
    )


async def public_events(node: Node, position: Position) -> Sequence[Any]:
    """Every event for everyone from the first version on, without those of moves that were taken back."""
    stored = await node.journal.rows(position.id, until=position.version)
    if len(stored) <= INLINE:
        return node.rooms.room(position.id).ask(_standing, position.game, stored)
    return await asyncio.to_thread(_standing, position.game, stored)


def _standing(game: AnyGame, stored: Sequence[StoredRow]) -> Sequence[Any]:
    kept: list[tuple[int, Any]] = []
    for row in (row_of(game, line_of(each)) for each in stored):
        if row.undoes_to is not None:
            kept = [(version, event) for version, event in kept if version <= row.undoes_to]
        elif not row.is_tables_own:
            kept += [(row.version, event) for event in row.events if game.audience(event) is EVERYONE]
    return [event for _, event in kept]


async def transcript(node: Node, account: UUID | None, table: UUID, *, key: str | None = None) -> bytes:
    """The journal as a file with its secret, once the game is scored; never of an abandoned one."""
    position, _ = await present(node, account, table, key)
    if position.table.lesson is not None:
        raise Denied.of(
            "NOT_ALLOWED", "A lesson has no transcript: its luck is published, and proves nothing."
        )
    outcome = position.played.outcome
    if outcome is None or outcome.is_abandoned:
        raise Denied.of("NOT_FINISHED")
    rows = await node.journal.rows(table, until=position.version)
    context = position.played.context
    return text_of(context.header_bytes, rows, End(position.version, outcome, context.secret.hex()))


async def observed(node: Node, account: UUID, table: UUID) -> bytes:
    """16.4 What one seat has observed of an ended table, which it may keep."""
    position, seat = await present(node, account, table)
    if position.status == "active" or seat is None:
        raise Denied.of("NOT_FINISHED")
    game = position.game
    stored = await node.journal.rows(table, until=position.version)

    def told() -> bytes:
        rows = [row_of(game, line_of(row)) for row in stored]
        return codec_of(game).noun_bytes([raw for row in rows for raw in observations(game, row, seat)])

    return node.rooms.room(table).ask(told)


async def saved(node: Node, account: UUID, table: UUID, shape: str | None = None) -> Mapping[str, Any]:
    """A copy of the table to take away, for whoever sits there, where the game has such a form."""
    position, seat = await present(node, account, table)
    if seat is None:
        raise Denied.of("NO_SEAT")
    game = position.game
    shapes = game.saved if game.seats[-1] == 1 else {}  # others' secrets are not theirs to take
    if not shapes:
        raise Denied.of("NO_SUCH_GAME", f"{game.title} has no saved form.")
    if shape is not None and shape not in shapes:
        raise Malformed(f"The shapes are {', '.join(shapes)}, not {shape}.")
    return node.rooms.room(table).ask(shapes[shape or next(iter(shapes))], position.state)
