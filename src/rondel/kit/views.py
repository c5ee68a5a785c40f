"""Views: what each viewer sees of a State, by closures that are made once, when a game is defined."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import astuple

from rondel.kernel import Seat, Viewer
from rondel.kit.marks import HIDDEN, NOBODY, OWNER, TEAM, Place, Sealed
from rondel.kit.shape import Part, Shape

_Near: TypeAlias = int
"""How near a viewer is to what it looks at: 2 its own, 1 its team's, 0 another's or nobody's."""

_NEEDED: Final = {OWNER: 2, TEAM: 1, NOBODY: 3}
"""How near a viewer must be to see everything that lies there."""

_Show: TypeAlias = Callable[[Any, Any, Viewer, _Near], Any]
"""(value, holder, viewer, near): as much of the value as the viewer may see."""

_Make: TypeAlias = Callable[[Any, Viewer], Any]
"""(noun, viewer): the Noun as the viewer sees it."""


def seer_of(shape: Shape) -> Callable[[Any, Viewer], Any]:
    """`view(state, viewer)` for States of this shape."""
    return _maker(shape, 0, players=_show_players(shape))


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


def _is_for_team(part: Part) -> bool:
    return isinstance(part.mark, Place | Sealed) and part.mark.seen_by == TEAM


def _show_players(shape: Shape) -> _Show:
    """The players as one viewer sees them: all of them from afar, then those it is nearer to."""
    [player] = [part.inner for part in shape.parts if part.name == "players"]
    assert player is not None
    see_row = _show_row_of_players(player)
    see_partner, see_own = _maker(player, 1), _maker(player, 2)
    has_teams = any(_is_for_team(part) for part in shape.marked())

    def show(players: Any, state: Any, viewer: Viewer, _: _Near) -> Any:
        row = [*see_row(players, viewer)]
        if viewer is not None:
            if has_teams:
                for seat in _partners(state, viewer):
                    row[seat] = see_partner(players[seat], viewer)
            row[viewer] = see_own(players[viewer], viewer)
        return tuple(row)

    return show


def _partners(state: Any, viewer: Seat) -> list[Seat]:
    team = state.team(viewer)
    return [seat for seat in range(len(state.players)) if seat != viewer and state.team(seat) == team]


def _show_row_of_players(player: Shape) -> Callable[[Sequence[Any], Viewer], Sequence[Any]]:
    """All players as those see them who are near to none.

    Everybody who looks from afar sees the same, and a move changes few players. So the row that was made
    last is kept, and of the next one only what is another object is made.
    """
    make = _maker(player, 0)
    if not _is_same_for_all(player, 0):
        return lambda players, viewer: [make(each, viewer) for each in players]
    last: tuple[Sequence[Any], Sequence[Any]] = ((), ())

    def show(players: Sequence[Any], viewer: Viewer) -> Sequence[Any]:
        nonlocal last  # one assignment of a pair: a second thread finds this one or the one before
        before, shown = last
        if before is players:
            return shown
        if len(before) == len(players):
            pairs = zip(players, before, shown, strict=True)
            shown = [it if each is old else make(each, None) for each, old, it in pairs]
        else:
            shown = [make(each, None) for each in players]
        last = (players, shown)
        return shown

    return show


def _show_noun(part: Part) -> _Show:
    """A Noun with hidden fields."""
    assert part.inner is not None
    makers = [_maker(part.inner, near) for near in range(3)]
    return lambda it, _, viewer, near: makers[near](it, viewer)


def _maker(shape: Shape, near: _Near, *, players: _Show | None = None) -> _Make:
    """What makes a Noun as it is seen by those who are this near; `players` shows the players of a State.

    It runs for everybody at every move: so all that the marks say is decided here, once.
    """
    seen, names = shape.seen, [part.name for part in shape.parts]
    hiding = _hiding(shape, near)
    rows = [(at, part.mark) for at, part in hiding if _is_plain_row(part) and isinstance(part.mark, Place)]
    covered = [at for at, mark in rows if mark.face_up is None]
    turned = [(at, names.index(mark.face_up)) for at, mark in rows if isinstance(mark.face_up, str)]
    looked_at = [(at, _show(part, players)) for at, part in hiding if not _is_plain_row(part)]

    def make(it: Any, viewer: Viewer) -> Any:
        values = list(astuple(it))
        for at in covered:
            values[at] = (HIDDEN,) * len(values[at])
        for at, up_at in turned:
            row, up = values[at], values[up_at]
            down = 0 if up is True else len(row) - up
            if down > 0:
                values[at] = (HIDDEN,) * down + row[down:]
        for at, show in looked_at:
            values[at] = show(values[at], it, viewer, near)
        return seen(*values) if players is None else seen(*values, viewer)

    return make if hiding or players is not None else lambda it, _: seen(*astuple(it))


def _hiding(shape: Shape, near: _Near) -> list[tuple[int, Part]]:
    """The fields of which those who are this near may not see everything."""
    return [(at, part) for at, part in enumerate(shape.parts) if part.can_hide and not _is_clear(part, near)]


def _is_same_for_all(shape: Shape, near: _Near) -> bool:
    """Whether all who are this near see the same: nothing is decided viewer by viewer."""
    return not any(_asks_viewer(part) for _, part in _hiding(shape, near))


def _asks_viewer(part: Part) -> bool:
    if part.inner is not None:
        return any(_asks_viewer(each) for each in part.inner.parts)
    if isinstance(part.mark, Sealed):
        return part.mark.opens is not None
    return isinstance(part.mark, Place) and callable(part.mark.face_up)


def _is_plain_row(part: Part) -> bool:
    return part.is_row and isinstance(part.mark, Place) and not callable(part.mark.face_up)


def _is_clear(part: Part, near: _Near) -> bool:
    return isinstance(part.mark, Place | Sealed) and near >= _NEEDED[part.mark.seen_by]


def _show(part: Part, players: _Show | None) -> _Show:
    """What shows a field of which single pieces, or single viewers, must be looked at."""
    if part.inner is not None:
        return players if part.is_row and players is not None else _show_noun(part)
    if isinstance(part.mark, Sealed):
        return _show_sealed(part.mark)
    assert isinstance(part.mark, Place)
    return _show_row(part.mark) if part.is_row else _show_slot(part.mark)


def _show_row(mark: Place) -> _Show:
    def show(row: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        count = len(row)
        return tuple([row[at] if mark.is_up(holder, at, count, viewer) else HIDDEN for at in range(count)])

    return show


def _show_slot(mark: Place) -> _Show:
    def show(piece: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        return piece if piece is None or mark.is_up(holder, 0, 1, viewer) else HIDDEN

    return show


def _show_sealed(mark: Sealed) -> _Show:
    opens, has_trace = mark.opens, mark.has_trace

    def show(choice: Any, holder: Any, viewer: Viewer, near: _Near) -> Any:
        if has_trace and choice is None:
            return choice
        return choice if opens is not None and opens(holder, viewer) else HIDDEN

    return show
