"""Imperial, chapter 15: what happens, and whom it is told."""

from typing import Literal, TypeAlias

from msgspec import field

from rondel.games.imperial.geography import Spot
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
    Slot,
    Tally,
    Unit,
    UnitType,
)
from rondel.kernel import EVERYONE, Audience, Noun, Seat, Standing, Viewer


class GameStarted(Noun):
    """4.1 How many sit, by which options, with how much money each; the flags of a fixed start by seat."""

    seats: int
    options: Options
    cash: Cents
    flags: tuple[tuple[str, ...], ...] = ()


class Submitted(Noun):
    """15.1 A seat has acted, or the house for it."""

    seat: Seat
    turn_id: int = field(name="turnID")
    auto: bool = False


class TimeCharged(Noun):
    """12.3 What the move took, and what is left."""

    seat: Seat
    elapsed: int
    banked: int
    flagged: bool


class BidPlaced(Noun):
    """4.6 The seat has bid."""

    seat: Seat


class BidSealed(Noun):
    """4.6 How much the seat has bid; for that seat alone."""

    seat: Seat
    amount: Cents


class BidsRevealed(Noun):
    """4.7 All bids, and who is asked in which order."""

    country: str
    bids: tuple[Bid, ...]
    bid_buy_order: tuple[Seat, ...]


class BidAccepted(Noun):
    """4.8 The seat pays its whole bid and takes the stock."""

    seat: Seat
    country: str
    stock: int
    paid: Cents


class BidDeclined(Noun):
    """4.8 The seat leaves the stock."""

    seat: Seat
    country: str
    stock: int


class AuctionClosed(Noun):
    """4.8 The country's auction is over; the next country's is open."""

    country: str


class AuctionRepeated(Noun):
    """4.9 Nobody bought anything; once more from the first country."""


class OrderSet(Noun):
    """4.10 The order by seat, and who takes the investor card."""

    order: tuple[int, ...]
    investor: Seat | None


class LeadershipChanged(Noun):
    """6.3 Who leads the country, and how it is governed."""

    country: str
    leadership: tuple[Seat, ...]
    gov: Gov


class CountryStarted(Noun):
    """5.1 The country's turn begins."""

    country: str
    round: int


class ProposalMade(Noun):
    """5.8 A complete proposal is on the table."""

    slot: Literal[1, 2]
    proposal: Proposal


class ProposalAgreed(Noun):
    """5.8 The opposition lets the leader's proposal pass."""

    seat: Seat


class ManeuverStarted(Maneuver):
    """8.1 A maneuver is planned, unit by unit."""


class UnitPlanned(Noun):
    """8.3 One unit's part is settled; `via` are the seas of its convoy."""

    move: Move = field(name="tuple")
    unit_type: UnitType
    via: tuple[str, ...] = ()


class UnitDeferred(Noun):
    """8.3 The unit comes last in its phase."""

    unit_type: UnitType
    unit_index: int


class PeaceOffered(Noun):
    """9.4, 9.5 A country is asked to let a unit come in peace."""

    moving_country: str
    target_country: str
    unit_type: UnitType
    origin: str
    destination: str
    move: Move = field(name="tuple")
    asked: Literal["leader", "vote"]
    electorate: tuple[Seat, ...]
    total_stock: int
    via: tuple[str, ...] = ()
    waiting_targets: tuple[str, ...] = ()


class PeaceSettled(Noun):
    """9.3 Consent or rejection without asking."""

    target_country: str
    destination: str
    accepted: bool
    why: Literal["no_holders", "same_player", "no_electorate", "answered_before"]


class PeaceVoteCast(Noun):
    """9.5 The seat has voted on the offer."""

    seat: Seat


class PeaceVoteSealed(Noun):
    """9.5 What the seat has voted, while the vote stays open; for that seat alone."""

    seat: Seat
    accept: bool


class PeaceVoteShown(Noun):
    """9.5 What the seat has voted, where ballots are open; for everyone."""

    seat: Seat
    accept: bool


class PeaceResolved(Noun):
    """9.6 The offer is accepted or rejected; the votes are open."""

    target_country: str
    destination: str
    accepted: bool
    accept_votes: int
    reject_votes: int
    votes: tuple[PeaceBallot, ...]


class VoteCast(Noun):
    """5.9 The seat has voted."""

    seat: Seat


class VoteSealed(Noun):
    """5.9 What the seat has voted, while the vote stays open; for that seat alone."""

    seat: Seat
    proposal: Literal[1, 2]


class VoteShown(Noun):
    """5.9 What the seat has voted, where ballots are open; for everyone."""

    seat: Seat
    proposal: Literal[1, 2]


class VoteResolved(Noun):
    """5.10 A proposal has won; the votes are open."""

    country: str
    winner: Literal[1, 2]
    proposal1: Tally
    proposal2: Tally


class ProposalExecuted(Noun):
    """5.13 The proposal comes about."""

    slot: Slot
    seat: Seat
    proposal: Proposal


class WheelMoved(Noun):
    """5.3 The country moves on the wheel; the author pays."""

    country: str
    origin: Spot | Literal["center"] = field(name="from")
    to: Spot
    steps: int
    fee: Cents
    payer: Seat
    investor_due: bool


class FactoryBuilt(Noun):
    """7.3 A factory stands there now."""

    country: str
    territory: str
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class UnitsProduced(Noun):
    """7.4 Factories have made units."""

    country: str
    fleets: tuple[str, ...]
    armies: tuple[str, ...]


class UnitsImported(Noun):
    """7.5 Units have been bought."""

    country: str
    fleets: tuple[str, ...]
    armies: tuple[str, ...]
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class TaxesCollected(Noun):
    """7.7 Revenue and lastTax in dollars; points and treasury as they are now; the bonus by seat in cents."""

    country: str
    revenue: int
    units: int
    points: int
    treasury: Cents
    last_tax: int
    bonus: tuple[Cents, ...]


class InterestPaid(Noun):
    """7.9 What each seat receives, and who pays it."""

    country: str
    interest: tuple[Cents, ...]
    from_treasury: Cents
    from_seat: Cents
    payer: Seat


class ManeuverExecuted(Noun):
    """8.4, 8.12 Where the country's units stand now, what is gone, and where it lays new chips."""

    country: str
    fleet_man: tuple[Move, ...]
    army_man: tuple[Move, ...]
    fleets: tuple[Unit, ...]
    armies: tuple[Unit, ...]
    losses: tuple[Loss, ...]
    factories_destroyed: tuple[str, ...]
    chips: tuple[str, ...]


class InvestorStarted(Noun):
    """10.2 Who may buy, in order. Those of `swiss` are no leaders, or punted before."""

    holder: Seat | None
    bonus: Cents
    buyers: tuple[Seat, ...]
    swiss: tuple[Seat, ...] = ()


class InvestorEnded(Noun):
    """10.8 The card passes; these seats punted."""

    next_holder: Seat | None
    swiss: tuple[Seat, ...]


class StockBought(Noun):
    """10.6 The seat has bought a stock."""

    seat: Seat
    country: str
    stock: int
    return_stock: int
    paid: Cents


class BuyPunted(Noun):
    """10.7 The seat buys nothing."""

    seat: Seat
    automatic: bool


class ClockPaused(Noun):
    """12.6 The clock stands still; without a seat it was the house."""

    seat: Seat | None


class ClockResumed(Noun):
    """12.6 The clock runs again."""

    seat: Seat | None
    paused_ms: int


class GameEnded(Noun):
    """20 How it ended, who stands where; the country that reached the end of its points."""

    ending: Ending
    country: str | None
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
