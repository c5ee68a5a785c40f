"""Watch: what a viewer is sent. Due deadlines first, then a View built for that viewer alone.

An observation for one seat is sent once, live. A resume tells what everyone may know; whatever its seat
is still being shown is in the View.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import UNSET

from rondel.kernel import Row, Seat, Viewer, observes
from rondel.server.flows.halt import halting
from rondel.server.flows.load import authorize, enter, load, reload, reseat, row
from rondel.server.flows.play import fire_due
from rondel.server.node import Node
from rondel.server.ports import TableRow, standing
from rondel.server.sitting import Sitting, told
from rondel.wire.codec import codec_of
from rondel.wire.protocol import SeatLine, SeatsFrame, StepFrame, ViewFrame, padded

_NULL: Final = msgspec.Raw(b"null")
_NOTHING: Final = msgspec.Raw(b"[]")


class Viewing(msgspec.Struct, frozen=True):
    """Who looks: a seat or a spectator; a bot is also told all its seat may know."""

    seat: Viewer
    is_bot: bool = False


async def look_at(
    node: Node, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[TableRow, Viewing]:
    """Whether this account may look at the table, and as whom."""
    known = node.live.get(table)
    found = await row(node, table) if known is None else known.ground.table
    return found, Viewing(authorize(found, account, key))


async def fresh(node: Node, table: UUID) -> Sitting:
    """The sitting at its true head, with all that is due done."""
    async with halting(node, table), node.live.turn(table):
        sitting = await load(node, table)
        look = await node.journal.look(table)
        node.now.learn(look.now)
        if look.head != sitting.version:
            sitting = await reload(node, sitting)
        if look.standing != standing(sitting.ground.table):
            sitting = await reseat(node, sitting)
        return await fire_due(node, sitting)


async def present(
    node: Node, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[Sitting, Seat | None]:
    """The sitting at its true head, and the seat the asker has there now."""
    await enter(node, account, table, key)
    sitting = await fresh(node, table)
    return sitting, authorize(sitting.ground.table, account, key)


def view_frame(node: Node, sitting: Sitting, viewing: Viewing) -> bytes:
    """The whole table as this viewer is shown it."""
    game, state, table = sitting.game, sitting.state, sitting.ground.table
    codec = codec_of(game)
    return _sent(
        ViewFrame(
            str(table.id),
            node.epoch,
            sitting.version,
            game.name,
            sitting.status,
            viewing.seat,
            seat_lines(table),
            msgspec.Raw(codec.noun_bytes(game.view(state, viewing.seat))),
            _legal(sitting, viewing.seat),
            sitting.due_at,
            sitting.clocks,
            node.now.ms(),
            _known(sitting, viewing),
        )
    )


def lobby_frame(node: Node, table: TableRow, viewing: Viewing) -> bytes:
    """A table that has not begun: who sits where."""
    return _sent(
        ViewFrame(
            str(table.id),
            node.epoch,
            table.version,
            table.game,
            table.status,
            viewing.seat,
            seat_lines(table),
            _NULL,
            _NOTHING,
            None,
            _NULL,
            node.now.ms(),
        )
    )


def seats_frame(table: TableRow) -> bytes:
    """Who sits where now."""
    return _sent(SeatsFrame(str(table.id), table.status, seat_lines(table)))


def step_frames(
    node: Node, sitting: Sitting, viewing: Viewing, last: int, *, is_live: bool
) -> list[bytes] | None:
    """One frame for each version after `last`, the newest with the View; None if they are not remembered."""
    if not sitting.first_remembered <= last <= sitting.version:
        return None
    rows = [passed.row for passed in sitting.since(last)]
    frames = [
        _sent(StepFrame(str(sitting.id), row.version, tuple(observations(sitting, row, None))))
        for row in rows[:-1]
    ]
    if rows:
        frames.append(_newest(node, sitting, rows[-1], viewing, is_live=is_live))
    return frames


def _newest(node: Node, sitting: Sitting, row: Row, viewing: Viewing, *, is_live: bool) -> bytes:
    game, state = sitting.game, sitting.state
    viewer = viewing.seat if is_live else None
    return _sent(
        StepFrame(
            str(sitting.id),
            row.version,
            tuple(raw for audience, raw in sitting.told if observes(viewer, audience)),
            msgspec.Raw(codec_of(game).noun_bytes(game.view(state, viewing.seat))),
            _legal(sitting, viewing.seat),
            sitting.due_at,
            sitting.clocks,
            node.now.ms(),
            sitting.status,
            _known(sitting, viewing),
        )
    )


def observations(sitting: Sitting, row: Row, viewer: Viewer) -> Sequence[msgspec.Raw]:
    """The row's events as this viewer receives them."""
    return [raw for audience, raw in told(sitting.game, row) if observes(viewer, audience)]


def _legal(sitting: Sitting, seat: Viewer) -> msgspec.Raw:
    if seat is None or sitting.status == "abandoned":
        return _NOTHING
    return msgspec.Raw(codec_of(sitting.game).legal_bytes(sitting.game.legal(sitting.state, seat)))


def _known(sitting: Sitting, viewing: Viewing) -> Any:
    if not viewing.is_bot:
        return UNSET
    game = sitting.game
    return msgspec.Raw(codec_of(game).noun_bytes(game.knows(sitting.state, viewing.seat)))


def seat_lines(table: TableRow) -> tuple[SeatLine, ...]:
    """Who sits where, as everybody may know it."""
    return tuple(
        SeatLine(place.seat, str(place.id), place.name, place.kind, place.level, place.is_ready)
        for place in sorted(table.places, key=_by_seat)
    )


def _by_seat(place: Any) -> Seat:
    seat: Seat = place.seat
    return seat


def _sent(frame: Any) -> bytes:
    return padded(msgspec.json.encode(frame))
