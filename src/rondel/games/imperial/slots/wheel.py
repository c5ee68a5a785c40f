"""Imperial, chapter 7: the wheel, spot by spot."""

from typing import Final

from rondel.games.imperial.geography import Spot
from rondel.games.imperial.slots.factory import FACTORY
from rondel.games.imperial.slots.importing import IMPORT
from rondel.games.imperial.slots.investor import INVESTOR
from rondel.games.imperial.slots.maneuver import MANEUVER
from rondel.games.imperial.slots.produce import PRODUCE
from rondel.games.imperial.slots.slot import Slot
from rondel.games.imperial.slots.taxation import TAXATION

SLOTS: Final[dict[Spot, Slot]] = {
    "Factory": FACTORY,
    "L-Produce": PRODUCE,
    "Import": IMPORT,
    "L-Maneuver": MANEUVER,
    "Taxation": TAXATION,
    "R-Produce": PRODUCE,
    "Investor": INVESTOR,
    "R-Maneuver": MANEUVER,
}
"""3.3 L- and R- spots of one kind do the same."""
