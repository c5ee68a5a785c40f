"""What a screen is given to draw in one world: a viewer's Scene, and the moves of what it hears."""

from collections.abc import Iterable
from typing import Any

from rondel.kernel import HOUSE, AnyGame, Move, Scene, Seat, Viewer


def drawn(game: AnyGame, state: Any, viewer: Viewer, seats: Iterable[Seat]) -> Scene:
    """The viewer's Scene, drawn after everybody else's: what a face remembers of theirs shows in it."""
    face = game.face
    assert face is not None
    for other in (None, *seats):
        if other != viewer:
            face.scene(game.view(state, other))
    return face.scene(game.view(state, viewer))


class Screens:
    """The Scenes of all viewers of the States that several of them compare: each State is drawn once.

    All are drawn in one order and then in the other: so each is drawn after everybody else's.
    """

    def __init__(self, game: AnyGame, seats: Iterable[Seat]) -> None:
        self.game = game
        self.viewers: tuple[Viewer, ...] = (None, *seats)
        self._drawn: list[tuple[Any, dict[Viewer, tuple[Scene, Scene]]]] = []

    def of(self, state: Any, viewer: Viewer) -> tuple[Scene, Scene]:
        """The viewer's Scenes of this State, drawn after those before and after it."""
        for drawn_state, scenes in self._drawn:
            if drawn_state is state:
                return scenes[viewer]
        self._drawn.append((state, self._draw(state)))
        return self._drawn[-1][1][viewer]

    def _draw(self, state: Any) -> dict[Viewer, tuple[Scene, Scene]]:
        assert self.game.face is not None
        scene = self.game.face.scene
        views = {viewer: self.game.view(state, viewer) for viewer in self.viewers}
        forth = {viewer: scene(view) for viewer, view in views.items()}
        back = {viewer: scene(views[viewer]) for viewer in reversed(self.viewers)}
        return {viewer: (forth[viewer], back[viewer]) for viewer in self.viewers}


def moves_named(game: AnyGame, silent: Iterable[Any], observed: Any) -> tuple[Move, ...]:
    """The moves of an event, asked for after those of what others alone have heard."""
    face = game.face
    assert face is not None
    for event in silent:
        if game.audience(event) is not HOUSE:
            face.moves(event)
    return tuple(face.moves(observed))
