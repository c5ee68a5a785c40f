"""Imperial, chapter 7: the wheel, spot by spot."""

from typing import Final

from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.rondel_spaces.factory import FACTORY
from rondel.games.imperial.rondel_spaces.importing import IMPORT
from rondel.games.imperial.rondel_spaces.investor import INVESTOR
from rondel.games.imperial.rondel_spaces.maneuver import MANEUVER
from rondel.games.imperial.rondel_spaces.produce import PRODUCE
from rondel.games.imperial.rondel_spaces.rondel_space import RondelSpace
from rondel.games.imperial.rondel_spaces.taxation import TAXATION

RONDEL_SPACES: Final[dict[SpaceName, RondelSpace]] = {
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
