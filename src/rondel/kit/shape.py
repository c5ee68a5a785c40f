"""Shapes: the fields of a State with their marks, read once when a game is defined."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from rondel.kernel import Struct, Viewer
from rondel.kit.definition import DefinitionError
from rondel.kit.marks import EVERYBODY, HIDDEN, NOBODY, Mark, Place, Pool, Sealed, Timed
from rondel.kit.structs import Options, Player, State

M = TypeVar("M")

_BARE: Final = (int, str, bool)


@dataclass(frozen=True, kw_only=True, eq=False)
class Part:
    """One field of a Noun: plain, a place, sealed, a moment, or made of parts itself."""

    name: str
    hint: Any
    mark: Place | Sealed | Timed | None = None
    inner: "Shape | None" = None
    is_row: bool = False
    """Whether it is a tuple: of pieces, or of players."""

    piece: Any = None
    """The type of one piece, or of a sealed choice."""

    is_optional: bool = False

    @property
    def can_hide(self) -> bool:
        """Whether some viewer may see less of it than others."""
        if self.inner is not None:
            return self.inner.can_hide
        return isinstance(self.mark, Place | Sealed) and self.mark.seen_by != EVERYBODY


@dataclass(frozen=True, kw_only=True, eq=False)
class Shape:
    """A Noun by its fields, and the type in which a viewer sees it."""

    noun: type[Struct]
    parts: tuple[Part, ...]
    seen: type[Struct]

    @property
    def can_hide(self) -> bool:
        """Whether some viewer may see less of it than others."""
        return any(part.can_hide for part in self.parts)

    def marked(self) -> Iterator[Part]:
        """Every marked field of it and of what is in it."""
        for part in self.parts:
            if part.inner is not None:
                yield from part.inner.marked()
            elif part.mark is not None:
                yield part

    def secrets(self) -> list[Any]:
        """The types of all that may be hidden: pieces in hidden places, sealed choices."""
        return [part.piece for part in self.marked() if part.can_hide]


def shape_of(state: type[State]) -> Shape:
    """The shape of a State; DefinitionError where a mark makes no sense."""
    shape = _shape_of(state, is_player=False)
    names = [part.name for part in shape.parts]
    if "you" in names:
        message = f"{state.__name__}.you is what a View adds: call your field by another name"
        raise DefinitionError(message, state, "you")
    for holder, part in _plain_parts(shape):
        if mentions(part.hint, shape.secrets()):
            raise DefinitionError(
                f"{holder.__name__}.{part.name} holds a piece that may be hidden: "
                f"say place(...) or sealed(...){or_title(part.hint)}",
                holder,
                part.name,
            )
    return shape


def or_title(hint: Any) -> str:
    """What else helps where a number was taken for a piece: types with equal bounds are equal."""
    metas = [about for about in get_args(hint)[1:] if isinstance(about, Meta)]
    if get_origin(hint) is not Annotated or any(meta.title is not None for meta in metas):
        return ""
    return ", or tell two types with equal bounds apart by a title: Meta(..., title=...)" if metas else ""


def mark_of(hint: Any, kinds: type[M] | tuple[type[M], ...]) -> M | None:
    """The mark of one of these kinds beside a field, if it has one."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, kinds)), None)


def any_mark(hint: Any) -> Mark | None:
    """The mark beside a field, whatever it is."""
    return mark_of(hint, get_args(Mark))


def mentions(hint: Any, pieces: list[Any]) -> bool:
    """Whether a type is one of these, or is made of one of them."""
    if any(is_same(hint, piece) for piece in pieces):
        return True
    inside = get_args(hint)[:1] if get_origin(hint) is Annotated else get_args(hint)
    return get_origin(hint) is not Literal and any(mentions(each, pieces) for each in inside)


def is_same(hint: Any, piece: Any) -> bool:
    """Equal, or the piece with more written beside it."""
    if get_origin(hint) is Annotated and get_origin(piece) is Annotated:
        (one, *about), (other, *wanted) = get_args(hint), get_args(piece)
        return bool(one == other and about[: len(wanted)] == wanted)
    return bool(hint == piece)


def domain(piece: Any) -> list[Any]:
    """All values of a small type; none where it does not say them."""
    if get_origin(piece) is Literal:
        return list(get_args(piece))
    for about in get_args(piece)[1:]:
        if isinstance(about, Meta) and isinstance(about.ge, int) and isinstance(about.le, int):
            return list(range(about.ge, about.le + 1))
    return []


def _plain_parts(shape: Shape) -> Iterator[tuple[type[Struct], Part]]:
    """All that everybody sees, except what was agreed before play."""
    for part in shape.parts:
        if part.inner is not None and not issubclass(part.inner.noun, Options):
            yield from _plain_parts(part.inner)
        elif part.inner is None and part.mark is None:
            yield shape.noun, part


def _shape_of(noun: type[Struct], *, is_player: bool) -> Shape:
    hints = get_type_hints(noun, include_extras=True)
    fields = msgspec.structs.fields(noun)
    parts = tuple(_part(noun, field.name, hints[field.name], is_player=is_player) for field in fields)
    for part in parts:
        _check_face_up(noun, part, {part.name: part for part in parts})
    is_root = issubclass(noun, State)
    if not is_root and not any(part.can_hide for part in parts):
        return Shape(noun=noun, parts=parts, seen=noun)
    seen: Any = msgspec.defstruct(
        "View" if is_root else f"Seen{noun.__name__}",
        [*((part.name, _seen_hint(part)) for part in parts), *([("you", Viewer)] if is_root else [])],
        bases=(noun,),
        namespace={"__doc__": noun.__doc__},
        frozen=True,
    )
    return Shape(noun=noun, parts=parts, seen=seen)


def _part(noun: type[Struct], name: str, hint: Any, *, is_player: bool) -> Part:
    where = f"{noun.__name__}.{name}"
    mark = any_mark(hint)
    if mark is not None and not isinstance(mark, Place | Sealed | Timed):
        message = f"{where} is part of a State, where {_spelled(mark)}(...) says nothing"
        raise DefinitionError(message, noun, name)
    if isinstance(mark, Place | Sealed):
        part = _marked(name, hint, mark)
        if (why := _why_unfit(part, is_player=is_player)) is not None:
            raise DefinitionError(f"{where} {why}", noun, name)
        return part
    if isinstance(mark, Timed):
        return Part(name=name, hint=hint, mark=mark)
    return _unmarked(noun, name, hint, is_player=is_player)


def _spelled(mark: Mark) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(mark).__name__).lower()


def _unmarked(noun: type[Struct], name: str, hint: Any, *, is_player: bool) -> Part:
    """A plain field, the row of players, or a Noun with parts of its own."""
    bare = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    args = get_args(bare)
    if get_origin(bare) is tuple and len(args) == 2 and _is_noun(args[0], Player):
        if name != "players":
            message = f"{noun.__name__}.{name} is a second row of players; only `players` goes by seats"
            raise DefinitionError(message, noun, name)
        return Part(name=name, hint=hint, inner=_shape_of(args[0], is_player=True), is_row=True)
    if _is_noun(bare, Struct):
        return Part(name=name, hint=hint, inner=_shape_of(bare, is_player=is_player))
    if any(_has_marks(inside) for inside in _nouns_in(bare)):
        why = "has marked fields where no View can be made: use a Noun or a tuple of pieces"
        raise DefinitionError(f"{noun.__name__}.{name} {why}", noun, name)
    return Part(name=name, hint=hint)


def _marked(name: str, hint: Any, mark: Place | Sealed) -> Part:
    bare = _without_marks(hint)
    args = get_args(bare)
    if get_origin(bare) is tuple and len(args) == 2 and args[1] is Ellipsis:
        return Part(name=name, hint=hint, mark=mark, is_row=True, piece=args[0])
    if get_origin(bare) in (Union, UnionType) and NoneType in args:
        some = tuple(each for each in args if each is not NoneType)
        piece = some[0] if len(some) == 1 else Union[some]  # noqa: UP007 - made at run time
        return Part(name=name, hint=hint, mark=mark, piece=piece, is_optional=True)
    return Part(name=name, hint=hint, mark=mark, piece=bare)


def _without_marks(hint: Any) -> Any:
    bare, *about = get_args(hint)
    rest = tuple(each for each in about if not isinstance(each, get_args(Mark)))
    return Annotated[(bare, *rest)] if rest else bare


def _why_unfit(part: Part, *, is_player: bool) -> str | None:
    """Why a marked field cannot be as it is; None if it can."""
    mark = part.mark
    assert isinstance(mark, Place | Sealed)
    if not part.can_hide:
        return None
    if part.piece in _BARE:
        kind = part.piece.__name__
        return f"hides a bare {kind}: give it a type of its own, so that a leak can be seen"
    if isinstance(part.piece, type) and issubclass(part.piece, Enum):
        return f"hides an Enum, which has no face for {HIDDEN!r}: use a Literal"
    if not is_player and mark.seen_by != NOBODY:
        return "has no owner: only what lies in front of a player can be seen by one"
    is_per_seat = isinstance(mark, Place) and isinstance(mark.of, Pool) and mark.of.per_seat
    if is_per_seat and not is_player:
        return "holds pieces of a pool per seat, and lies in front of nobody"
    if isinstance(mark, Sealed) and mark.among is None and not domain(part.piece):
        return "does not say among which values it is chosen: say sealed(among=...)"
    return None


def _check_face_up(noun: type[Struct], part: Part, beside: Mapping[str, Part]) -> None:
    if not (isinstance(part.mark, Place) and isinstance(part.mark.face_up, str)):
        return
    field = beside.get(part.mark.face_up)
    if field is None or field.mark is not None or field.hint not in (int, bool):
        raise DefinitionError(
            f"{noun.__name__}.{part.name} lies face up by {part.mark.face_up!r}, "
            "which must be a field beside it that everybody sees, an int or a bool",
            noun,
            part.name,
        )


def _is_noun(hint: Any, base: type[Struct]) -> bool:
    return isinstance(hint, type) and issubclass(hint, base)


def _nouns_in(hint: Any) -> Iterator[type[Struct]]:
    if _is_noun(hint, Struct):
        yield hint
    for each in get_args(hint):
        yield from _nouns_in(each)


def _has_marks(noun: type[Struct]) -> bool:
    hints = get_type_hints(noun, include_extras=True)
    return any(any_mark(hint) is not None for hint in hints.values())


def _seen_hint(part: Part) -> Any:
    """The type of a field in a View: as it is, or with holes."""
    if part.inner is not None:
        seen = part.inner.seen
        return tuple[seen, ...] if part.is_row else seen  # type: ignore[valid-type]
    if not isinstance(part.mark, Place | Sealed):
        return part.hint
    piece = _holed(part.piece) if part.can_hide else part.piece
    kind: Any = piece
    if part.is_row:
        kind = tuple[piece, ...]  # type: ignore[valid-type]
    elif part.is_optional:
        kind = Union[piece, None]  # noqa: UP007 - made at run time
    label = part.mark.label or part.name.replace("_", " ").capitalize()
    return Annotated[kind, Meta(title=label, extra_json_schema={"x-place": _about(part)})]


def _about(part: Part) -> dict[str, str]:
    """What a client may know about a place, for drawing it."""
    mark = part.mark
    if isinstance(mark, Place):
        return {"seenBy": mark.seen_by, "layout": mark.layout, "kind": mark.kind}
    assert isinstance(mark, Sealed)
    return {"seenBy": mark.seen_by}


def _holed(piece: Any) -> Any:
    """The type of a piece, or of what stands there where it is not seen."""
    if get_origin(piece) is Literal:
        return Literal[(*get_args(piece), HIDDEN)]
    bare = get_args(piece)[0] if get_origin(piece) is Annotated else piece
    return str if bare is str else Union[piece, Literal[HIDDEN]]  # noqa: UP007 - made at run time
