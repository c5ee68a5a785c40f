"""History: what everybody may read of a running table, and the whole of a finished one."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from rondel.server.answers import Denied
from rondel.server.flows.watch import observations, present
from rondel.server.node import Node
from rondel.server.sitting import line_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import End, line_bytes, row_of

ROWS = 500
"""How many rows one reading gives."""


async def log(
    node: Node, account: UUID | None, table: UUID, *, after: int = 0, key: str | None = None
) -> Sequence[msgspec.Raw]:
    """The events after a version that are for everyone, whoever asks."""
    sitting, _ = await present(node, account, table, key)
    rows = await node.journal.rows(table, after=after, until=min(after + ROWS, sitting.version))
    return [
        told for stored in rows for told in observations(sitting, row_of(sitting.game, line_of(stored)), None)
    ]


async def transcript(node: Node, account: UUID | None, table: UUID, *, key: str | None = None) -> bytes:
    """The journal as a file with its secret, once the game is scored; never of an abandoned one."""
    sitting, _ = await present(node, account, table, key)
    outcome = sitting.game.outcome(sitting.state)
    if outcome is None or outcome.is_abandoned:
        raise Denied.of("NOT_FINISHED")
    rows = await node.journal.rows(table, until=sitting.version)
    ground = sitting.ground
    end = End(sitting.version, outcome, ground.secret.hex())
    lines = [ground.header_bytes, *(line_bytes(line_of(row)) for row in rows), line_bytes(end)]
    return b"\n".join(lines) + b"\n"


async def observed(node: Node, account: UUID, table: UUID) -> bytes:
    """16.4 What one seat has observed of an ended table, which it may keep."""
    sitting, seat = await present(node, account, table)
    if sitting.status == "active" or seat is None:
        raise Denied.of("NOT_FINISHED")
    rows = await node.journal.rows(table, until=sitting.version)
    told = [row_of(sitting.game, line_of(row)) for row in rows]
    seen = [bytes(raw) for row in told for raw in observations(sitting, row, seat)]
    return codec_of(sitting.game).noun_bytes([msgspec.Raw(raw) for raw in seen])


async def saved(node: Node, account: UUID, table: UUID, shape: str | None = None) -> Mapping[str, Any]:
    """A copy of the table to take away, for whoever sits there, where the game has such a form."""
    sitting, seat = await present(node, account, table)
    if seat is None:
        raise Denied.of("NO_SEAT")
    shapes = (
        sitting.game.saved if sitting.game.seats[-1] == 1 else {}
    )  # others' secrets are not theirs to take
    if not shapes:
        raise Denied.of("NO_SUCH_GAME", f"{sitting.game.title} has no saved form.")
    if shape is not None and shape not in shapes:
        raise Malformed(f"The shapes are {', '.join(shapes)}, not {shape}.")
    return shapes[shape or next(iter(shapes))](sitting.state)
