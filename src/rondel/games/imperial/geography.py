"""Imperial, 3.1 and 3.2: what a board is made of. Every map is a value of these."""

from typing import Literal, TypeAlias

from msgspec import field

from rondel.kernel import Struct

SpaceName: TypeAlias = Literal[
    "Factory", "L-Produce", "Import", "L-Maneuver", "Taxation", "R-Produce", "Investor", "R-Maneuver"
]
Kind: TypeAlias = Literal["home", "neutral", "sea"]
SetupName: TypeAlias = Literal["standard", "classic"]
Point: TypeAlias = tuple[int, int]


class Territory(Struct):
    """3.1 A region: whose home it is, the sea its port opens on, and what it borders."""

    name: str
    kind: Kind
    nation: str | None = field(name="country")
    port: str | None
    sea: bool
    start_factory: bool
    adjacencies: tuple[str, ...]


class Power(Struct):
    """3.3 A country, its place in the order, and how many units it may have."""

    name: str
    order: int
    army_limit: int
    fleet_limit: int


class Setup(Struct):
    """3.2 The wheel in moving direction, and prices in dollars by denomination."""

    rondel: tuple[SpaceName, ...] = field(name="wheel")
    bond_costs: tuple[int, ...] = field(name="stockCosts")
    ninth_bond: int | None = field(default=None, name="ninthStock")


class Board(Struct):
    """A map with its setups; `mountains` are the borders that the option of this name closes."""

    name: str
    setups: dict[SetupName, Setup]
    nations: tuple[Power, ...] = field(name="countries")
    territories: tuple[Territory, ...]
    mountains: tuple[tuple[str, str], ...] = ()


class Flags(Struct):
    """4.12 For a fixed start: the flag sets by number of seats, and each country's partner."""

    sets: dict[int, tuple[tuple[str, ...], ...]]
    partners: dict[str, str]


class Spots(Struct):
    """3.8 Where a territory's units, its factory and its tax chip are drawn."""

    unit: Point
    factory: Point
    tax_chip: Point


class Drawing(Struct):
    """3.8 A map as clients draw it, in pixels, and beside it the spots of the wheel, in their order."""

    width: int
    height: int
    wheel_size: int
    wheel: tuple[Point, ...]
    territories: dict[str, Spots]
