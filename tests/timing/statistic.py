"""Whether two classes of answers take equally long, by a statistic that a noisy machine does not mislead.

The difference is that of trimmed means: the slowest and the fastest fifth of each class are left out, so that
what the machine did meanwhile does not count. Its significance is Welch's t for trimmed means (Yuen), with
the variance of the winsorized samples; a bootstrap interval says how large it may be.

Two measurements decide: one that is suspicious is made again with three times as many samples. A pair differs
if the second one has the same sign, its t is beyond T_LIMIT, its interval is beyond zero and the difference
is beyond a bound. That is what the suite promises to see; t alone would find ever smaller differences with
ever more samples. So of 30 pairs of equal classes, one is taken for unequal in fewer than 1 of 10 000 runs.
"""

import math
import random
import statistics
from collections.abc import Sequence
from typing import Final, NamedTuple

T_LIMIT: Final = 4.5
"""Beyond it lie fewer than 1 in 40 000 pairs of equal classes, with 30 samples or more of each."""

SUSPICIOUS_T: Final = 2.0
"""One in twenty pairs of equal classes is measured again."""

TRIMMED: Final = 0.2
DRAWS: Final = 400
COVERED: Final = 0.99


class Difference(NamedTuple):
    """How much longer the second class takes, in milliseconds."""

    ms: float
    t: float
    low_ms: float
    high_ms: float

    def exceeds(self, bound_ms: float) -> bool:
        """Whether it is significant, and larger than `bound_ms`."""
        is_beyond_zero = self.low_ms > 0 or self.high_ms < 0
        return abs(self.t) > T_LIMIT and is_beyond_zero and abs(self.ms) > bound_ms

    def is_suspicious(self, bound_ms: float) -> bool:
        """Whether it is worth another measurement, with more samples."""
        return abs(self.t) > SUSPICIOUS_T and abs(self.ms) > bound_ms

    def confirms(self, earlier: "Difference", bound_ms: float) -> bool:
        """Whether this shows, on samples of its own, what an earlier measurement made one suspect."""
        is_same = (self.ms > 0) == (earlier.ms > 0)
        return is_same and earlier.is_suspicious(bound_ms) and self.exceeds(bound_ms)


def compared(one: Sequence[float], other: Sequence[float], rng: random.Random) -> Difference:
    """The difference of two samples; of fewer than ten values nothing can be told."""
    if min(len(one), len(other)) < 10:
        raise ValueError("There are too few samples.")
    ms = trimmed_mean(other) - trimmed_mean(one)
    error = math.sqrt(_squared_error(one) + _squared_error(other))
    t = 0.0 if ms == 0 else math.copysign(math.inf, ms) if error == 0 else ms / error
    return Difference(ms, t, *_interval(one, other, rng))


def welch_t(one: Sequence[float], other: Sequence[float]) -> float:
    """Welch's t of two samples, of which nothing is left out."""
    error = math.sqrt(sum(statistics.variance(each) / len(each) for each in (one, other)))
    difference = statistics.fmean(other) - statistics.fmean(one)
    return (
        0.0 if difference == 0 else math.copysign(math.inf, difference) if error == 0 else difference / error
    )


def trimmed_mean(values: Sequence[float]) -> float:
    """The mean without the fastest and the slowest fifth."""
    return statistics.fmean(_trim(values))


def _trim(values: Sequence[float]) -> Sequence[float]:
    left_out = int(len(values) * TRIMMED)
    return sorted(values)[left_out : len(values) - left_out]


def _squared_error(values: Sequence[float]) -> float:
    """The squared standard error of the trimmed mean (Yuen 1974)."""
    trimmed, size = _trim(values), len(values)
    low, high = trimmed[0], trimmed[-1]
    variance = statistics.variance([min(max(value, low), high) for value in values])
    return (size - 1) * variance / (len(trimmed) * (len(trimmed) - 1))


def _interval(one: Sequence[float], other: Sequence[float], rng: random.Random) -> tuple[float, float]:
    drawn = sorted(_drawn(other, rng) - _drawn(one, rng) for _ in range(DRAWS))
    outside = int(DRAWS * (1 - COVERED) / 2)
    return drawn[outside], drawn[DRAWS - 1 - outside]


def _drawn(values: Sequence[float], rng: random.Random) -> float:
    return trimmed_mean(rng.choices(values, k=len(values)))
