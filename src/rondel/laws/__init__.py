"""What every game must obey. Three lines hold a game of your own to it:

from rondel.laws import obey
def test_my_game_obeys_the_laws() -> None:
    obey(MY_GAME)
"""

from rondel.laws.law import Law
from rondel.laws.leg import Leg, Violation
from rondel.laws.obey import (
    ALL,
    EventCount,
    Report,
    distinct,
    in_full,
    leg_count,
    obey,
    run,
    walk_leg,
)

__all__ = [
    "ALL",
    "EventCount",
    "Law",
    "Leg",
    "Report",
    "Violation",
    "distinct",
    "in_full",
    "leg_count",
    "obey",
    "run",
    "walk_leg",
]
