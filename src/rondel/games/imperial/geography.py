"""Imperial, 3.1 and 3.2: what a board is made of. Every map is a value of these."""

from typing import Literal, TypeAlias

from rondel.kernel import Noun

Spot: TypeAlias = Literal[
    "Factory", "L-Produce", "Import", "L-Maneuver", "Taxation", "R-Produce", "Investor", "R-Maneuver"
]
Kind: TypeAlias = Literal["home", "neutral", "sea"]
SetupName: TypeAlias = Literal["standard", "classic"]


class Territory(Noun):
    """3.1 A region: whose home it is, the sea its port opens on, and what it borders."""

    name: str
    kind: Kind
    country: str | None
    port: str | None
    sea: bool
    start_factory: bool
    adjacencies: tuple[str, ...]


class Power(Noun):
    """3.3 A country, its place in the order, and how many units it may have."""

    name: str
    order: int
    army_limit: int
    fleet_limit: int


class Setup(Noun):
    """3.2 The wheel in moving direction, and prices in dollars by denomination."""

    wheel: tuple[Spot, ...]
    stock_costs: tuple[int, ...]
    ninth_stock: int | None = None


class Board(Noun):
    """A map with its setups; `mountains` are the borders that the option of this name closes."""

    name: str
    setups: dict[SetupName, Setup]
    countries: tuple[Power, ...]
    territories: tuple[Territory, ...]
    mountains: tuple[tuple[str, str], ...] = ()


class Flags(Noun):
    """4.12 For a fixed start: the flag sets by number of seats, and each country's partner."""

    sets: dict[int, tuple[tuple[str, ...], ...]]
    partners: dict[str, str]
