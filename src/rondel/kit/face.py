"""The face that a game of the kit has by itself: a Scene from the places of its State.

Places become zones, numbers become facts, and pieces that an Action names can be pressed. It is made of a
View alone, like every Scene.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from rondel.kernel import Area, Face, Fact, Pick, Piece, Scene, Seat, Zone, tag_of
from rondel.kit.marks import EVERYBODY, HIDDEN, Place, Pool, Sealed
from rondel.kit.shape import Part, Shape, is_same
from rondel.kit.structs import OVER, SETUP, Action

_OWN: Final = frozenset(("options", "players", "phase", "turn", "ending", "winners", "clock"))
"""The fields that every State has: they are shown in a way of their own, or not at all."""

_IN_HAND: Final = ("fan", "row")
"""Where pieces lie like this, their owner looks at them; in any other layout they lie face down."""

_Parts: TypeAlias = tuple[Part, ...]

_BACK: Final = Piece()

FaceOf: TypeAlias = Face[Any, Any] | Callable[[Face[Any, Any]], Face[Any, Any]]
"""A face, or what to make of the one that the places of a game give."""


def face_of(shape: Shape, actions: Sequence[type[Action]], own: FaceOf | None) -> Face[Any, Any]:
    """The author's own face, or one that is guessed from the places."""
    if isinstance(own, Face):
        return own
    guessed: Face[Any, Any] = Face(scene=_Guess(shape, actions).scene)
    return guessed if own is None else own(guessed)


class _Lying(NamedTuple):
    """A place in a View, with what lies there."""

    id: str
    part: Part
    holder: Any
    seat: Seat | None

    @property
    def mark(self) -> Place:
        assert isinstance(self.part.mark, Place)
        return self.part.mark

    @property
    def pieces(self) -> tuple[Any, ...]:
        value = getattr(self.holder, self.part.name)
        if self.part.is_row:
            return tuple(value)
        return () if value is None else (value,)


@dataclass(frozen=True, slots=True)
class _Naming:
    """A field of an Action that names a piece or a seat; `is_list` where it names several pieces."""

    action: type[Action]
    field: str
    wire: str
    piece: Any
    is_list: bool

    def values(self, action: Action) -> tuple[Any, ...]:
        value = getattr(action, self.field)
        return tuple(value) if self.is_list else (value,)


class _Guess:
    """What is known of a game when it is defined."""

    def __init__(self, shape: Shape, actions: Sequence[type[Action]]) -> None:
        self.parts = tuple(part for part in shape.parts if part.name not in _OWN)
        [players] = [part for part in shape.parts if part.name == "players"]
        self.player_parts: _Parts = () if players.inner is None else players.inner.parts
        self.actions = actions
        kinds = [part.piece for part in shape.marked() if _is_pooled(part)]
        self.naming = [each for action in actions for each in _namings(action, kinds)]

    def scene(self, view: Any) -> Scene:
        """The Scene of a View."""
        middle = list(_places(self.parts, view, "", None))
        places = [list(self._places_of(view, seat)) for seat in range(len(view.players))]
        own = [] if view.you is None else places[view.you]
        picks = _Picks(self._listed(view), self.naming, [*own, *middle])
        up = _to_act(view)
        return Scene(
            tuple(
                Area(
                    tuple(_zone(place, view, picks) for place in lying),
                    tuple(_facts(self.player_parts, view.players[seat])),
                    (*_claims(self.player_parts, view.players[seat]), *_roles(self.parts, view, seat)),
                    tuple(picks.of_seat(seat)),
                    is_turn=seat in up,
                    is_out=view.phase != SETUP and not view.is_in(seat),
                )
                for seat, lying in enumerate(places)
            ),
            Area(
                tuple(_zone(place, view, picks) for place in middle),
                tuple(_facts(self.parts, view)),
                tuple(_claims(self.parts, view)),
            ),
            _prompt(view, up),
        )

    def _places_of(self, view: Any, seat: Seat) -> Iterator[_Lying]:
        return _places(self.player_parts, view.players[seat], f"{seat}.", seat)

    def _listed(self, view: Any) -> list[Action]:
        """What the viewer may do, as the legal list has it."""
        if not self.naming or view.you is None or view.you not in _to_act(view):
            return []
        return [
            choice
            for action in self.actions
            if view.phase in action.when
            for choice in action.choices(view, view.you)
        ]


class _Picks:
    """What pressing pieces and seats stands for, from the actions that are possible."""

    def __init__(self, listed: Sequence[Action], naming: Sequence[_Naming], places: Sequence[_Lying]) -> None:
        self._by_place: dict[str, list[tuple[Any, Pick]]] = {}
        self._by_seat: dict[Seat, list[Pick]] = {}
        for name in naming:
            values = _values(name, [each for each in listed if type(each) is name.action])
            picks = [(value, _pick(name, value)) for value in values]
            if name.piece is None:
                for value, pick in picks:
                    self._by_seat.setdefault(value, []).append(pick)
            elif (place := _source(name, values, places)) is not None:
                self._by_place.setdefault(place.id, []).extend(picks)

    def of_piece(self, place: _Lying, piece: Any) -> tuple[Pick, ...]:
        return tuple(pick for value, pick in self._by_place.get(place.id, ()) if value == piece)

    def of_seat(self, seat: Seat) -> list[Pick]:
        return self._by_seat.get(seat, [])


def _values(name: _Naming, listed: Sequence[Action]) -> list[Any]:
    """The different values of a field; nothing named is nothing to press."""
    named = [value for action in listed for value in name.values(action)]
    return [value for at, value in enumerate(named) if value is not None and value not in named[:at]]


def _pick(name: _Naming, value: Any) -> Pick:
    field = f"{name.wire}[]" if name.is_list else name.wire
    return {"type": tag_of(name.action), field: msgspec.to_builtins(value)}


def _source(name: _Naming, values: Sequence[Any], places: Sequence[_Lying]) -> _Lying | None:
    """The first place, the viewer's own before the middle, that holds every piece that can be named."""
    return next(
        (
            place
            for place in places
            if values
            and _is_pooled(place.part)
            and is_same(name.piece, place.part.piece)
            and all(value in place.pieces for value in values)
        ),
        None,
    )


def _is_pooled(part: Part) -> bool:
    return isinstance(part.mark, Place) and isinstance(part.mark.of, Pool)


def _namings(action: type[Action], pieces: Sequence[Any]) -> Iterator[_Naming]:
    hints = get_type_hints(action, include_extras=True)
    for field in msgspec.structs.fields(action):
        hint = _without_none(hints[field.name])
        bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
        is_list = get_origin(bare) is tuple and get_args(bare)[1:] == (Ellipsis,)
        named = get_args(bare)[0] if is_list else hint
        piece = next((each for each in pieces if is_same(named, each) or bare == each), None)
        if piece is not None or (is_same(named, Seat) and not is_list):
            yield _Naming(action, field.name, field.encode_name, piece, is_list)


def _without_none(hint: Any) -> Any:
    some = [each for each in get_args(hint) if each is not NoneType]
    return some[0] if get_origin(hint) in (Union, UnionType) and len(some) == 1 else hint


def _places(parts: _Parts, holder: Any, path: str, seat: Seat | None) -> Iterator[_Lying]:
    """All places of a player or of the middle, those inside of other GameTypes too."""
    for part in _with_places(parts):
        if isinstance(part.mark, Place):
            yield _Lying(f"{path}{part.name}", part, holder, seat)
        else:
            assert part.inner is not None
            yield from _places(part.inner.parts, getattr(holder, part.name), f"{path}{part.name}.", seat)


@cache
def _with_places(parts: _Parts) -> Sequence[Part]:
    """What is a place, or may have one inside. Asked for every Scene: so it is found out once."""
    return [part for part in parts if isinstance(part.mark, Place) or part.inner is not None]


def _zone(place: _Lying, view: Any, picks: _Picks) -> Zone:
    mark = place.mark
    has_keys = _has_unlike_pieces(mark, view)
    return Zone(
        place.id,
        mark.label or _label(place.part.name),
        mark.layout,
        tuple(_piece(place, at, piece, picks, has_keys=has_keys) for at, piece in enumerate(place.pieces)),
        mark.kind,
    )


def _piece(place: _Lying, at: int, piece: Any, picks: _Picks, *, has_keys: bool) -> Piece:
    """A key where the viewer can follow the piece: it sees it, and there is no other like it."""
    if piece == HIDDEN:
        return _BACK
    face = _text(piece)
    pool = place.mark.of
    owner = f"{place.seat}." if isinstance(pool, Pool) and pool.per_seat else ""
    return Piece(
        face,
        is_down=_is_down(place, at),
        key=f"{pool.name}.{owner}{face}" if has_keys and pool is not None else None,
        picks=picks.of_piece(place, piece),
    )


def _is_down(place: _Lying, at: int) -> bool:
    """Whether others see its back: it is open to those who are near alone, and not in a hand."""
    mark = place.mark
    if mark.seen_by == EVERYBODY or mark.layout in _IN_HAND:
        return False
    return not mark.is_up(place.holder, at, len(place.pieces), None)


def _has_unlike_pieces(mark: Place, view: Any) -> bool:
    if not isinstance(mark.of, Pool):
        return False
    return _are_unlike(mark.of) if mark.of.made is None else _all_unlike(mark.of.made(view))


@cache
def _are_unlike(pool: Pool) -> bool:
    return _all_unlike(pool.pieces)


def _all_unlike(pieces: Sequence[Any]) -> bool:
    faces = [_text(piece) for piece in pieces]
    return len(set(faces)) == len(faces)


def _text(value: Any) -> str:
    """A piece in a word: what it is called, or its fields one after the other."""
    if isinstance(value, msgspec.Struct):
        return " ".join(_text(each) for each in msgspec.structs.astuple(value))
    return str(value)


def _facts(parts: _Parts, holder: Any) -> Iterator[Fact]:
    """Numbers and words that everybody sees, and sealed choices as far as the viewer sees them."""
    for part, label in _telling(parts):
        value = getattr(holder, part.name)
        if isinstance(part.mark, Sealed):
            if value is not None and (value != HIDDEN or part.mark.has_trace):
                yield Fact(label, _fact(value))
        elif part.inner is not None:
            yield from _facts(part.inner.parts, value)
        elif _is_fact(value):
            yield Fact(label, value)


@cache
def _telling(parts: _Parts) -> Sequence[tuple[Part, str]]:
    """What may be a fact, or have some inside, each with its label."""
    return [
        (part, part.mark.label or _label(part.name))
        if isinstance(part.mark, Sealed)
        else (part, _label(part.name))
        for part in parts
        if isinstance(part.mark, Sealed)
        or part.inner is not None
        or (part.mark is None and not _is_seat(part.hint))
    ]


def _is_fact(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, str) and value != "")


def _fact(value: Any) -> int | str:
    return value if isinstance(value, int) and not isinstance(value, bool) else _text(value)


def _claims(parts: _Parts, holder: Any) -> Iterator[str]:
    """What is so, by the name of its field: has passed."""
    return (words for name, words in _plain(parts) if getattr(holder, name) is True)


@cache
def _plain(parts: _Parts) -> Sequence[tuple[str, str]]:
    """The fields that everybody sees, in words."""
    return [(part.name, _words(part)) for part in parts if part.mark is None and part.inner is None]


def _roles(parts: _Parts, view: Any, seat: Seat) -> Iterator[str]:
    """What a seat is, where a field may name a seat or nobody; 0 by default would be anybody."""
    return (words for name, words in _naming_a_seat(parts) if getattr(view, name) == seat)


@cache
def _naming_a_seat(parts: _Parts) -> Sequence[tuple[str, str]]:
    """The fields that may name a seat or nobody, in words."""
    return [
        (part.name, _words(part)) for part in parts if _is_seat(part.hint) and not is_same(part.hint, Seat)
    ]


def _words(part: Part) -> str:
    return part.name.replace("_", " ")


def _is_seat(hint: Any) -> bool:
    return is_same(_without_none(hint), Seat)


def _to_act(view: Any) -> frozenset[Seat]:
    return frozenset() if view.phase in (SETUP, OVER) else frozenset(view.to_act())


def _prompt(view: Any, up: frozenset[Seat]) -> str | None:
    if view.phase == OVER:
        winners = [f"{{{seat}}}" for seat in view.winners]
        verb = "[wins|win]" if len(winners) == 1 else "win"
        return f"{' and '.join(winners)} {verb}" if winners else None
    match sorted(up):
        case []:
            return None
        case [seat]:
            return f"{{{seat}}} [is|are] to act"
        case several:
            return f"{len(several)} players are to act"


@cache
def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()
