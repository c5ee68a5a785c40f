"""Marks: what an author writes beside a field. Who may know what is derived from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from rondel.kernel import HOUSE, Viewer
from rondel.kernel.seat import House
from rondel.kit.definition import DefinitionError

HIDDEN: Final = "?"
"""Stands in a View where a piece lies face down or a choice is sealed."""

SeenBy: TypeAlias = Literal["owner", "team", "nobody", "everybody"]
Layout: TypeAlias = Literal["row", "fan", "stack", "pile", "grid", "track"]
Kind: TypeAlias = Literal["card", "disc", "die", "token", "cell"]
FaceUp: TypeAlias = str | Callable[[Any, int, Viewer], bool]

OWNER: Final = "owner"
"""Only the player in front of whom it lies."""

TEAM: Final = "team"
"""The player in front of whom it lies, and its partners: see `State.team`."""

NOBODY: Final = "nobody"
EVERYBODY: Final = "everybody"


@dataclass(frozen=True, kw_only=True, eq=False)
class Pool:
    """Pieces that are always the same ones: a deck, or with `per_seat` one set for each player.

    `made` computes the pieces from a View where they depend on options or on the number of players.
    """

    name: str
    pieces: tuple[Any, ...] = ()
    per_seat: bool = False
    made: Callable[[Any], Sequence[Any]] | None = None

    def all_of(self, view: Any) -> Sequence[Any]:
        """All pieces of it at the table that this View is of."""
        return self.pieces if self.made is None else self.made(view)


@dataclass(frozen=True, kw_only=True, eq=False)
class Dice:
    """Pieces each of which shows one of these faces, independently of all others: dice, coins."""

    name: str
    faces: Sequence[Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Place:
    """The mark of a field in which pieces lie; see `place`."""

    of: Pool | Dice | None = None
    seen_by: SeenBy = EVERYBODY
    face_up: FaceUp | None = None
    may_hold: Callable[[Any, Any], bool] | None = None
    is_sorted: bool = False
    layout: Layout = "row"
    kind: Kind = "card"
    label: str = ""

    def is_up(self, holder: Any, at: int, count: int, viewer: Viewer) -> bool:
        """Whether the piece at this index of `count` lies face up for the viewer, whoever's it is."""
        if self.face_up is None:
            return False
        if not isinstance(self.face_up, str):
            return self.face_up(holder, at, viewer)
        up: int = getattr(holder, self.face_up)
        return up is True or at >= count - up


def place(
    of: Pool | Dice | None = None,
    *,
    seen_by: SeenBy = EVERYBODY,
    face_up: FaceUp | None = None,
    may_hold: Callable[[Any, Any], bool] | None = None,
    is_sorted: bool = False,
    layout: Layout = "row",
    kind: Kind = "card",
    label: str = "",
) -> Place:
    """In a State or Player: pieces lie here. A viewer who may not see them sees how many there are.

    `face_up="turned"` names a field beside it: a number of pieces at the end of the row (the top of a stack)
    that everybody sees, or a bool for all of them. `face_up(holder, index, viewer)` opens single positions,
    where that is not enough. `may_hold(holder, piece)` is False for a piece
    that everybody knows cannot lie here, such as a suit that its player is out of. `is_sorted` where the
    rules keep the pieces sorted, as in a hand: so their order tells nothing, and is imagined so.

    How it is drawn, unless the game has a face of its own: `layout` is "row", "fan" (a hand), "stack" (one on
    the other), "pile" (the top one counts), "grid" or "track" (along a path). `kind` is what a piece is:
    "card", "disc", "die", "token" or "cell". `label` is the title, by default the name of the field.
    """
    _check_word("seen_by", seen_by, SeenBy)
    _check_word("layout", layout, Layout)
    _check_word("kind", kind, Kind)
    if seen_by != EVERYBODY and of is None:
        raise DefinitionError("A hidden place must say which pieces can lie there: place(POOL, ...)")
    if is_sorted and face_up is not None:
        raise DefinitionError(
            "A place cannot be sorted and have single pieces face up: their order would tell"
        )
    return Place(
        of=of,
        seen_by=seen_by,
        face_up=face_up,
        may_hold=may_hold,
        is_sorted=is_sorted,
        layout=layout,
        kind=kind,
        label=label,
    )


def _check_word(what: str, word: str, words: Any) -> None:
    if word not in get_args(words):
        raise DefinitionError(
            f"place(..., {what}={word!r}): there is no such {what}. Say {_either(get_args(words))}"
        )


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(map(repr, words[:-1]))} or {words[-1]!r}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Sealed:
    """The mark of a secret choice; see `sealed`."""

    seen_by: SeenBy = OWNER
    has_trace: bool = True
    opens: Callable[[Any, Viewer], bool] | None = None
    among: Sequence[Any] | Callable[[Any], Sequence[Any]] | None = None
    label: str = ""


def sealed(
    *,
    seen_by: SeenBy = OWNER,
    has_trace: bool = True,
    opens: Callable[[Any, Viewer], bool] | None = None,
    among: Sequence[Any] | Callable[[Any], Sequence[Any]] | None = None,
    label: str = "",
) -> Sealed:
    """In a Player: a choice that its player alone may see. In an Action: a choice that others are not told.

    Others see that a choice was made (that the field is not None); with `has_trace=False` not even that.
    `opens(player, viewer)` says when it may be seen. `among` are the values it may have, or a function of
    the player as a viewer sees it; it can be left out for Literals and for numbers with bounds.
    """
    return Sealed(seen_by=seen_by, has_trace=has_trace, opens=opens, among=among, label=label)


@dataclass(frozen=True)
class NamedPublicly:
    """The mark of a piece that is named in the open; see `named_publicly`."""


def named_publicly() -> NamedPublicly:
    """In an Action: everybody is told this piece."""
    return NamedPublicly()


@dataclass(frozen=True, kw_only=True)
class PrivateTo:
    """The mark of a private field of an Event; see `private_to`."""

    whom: str | House
    is_new: bool = False
    with_team: bool = False


def private_to(whom: str | House, *, is_new: bool = False, with_team: bool = False) -> PrivateTo:
    """In an Event: only the seat in the field called `whom` receives this, or with HOUSE nobody at all.

    `is_new` where even that seat could not know it before: a card it draws, not one it chooses. With
    `with_team` its partners receive it too.
    """
    if with_team and whom is HOUSE:
        raise DefinitionError("The house has no partners: say private_to(HOUSE) without with_team")
    return PrivateTo(whom=whom, is_new=is_new, with_team=with_team)


@dataclass(frozen=True, kw_only=True)
class Revealed:
    """The mark of a field of an Event that reveals; see `revealed`."""

    but: str | None = None


def revealed(*, but: str | None = None) -> Revealed:
    """In an Event: everybody receives this, and it is new to all but the seat in the field called `but`."""
    return Revealed(but=but)


@dataclass(frozen=True)
class Timed:
    """The mark of a moment; see `moment`."""


def moment() -> Timed:
    """In a State: a point in time (Ms or None). It moves when time is given back after an outage."""
    return Timed()


Mark: TypeAlias = Place | Sealed | NamedPublicly | PrivateTo | Revealed | Timed
