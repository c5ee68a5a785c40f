"""Imperial, chapter 16: everything, on the server alone."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import UNSET, UnsetType, field

from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import (
    CENTER,
    DOLLAR,
    LEAST_TAX,
    MOST_REVENUE,
    Cents,
    Ending,
    Gov,
    Maneuver,
    Mode,
    Move,
    PeaceAnswer,
    PeaceBallot,
    Proposal,
    Stock,
    Tally,
    Timer,
    Unit,
    UnitType,
)
from rondel.kernel import Seat, Standing, Struct

BALLOTS: Final[frozenset[Mode | None]] = frozenset(("bid", "vote", "peace-vote"))
"""12.2 Modes in which several seats answer at once."""


class Player(Struct):
    """16.2 What belongs to one seat."""

    money: Cents = 0
    investor: bool = False
    order: int = 0
    swiss: bool = False
    bonds: tuple[Stock, ...] = field(default=(), name="stock")
    score_modifier: int = 0
    banked: int = 0
    bid: Cents | None = None


class Nation(Struct):
    """16.3 What belongs to one country."""

    name: str
    money: Cents = 0
    points: int = 0
    factories: tuple[str, ...] = ()
    space: SpaceName | Literal["center"] = field(default=CENTER, name="wheelSpot")
    gov: Gov = "dictatorship"
    leadership: tuple[Seat, ...] = ()
    available_bonds: tuple[int, ...] = field(default=(), name="availStock")
    off_limits: bool = False
    last_tax: int = LEAST_TAX
    tax_chips: tuple[str, ...] = ()
    fleets: tuple[Unit, ...] = ()
    armies: tuple[Unit, ...] = ()


class Ballot(Struct):
    """5.9 One seat's sealed vote."""

    seat: Seat
    proposal: Literal[1, 2]


class Voting(Struct):
    """16.6 A vote under way."""

    nation: str = field(name="country")
    ballots: tuple[Ballot, ...] = ()


class PeaceVote(Struct):
    """16.7 A vote on an offer of peace under way."""

    moving_nation: str = field(name="movingCountry")
    target_nation: str = field(name="targetCountry")
    unit_type: UnitType
    origin: str
    destination: str
    total_bonds: int = field(name="totalStock")
    electorate: tuple[Seat, ...]
    move: Move = field(name="tuple")
    via: tuple[str, ...] = ()
    ballots: tuple[PeaceBallot, ...] = ()


class OpenVote(Struct):
    """5.10, 9.6 A vote laid open: which side its seat took."""

    seat: Seat
    side: int


class State(Struct):
    """16.1 One table of Imperial; the countries stand in country order."""

    options: Options
    players: tuple[Player, ...]
    nations: tuple[Nation, ...] = field(name="countries")
    timer: Timer
    bank: Cents = 0
    mode: Mode | None = None
    nation_up: str | None = field(default=None, name="countryUp")
    round: int = 1
    turn_id: int = field(default=0, name="turnID")
    same_turn: bool = False
    undo: Seat | None = None
    proposal1: Proposal | None = None
    proposal2: Proposal | None = None
    voting: Voting | None = None
    bid_buy_order: tuple[Seat, ...] = ()
    bidders: tuple[Seat, ...] = ()
    swiss_set: tuple[Seat, ...] | None = None
    buyers: tuple[Seat, ...] = ()
    current_maneuver: Maneuver | None = None
    peace_vote: PeaceVote | None = None
    peace_answers: tuple[PeaceAnswer, ...] = ()
    auction_repeated: bool = False
    ending: Ending | None = None
    standings: tuple[Standing, ...] = ()
    open_votes: tuple[OpenVote, ...] | UnsetType = UNSET
    """5.10, 9.6 The votes that were laid open just now; the next event puts them away."""


def nation_of(state: State, name: str) -> Nation:
    """The country of this name."""
    for nation in state.nations:
        if nation.name == name:
            return nation
    raise KeyError(name)


def nation_up(state: State) -> Nation:
    """5.1 The country whose turn it is."""
    assert state.nation_up is not None
    return nation_of(state, state.nation_up)


def holding(player: Player, nation: str) -> int:
    """6.2 The sum of its denominations there."""
    return sum([owned.denomination for owned in player.bonds if owned.nation == nation])


def holdings(state: State, nation: Nation) -> dict[Seat, int]:
    """6.2 The holdings of all its holders, in leadership order."""
    return {seat: holding(state.players[seat], nation.name) for seat in nation.leadership}


def tallies(held: Mapping[Seat, int], ballots: Sequence[Ballot]) -> tuple[Tally, Tally]:
    """5.9, 16.6 What each side has, and who voted for it."""
    one = tuple([ballot.seat for ballot in ballots if ballot.proposal == 1])
    two = tuple([ballot.seat for ballot in ballots if ballot.proposal == 2])
    return Tally(sum([held[seat] for seat in one]), one), Tally(sum([held[seat] for seat in two]), two)


def weigh(state: "State", nation: str, ballots: Sequence[PeaceBallot]) -> dict[bool, int]:
    """9.5, 16.7 The holdings on either side."""
    votes = {True: 0, False: 0}
    for ballot in ballots:
        votes[ballot.accept] += holding(state.players[ballot.seat], nation)
    return votes


def hostile_to(state: State, nation: str) -> frozenset[str]:
    """3.5 Wherever a hostile army of another country stands."""
    return frozenset(
        [
            army.territory
            for other in state.nations
            if other.name != nation
            for army in other.armies
            if army.hostile
        ]
    )


def open_factories(state: State, nation: Nation) -> list[str]:
    """3.5 Its factories whose territory is not occupied."""
    occupied = hostile_to(state, nation.name)
    return [territory for territory in nation.factories if territory not in occupied]


def revenue(factories: Sequence[str], nation: Nation) -> int:
    """7.7 In dollars: two for each of its open factories, one for each chip."""
    return min(MOST_REVENUE, 2 * len(factories) + len(nation.tax_chips))


def upkeep(nation: Nation) -> Cents:
    """7.7 What its units cost at its next Taxation."""
    return DOLLAR * (len(nation.fleets) + len(nation.armies))


def lead_at(state: State, nation: Nation) -> int:
    """6.3 The holding with which a seat that does not lead it would: one more than the leader's."""
    return 1 + (holding(state.players[nation.leadership[0]], nation.name) if nation.leadership else 0)


def offered(state: State, prices: Sequence[Cents]) -> int | None:
    """4.8 The highest denomination there is for the bid of the head of the list; None if nobody is asked."""
    if not state.bid_buy_order:
        return None
    amount = state.players[state.bid_buy_order[0]].bid or 0
    return max([bond for bond in nation_up(state).available_bonds if prices[bond] <= amount], default=None)


def to_act(state: State) -> tuple[Seat, ...]:
    """17.2 The seats that are up, in an order of their own; nobody, between two events of one row."""
    match state.mode:
        case "continue-man":
            return _planner_or_answerer(state)
        case "proposal":
            return nation_up(state).leadership[:1]
        case "proposal-opp":
            return nation_up(state).leadership[1:2]
        case "buy":
            return state.buyers[:1]
        case "bid":
            return tuple([seat for seat in state.bidders if state.players[seat].bid is None])
        case "buy-bid":
            return state.bid_buy_order[:1]
        case "vote":
            voted = voted_in(state)
            return tuple([seat for seat in nation_up(state).leadership if seat not in voted])
        case "peace-vote":
            voted = voted_in(state)
            electorate = () if state.peace_vote is None else state.peace_vote.electorate
            return tuple([seat for seat in electorate if seat not in voted])
        case _:
            return ()


def _planner_or_answerer(state: State) -> tuple[Seat, ...]:
    maneuver = state.current_maneuver
    if maneuver is None:
        return ()
    if maneuver.pending_peace is None:
        return (maneuver.player,)
    return nation_of(state, maneuver.pending_peace.target_nation).leadership[:1]


def voted_in(state: State) -> tuple[Seat, ...]:
    """17.6, 17.7 Who has voted in the vote that is open."""
    vote = state.voting if state.mode == "vote" else state.peace_vote
    return () if vote is None else tuple([ballot.seat for ballot in vote.ballots])
