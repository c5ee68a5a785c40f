"""Imperial, chapter 15: what happens, and whom it is told."""

from typing import Literal, TypeAlias

from msgspec import field

from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import (
    Bid,
    Cents,
    Ending,
    Gov,
    Loss,
    Maneuver,
    Move,
    PeaceBallot,
    Proposal,
    ProposalNumber,
    Tally,
    Unit,
    UnitType,
)
from rondel.kernel import EVERYONE, Audience, Seat, Standing, Struct, Viewer


class GameStarted(Struct):
    """4.1 How many sit, by which options, with how much money each; the flags of a fixed start by seat."""

    seats: int
    options: Options
    cash: Cents
    flags: tuple[tuple[str, ...], ...] = ()


class Submitted(Struct):
    """15.1 A seat has acted, or the house for it."""

    seat: Seat
    turn_id: int = field(name="turnID")
    auto: bool = False


class TimeCharged(Struct):
    """12.3 What the move took, and what is left."""

    seat: Seat
    elapsed: int
    banked: int
    flagged: bool


class BidPlaced(Struct):
    """4.6 The seat has bid."""

    seat: Seat


class BidSealed(Struct):
    """4.6 How much the seat has bid; for that seat alone."""

    seat: Seat
    amount: Cents


class BidsRevealed(Struct):
    """4.7 All bids, and who is asked in which order."""

    nation: str = field(name="country")
    bids: tuple[Bid, ...]
    bid_buy_order: tuple[Seat, ...]


class BidAccepted(Struct):
    """4.8 The seat pays its whole bid and takes the stock."""

    seat: Seat
    nation: str = field(name="country")
    bond: int = field(name="stock")
    paid: Cents


class BidDeclined(Struct):
    """4.8 The seat leaves the stock."""

    seat: Seat
    nation: str = field(name="country")
    bond: int = field(name="stock")


class AuctionClosed(Struct):
    """4.8 The country's auction is over; the next country's is open."""

    nation: str = field(name="country")


class AuctionRepeated(Struct):
    """4.9 Nobody bought anything; once more from the first country."""


class OrderSet(Struct):
    """4.10 The order by seat, and who takes the investor card."""

    order: tuple[int, ...]
    investor: Seat | None


class LeadershipChanged(Struct):
    """6.3 Who leads the country, and how it is governed."""

    nation: str = field(name="country")
    leadership: tuple[Seat, ...]
    gov: Gov


class CountryStarted(Struct):
    """5.1 The country's turn begins."""

    nation: str = field(name="country")
    round: int


class ProposalMade(Struct):
    """5.8 A complete proposal is on the table."""

    number: Literal[1, 2] = field(name="slot")
    proposal: Proposal


class ProposalAgreed(Struct):
    """5.8 The opposition lets the leader's proposal pass."""

    seat: Seat


class ManeuverStarted(Maneuver):
    """8.1 A maneuver is planned, unit by unit."""


class UnitPlanned(Struct):
    """8.3 One unit's part is settled; `via` are the seas of its convoy."""

    move: Move = field(name="tuple")
    unit_type: UnitType
    via: tuple[str, ...] = ()


class UnitDeferred(Struct):
    """8.3 The unit comes last in its phase."""

    unit_type: UnitType
    unit_index: int


class PeaceOffered(Struct):
    """9.4, 9.5 A country is asked to let a unit come in peace."""

    moving_nation: str = field(name="movingCountry")
    target_nation: str = field(name="targetCountry")
    unit_type: UnitType
    origin: str
    destination: str
    move: Move = field(name="tuple")
    answered_by: Literal["leader", "vote"]
    electorate: tuple[Seat, ...]
    total_bonds: int = field(name="totalStock")
    via: tuple[str, ...] = ()
    waiting_targets: tuple[str, ...] = ()
    movers_vote: bool = False
    """9.5 All that may vote hold the moving country, too: nobody else is left."""


class PeaceSettled(Struct):
    """9.3 Consent or rejection without asking."""

    target_nation: str = field(name="targetCountry")
    destination: str
    accepted: bool
    why: Literal["no_holders", "same_player", "no_electorate", "answered_before"]


class PeaceVoteCast(Struct):
    """9.5 The seat has voted on the offer."""

    seat: Seat


class PeaceVoteSealed(Struct):
    """9.5 What the seat has voted, while the vote stays open; for that seat alone."""

    seat: Seat
    accept: bool


class PeaceVoteShown(Struct):
    """9.5 What the seat has voted, where ballots are open; for everyone."""

    seat: Seat
    accept: bool


class PeaceResolved(Struct):
    """9.6 The offer is accepted or rejected; the votes are open."""

    target_nation: str = field(name="targetCountry")
    destination: str
    accepted: bool
    accept_votes: int
    reject_votes: int
    votes: tuple[PeaceBallot, ...]


class VoteCast(Struct):
    """5.9 The seat has voted."""

    seat: Seat


class VoteSealed(Struct):
    """5.9 What the seat has voted, while the vote stays open; for that seat alone."""

    seat: Seat
    proposal: Literal[1, 2]


class VoteShown(Struct):
    """5.9 What the seat has voted, where ballots are open; for everyone."""

    seat: Seat
    proposal: Literal[1, 2]


class VoteResolved(Struct):
    """5.10 A proposal has won; the votes are open."""

    nation: str = field(name="country")
    winner: Literal[1, 2]
    proposal1: Tally
    proposal2: Tally


class ProposalExecuted(Struct):
    """5.13 The proposal comes about."""

    number: ProposalNumber = field(name="slot")
    seat: Seat
    proposal: Proposal


class WheelMoved(Struct):
    """5.3 The country moves on the wheel; the author pays."""

    nation: str = field(name="country")
    origin: SpaceName | Literal["center"] = field(name="from")
    to: SpaceName
    steps: int
    fee: Cents
    payer: Seat
    investor_due: bool


class FactoryBuilt(Struct):
    """7.3 A factory stands there now."""

    nation: str = field(name="country")
    territory: str
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class UnitsProduced(Struct):
    """7.4 Factories have made units."""

    nation: str = field(name="country")
    fleets: tuple[str, ...]
    armies: tuple[str, ...]


class UnitsImported(Struct):
    """7.5 Units have been bought."""

    nation: str = field(name="country")
    fleets: tuple[str, ...]
    armies: tuple[str, ...]
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class TaxesCollected(Struct):
    """7.7 Revenue and lastTax in dollars; points and treasury as they are now; the bonus by seat in cents."""

    nation: str = field(name="country")
    revenue: int
    units: int
    points: int
    treasury: Cents
    last_tax: int
    bonus: tuple[Cents, ...]


class InterestPaid(Struct):
    """7.9 What each seat receives, and who pays it."""

    nation: str = field(name="country")
    interest: tuple[Cents, ...]
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class ManeuverExecuted(Struct):
    """8.4, 8.12 Where the country's units stand now, what is gone, and where it lays new chips."""

    nation: str = field(name="country")
    fleet_man: tuple[Move, ...]
    army_man: tuple[Move, ...]
    fleets: tuple[Unit, ...]
    armies: tuple[Unit, ...]
    losses: tuple[Loss, ...]
    factories_destroyed: tuple[str, ...]
    chips: tuple[str, ...]


class InvestorStarted(Struct):
    """10.2 Who may buy, in order. Those of `swiss` are no leaders, or punted before."""

    holder: Seat | None
    bonus: Cents
    buyers: tuple[Seat, ...]
    swiss: tuple[Seat, ...] = ()


class InvestorEnded(Struct):
    """10.8 The card passes; these seats punted."""

    next_holder: Seat | None
    swiss: tuple[Seat, ...]


class StockBought(Struct):
    """10.6 The seat has bought a stock."""

    seat: Seat
    nation: str = field(name="country")
    bond: int = field(name="stock")
    returned_bond: int = field(name="returnStock")
    paid: Cents


class BuyPunted(Struct):
    """10.7 The seat buys nothing."""

    seat: Seat
    automatic: bool


class ClockPaused(Struct):
    """12.6 The clock stands still; without a seat it was the house."""

    seat: Seat | None


class ClockResumed(Struct):
    """12.6 The clock runs again."""

    seat: Seat | None
    paused_ms: int


class GameEnded(Struct):
    """20 How it ended, who stands where; the country that reached the end of its points."""

    ending: Ending
    nation: str | None = field(name="country")
    scores: tuple[int, ...]
    standings: tuple[Standing, ...]


Event: TypeAlias = (
    GameStarted
    | Submitted
    | TimeCharged
    | BidPlaced
    | BidSealed
    | BidsRevealed
    | BidAccepted
    | BidDeclined
    | AuctionClosed
    | AuctionRepeated
    | OrderSet
    | LeadershipChanged
    | CountryStarted
    | ProposalMade
    | ProposalAgreed
    | ManeuverStarted
    | UnitPlanned
    | UnitDeferred
    | PeaceOffered
    | PeaceSettled
    | PeaceVoteCast
    | PeaceVoteSealed
    | PeaceVoteShown
    | PeaceResolved
    | VoteCast
    | VoteSealed
    | VoteShown
    | VoteResolved
    | ProposalExecuted
    | WheelMoved
    | FactoryBuilt
    | UnitsProduced
    | UnitsImported
    | TaxesCollected
    | InterestPaid
    | ManeuverExecuted
    | InvestorStarted
    | InvestorEnded
    | StockBought
    | BuyPunted
    | ClockPaused
    | ClockResumed
    | GameEnded
)


def audience(event: Event) -> Audience:
    """1.5 Exactly one for every event."""
    if isinstance(event, BidSealed | VoteSealed | PeaceVoteSealed):
        return event.seat
    return EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    """17.5 to 17.7 Bids and votes laid open; that a vote stays sealed tells its voter that it is open."""
    if isinstance(event, VoteSealed | PeaceVoteSealed):
        return event.seat == viewer
    return isinstance(event, BidsRevealed | VoteResolved | PeaceResolved)


def announces(event: Event) -> bool:
    """17.4, 17.6 Plans and open votes are public, also where another would have come to the same."""
    return isinstance(
        event,
        PeaceSettled | UnitPlanned | ManeuverExecuted | ProposalExecuted | VoteShown | PeaceVoteShown,
    )


def barrier(event: Event) -> bool:
    """13.3 What is never taken back."""
    if isinstance(event, Submitted):
        return event.auto
    return isinstance(event, BARRIERS)


BARRIERS = (
    GameStarted,
    BidPlaced,
    BidSealed,
    BidsRevealed,
    BidAccepted,
    BidDeclined,
    OrderSet,
    VoteCast,
    VoteSealed,
    VoteResolved,
    PeaceOffered,
    PeaceVoteCast,
    PeaceVoteSealed,
    PeaceResolved,
    ClockPaused,
    ClockResumed,
    GameEnded,
    VoteShown,
    PeaceVoteShown,
)
