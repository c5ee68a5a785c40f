"""Who acts, who watches, and who an event is for."""

from enum import Enum
from typing import Annotated, Final, Literal, TypeAlias

from rondel.kernel.struct import Struct

Seat: TypeAlias = Annotated[int, "a seat"]
"""An index at a table, from 0. What is read of types can tell it from other numbers."""

Viewer: TypeAlias = Seat | None
"""Who looks: a seat, or None for a spectator."""

Ms: TypeAlias = int
"""Milliseconds since 1970 UTC, or a span of them."""


class House(Enum):
    """The type of HOUSE."""

    HOUSE = "house"


class Everyone(Enum):
    """The type of EVERYONE."""

    EVERYONE = "everyone"


HOUSE: Final = House.HOUSE
"""The table itself: it acts when a deadline falls due, and it alone receives house events."""

EVERYONE: Final = Everyone.EVERYONE
"""All seats and all spectators."""

Actor: TypeAlias = Seat | House
Audience: TypeAlias = Everyone | Seat | House | frozenset[Seat]
"""Who an event is for: all, one seat, several seats, or the house alone."""


class SeatSpec(Struct):
    """Who sits in a seat, as far as rules may know it; the name belongs to the table, not to the game."""

    kind: Literal["human", "bot"] = "human"
    level: str | None = None


def observes(viewer: Viewer, audience: Audience) -> bool:
    """Whether an event for `audience` reaches `viewer`."""
    if audience is HOUSE:
        return False
    if isinstance(audience, frozenset):
        return viewer in audience
    return audience is EVERYONE or (viewer is not None and audience == viewer)
