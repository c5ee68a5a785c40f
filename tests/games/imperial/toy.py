"""A map of four nations around one sea, to show that a board is only data."""

from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.geography import Board, Flags, Power, Territory

NATIONS = ("North", "East", "South", "West")


def _homes(nation: str) -> list[Territory]:
    port, field = f"{nation}port", f"{nation}field"
    return [
        Territory(
            port,
            "home",
            nation,
            "Inner Sea",
            sea=False,
            start_factory=True,
            adjacencies=("Inner Sea", field),
        ),
        Territory(field, "home", nation, None, sea=False, start_factory=True, adjacencies=("Heath", port)),
    ]


TOY = Board(
    name="toy",
    setups=EUROPE.setups,
    nations=tuple(
        Power(name, order, army_limit=4, fleet_limit=4) for order, name in enumerate(NATIONS, start=1)
    ),
    territories=(
        *(home for name in NATIONS for home in _homes(name)),
        Territory(
            "Heath",
            "neutral",
            None,
            None,
            sea=False,
            start_factory=False,
            adjacencies=tuple(f"{name}field" for name in NATIONS),
        ),
        Territory(
            "Inner Sea",
            "sea",
            None,
            None,
            sea=True,
            start_factory=False,
            adjacencies=tuple(f"{name}port" for name in NATIONS),
        ),
    ),
)
TOY_FLAGS = Flags(
    sets={
        2: (("North", "South"), ("East", "West")),
        3: (("North",), ("East",), ("South",), ("West",)),
        4: (("North",), ("East",), ("South",), ("West",)),
    },
    partners={"North": "East", "East": "South", "South": "West", "West": "North"},
)
