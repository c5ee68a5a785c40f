"""Whether pushes are late, and whether the server or a busy machine made them so (SC-007: 500 ms).

Beside the pushes of a run, trips are measured: the same journey without Rondel (`tests.load.yardstick`).
On a quiet machine a trip takes a few milliseconds. While one takes more than 100 ms, the machine holds
everything up.

    met        the p99 of all pushes is at most 500 ms;
    missed     it is not, and more than 1 % of the pushes took more than 500 ms without the time in which the
               machine held everything up: that was the server;
    undecided  it is not, but without that time at most 1 % are late: that was the machine. Measure again.

A run without pushes has measured nothing: it is undecided if the trips were held up too, and missed if not.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

LIMIT_MS: Final = 500.0
STALL_MS: Final = 100.0
"""A longer trip is the machine's doing: Rondel may take five times as long as the journey without it."""

SHARE: Final = 0.99
"""The share of pushes that must be in time."""

Verdict: TypeAlias = Literal["met", "missed", "undecided"]


class Span(NamedTuple):
    """From when to when, in seconds of one clock: a push from POST to socket, or a trip there and back."""

    began: float
    ended: float

    @property
    def ms(self) -> float:
        """How long."""
        return (self.ended - self.began) * 1000


class Lateness(NamedTuple):
    """What was measured, and what it means."""

    verdict: Verdict
    pushes: int
    p99_ms: float
    worst_ms: float
    late: int
    """How many were later than the limit, for whatever reason."""

    unexplained: int
    """How many of them the machine does not explain."""

    trip_p99_ms: float

    def __str__(self) -> str:
        summary = (
            f"p99 {self.p99_ms:.0f} ms, slowest {self.worst_ms:.0f} ms of {self.pushes} pushes; "
            f"the same journey without Rondel: p99 {self.trip_p99_ms:.0f} ms"
        )
        if self.late:
            summary += f"; {self.late} above {LIMIT_MS:.0f} ms, {self.unexplained} of them by the server"
        return summary


def percentile(values: Sequence[float], share: float = SHARE) -> float:
    """The smallest value that so large a share of them does not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, -int(-len(ordered) * share // 1) - 1))] if ordered else 0.0


def judged(pushes: Sequence[Span], trips: Sequence[Span], *, limit_ms: float = LIMIT_MS) -> Lateness:
    """What the pushes of a run are worth beside its trips, which come one after the other."""
    late = [push for push in pushes if push.ms > limit_ms]
    stalls = stalls_of(trips)
    unexplained = sum(push.ms - held_up_ms(push, stalls) > limit_ms for push in late)
    p99 = percentile([push.ms for push in pushes])
    allowed = (1 - SHARE) * len(pushes)
    trip_p99 = percentile([trip.ms for trip in trips])
    verdict: Verdict = "met"
    if not pushes:
        verdict = "undecided" if trip_p99 > STALL_MS else "missed"
    elif p99 > limit_ms:
        verdict = "missed" if unexplained > allowed else "undecided"
    return Lateness(
        verdict,
        len(pushes),
        p99,
        max((push.ms for push in pushes), default=0.0),
        len(late),
        unexplained,
        trip_p99,
    )


def in_time(span: Span, stalls: Sequence[Span], *, least_s: float, most_s: float) -> Verdict:
    """Whether something took so long; late is what took too long also without the time of these stalls."""
    seconds = span.ms / 1000
    if seconds < least_s or seconds - held_up_ms(span, stalls) / 1000 > most_s:
        return "missed"
    return "met" if seconds <= most_s else "undecided"


def stalls_of(trips: Sequence[Span]) -> list[Span]:
    """The trips in which the machine held everything up, in order."""
    return sorted(trip for trip in trips if trip.ms > STALL_MS)


def held_up_ms(push: Span, stalls: Sequence[Span]) -> float:
    """How much of a push fell into these stalls, which do not overlap and are in order."""
    first = bisect_left(stalls, push.began, key=lambda stall: stall.ended)
    last = bisect_right(stalls, push.ended, key=lambda stall: stall.began)
    return sum(
        Span(max(push.began, stall.began), min(push.ended, stall.ended)).ms for stall in stalls[first:last]
    )
