"""Frames: what a viewer is sent, as pure functions of a table's position and of who looks.

An observation for one seat is sent once, live. A resume holds what everyone may know; what its seat is still
being shown is in the View.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import AnyGame, Ms, Row, Scene, Seat, Viewer, observes
from rondel.kernel.digest import first_digest
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.position import Position, addressed
from rondel.table.beats import beats_of
from rondel.wire.codec import codec_of
from rondel.wire.padding import PATCHED_BYTES, padded
from rondel.wire.patch import Patches, diff
from rondel.wire.protocol import (
    Away,
    ChatLine,
    EventScene,
    PresenceFrame,
    SeatLine,
    SeatsFrame,
    StepFrame,
    ViewFrame,
)

_NULL: Final = msgspec.Raw(b"null")
_NOTHING: Final = msgspec.Raw(b"[]")
_ENCODE: Final = msgspec.json.Encoder(order="deterministic").encode


class FrameViewer(msgspec.Struct, frozen=True):
    """Who looks: a seat or a spectator; a bot also receives all its seat may know.

    `wants_scene` only matters where a face is drawn on request.
    """

    seat: Viewer
    is_bot: bool = False
    wants_scene: bool = False


class VisibleState(msgspec.Struct, frozen=True):
    """All that a viewer is shown of a position and that patches lead to; its names are those in frames."""

    view: Any
    legal: Sequence[Any]
    clocks: msgspec.Raw
    scene: Scene | UnsetType


def shown_to(position: Position, viewing: FrameViewer) -> VisibleState:
    """What this viewer is shown, made once: everybody who sees the same shares it."""
    shown: VisibleState | None = position.shown.get(viewing)
    if shown is None:
        seen = position.view(viewing.seat)
        shown = position.shown[viewing] = VisibleState(
            seen, _legal(position, viewing.seat), position.clocks, _scene(position.game, seen, viewing)
        )
    return shown


def view_frame(position: Position, viewing: FrameViewer, *, epoch: int, now: Ms) -> bytes:
    """The whole table as this viewer is shown it."""
    game, table = position.game, position.table
    shown = shown_to(position, viewing)
    return _encoded(
        ViewFrame(
            str(table.id),
            epoch,
            position.version,
            game.name,
            position.status,
            viewing.seat,
            seat_lines(table),
            _written(game, shown.view),
            _written(game, shown.legal),
            position.due_at,
            shown.clocks,
            _judged_at(position, now),
            table.commitment.hex(),
            first_digest(position.played.context.header_bytes).hex(),
            _undo(position, viewing.seat),
            _known(position, viewing),
            shown.scene,
            position.played.seal,
        ),
        game,
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
    position: Position,
    viewing: FrameViewer,
    last: int,
    *,
    now: Ms,
    is_live: bool,
    before: VisibleState | None = None,
    patches: Patches | None = None,
) -> list[bytes] | None:
    """One frame for each version after `last`, the newest with the View; None if they are not remembered.

    Where the viewer was shown `before` at `last`, the only newer version may have a patch of it instead. A
    step by the table itself, such as a move taken back, has none. Viewers of one position share `patches`.
    """
    played = position.played
    if not played.first_remembered <= last <= played.version:
        return None
    rows = [recent.row for recent in played.since(last)]
    frames = [_encoded(_earlier(position, row)) for row in rows[:-1]]
    if rows:
        if len(rows) > 1 or rows[-1].is_tables_own:
            before = None
        beats = _beats(position, viewing, is_live, before)
        step = _Newest(position, rows[-1], viewing, now, is_live, beats, {} if patches is None else patches)
        frames.append(_patched_or_whole(position, viewing, step, before))
    return frames


def _earlier(position: Position, row: Row) -> StepFrame:
    """A version that was missed, with what everyone may know of it."""
    return StepFrame(
        position.name,
        row.version,
        tuple(observations(position.game, row, None)),
        position.played.seal_at(row.version),
    )


class _Newest(NamedTuple):
    """The newest step for a viewer, whole or as a patch."""

    position: Position
    row: Row
    viewing: FrameViewer
    now: Ms
    is_live: bool
    beats: tuple[EventScene, ...]
    patches: Patches

    def whole(self, shown: VisibleState) -> StepFrame:
        """With all that its viewer is shown."""
        return self._frame(shown.view, shown.legal, shown.clocks, shown.scene, self.beats, UNSET)

    def patched(self, before: VisibleState, shown: VisibleState) -> StepFrame:
        """A function of what this viewer was shown before and is shown now, and of nothing else."""
        beats, patches, drawn = [], self.patches, before.scene
        for beat in self.beats:
            if beat.scene is UNSET:
                beats.append(beat)
            else:
                beats.append(EventScene(beat.event, UNSET, beat.moves, diff(drawn, beat.scene, patches)))
                drawn = beat.scene
        if drawn is not before.scene:
            before = VisibleState(before.view, before.legal, before.clocks, drawn)
        return self._frame(UNSET, UNSET, UNSET, UNSET, beats, diff(before, shown, patches))

    def _frame(self, view: Any, legal: Any, clocks: Any, scene: Any, beats: Any, patch: Any) -> StepFrame:
        position, viewing = self.position, self.viewing
        viewer = viewing.seat if self.is_live else None
        return StepFrame(
            position.name,
            self.row.version,
            tuple([raw for audience, raw in position.events if observes(viewer, audience)]),
            position.played.seal,
            view,
            legal,
            position.due_at,
            clocks,
            _judged_at(position, self.now),
            position.status,
            _undo(position, viewing.seat),
            _known(position, viewing),
            scene,
            beats or UNSET,
            patch,
        )


def _patched_or_whole(
    position: Position, viewing: FrameViewer, step: _Newest, before: VisibleState | None
) -> bytes:
    """The step with all that its viewer is shown, or with a patch where it was shown `before`."""
    shown = shown_to(position, viewing)
    if before is None:
        return _encoded(step.whole(shown), position.game)
    return _encoded(step.patched(before, shown), position.game, PATCHED_BYTES)


def observations(game: AnyGame, row: Row, viewer: Viewer) -> Sequence[msgspec.Raw]:
    """The row's events as this viewer receives them."""
    return [raw for audience, raw in addressed(game, row) if observes(viewer, audience)]


def view_of(position: Position, seat: Viewer) -> msgspec.Raw:
    """The View of a seat or of a spectator."""
    return _written(position.game, position.view(seat))


def documented_view(position: Position, seat: Viewer) -> dict[str, Any]:
    """The View in the words of the game's documents, where it has such a form."""
    return documented_past(position, position.view(seat))


def documented_past(position: Position, view: Any) -> dict[str, Any]:
    """An earlier View in the words of the game's documents, where it has such a form."""
    return _documented(position, msgspec.json.decode(_written(position.game, view)))


def documented_event(position: Position, raw: msgspec.Raw) -> dict[str, Any]:
    """An event, as it was heard, in the words of the game's documents."""
    return _documented_event(position, msgspec.json.decode(raw))


def documented_frame(position: Position, frame: bytes) -> bytes:
    """A `view` or `step` frame with its View and its events in the words of the game's documents."""
    fields: dict[str, Any] = msgspec.json.decode(frame)
    if fields["type"] not in ("view", "step"):
        return frame
    if fields.get("view") is not None:
        fields["view"] = _documented(position, fields["view"])
    if "events" in fields:
        fields["events"] = [_documented_event(position, event) for event in fields["events"]]
    return padded(msgspec.json.encode(fields), game=position.game)


def _documented(position: Position, shown: dict[str, Any]) -> dict[str, Any]:
    form = position.game.documented
    return shown if form is None else form.view(shown, position.documented_players)


def _documented_event(position: Position, event: dict[str, Any]) -> dict[str, Any]:
    form = position.game.documented
    return event if form is None else form.event(event, position.documented_players)


def seat_lines(table: TableRow) -> tuple[SeatLine, ...]:
    """Who sits where, as everybody may know it."""
    return tuple(
        SeatLine(
            place.seat, str(place.id), place.name, place.kind, place.level, place.is_ready, place.wants_end
        )
        for place in sorted(table.places, key=lambda place: place.seat)
    )


def chat_frame(message: ChatMessage) -> bytes:
    """A line of chat."""
    line = message
    return msgspec.json.encode(
        ChatLine(str(line.table), line.name, line.seat, line.text, line.at, line.id, line.is_removed)
    )


def presence_frame(table: TableRow, here: tuple[Seat, ...], watching: int, away: tuple[Away, ...]) -> bytes:
    """Who is at the table, and whom it waits for."""
    return msgspec.json.encode(PresenceFrame(str(table.id), here, watching, away))


def _legal(position: Position, seat: Viewer) -> Sequence[Any]:
    if seat is None or position.status == "abandoned":
        return ()
    listed = position.game.legal(position.state, seat)
    return tuple(codec_of(position.game).legal_frames(listed)) if listed else ()


def _judged_at(position: Position, now: Ms) -> Ms:
    """Return the time to send with the position, capped just before its deadline: no frame looks overdue."""
    due_at = position.due_at
    if due_at is None or now < due_at or position.table.halted is not None or position.is_slow:
        return now
    return due_at - 1


def _undo(position: Position, seat: Viewer) -> int | None:
    """The version of the seat's own move that it can take back now; never another seat's."""
    undoable = position.undoable
    return None if undoable is None or seat != undoable.seat else undoable.version


def _written(game: AnyGame, value: Any) -> msgspec.Raw:
    return msgspec.Raw(codec_of(game).noun_bytes(value))


def _scene(game: AnyGame, seen: Any, viewing: FrameViewer) -> Scene | UnsetType:
    """What the viewer's screen draws. A game without a face has none, and a bot needs none."""
    face = game.face
    if face is None or viewing.is_bot or (face.is_on_request and not viewing.wants_scene):
        return UNSET
    return face.scene(seen)


def _beats(
    position: Position, viewing: FrameViewer, is_live: bool, before: VisibleState | None
) -> tuple[EventScene, ...]:
    """What the viewer saw between the events of the newest row, while it is live."""
    shown = shown_to(position, viewing)
    if shown.scene is UNSET or not is_live:
        return ()
    first = None if before is None or before.scene is UNSET else before.scene
    return beats_of(position.inside, viewing.seat, shown.view, shown.scene, first)


def _known(position: Position, viewing: FrameViewer) -> Any:
    if not viewing.is_bot:
        return UNSET
    game = position.game
    return msgspec.Raw(codec_of(game).noun_bytes(game.knows(position.state, viewing.seat)))


def _encoded(frame: Any, game: AnyGame | None = None, least: int = 0) -> bytes:
    return padded(_ENCODE(frame), least, game)
