"""Beats: what a viewer sees between the events of one row, so that a screen can show them one at a time."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from rondel.kernel import AnyGame, Row, Scene, Viewer, observes
from rondel.wire.protocol import Beat


def states_inside(game: AnyGame, before: Any, row: Row, after: Any) -> Sequence[Any]:
    """The State after each event of a row; the table's own rows have one event."""
    if row.is_tables_own:
        return (after,)
    states = []
    for event in row.events[:-1]:
        before = game.evolve(before, event, row.at)
        states.append(before)
    return (*states, after)


def beats_of(
    game: AnyGame, viewer: Viewer, row: Row, before: Any, states: Sequence[Any], last: Scene
) -> tuple[Beat, ...]:
    """One for each event the viewer hears after which its Scene is another, or that names moves.

    `states` are those after each event, and `last` is the viewer's Scene after all of them. A Scene is made
    of the viewer's own View, and only right after events that it hears: so beats say nothing of the others.
    """
    face = game.face
    assert face is not None
    drawn = face.scene(game.view(before, viewer))
    beats: list[Beat] = []
    heard = -1
    for event, state in zip(row.events, states, strict=True):
        if not row.is_tables_own and not observes(viewer, game.audience(event)):
            continue
        heard += 1
        seen = last if state is states[-1] else face.scene(game.view(state, viewer))
        moves = () if row.is_tables_own else tuple(face.moves(event))
        if moves or seen != drawn:
            beats.append(Beat(heard, UNSET if seen == last else seen, moves or UNSET))
        drawn = seen
    return tuple(beats)
