"""Draws: how the rows that draw luck are numbered, so that no other row changes what is drawn."""

from collections.abc import Mapping
from typing import Final, TypeAlias

Draws: TypeAlias = Mapping[str, int]
"""By stream: how many rows of a table have drawn from it so far, or which of these draws a row made."""

NO_DRAWS: Final[Draws] = {}


def counted(earlier: Draws, draws: Draws) -> Draws:
    """Return how many rows have drawn from each stream after a row that made these draws."""
    return {**earlier, **{stream: number + 1 for stream, number in draws.items()}} if draws else earlier


def follows(earlier: Draws, draws: Draws) -> bool:
    """Whether the draws of a row have the numbers that come next."""
    return all(earlier.get(stream, 0) == number for stream, number in draws.items())
