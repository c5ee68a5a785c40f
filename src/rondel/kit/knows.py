"""Knowledge: a State that a viewer cannot tell from the true one, and what no move creates or destroys.

All that a viewer may know is its View. The unseen pieces of each pool are dealt over the holes in it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from rondel.kernel import Chance, HiddenForms, Seat, Viewer
from rondel.kit.marks import HIDDEN, Dice, Place, Pool, Sealed
from rondel.kit.shape import Part, Shape, domain

_TRIES: Final = 300
"""How many States are imagined to find one that `fits`."""

_REDEALS: Final = 30
"""How often pieces are dealt anew before they are put where they may lie, which is less even."""

Fits: TypeAlias = Callable[[Any, Viewer], bool]
_Key: TypeAlias = tuple[Pool, Seat | None]


@dataclass(frozen=True, slots=True)
class _Hole:
    """A position whose piece is not seen."""

    mark: Place
    holder: Any

    def may_hold(self, piece: Any) -> bool:
        return self.mark.may_hold is None or self.mark.may_hold(self.holder, piece)


def imaginer_of(shape: Shape, fits: Fits | None) -> Callable[[Any, Chance], Any]:
    """`imagine(view, chance)`: a State that looks like this View to its viewer."""

    def imagine(view: Any, chance: Chance) -> Any:
        state = _filled(shape, view, chance)
        for _ in range(0 if fits is None else _TRIES):
            assert fits is not None
            if fits(state, view.you):
                break
            state = _filled(shape, view, chance)
        return state

    return imagine


def conserved_of(shape: Shape) -> Callable[[Any], dict[str, int]]:
    """How many there are of each piece, pool by pool."""

    def conserved(state: Any) -> dict[str, int]:
        count: Counter[str] = Counter()
        for (pool, seat), part, holder in _pooled(shape, state):
            name = pool.name if seat is None else f"{pool.name} of seat {seat}"
            count.update(f"{name}: {piece}" for piece in _pieces(part, holder))
        return dict(count)

    return conserved


def _filled(shape: Shape, view: Any, chance: Chance) -> Any:
    deals = _deals(shape, view, chance)
    return _rebuilt(shape, view, deals, chance, None)


def _walk(shape: Shape, it: Any, seat: Seat | None) -> Iterator[tuple[Part, Any, Seat | None]]:
    """Every marked field with its holder and its seat, always in the same order."""
    for part in shape.parts:
        if part.inner is None:
            if part.mark is not None:
                yield part, it, seat
        elif part.is_row:
            for owner, each in enumerate(getattr(it, part.name)):
                yield from _walk(part.inner, each, owner)
        else:
            yield from _walk(part.inner, getattr(it, part.name), seat)


def _pooled(shape: Shape, it: Any) -> Iterator[tuple[_Key, Part, Any]]:
    for part, holder, seat in _walk(shape, it, None):
        if isinstance(part.mark, Place) and isinstance(part.mark.of, Pool):
            pool = part.mark.of
            yield (pool, seat if pool.per_seat else None), part, holder


def _pieces(part: Part, holder: Any) -> tuple[Any, ...]:
    value = getattr(holder, part.name)
    if part.is_row:
        return tuple(value)
    return () if value is None else (value,)


def _deals(shape: Shape, view: Any, chance: Chance) -> dict[_Key, Iterator[Any]]:
    """For each pool the pieces to fill its holes with, in the order of `_walk`."""
    known: dict[_Key, Counter[Any]] = {}
    holes: dict[_Key, list[_Hole]] = {}
    for key, part, holder in _pooled(shape, view):
        assert isinstance(part.mark, Place)
        pieces = _pieces(part, holder)
        known.setdefault(key, Counter()).update(piece for piece in pieces if piece != HIDDEN)
        holes.setdefault(key, []).extend(_Hole(part.mark, holder) for piece in pieces if piece == HIDDEN)
    return {key: iter(_dealt(key[0], view, known[key], holes[key], chance)) for key in known if holes[key]}


def _dealt(
    pool: Pool, view: Any, known: "Counter[Any]", holes: Sequence[_Hole], chance: Chance
) -> Sequence[Any]:
    left = Counter(pool.all_of(view)) - known
    unseen = chance.shuffled(sorted(left.elements(), key=repr))
    assert len(unseen) >= len(holes), f"{pool.name}: {len(holes)} pieces lie hidden, {len(unseen)} are left"
    if all(hole.mark.may_hold is None for hole in holes):
        return unseen
    for _ in range(_REDEALS):
        if all(hole.may_hold(piece) for hole, piece in zip(holes, unseen, strict=False)):
            return unseen
        unseen = chance.shuffled(unseen)
    return _matched(pool, unseen, holes)


def _matched(pool: Pool, pieces: Sequence[Any], holes: Sequence[_Hole]) -> Sequence[Any]:
    """A piece for each hole that may lie there, by augmenting paths; holes with the least choice first."""
    hole_of: dict[int, int] = {}

    def find(hole: int, tried: set[int]) -> bool:
        for at, piece in enumerate(pieces):
            if at not in tried and holes[hole].may_hold(piece):
                tried.add(at)
                if at not in hole_of or find(hole_of[at], tried):
                    hole_of[at] = hole
                    return True
        return False

    order = sorted(range(len(holes)), key=lambda hole: sum(holes[hole].may_hold(piece) for piece in pieces))
    for hole in order:
        assert find(hole, set()), f"{pool.name}: what is hidden cannot all lie where it may lie"
    by_hole = {hole: pieces[at] for at, hole in hole_of.items()}
    return [by_hole[hole] for hole in range(len(holes))]


def _rebuilt(
    shape: Shape, seen: Any, deals: dict[_Key, Iterator[Any]], chance: Chance, seat: Seat | None
) -> Any:
    """A Noun without holes, from how it is seen."""

    def rebuilt(part: Part, value: Any) -> Any:
        if not part.can_hide:
            return value
        if part.inner is not None:
            if part.is_row:
                return tuple(
                    _rebuilt(part.inner, each, deals, chance, owner) for owner, each in enumerate(value)
                )
            return _rebuilt(part.inner, value, deals, chance, seat)
        if isinstance(part.mark, Sealed):
            return chance.pick(_among(part, part.mark, seen)) if value == HIDDEN else value
        if not part.is_row:
            return piece(part, value)
        row = tuple(piece(part, each) for each in value)
        return tuple(sorted(row)) if HIDDEN in value and is_sorted(part) else row

    def is_sorted(part: Part) -> bool:
        return isinstance(part.mark, Place) and part.mark.is_sorted

    def piece(part: Part, face: Any) -> Any:
        if face != HIDDEN:
            return face
        assert isinstance(part.mark, Place)
        match part.mark.of:
            case Dice() as dice:
                hole = _Hole(part.mark, seen)
                return chance.pick([face for face in dice.faces if hole.may_hold(face)])
            case pool:
                assert pool is not None
                return next(deals[pool, seat if pool.per_seat else None])

    return shape.noun(**{part.name: rebuilt(part, getattr(seen, part.name)) for part in shape.parts})


def _among(part: Part, mark: Sealed, holder: Any) -> list[Any]:
    """All values that a sealed choice may have."""
    if mark.among is None:
        found = domain(part.piece)
    else:
        found = list(mark.among(holder) if callable(mark.among) else mark.among)
    return [None, *found] if part.is_optional and not mark.has_trace else found


def forms_of(shape: Shape) -> HiddenForms:
    """The pieces and choices that may be hidden, as far as they are the same at every table."""
    return HiddenForms(pieces=[_alike(part) for part in shape.marked() if part.can_hide])


def _alike(part: Part) -> Sequence[Any]:
    """What may lie there or be chosen, one instead of the other."""
    mark = part.mark
    if isinstance(mark, Sealed):
        if mark.among is None:
            return domain(part.piece)
        return () if callable(mark.among) else mark.among
    assert isinstance(mark, Place)
    return mark.of.faces if isinstance(mark.of, Dice) else () if mark.of is None else mark.of.pieces
