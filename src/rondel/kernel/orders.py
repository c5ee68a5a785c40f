"""Standing orders: what a seat decides now for a moment to come, from what it knows alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Known = TypeVar("Known")
Action = TypeVar("Action")


@dataclass(frozen=True, kw_only=True, slots=True)
class Orders(Generic[Known, Action]):
    """The orders of a game: GameTypes that name the position they are made for.

    `offers` are those that a seat may give now. `holds` says whether the position an order was made for is
    still there. `action` is what it does now, one of `legal`; None while it waits. An order ends with the
    first action made by it, unless `is_lasting`.
    """

    offers: Callable[[Known], Sequence[Any]]
    holds: Callable[[Known, Any], bool]
    action: Callable[[Known, Any], Action | None]
    is_lasting: Callable[[Any], bool] = lambda _: False
