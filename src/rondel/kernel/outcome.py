"""How a game ended and who stands where."""

from rondel.kernel.seat import Seat
from rondel.kernel.struct import Struct


class Standing(Struct):
    """One seat's place, from 1; equal places are shared."""

    seat: Seat
    place: int
    score: int | None = None


class Outcome(Struct):
    """The Ending by name, the standings, and the winners.

    An abandoned game has no standings, and its table's secret is never revealed.
    """

    ending: str
    standings: tuple[Standing, ...] = ()
    winners: tuple[Seat, ...] = ()
    is_abandoned: bool = False
