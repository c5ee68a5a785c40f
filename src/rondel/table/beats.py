"""Beats: what a viewer sees between the events of one row, so that a screen can show them one at a time."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from msgspec import UNSET

from rondel.kernel import EVERYONE, AnyGame, Move, Row, Scene, Viewer, observes
from rondel.wire.protocol import EventScene

ViewOf: TypeAlias = Callable[[Viewer], Any]
"""The View of each viewer of one State."""


def views_of(game: AnyGame, state: Any) -> ViewOf:
    """The View of each viewer; what all of them are shown is made once."""
    return partial(game.view, state) if game.views is None else game.views(state)


class RowInside:
    """A row from inside, for a game with a face: what all viewers share is made once, when it is needed."""

    def __init__(self, game: AnyGame, before: Any, row: Row) -> None:
        assert game.face is not None
        self.scene = game.face.scene
        self.is_tables_own = row.is_tables_own
        self.audiences = [EVERYONE] if self.is_tables_own else [game.audience(event) for event in row.events]
        self._game = game
        self._face = game.face
        self._row = row
        self._states = [before]
        self._views: dict[int, ViewOf] = {}
        self._moves: dict[int, tuple[Move, ...]] = {}

    def view(self, viewer: Viewer, after: int) -> Any:
        """The viewer's View after this many events of the row; never after the last."""
        if after not in self._views:
            self._views[after] = views_of(self._game, self._state(after))
        return self._views[after](viewer)

    def moves(self, at: int) -> tuple[Move, ...]:
        """The paths of pieces that an event of the row names."""
        if self.is_tables_own:
            return ()
        if at not in self._moves:
            self._moves[at] = tuple(self._face.moves(self._row.events[at]))
        return self._moves[at]

    def _state(self, after: int) -> Any:
        while len(self._states) <= after:
            event = self._row.events[len(self._states) - 1]
            self._states.append(self._game.evolve(self._states[-1], event, self._row.at))
        return self._states[after]


def beats_of(
    inside: RowInside, viewer: Viewer, view: Any, last: Scene, first: Scene | None = None
) -> tuple[EventScene, ...]:
    """One for each event the viewer hears after which its Scene is another, or that names moves.

    `view` is the viewer's View after the row, `last` its Scene, and `first` the Scene before the row, where
    it is known. A Scene is made of the viewer's own View, and only right after events that it hears: so
    beats say nothing of the others.
    """
    drawn = inside.scene(inside.view(viewer, 0)) if first is None else first
    beats: list[EventScene] = []
    index, end = -1, len(inside.audiences)
    for after, audience in enumerate(inside.audiences, 1):
        if not observes(viewer, audience):
            continue
        index += 1
        seen = last
        if after < end and (then := inside.view(viewer, after)) != view:
            seen = inside.scene(then)
        moves = inside.moves(after - 1)
        if moves or (seen is not drawn and seen != drawn):
            is_last = seen is last or seen == last
            beats.append(EventScene(index, UNSET if is_last else seen, moves or UNSET))
        drawn = seen
    return tuple(beats)
