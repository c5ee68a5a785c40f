"""Frames: `{"type": TAG, "payload": {...}}`, one generated Struct per tag."""

from collections.abc import Mapping, Sequence
from typing import Any, Union, get_args

import msgspec

from rondel.kernel import AnyGame, ReturnTime, Struct, TakeBack, TimeReturned, Undone
from rondel.kernel import tag_of as tag_of


def members(union: Any) -> tuple[type[Struct], ...]:
    """The GameTypes of a union, or the one Noun."""
    return get_args(union) or (union,)


class Frames:
    """The frames of one union of GameTypes."""

    def __init__(
        self, game_types: Sequence[type[Struct]], *, dated: bool = False, payloads: Mapping[type, Any]
    ) -> None:
        dates: list[Any] = [("version", int), ("at", int)] if dated else []
        self.by_noun: dict[type[Struct], type[msgspec.Struct]] = {
            noun: _frame(noun, dates, payloads.get(noun, noun)) for noun in game_types
        }
        self.noun_by_tag = {tag_of(noun): noun for noun in game_types}
        self.union: Any = Union[tuple(self.by_noun.values())]  # noqa: UP007 - made at run time

    def wrap(self, noun: Any, *dates: int) -> msgspec.Struct:
        """The frame around a Noun, with version and time where the frames are dated."""
        return self.by_noun[type(noun)](*dates, noun)


def names_in(noun: type[Struct]) -> str:
    """The fields of an action or event as they travel, in a sentence."""
    return ", ".join(noun.__struct_encode_fields__) or "none"


def _frame(noun: type[Struct], dates: list[Any], payload: Any) -> type[msgspec.Struct]:
    """A missing payload equals {}: it has a default where every field of the Noun has one."""
    lacks_nothing = payload is not str and not any(field.required for field in msgspec.structs.fields(noun))
    field: Any = ("payload", payload)
    if lacks_nothing:
        field = (*field, msgspec.field(default_factory=noun))
    return msgspec.defstruct(
        f"{noun.__name__}Frame",
        [*dates, field],
        tag_field="type",
        tag=tag_of(noun),
        frozen=True,
        forbid_unknown_fields=True,
    )


def action_frames(game: AnyGame) -> Frames:
    """Actions as the journal keeps them, the table's own TAKE_BACK and RETURN_TIME among them."""
    return Frames((*members(game.types.action), TakeBack, ReturnTime), payloads={})


def player_action_frames(game: AnyGame) -> Frames:
    """Actions as a player sends them: some payloads are text; TAKE_BACK where the game has undo."""
    texts = {noun: (noun | str if text.accepts_fields else str) for noun, text in game.parse.items()}
    own = () if game.undo is None else (TakeBack,)
    return Frames((*members(game.types.action), *own), payloads=texts)


def event_frames(game: AnyGame, *, dated: bool) -> Frames:
    """Events as the journal keeps them, or dated, as viewers receive them; the table's own among them."""
    return Frames((*members(game.types.event), Undone, TimeReturned), dated=dated, payloads={})
