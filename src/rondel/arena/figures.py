"""What can be said about counts: how sure they are."""

from math import sqrt
from typing import Final

from rondel.kernel import Struct

Z95: Final = 1.959964
"""The normal distribution has 95 % of itself within so many deviations."""


class Interval(Struct):
    """From `low` to `high`."""

    low: float
    high: float


def wilson(successes: float, tries: int) -> Interval:
    """The 95 % interval of a share by Wilson's score; sound near 0 and 1, where the simple one is not."""
    if tries == 0:
        return Interval(0.0, 1.0)
    share, z2 = successes / tries, Z95 * Z95 / tries
    middle = (share + z2 / 2) / (1 + z2)
    reach = Z95 * sqrt(share * (1 - share) / tries + z2 / (4 * tries)) / (1 + z2)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
