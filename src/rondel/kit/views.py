"""Views: what each viewer sees of a State, by closures that are made once, when a game is defined."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, TypeAlias

from rondel.kernel import Viewer
from rondel.kit.marks import NOBODY, OWNER, TEAM, UNSEEN, Place, Sealed
from rondel.kit.shape import Part, Shape

_Near: TypeAlias = int
"""How near a viewer is to what it looks at: 2 its own, 1 its team's, 0 another's or nobody's."""

_NEEDED: Final = {OWNER: 2, TEAM: 1, NOBODY: 3}
"""How near a viewer must be to see everything that lies there."""

_Show: TypeAlias = Callable[[Any, Any, Viewer, _Near], Any]
"""(value, holder, viewer, near): as much of the value as the viewer may see."""


def seer_of(shape: Shape) -> Callable[[Any, Viewer], Any]:
    """`view(state, viewer)` for States of this shape."""
    fields, seen = _fields_of(shape), shape.seen
    row = next((at for at, part in enumerate(shape.parts) if part.is_row and part.inner is not None), None)
    hiding = [(at, show) for at, show in _hiding(shape) if at != row]
    see_player = None if row is None or not shape.parts[row].can_hide else _show_noun(shape.parts[row])
    has_teams = any(_is_for_team(part) for part in shape.marked())

    def view(state: Any, viewer: Viewer) -> Any:
        values = list(fields(state))
        for at, show in hiding:
            values[at] = show(values[at], state, viewer, 0)
        if see_player is not None and row is not None:
            nearness = _nearness(state, viewer, has_teams=has_teams)
            values[row] = tuple(
                [
                    see_player(player, state, viewer, near)
                    for player, near in zip(values[row], nearness, strict=True)
                ]
            )
        return seen(*values, viewer)

    return view


def opener_of(shape: Shape) -> Callable[[Any], Any]:
    """A spectator's View of a State with every secret laid open."""

    def laid_open(part: Part, value: Any) -> Any:
        if part.inner is None or not part.can_hide:
            return value
        if part.is_row:
            return tuple(part.inner.seen(*opened(part.inner, each)) for each in value)
        return part.inner.seen(*opened(part.inner, value))

    def opened(shape: Shape, it: Any) -> list[Any]:
        return [laid_open(part, getattr(it, part.name)) for part in shape.parts]

    return lambda state: shape.seen(*opened(shape, state), None)


def _nearness(state: Any, viewer: Viewer, *, has_teams: bool) -> list[_Near]:
    near = [0] * len(state.players)
    if viewer is None:
        return near
    if has_teams:
        team = state.team(viewer)
        near = [int(state.team(seat) == team) for seat in range(len(near))]
    near[viewer] = 2
    return near


def _is_for_team(part: Part) -> bool:
    return isinstance(part.mark, Place | Sealed) and part.mark.seen_by == TEAM


def _fields_of(shape: Shape) -> Callable[[Any], tuple[Any, ...]]:
    """All values of a Noun, in the order of its fields."""
    names = [part.name for part in shape.parts]
    if len(names) == 1:
        [name] = names
        return lambda it: (getattr(it, name),)
    return attrgetter(*names)


def _hiding(shape: Shape) -> list[tuple[int, _Show]]:
    return [(at, _show(part)) for at, part in enumerate(shape.parts) if part.can_hide]


def _show(part: Part) -> _Show:
    if part.inner is not None:
        return _show_noun(part)
    if isinstance(part.mark, Sealed):
        return _show_sealed(part.mark)
    assert isinstance(part.mark, Place)
    return _show_row(part.mark) if part.is_row else _show_slot(part.mark)


def _show_noun(part: Part) -> _Show:
    """A player, or a Noun with hidden fields. Its owner mostly sees all of it: then nothing is looked at."""
    shape = part.inner
    assert shape is not None
    fields, seen, hiding = _fields_of(shape), shape.seen, _hiding(shape)
    is_all_owners = all(
        isinstance(each.mark, Place | Sealed) and each.mark.seen_by != NOBODY
        for each in shape.parts
        if each.can_hide
    )

    def show(it: Any, _: Any, viewer: Viewer, near: _Near) -> Any:
        if near == 2 and is_all_owners:
            return seen(*fields(it))
        values = list(fields(it))
        for at, show_part in hiding:
            values[at] = show_part(values[at], it, viewer, near)
        return seen(*values)

    return show


def _show_row(mark: Place) -> _Show:
    needed, face_up = _NEEDED[mark.seen_by], mark.face_up

    def show(pieces: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        if near >= needed or not pieces:
            return pieces
        if face_up is None:
            return (UNSEEN,) * len(pieces)
        return tuple([piece if face_up(holder, at, viewer) else UNSEEN for at, piece in enumerate(pieces)])

    return show


def _show_slot(mark: Place) -> _Show:
    needed, face_up = _NEEDED[mark.seen_by], mark.face_up

    def show(piece: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        if near >= needed or piece is None or (face_up is not None and face_up(holder, 0, viewer)):
            return piece
        return UNSEEN

    return show


def _show_sealed(mark: Sealed) -> _Show:
    needed, opens, has_trace = _NEEDED[mark.seen_by], mark.opens, mark.has_trace

    def show(choice: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        if near >= needed or (has_trace and choice is None):
            return choice
        return choice if opens is not None and opens(holder, viewer) else UNSEEN

    return show
