"""A clock for thinking: a bank per seat and an allowance per move, a function of journal times alone."""

from collections.abc import Collection

from msgspec.structs import replace

from rondel.kernel.seat import Ms, Seat
from rondel.kernel.struct import Struct


class TimeControl(Struct):
    """The bank a seat starts with, what each move adds, and what a flag costs.

    With `is_capped` no bank grows beyond what it started with.
    """

    bank_ms: Ms
    allowance_ms: Ms
    flag_bank_ms: Ms = 60_000
    flag_points: int = -1
    tick_ms: Ms = 1000
    is_capped: bool = True


class Clock(Struct):
    """Banks and flags by seat, since when the seats that owe a move are thinking, and the pause."""

    control: TimeControl
    banks_ms: tuple[Ms, ...]
    flags: tuple[int, ...]
    since_ms: Ms
    paused_at_ms: Ms | None = None

    @classmethod
    def started(cls, control: TimeControl, seats: int, at: Ms) -> "Clock":
        """Full banks, running from `at`."""
        return cls(control, (control.bank_ms,) * seats, (0,) * seats, at)

    def charged(self, seats: Collection[Seat], at: Ms, *, is_ballot_open: bool = False) -> "Clock":
        """`seats` have moved. While others still owe an answer to the same ballot, time is not restarted.

        Everybody who answers one ballot is charged from the same moment. A pause ends first. A seat
        whose bank falls below zero is flagged, once per move, and goes on with exactly the flag's bank.
        """
        clock = self.resumed(at)
        elapsed = _whole(at - clock.since_ms, self.control.tick_ms)
        banks, flags = list(clock.banks_ms), list(clock.flags)
        for seat in seats:
            left = banks[seat] - elapsed + self.control.allowance_ms
            if left < 0:
                flags[seat] += 1
                banks[seat] = self.control.flag_bank_ms
            else:
                banks[seat] = min(left, self.control.bank_ms) if self.control.is_capped else left
        since = clock.since_ms if is_ballot_open else at
        return replace(clock, banks_ms=tuple(banks), flags=tuple(flags), since_ms=since)

    def paused(self, at: Ms) -> "Clock":
        """Stopped at `at`; pausing twice changes nothing."""
        return self if self.paused_at_ms is not None else replace(self, paused_at_ms=at)

    def resumed(self, at: Ms) -> "Clock":
        """Running again, the paused span not counted."""
        if self.paused_at_ms is None:
            return self
        return replace(self, since_ms=self.since_ms + at - self.paused_at_ms, paused_at_ms=None)

    def postponed(self, span_ms: Ms) -> "Clock":
        """As if `span_ms` had not passed; a clock that is paused loses nothing and gets nothing back."""
        return self if self.paused_at_ms is not None else replace(self, since_ms=self.since_ms + span_ms)

    def left_ms(self, seat: Seat, at: Ms) -> Ms:
        """What `seat` would have left at `at` if it is the one thinking, before the allowance."""
        until = at if self.paused_at_ms is None else self.paused_at_ms
        return self.banks_ms[seat] - _whole(until - self.since_ms, self.control.tick_ms)

    def runs_out_ms(self, seats: Collection[Seat]) -> Ms | None:
        """When the last of `seats` will have used bank and allowance, or None while paused."""
        if self.paused_at_ms is not None or not seats:
            return None
        return self.since_ms + max(self.banks_ms[seat] for seat in seats) + self.control.allowance_ms

    def points(self, seat: Seat) -> int:
        """What the flags of `seat` add to its score."""
        return self.flags[seat] * self.control.flag_points

    def after_undo(self, at: Ms) -> "Clock":
        """This present clock after an undo at `at`: banks, flags and the pause stay, thinking begins anew."""
        return replace(self, since_ms=at, paused_at_ms=None if self.paused_at_ms is None else at)


def _whole(span_ms: Ms, tick_ms: Ms) -> Ms:
    return span_ms // tick_ms * tick_ms
