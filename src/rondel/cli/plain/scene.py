"""A game's own face as text: what lies where, and its own sentences for actions and events."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rondel.cli.plain.words import value_text, who
from rondel.cli.terminal import plain
from rondel.kernel import AnyGame, Area, Look, Piece, Scene, Viewer, Zone, phrase

LANGUAGE: Final = "en"
DOWN: Final = "##"
"""A piece that lies face down."""


def sentence(game: AnyGame, tag: str, fields: Mapping[str, Any], you: Viewer) -> str | None:
    """What the game says of an action or event of this kind; None where it says nothing, `` for silence."""
    text = None if game.face is None else game.face.words.get(LANGUAGE, {}).get(tag)
    return None if text is None else _said(game, text, fields, you)


def scene_lines(game: AnyGame, scene: Scene, you: Viewer) -> list[str]:
    """What is asked, the seats in their order, then the middle."""
    assert game.face is not None
    looks = game.face.looks
    prompt = [] if scene.prompt is None else [_said(game, scene.prompt, {}, you)]
    seats = [line for seat, area in enumerate(scene.seats) for line in _area(area, who(seat, you), looks)]
    return [*prompt, *seats, *_area(scene.middle, "In the middle", looks)]


def _said(game: AnyGame, text: str, fields: Mapping[str, Any], you: Viewer) -> str:
    assert game.face is not None
    told = {name: _value(value, game.face.looks, you) for name, value in fields.items()}
    return plain(phrase(text, told, you=you, name="Seat {}".format))


def _value(value: Any, looks: Mapping[str, Look], you: Viewer) -> Any:
    if isinstance(value, str) and value in looks:
        return looks[value].label
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if value is None or is_number else value_text(value, you)


def _area(area: Area, title: str, looks: Mapping[str, Look]) -> Iterator[str]:
    turn, out = (", to act" if area.is_turn else ""), (", out" if area.is_out else "")
    lines = [f"  {_zone(zone, looks)}" for zone in area.zones]
    lines += [f"  {plain(fact.label)}: {plain(str(fact.value))}{_of(fact.of)}" for fact in area.facts]
    if lines or area.marks or turn or out:
        yield f"{title}{turn}{out}{''.join(f', {plain(mark)}' for mark in area.marks)}"
        yield from lines


def _of(most: int | None) -> str:
    return "" if most is None else f" of {most}"


def _zone(zone: Zone, looks: Mapping[str, Look]) -> str:
    """`Stack: rose, ##, and 3 more`."""
    shown = [_piece(piece, looks) for piece in zone.pieces]
    more = 0 if zone.count is None else zone.count - len(shown)
    if more > 0:
        shown.append(f"and {more} more" if shown else str(more))
    return f"{plain(zone.label or zone.id)}: {', '.join(shown) or 'empty'}"


def _piece(piece: Piece, looks: Mapping[str, Look]) -> str:
    mark = "" if piece.mark is None else f" {plain(piece.mark)}"
    if piece.face is None:
        return f"{plain(piece.label or DOWN)}{mark}"
    name = piece.label or (looks[piece.face].label if piece.face in looks else piece.face)
    return f"({plain(name)}){mark}" if piece.is_down else f"{plain(name)}{mark}"
