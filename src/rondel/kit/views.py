"""Views: what each viewer sees of a State, by closures that are made once, when a game is defined."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from msgspec.structs import astuple

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
    seen, players = shape.seen, [part.name for part in shape.parts].index("players")
    hiding = [(at, show) for at, show in _hiding(shape) if at != players]
    see_player = _show_noun(shape.parts[players]) if shape.parts[players].can_hide else None
    has_teams = any(_is_for_team(part) for part in shape.marked())

    def view(state: Any, viewer: Viewer) -> Any:
        values = list(astuple(state))
        for at, show in hiding:
            values[at] = show(values[at], state, viewer, 0)
        if see_player is not None:
            nearness = _nearness(state, viewer) if has_teams else None
            values[players] = tuple(
                [
                    see_player(player, state, viewer, nearness[seat] if nearness else 2 * (seat == viewer))
                    for seat, player in enumerate(values[players])
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


def _nearness(state: Any, viewer: Viewer) -> list[_Near]:
    if viewer is None:
        return [0] * len(state.players)
    team = state.team(viewer)
    near = [int(state.team(seat) == team) for seat in range(len(state.players))]
    near[viewer] = 2
    return near


def _is_for_team(part: Part) -> bool:
    return isinstance(part.mark, Place | Sealed) and part.mark.seen_by == TEAM


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
    """A player, or a Noun with hidden fields.

    It is made for everybody at every move: so what is hidden from all who are this near is decided before.
    """
    shape = part.inner
    assert shape is not None
    seen = shape.seen
    plans = [_plan(shape, near) for near in range(3)]

    def show(it: Any, _: Any, viewer: Viewer, near: _Near) -> Any:
        covered, looked_at = plans[near]
        if not covered and not looked_at:
            return seen(*astuple(it))
        values = list(astuple(it))
        for at in covered:
            values[at] = (UNSEEN,) * len(values[at])
        for at, show_part in looked_at:
            values[at] = show_part(values[at], it, viewer, near)
        return seen(*values)

    return show


def _plan(shape: Shape, near: _Near) -> tuple[list[int], list[tuple[int, _Show]]]:
    """The rows that nobody this near sees anything of, and the fields that must be looked at."""
    hiding = [(at, show) for at, show in _hiding(shape) if not _is_clear(shape.parts[at], near)]
    covered = [at for at, _ in hiding if _is_covered(shape.parts[at])]
    return covered, [(at, show) for at, show in hiding if at not in covered]


def _is_clear(part: Part, near: _Near) -> bool:
    return isinstance(part.mark, Place | Sealed) and near >= _NEEDED[part.mark.seen_by]


def _is_covered(part: Part) -> bool:
    return isinstance(part.mark, Place) and part.is_row and part.mark.face_up is None


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
