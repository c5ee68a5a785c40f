"""Views and events in the words of the documents a game was written from: players by id, not by seat."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Documented:
    """How a viewer's JSON is told in a game's documents.

    All are functions of what the viewer receives anyway and of the players in seat order, so they can show
    nothing more. Players are told by their ids, or by distinct names.
    """

    view: Callable[[Json, Sequence[str]], Json]
    event: Callable[[Json, Sequence[str]], Json]
    is_by_name: bool = False
    state: Callable[[Json, str, Sequence[Any], Sequence[str]], Json] | None = None
    """What a call that asks for the state gets of that view, the table's id and the public events so far."""

    turn: Callable[[Any], int | None] | None = None
    """The number of the turn that a public event submits, for histories by turn."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """The fields that a game's documents call or write otherwise, by their names here."""

    seat: Mapping[str, str]
    """Fields that hold a seat, and what they are called where they hold a player's id."""

    seats: frozenset[str] = frozenset()
    """Fields that hold several seats."""

    records: frozenset[str] = frozenset()
    """Lists in seat order that the documents key by player."""

    cents: frozenset[str] = frozenset()
    """Amounts that the documents write in dollars with two decimals."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    untouched: frozenset[str] = frozenset()


def reworded(value: Any, words: Words, players: Sequence[str]) -> Any:
    """The value with the fields of every object in it called and written as the documents do."""
    if isinstance(value, dict):
        return dict([_field(name, each, words, players) for name, each in value.items()])
    if isinstance(value, list):
        return [reworded(each, words, players) for each in value]
    return value


def _field(name: str, value: Any, words: Words, players: Sequence[str]) -> tuple[str, Any]:
    if name in words.untouched:
        return name, value
    if name in words.seat:
        return words.seat[name], None if value is None else players[value]
    if name in words.seats:
        return name, None if value is None else [players[seat] for seat in value]
    called = words.renamed.get(name, name)
    if name in words.cents:
        return called, dollars(value)
    converted = reworded(value, words, players)
    return called, dict(zip(players, converted, strict=True)) if name in words.records else converted


def dollars(cents: Any) -> Any:
    """An amount, or every amount of a list or record, as a JSON number with two decimals; exact, no float."""
    if isinstance(cents, list):
        return [dollars(each) for each in cents]
    if isinstance(cents, dict):
        return {name: dollars(each) for name, each in cents.items()}
    if cents is None:
        return None
    sign = "-" if cents < 0 else ""
    return msgspec.Raw(f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}".encode())
