"""A game's own sentences for actions and events, filled in for one viewer."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from rondel.kernel.phrase import fill, is_seat_field, phrase
from rondel.kernel.scene import PieceStyle
from rondel.kernel.seat import Seat, Viewer

_SUITS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", None: ""}


class Sentences:
    """The words of a Face in one language, as one viewer reads them.

    `TAG` is a sentence; `TAG field=value` is the one for actions or events whose field has this value, or the
    value of the other field that is named there. `field=value` is what a value is called. `field` is a
    sentence for an object, or for each element of a list of objects. An object with `rank` and `suit` is a
    playing card.
    """

    def __init__(
        self,
        words: Mapping[str, str],
        looks: Mapping[str, PieceStyle],
        *,
        you: Viewer,
        name: Callable[[Seat], str],
        plain: Callable[[str, Any], str],
        self_name: str = "you",
    ) -> None:
        self._words = words
        self._looks = looks
        self._you = you
        self._name = name
        self._plain = plain
        self._self_name = self_name

    def of(self, tag: str, fields: Mapping[str, Any]) -> str | None:
        """The sentence; None where the game has none, "" where it is silent on purpose."""
        text = self._form(tag, fields, fields)
        return None if text is None else self.fill(text, fields)

    def fill(self, text: str, fields: Mapping[str, Any]) -> str:
        """The text with the values of these fields in its gaps."""
        values = self._values(fields, fields)
        return phrase(text, values, you=self._you, name=self._name, self_name=self._self_name)

    def _form(self, key: str, fields: Mapping[str, Any], around: Mapping[str, Any]) -> str | None:
        for each, text in self._words.items():
            start, _, condition = each.partition(" ")
            if start == key and "=" in condition and _holds(condition, fields, around):
                return text
        return self._words.get(key)

    def _values(self, fields: Mapping[str, Any], around: Mapping[str, Any]) -> dict[str, Any]:
        return {field: self._value(field, value, around) for field, value in fields.items()}

    def _value(self, field: str, value: Any, around: Mapping[str, Any]) -> Any:
        if value is None or (is_seat_field(field) and isinstance(value, int)):
            return value
        if isinstance(value, list) and value:
            return ", ".join(str(self._value(field, each, around)) for each in value)
        if isinstance(value, dict):
            return self._object(field, value, around)
        if (named := self._words.get(f"{field}={_literal(value)}")) is not None:
            return named
        if isinstance(value, str) and value in self._looks:
            return self._looks[value].label
        return value if isinstance(value, int) and not isinstance(value, bool) else self._plain(field, value)

    def _object(self, field: str, value: Mapping[str, Any], around: Mapping[str, Any]) -> str:
        if value.keys() >= {"rank", "suit"}:
            return "Joker" if value["suit"] is None else f"{value['rank']}{_SUITS[value['suit']]}"
        text = self._form(field, value, around)
        if text is None:
            return self._plain(field, value)
        is_you = self._you is not None and around.get("seat") == self._you
        return fill(
            text,
            self._values(value, around),
            you=self._you,
            name=self._name,
            self_name=self._self_name,
            is_you=is_you,
        )


def _holds(condition: str, fields: Mapping[str, Any], around: Mapping[str, Any]) -> bool:
    field, _, wanted = condition.partition("=")
    if field not in fields:
        return False
    return _literal(fields[field]) == wanted or (wanted in around and fields[field] == around[wanted])


def _literal(value: Any) -> str:
    """A value as it is written in JSON, without quotation marks."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
