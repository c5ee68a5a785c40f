"""What else is counted in a game: events of one kind, or what a field of them says."""

from collections.abc import Iterable
from typing import Any

from rondel.kernel import AnyGame, Struct
from rondel.wire.tagged import members, tag_of


class MeasureNotFoundError(LookupError):
    """No event of the game has this."""


class Measure(Struct):
    """An event by its tag, and perhaps one of its fields as it is called in JSON."""

    tag: str
    field: str | None = None

    def of(self, events: Iterable[Any]) -> int:
        """How many such events there are; how many items the lists have; the last of the numbers."""
        found = [event for event in events if tag_of(type(event)) == self.tag]
        if self.field is None:
            return len(found)
        values = [getattr(event, _attribute(type(event), self.field)) for event in found]
        if all(isinstance(value, int) for value in values):
            return values[-1] if values else 0
        return sum(len(value) for value in values)


def measure_of(game: AnyGame, text: str) -> Measure:
    """`TAG` or `TAG.field` of an event of the game."""
    tag, _, field = text.partition(".")
    events = {tag_of(noun): noun for noun in members(game.types.event)}
    if tag not in events:
        raise MeasureNotFoundError(f"{game.title} has no event {tag}. It has: {', '.join(sorted(events))}.")
    if field and field not in events[tag].__struct_encode_fields__:
        fields = ", ".join(events[tag].__struct_encode_fields__)
        raise MeasureNotFoundError(f"{tag} has no field {field}. It has: {fields}.")
    return Measure(tag, field or None)


def _attribute(noun: type[Struct], field: str) -> str:
    names = zip(noun.__struct_encode_fields__, noun.__struct_fields__, strict=True)
    return dict(names)[field]
