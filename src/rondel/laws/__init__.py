"""What every game must obey. Three lines hold a game of your own to it:

from rondel.laws import obey
def test_my_game_obeys_the_laws() -> None:
    obey(MY_GAME)
"""

from rondel.laws.law import Law
from rondel.laws.obey import ALL, EventCount, Report, Violation, distinct, in_full, obey, run

__all__ = ["ALL", "EventCount", "Law", "Report", "Violation", "distinct", "in_full", "obey", "run"]
