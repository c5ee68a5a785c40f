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


def moves_named(game: AnyGame, silent: Iterable[Any], observed: Any) -> tuple[Move, ...]:
    """The moves of an event, asked for after those of what others alone have heard."""
    face = game.face
    assert face is not None
    for event in silent:
        if game.audience(event) is not HOUSE:
            face.moves(event)
    return tuple(face.moves(observed))
