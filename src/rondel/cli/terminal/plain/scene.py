"""A Scene as text: what lies where, in colours, and what of it can be pressed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from textual.content import Content

from rondel.cli.terminal.plain.wording import Wording
from rondel.cli.terminal.screen import plain
from rondel.kernel import Area, Piece, Scene, Seat, Zone
from rondel.kernel.scene import Kind, Tone
from rondel.wire.choose import Offer

Place: TypeAlias = tuple[str, int]
"""A piece by its zone's id and its place there; a zone by its id and WHOLE; an area by its name and WHOLE."""

WHOLE: Final = -1
LONG: Final = 30

Keys: TypeAlias = Mapping[Place, int]
"""The lines of the list that stand for things of the Scene."""

_STYLES: Final[Mapping[Tone, str]] = {
    "red": "#ef7f78",
    "green": "#6cc08b",
    "blue": "#86b6ec",
    "gold": "#e8b64c",
    "violet": "#b79ae8",
    "light": "bold",
}
_DICE: Final = {str(number): f"{pips} {number}" for number, pips in enumerate("⚀⚁⚂⚃⚄⚅", 1)}
_KEY: Final = "bold #e8b64c"


class Press(NamedTuple):
    """A thing that can be pressed: where it is drawn, what it is called, and what it stands for."""

    place: Place
    name: str
    offer: Offer


def presses(scene: Scene, words: Wording) -> tuple[Press, ...]:
    """All that can be pressed, each by another name: of the other seats, the middle, the viewer."""
    found = list(_presses(scene, words))
    twice = Counter(name for _, name, _, _ in found)
    return tuple(
        Press(place, name if twice[name] == 1 and not name.startswith("##") else f"{where}{name}", offer)
        for place, name, where, offer in found
    )


def _presses(scene: Scene, words: Wording) -> Iterator[tuple[Place, str, str, Offer]]:
    """Each with a place to tell it from others of its name."""
    for area, seat in _areas(scene, words):
        owner = "" if seat is None else words.who(seat)
        if area.picks:
            yield (owner, WHOLE), owner or "The table", "", area.picks
        for zone in area.zones:
            label = words.label(zone.label or zone.id)
            where = label if seat in (None, words.you) else f"{owner}, {label}"
            if zone.picks:
                yield (zone.id, WHOLE), label, "" if seat is None else f"{owner}, ", zone.picks
            for at, piece in enumerate(zone.pieces):
                if piece.picks:
                    yield (zone.id, at), words.piece(piece), f"{where} {at + 1}: ", piece.picks


def drawn(scene: Scene, words: Wording, keys: Keys) -> Content:
    """The seats, the viewer's own last of them, then the middle."""
    lines = [line for area, seat in _areas(scene, words) for line in _area(area, seat, words, keys)]
    return Content("\n").join(lines)


def _areas(scene: Scene, words: Wording) -> Iterator[tuple[Area, Seat | None]]:
    """The others in their order, what belongs to nobody, and last the viewer's own, nearest to the list."""
    for seat, area in enumerate(scene.seats):
        if seat != words.you:
            yield area, seat
    yield scene.middle, None
    if words.you is not None and words.you < len(scene.seats):
        yield scene.seats[words.you], words.you


def _area(area: Area, seat: Seat | None, words: Wording, keys: Keys) -> Iterator[Content]:
    title = "Table" if seat is None else words.who(seat)
    zones = [_zone(zone, words, keys) for zone in area.zones]
    facts = [f"{words.label(fact.label)}: {_value(fact.value, words)}{_of(fact.of)}" for fact in area.facts]
    marks = [words.label(mark) for mark in area.marks]
    if not (zones or facts or marks or area.is_turn or area.is_out):
        return
    turn, out = ["to act"] * area.is_turn, ["out"] * area.is_out
    head = Content.assemble(
        *_key(keys, ("" if seat is None else title, WHOLE)),
        ("▶ " if area.is_turn else "", _KEY),
        (title, "bold"),
        (", ".join(["", *turn, *out, *marks]), "bold" if marks else ""),
    )
    yield head
    short = [fact for fact in facts if len(fact) <= LONG]
    if short:
        yield Content(f"  {' · '.join(short)}")
    yield from (Content(f"  {fact}") for fact in facts if len(fact) > LONG)
    yield from zones


def _value(value: int | str, words: Wording) -> str:
    return words.label(value) if isinstance(value, str) else str(value)


def _of(most: int | None) -> str:
    return "" if most is None else f" of {most}"


def _key(keys: Keys, place: Place) -> list[tuple[str, str]]:
    return [(f"{keys[place]}▸", _KEY)] if place in keys else []


def _zone(zone: Zone, words: Wording, keys: Keys) -> Content:
    """`Stack: rose · ## · and 3 more`; a grid has its rows below its name."""
    shown = [
        Content.assemble(*_key(keys, (zone.id, at)), *_piece(piece, zone.kind, words))
        for at, piece in enumerate(zone.pieces)
    ]
    more = 0 if zone.count is None else zone.count - len(shown)
    if more > 0:
        shown.append(Content(f"and {more} more" if shown else str(more)))
    label = words.label(zone.label or zone.id)
    head = Content.assemble("  ", *_key(keys, (zone.id, WHOLE)), f"{label}: ")
    if zone.layout == "grid" and zone.columns and zone.kind == "cell":
        return Content("\n").join([head, *_rows(shown, zone.columns)])
    if zone.layout == "grid" and zone.columns:
        rows = [shown[at : at + zone.columns] for at in range(0, len(shown), zone.columns)]
        return head + Content("  /  ").join(Content(" ").join(row) for row in rows)
    gap = "  " if zone.kind == "card" else " · "
    return head + (Content(gap).join(shown) if shown else Content("empty"))


def _rows(shown: Sequence[Content], columns: int) -> Iterable[Content]:
    width = max((each.cell_length for each in shown), default=0)
    for at in range(0, len(shown), columns):
        row = [each.pad_right(width - each.cell_length) for each in shown[at : at + columns]]
        yield Content("    ") + Content("  ").join(row)


def _piece(piece: Piece, kind: Kind, words: Wording) -> list[tuple[str, str]]:
    name, look = words.piece(piece), words.look(piece.face)
    kind = piece.kind or kind
    if kind == "card":
        name = f"[{name}]"
    elif kind == "die":
        name = _DICE.get(name, name)
    tone: Tone | None = piece.tone or (None if look is None else look.tone)
    style = "dim" if piece.face is None and piece.label is None else _STYLES.get(tone or "plain", "")
    mark = "" if piece.mark is None else f" {plain(words.label(piece.mark))}"
    return [(_unbroken(name), style), (_unbroken(mark), "")]


def _unbroken(text: str) -> str:
    """With spaces at which no line is broken, if there is room for it in any line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}") if len(text) < LONG else text
