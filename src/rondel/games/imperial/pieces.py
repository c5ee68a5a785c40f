"""Imperial, chapters 3 and 16: stock, units, plans, and what else lies on the table."""

from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec import field

from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.geography import Flags, Kind, SetupName, SpaceName
from rondel.kernel import Seat, Struct

Cents: TypeAlias = int
"""1.8 Money; a dollar has a hundred."""

UnitType: TypeAlias = Literal["fleet", "army"]
Gov: TypeAlias = Literal["dictatorship", "democracy"]
Mode: TypeAlias = Literal[
    "bid",
    "buy-bid",
    "buy",
    "proposal",
    "proposal-opp",
    "vote",
    "continue-man",
    "peace-vote",
    "game-over",
]
Ending: TypeAlias = Literal["power_25", "unsold", "round_limit", "abandoned"]
ProposalNumber: TypeAlias = Literal[0, 1, 2]
"""8.2 Which proposal: 0 is executed at once, 1 is the leader's, 2 the opposition's."""

DOLLAR: Final = 100
CENTER: Final = "center"
MOST_POINTS: Final = 25
LEAST_TAX: Final = 5
MOST_REVENUE: Final = 15
FREE_STEPS: Final = 3
MOST_STEPS: Final = 6
STEP_FEE: Final = 2 * DOLLAR
FACTORY_COST: Final = 5 * DOLLAR
IMPORT_COST: Final = DOLLAR
MOST_IMPORTS: Final = 3
INVESTOR_BONUS: Final = 2 * DOLLAR
START_MONEY: Final = 61 * DOLLAR
FIXED_MONEY: Final = 2 * DOLLAR

KIND_OF: Final[dict[str, Kind]] = {territory.name: territory.kind for territory in EUROPE.territories}
HOME_OF: Final[dict[str, str | None]] = {territory.name: territory.nation for territory in EUROPE.territories}
"""Whose home each territory of Europe is."""
PORT_OF: Final = {territory.name: territory.port for territory in EUROPE.territories}
"""The sea that the port of each territory opens on, if it has one."""
BORDERS_OF: Final = {territory.name: territory.adjacencies for territory in EUROPE.territories}
SETUPS: Final = EUROPE.setups
EUROPE_FLAGS: Final = Flags(
    sets={
        2: (("Austria", "France", "Germany"), ("Italy", "England", "Russia")),
        3: (("Austria", "England"), ("Italy", "Russia"), ("France", "Germany")),
        4: (("Austria",), ("Italy",), ("France",), ("England",), ("Germany",), ("Russia",)),
        5: (("Austria",), ("Italy",), ("France",), ("England",), ("Germany",), ("Russia",)),
        6: (("Austria",), ("Italy",), ("France",), ("England",), ("Germany",), ("Russia",)),
    },
    partners={
        "Austria": "Germany",
        "Italy": "England",
        "France": "Austria",
        "England": "Russia",
        "Germany": "Italy",
        "Russia": "France",
    },
)
"""4.12 Whose flags go together, and whose small stock comes with a flag."""


def prices_of(setup: SetupName, *, is_ninth: bool) -> tuple[Cents, ...]:
    """3.2, 6.1 The price of each denomination in Europe; nothing costs nothing."""
    costs, ninth = SETUPS[setup].bond_costs, SETUPS[setup].ninth_bond
    return tuple(DOLLAR * cost for cost in (*costs, *([ninth] if is_ninth and ninth is not None else [])))


class Stock(Struct):
    """6.1 A stock of a country, by denomination."""

    nation: str = field(name="country")
    denomination: int = field(name="stock")


class Unit(Struct):
    """3.4 A fleet or an army; an army that is not hostile is a guest."""

    territory: str
    hostile: bool = True


class Move(NamedTuple):
    """8.3 One unit's part in a maneuver; on the wire a list of three."""

    origin: str
    destination: str
    action_code: str


class Import(Struct):
    """7.5 Units to buy: the kind of each and its place."""

    types: tuple[UnitType, ...] = ()
    territories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.types) != len(self.territories):
            raise ValueError(f"{len(self.types)} types for {len(self.territories)} territories")


NO_IMPORT: Final = Import()


class Proposal(Struct):
    """16.4 What a country would do. `guests` are the army moves whose army was a guest before."""

    seat: Seat
    space: SpaceName = field(name="wheelSpot")
    factory_loc: str | None = None
    fleet_produce: tuple[str, ...] = ()
    army_produce: tuple[str, ...] = ()
    fleet_man: tuple[Move, ...] = ()
    army_man: tuple[Move, ...] = ()
    imports: Import = field(default=NO_IMPORT, name="import")
    steps: int = 0
    fee: Cents = 0
    guests: tuple[int, ...] = ()


class PendingPeace(Struct):
    """9.4 An offer that the target's leader has to answer."""

    origin: str
    destination: str
    target_nation: str = field(name="targetCountry")
    unit_type: UnitType
    move: Move = field(name="tuple")
    via: tuple[str, ...] = ()


class Maneuver(Struct):
    """16.5 A plan under way, unit by unit."""

    nation: str = field(name="country")
    player: Seat
    space: SpaceName = field(name="wheelSpot")
    phase: UnitType
    unit_index: int
    pending_fleets: tuple[Unit, ...]
    pending_armies: tuple[Unit, ...]
    completed_fleet_moves: tuple[Move, ...]
    completed_army_moves: tuple[Move, ...]
    return_mode: Literal["execute", "proposal-opp", "vote"]
    proposal_number: ProposalNumber = field(name="proposalSlot")
    pending_peace: PendingPeace | None = None
    waiting_targets: tuple[str, ...] = ()
    deferred: int = 0
    """8.3 How many units of this phase have been deferred: they are the last of their list."""
    carried: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it


class PeaceAnswer(Struct):
    """9.3 What a country has answered in this country turn."""

    moving_nation: str = field(name="movingCountry")
    target_nation: str = field(name="targetCountry")
    territory: str
    accepted: bool


class PeaceBallot(Struct):
    """9.5 One seat's answer to an offer of peace."""

    seat: Seat
    accept: bool


class Timer(Struct):
    """12.1 The clock of the table, in seconds; `pause` and `lastMove` are times."""

    timed: bool
    increment: int
    banked: int
    pause: int = 0
    last_move: int = 0


class Loss(Struct):
    """8.9, 8.11 A unit that is gone."""

    nation: str = field(name="country")
    unit_type: UnitType
    territory: str
    hostile: bool = True


class Tally(Struct):
    """16.6 What a side of a vote has; null to all while the vote is sealed."""

    votes: int | None = None
    voters: tuple[Seat, ...] | None = None


class Bid(Struct):
    """4.7 A bid laid open."""

    seat: Seat
    amount: Cents


def starting_money(seats: int) -> Cents:
    """4.4 An equal share of the start money for each seat, rounded half up to the cent."""
    return (2 * START_MONEY + seats) // (2 * seats)
