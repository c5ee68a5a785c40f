"""Imperial, 3.10: the board and its setups as a client reads them, by the names of the seed."""

from rondel.games.imperial.geography import Board, Kind, Setup, Spot
from rondel.kernel import Noun


class CountryData(Noun):
    """3.3 A country: its place in the order, its limits, and where its first factories stand."""

    order: int
    fleet_limit: int
    army_limit: int
    factories: tuple[str, ...]


class TerritoryData(Noun):
    """3.1 A territory: whose home it is, the sea its port opens on, and what it borders."""

    kind: Kind
    country: str | None
    port: str | None
    sea: bool
    start_factory: bool
    adjacencies: tuple[str, ...]


class SetupData(Noun):
    """3.2 A setup on its board; `mountains` are the borders that the option of this name closes."""

    board: str
    wheel: tuple[Spot, ...]
    stock_costs: tuple[int, ...]
    ninth_stock: int | None
    countries: dict[str, CountryData]
    territories: dict[str, TerritoryData]
    mountains: tuple[tuple[str, str], ...]


def setups_of(board: Board) -> dict[str, Noun]:
    """3.10 Every setup of the board, by name."""
    return {name: _setup(board, setup) for name, setup in board.setups.items()}


def _setup(board: Board, setup: Setup) -> SetupData:
    return SetupData(
        board=board.name,
        wheel=setup.wheel,
        stock_costs=setup.stock_costs,
        ninth_stock=setup.ninth_stock,
        countries={
            power.name: CountryData(
                power.order, power.fleet_limit, power.army_limit, _factories(board, power.name)
            )
            for power in board.countries
        },
        territories={
            here.name: TerritoryData(
                here.kind, here.country, here.port, here.sea, here.start_factory, here.adjacencies
            )
            for here in board.territories
        },
        mountains=board.mountains,
    )


def _factories(board: Board, country: str) -> tuple[str, ...]:
    return tuple(here.name for here in board.territories if here.country == country and here.start_factory)
