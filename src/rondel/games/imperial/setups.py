"""Imperial, 3.10: the board and its setups as a client reads them, by the names of the seed."""

from msgspec import field

from rondel.games.imperial.geography import Board, Drawing, Kind, Point, Setup, SpaceName, Territory
from rondel.kernel import Struct


class NationData(Struct):
    """3.3 A country: its place in the order, its limits, and where its first factories stand."""

    order: int
    fleet_limit: int
    army_limit: int
    factories: tuple[str, ...]


class TerritoryData(Struct):
    """3.1 A territory: whose home it is, the sea its port opens on, and what it borders."""

    kind: Kind
    nation: str | None = field(name="country")
    port: str | None
    sea: bool
    start_factory: bool
    adjacencies: tuple[str, ...]
    unit_coords: Point | None
    factory_coords: Point | None
    tax_chip_coords: Point | None


class SetupData(Struct):
    """3.2 A setup on its board; `mountains` are the borders that the option of this name closes.

    Coordinates (3.8) are in pixels: of a map of `map_size`, and of a wheel drawn beside it of `wheel_size`.
    """

    board: str
    rondel: tuple[SpaceName, ...] = field(name="wheel")
    wheel_coords: dict[SpaceName, Point]
    wheel_size: Point | None
    map_size: Point | None
    bond_costs: tuple[int, ...] = field(name="stockCosts")
    ninth_bond: int | None = field(name="ninthStock")
    nations: dict[str, NationData] = field(name="countries")
    territories: dict[str, TerritoryData]
    mountains: tuple[tuple[str, str], ...]


def setups_of(board: Board, drawing: Drawing | None) -> dict[str, Struct]:
    """3.10 Every setup of the board, by name."""
    return {name: _setup(board, setup, drawing) for name, setup in board.setups.items()}


def _setup(board: Board, setup: Setup, drawing: Drawing | None) -> SetupData:
    return SetupData(
        board=board.name,
        rondel=setup.rondel,
        wheel_coords={} if drawing is None else dict(zip(setup.rondel, drawing.wheel, strict=True)),
        wheel_size=None if drawing is None else (drawing.wheel_size, drawing.wheel_size),
        map_size=None if drawing is None else (drawing.width, drawing.height),
        bond_costs=setup.bond_costs,
        ninth_bond=setup.ninth_bond,
        nations={
            power.name: NationData(
                power.order, power.fleet_limit, power.army_limit, _factories(board, power.name)
            )
            for power in board.nations
        },
        territories={here.name: _territory(here, drawing) for here in board.territories},
        mountains=board.mountains,
    )


def _territory(here: Territory, drawing: Drawing | None) -> TerritoryData:
    spots = None if drawing is None else drawing.territories[here.name]
    return TerritoryData(
        here.kind,
        here.nation,
        here.port,
        here.sea,
        here.start_factory,
        here.adjacencies,
        None if spots is None else spots.unit,
        None if spots is None else spots.factory,
        None if spots is None else spots.tax_chip,
    )


def _factories(board: Board, nation: str) -> tuple[str, ...]:
    return tuple(here.name for here in board.territories if here.nation == nation and here.start_factory)
