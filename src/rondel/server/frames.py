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
from rondel.server.ports import ChatMessage, TableRow
from rondel.server.position import Position, addressed
from rondel.table.beats import beats_of
from rondel.wire.codec import codec_of
from rondel.wire.patch import Patches, diff
from rondel.wire.protocol import (
    PATCHED_BYTES,
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


class Shown(msgspec.Struct, frozen=True):
    """All that a viewer is shown of a position and that patches lead to; its names are those in frames."""

    view: Any
    legal: Sequence[Any]
    clocks: msgspec.Raw
    scene: Scene | UnsetType


def shown_to(position: Position, viewing: Viewing) -> Shown:
    """What this viewer is shown, made once: everybody who sees the same shares it."""
    shown: Shown | None = position.shown.get(viewing)
    if shown is None:
        seen = position.view(viewing.seat)
        shown = position.shown[viewing] = Shown(
            seen, _legal(position, viewing.seat), position.clocks, _scene(position.game, seen, viewing)
        )
    return shown


def view_frame(position: Position, viewing: Viewing, *, epoch: int, now: Ms) -> bytes:
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
    position: Position,
    viewing: Viewing,
    last: int,
    *,
    now: Ms,
    is_live: bool,
    before: Shown | None = None,
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
    frames = [
        _encoded(StepFrame(position.name, row.version, tuple(observations(position.game, row, None))))
        for row in rows[:-1]
    ]
    if rows:
        if len(rows) > 1 or rows[-1].is_tables_own:
            before = None
        beats = _beats(position, viewing, is_live)
        step = _Newest(position, rows[-1], viewing, now, is_live, beats, {} if patches is None else patches)
        frames.append(_patched_or_whole(position, viewing, step, before))
    return frames


class _Newest(NamedTuple):
    """The newest step for a viewer, whole or as a patch."""

    position: Position
    row: Row
    viewing: Viewing
    now: Ms
    is_live: bool
    beats: tuple[Beat, ...]
    patches: Patches

    def whole(self, shown: Shown) -> StepFrame:
        """With all that its viewer is shown."""
        game = self.position.game
        view, legal = _written(game, shown.view), _written(game, shown.legal)
        return self._frame(view, legal, shown.clocks, shown.scene, self.beats, UNSET)

    def patched(self, before: Shown, shown: Shown) -> StepFrame:
        """A function of what this viewer was shown before and is shown now, and of nothing else."""
        game, beats = self.position.game, []
        for beat in self.beats:
            if beat.scene is UNSET:
                beats.append(beat)
            else:
                patch = _written(game, diff(before.scene, beat.scene))
                beats.append(Beat(beat.event, UNSET, beat.moves, patch))
                before = msgspec.structs.replace(before, scene=beat.scene)
        patch = _written(game, diff(before, shown, self.patches))
        return self._frame(UNSET, UNSET, UNSET, UNSET, tuple(beats), patch)

    def _frame(self, view: Any, legal: Any, clocks: Any, scene: Any, beats: Any, patch: Any) -> StepFrame:
        position, viewing = self.position, self.viewing
        viewer = viewing.seat if self.is_live else None
        return StepFrame(
            position.name,
            self.row.version,
            tuple(raw for audience, raw in position.events if observes(viewer, audience)),
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


def _patched_or_whole(position: Position, viewing: Viewing, step: _Newest, before: Shown | None) -> bytes:
    """The step with all that its viewer is shown, or with a patch if that is not longer."""
    shown = shown_to(position, viewing)
    if before is None:
        return _encoded(step.whole(shown))
    patched = _encoded(step.patched(before, shown), PATCHED_BYTES)
    if len(patched) == PATCHED_BYTES:
        return patched
    whole = _encoded(step.whole(shown), PATCHED_BYTES)
    return whole if len(whole) < len(patched) else patched


def observations(game: AnyGame, row: Row, viewer: Viewer) -> Sequence[msgspec.Raw]:
    """The row's events as this viewer receives them."""
    return [raw for audience, raw in addressed(game, row) if observes(viewer, audience)]


def view_of(position: Position, seat: Viewer) -> msgspec.Raw:
    """The View of a seat or of a spectator."""
    return _written(position.game, position.view(seat))


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
    return tuple(codec_of(position.game).legal_frames(position.game.legal(position.state, seat)))


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


def _written(game: AnyGame, value: Any) -> msgspec.Raw:
    return msgspec.Raw(codec_of(game).noun_bytes(value))


def _scene(game: AnyGame, seen: Any, viewing: Viewing) -> Scene | UnsetType:
    """What the viewer's screen draws. A game without a face has none, and a bot needs none."""
    return UNSET if game.face is None or viewing.is_bot else game.face.scene(seen)


def _beats(position: Position, viewing: Viewing, is_live: bool) -> tuple[Beat, ...]:
    """What the viewer saw between the events of the newest row, while it is live."""
    scene = shown_to(position, viewing).scene
    if scene is UNSET or not is_live:
        return ()
    played = position.played
    return beats_of(
        position.game, viewing.seat, played.recent[-1].row, played.before, position.states_inside, scene
    )


def _known(position: Position, viewing: Viewing) -> Any:
    if not viewing.is_bot:
        return UNSET
    game = position.game
    return msgspec.Raw(codec_of(game).noun_bytes(game.knows(position.state, viewing.seat)))


def _encoded(frame: Any, least: int = 0) -> bytes:
    return padded(msgspec.json.encode(frame), least)
