"""Scene: a table as any screen can draw it, made of one viewer's View alone, so that it can show no more."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from rondel.kernel.noun import Noun

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


class Piece(Noun, omit_defaults=True):
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


class Zone(Noun, omit_defaults=True):
    """A place for pieces. `count` where there are more than are shown; `picks` for the place as a whole."""

    id: str
    label: str = ""
    layout: Layout = "row"
    pieces: tuple[Piece, ...] = ()
    kind: Kind = "card"
    count: int | None = None
    picks: tuple[Pick, ...] = ()
    columns: int | None = None


class Fact(Noun, omit_defaults=True):
    """A number or a word to show; `of` is how many there can be."""

    label: str
    value: int | str
    of: int | None = None


class Area(Noun, omit_defaults=True):
    """What belongs to a seat, or to nobody: the middle."""

    zones: tuple[Zone, ...] = ()
    facts: tuple[Fact, ...] = ()
    marks: tuple[str, ...] = ()
    picks: tuple[Pick, ...] = ()
    is_turn: bool = False
    is_out: bool = False


class Scene(Noun, omit_defaults=True):
    """All that is drawn: an area for each seat, one in the middle, what is asked, as `phrase` reads it."""

    seats: tuple[Area, ...] = ()
    middle: Area = Area()
    prompt: str | None = None


class Move(Noun, omit_defaults=True):
    """A piece that went from one zone to another, where two Scenes do not show it."""

    from_zone: str
    to_zone: str
    from_at: int | None = None
    to_at: int | None = None


class Look(Noun, omit_defaults=True):
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
    one of them, if the player wants that.
    """

    scene: Callable[[View], Scene]
    looks: Mapping[str, Look] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    moves: Callable[[Event], Sequence[Move]] = field(default=lambda _: ())
    big: frozenset[str] = frozenset()

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
