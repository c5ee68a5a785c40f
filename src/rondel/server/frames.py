"""Frames: what a viewer is sent, as pure functions of a table's position and of who looks.

An observation for one seat is sent once, live. A resume holds what everyone may know; what its seat is still
being shown is in the View.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import AnyGame, Ms, Row, Scene, Seat, Viewer, observes
from rondel.kernel.digest import first_digest
from rondel.server.ports import ChatMessage, TableRow
from rondel.server.position import Position, addressed
from rondel.table.beats import beats_of
from rondel.wire.codec import codec_of
from rondel.wire.protocol import (
    Away,
    Beat,
    ChatLine,
    PresenceFrame,
    SeatLine,
    SeatsFrame,
    StepFrame,
    ViewFrame,
    padded,
)

_NULL: Final = msgspec.Raw(b"null")
_NOTHING: Final = msgspec.Raw(b"[]")


class Viewing(msgspec.Struct, frozen=True):
    """Who looks: a seat or a spectator; a bot also receives all its seat may know."""

    seat: Viewer
    is_bot: bool = False


def view_frame(position: Position, viewing: Viewing, *, epoch: int, now: Ms) -> bytes:
    """The whole table as this viewer is shown it."""
    game, table = position.game, position.table
    seen = game.view(position.state, viewing.seat)
    return _encoded(
        ViewFrame(
            str(table.id),
            epoch,
            position.version,
            game.name,
            position.status,
            viewing.seat,
            seat_lines(table),
            _written(game, seen),
            _legal(position, viewing.seat),
            position.due_at,
            position.clocks,
            _judged_at(position, now),
            table.commitment.hex(),
            first_digest(position.played.context.header_bytes).hex(),
            _undo(position, viewing.seat),
            _known(position, viewing),
            _scene(game, seen, viewing),
        )
    )


def lobby_frame(table: TableRow, seat: Seat | None, *, epoch: int, now: Ms) -> bytes:
    """A table that has not begun: who sits where."""
    return _encoded(
        ViewFrame(
            str(table.id),
            epoch,
            table.version,
            table.game,
            table.status,
            seat,
            seat_lines(table),
            _NULL,
            _NOTHING,
            None,
            _NULL,
            now,
            table.commitment.hex(),
            None,
        )
    )


def seats_frame(table: TableRow) -> bytes:
    """Who sits where now."""
    return _encoded(SeatsFrame(str(table.id), table.status, seat_lines(table)))


def step_frames(
    position: Position, viewing: Viewing, last: int, *, now: Ms, is_live: bool
) -> list[bytes] | None:
    """One frame for each version after `last`, the newest with the View; None if they are not remembered."""
    played = position.played
    if not played.first_remembered <= last <= played.version:
        return None
    rows = [recent.row for recent in played.since(last)]
    frames = [
        _encoded(StepFrame(str(position.id), row.version, tuple(observations(position.game, row, None))))
        for row in rows[:-1]
    ]
    if rows:
        frames.append(_newest(position, rows[-1], viewing, now=now, is_live=is_live))
    return frames


def _newest(position: Position, row: Row, viewing: Viewing, *, now: Ms, is_live: bool) -> bytes:
    viewer = viewing.seat if is_live else None
    game = position.game
    seen = game.view(position.state, viewing.seat)
    scene = _scene(game, seen, viewing)
    return _encoded(
        StepFrame(
            str(position.id),
            row.version,
            tuple(raw for audience, raw in position.events if observes(viewer, audience)),
            _written(game, seen),
            _legal(position, viewing.seat),
            position.due_at,
            position.clocks,
            _judged_at(position, now),
            position.status,
            _undo(position, viewing.seat),
            _known(position, viewing),
            scene,
            _beats(position, viewing, scene) if is_live else UNSET,
        )
    )


def observations(game: AnyGame, row: Row, viewer: Viewer) -> Sequence[msgspec.Raw]:
    """The row's events as this viewer receives them."""
    return [raw for audience, raw in addressed(game, row) if observes(viewer, audience)]


def view_of(position: Position, seat: Viewer) -> msgspec.Raw:
    """The View of a seat or of a spectator."""
    return _written(position.game, position.game.view(position.state, seat))


def documented_view(position: Position, seat: Viewer) -> dict[str, Any]:
    """The View in the words of the game's documents, where it has such a form."""
    return _documented(position, msgspec.json.decode(view_of(position, seat)))


def documented_event(position: Position, raw: msgspec.Raw) -> dict[str, Any]:
    """An event, as it was heard, in the words of the game's documents."""
    return _documented_event(position, msgspec.json.decode(raw))


def documented_frame(position: Position, frame: bytes) -> bytes:
    """A `view` or `step` frame with its View and its events in the words of the game's documents."""
    told: dict[str, Any] = msgspec.json.decode(frame)
    if told["type"] not in ("view", "step"):
        return frame
    if told.get("view") is not None:
        told["view"] = _documented(position, told["view"])
    if "events" in told:
        told["events"] = [_documented_event(position, heard) for heard in told["events"]]
    return _encoded(told)


def _documented(position: Position, shown: dict[str, Any]) -> dict[str, Any]:
    form = position.game.documented
    return shown if form is None else form.view(shown, position.players)


def _documented_event(position: Position, heard: dict[str, Any]) -> dict[str, Any]:
    form = position.game.documented
    return heard if form is None else form.event(heard, position.players)


def seat_lines(table: TableRow) -> tuple[SeatLine, ...]:
    """Who sits where, as everybody may know it."""
    return tuple(
        SeatLine(place.seat, str(place.id), place.name, place.kind, place.level, place.is_ready)
        for place in sorted(table.places, key=lambda place: place.seat)
    )


def chat_frame(message: ChatMessage) -> bytes:
    """A line of chat."""
    return msgspec.json.encode(
        ChatLine(str(message.table), message.name, message.seat, message.text, message.at)
    )


def presence_frame(table: TableRow, here: tuple[Seat, ...], watching: int, away: tuple[Away, ...]) -> bytes:
    """Who is at the table, and whom it waits for."""
    return msgspec.json.encode(PresenceFrame(str(table.id), here, watching, away))


def _legal(position: Position, seat: Viewer) -> msgspec.Raw:
    if seat is None or position.status == "abandoned":
        return _NOTHING
    return msgspec.Raw(codec_of(position.game).legal_bytes(position.game.legal(position.state, seat)))


def _judged_at(position: Position, now: Ms) -> Ms:
    """When the position was judged: that of a live table is shown only if its deadline had not passed then.

    A moment lies between judging and sending, and what is sent must not seem to be shown for too long.
    """
    due_at = position.due_at
    if due_at is None or now < due_at or position.table.halted is not None or position.is_slow:
        return now
    return due_at - 1


def _undo(position: Position, seat: Viewer) -> int | None:
    """The version of the seat's own move that it can take back now; never another seat's."""
    undoable = position.undoable
    return None if undoable is None or seat != undoable.seat else undoable.version


def _written(game: AnyGame, seen: Any) -> msgspec.Raw:
    return msgspec.Raw(codec_of(game).noun_bytes(seen))


def _scene(game: AnyGame, seen: Any, viewing: Viewing) -> Scene | UnsetType:
    """What the viewer's screen draws. A game without a face has none, and a bot needs none."""
    return UNSET if game.face is None or viewing.is_bot else game.face.scene(seen)


def _beats(position: Position, viewing: Viewing, scene: Scene | UnsetType) -> tuple[Beat, ...] | UnsetType:
    """What the viewer saw between the events of the newest row."""
    if scene is UNSET:
        return UNSET
    played = position.played
    beats = beats_of(
        position.game, viewing.seat, played.recent[-1].row, played.before, position.states_inside, scene
    )
    return beats or UNSET


def _known(position: Position, viewing: Viewing) -> Any:
    if not viewing.is_bot:
        return UNSET
    game = position.game
    return msgspec.Raw(codec_of(game).noun_bytes(game.knows(position.state, viewing.seat)))


def _encoded(frame: Any) -> bytes:
    return padded(msgspec.json.encode(frame))
