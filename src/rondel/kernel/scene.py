"""Scene: a table as any screen can draw it, made of one viewer's View alone, so that it can show no more."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from rondel.kernel.seat import Ms
from rondel.kernel.struct import Struct

View = TypeVar("View")
Event = TypeVar("Event")

Kind: TypeAlias = Literal["card", "disc", "die", "token", "cell"]
Layout: TypeAlias = Literal["row", "fan", "stack", "pile", "grid", "track"]
Tone: TypeAlias = Literal["plain", "red", "green", "blue", "gold", "violet", "dark", "light", "seat"]

PICTURES: Final = (
    "anchor",
    "bolt",
    "coin",
    "crown",
    "drop",
    "eye",
    "flame",
    "flower",
    "gem",
    "heart",
    "key",
    "leaf",
    "moon",
    "mountain",
    "shield",
    "ship",
    "skull",
    "snow",
    "star",
    "sun",
    "sword",
    "thorn",
    "tower",
    "tree",
)
"""The pictures that a Look may name; web/src/faces/generic/Art.tsx draws them."""

_PATH: Final = re.compile(r"\s*[Mm][\d\s.,eE+\-MmLlHhVvCcSsQqTtAaZz]{1,4000}")

Pick: TypeAlias = Mapping[str, Any]
"""What pressing a thing may mean: fields of an Action as on the wire, `type` among them. It narrows `legal`.

`slots[]` is one element of the list `slots`. Several picks are alternatives.
"""


class Piece(Struct, omit_defaults=True):
    """One thing that lies somewhere, face down without a face; a key only if the viewer can follow it."""

    face: str | None = None
    is_down: bool = False
    """It lies face down, though this viewer knows what it is."""

    key: str | None = None
    label: str | None = None
    tone: Tone | None = None
    kind: Kind | None = None
    picks: tuple[Pick, ...] = ()
    mark: str | None = None
    """What is so of it; a look of this name may give it a picture."""

    until: Ms | None = None
    """When its face goes out of sight, whatever the server says then."""


class Zone(Struct, omit_defaults=True):
    """A place for pieces. `count` where there are more than are shown; `picks` for the place as a whole."""

    id: str
    label: str = ""
    layout: Layout = "row"
    pieces: tuple[Piece, ...] = ()
    kind: Kind = "card"
    count: int | None = None
    picks: tuple[Pick, ...] = ()
    columns: int | None = None


class Fact(Struct, omit_defaults=True):
    """A number or a word to show; `of` is how many there can be."""

    label: str
    value: int | str
    of: int | None = None


class Area(Struct, omit_defaults=True):
    """What belongs to a seat, or to nobody: the middle."""

    zones: tuple[Zone, ...] = ()
    facts: tuple[Fact, ...] = ()
    marks: tuple[str, ...] = ()
    picks: tuple[Pick, ...] = ()
    is_turn: bool = False
    is_out: bool = False


class Dialog(Struct, omit_defaults=True):
    """A choice or a look that stands before the table until it is over, and blocks everything else.

    Its title is the prompt of the Scene. `zones` are those of the table, by their ids, that are shown in it;
    whatever else can be done is a button. A player may choose in the settings to choose on the table instead.
    """

    zones: tuple[str, ...] = ()
    plays: Pick | None = None
    """The move that the screen makes alone when it opens, because there is nothing to choose."""


class Scene(Struct, omit_defaults=True):
    """All that is drawn: an area for each seat, one in the middle, what is asked, as `phrase` reads it.

    `until` is when that is over, where it is not the table's next deadline.
    """

    seats: tuple[Area, ...] = ()
    middle: Area = Area()
    prompt: str | None = None
    until: Ms | None = None
    dialog: Dialog | None = None


class Move(Struct, omit_defaults=True):
    """A piece that went from one zone to another, where two Scenes do not show it."""

    from_zone: str
    to_zone: str
    from_at: int | None = None
    to_at: int | None = None


class PieceStyle(Struct, omit_defaults=True):
    """How a face is drawn wherever it lies: a word, a picture, a tone.

    `art` is one of PICTURES, or the path of an SVG in a square of 24 by 24: "M4 4h16v16H4z".
    """

    label: str
    art: str | None = None
    tone: Tone | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Face(Generic[View, Event]):
    """What a game looks like.

    `looks` are by face, `words` by language and by the tag of an action or event: sentences that `phrase`
    reads. Another language may also have words for what a Scene says, by its own text: labels, marks, facts,
    labels of looks, and prompts with `{seat}` for the number of a seat. `moves` is called only with events
    that the viewer hears. `big` are the tags of actions on which much depends: a screen asks once more before
    one of them, if the player wants that. With `is_on_request` a server sends Scenes only to clients that ask
    for them: the browser has a board for this game that does not need them. `tell` is a sentence for an
    action or event of which the words say nothing, in English, for screens that run Python; like `moves` it
    is given only what the viewer hears.
    """

    scene: Callable[[View], Scene]
    looks: Mapping[str, PieceStyle] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    moves: Callable[[Event], Sequence[Move]] = field(default=lambda _: ())
    big: frozenset[str] = frozenset()
    is_on_request: bool = False
    tell: Callable[[Any], str | None] | None = None

    def __post_init__(self) -> None:
        """TypeError where a look names a picture or a tone that there is not."""
        for face, look in self.looks.items():
            if look.art is not None and look.art not in PICTURES and not _PATH.fullmatch(look.art):
                raise TypeError(
                    f"The look of {face!r} has the art {look.art!r}, which is neither the path of an SVG nor "
                    f"the name of a picture: {', '.join(PICTURES)}"
                )
            if look.tone is not None and look.tone not in get_args(Tone):
                raise TypeError(
                    f"The look of {face!r} has the tone {look.tone!r}. Tones: {', '.join(get_args(Tone))}"
                )


def picks_in(scene: Scene) -> Iterator[Pick]:
    """Every pick that a Scene names."""
    for area in (*scene.seats, scene.middle):
        yield from area.picks
        for zone in area.zones:
            yield from zone.picks
            for piece in zone.pieces:
                yield from piece.picks
