"""Imperial, chapters 15 and 16: what each event makes of the State. Nothing is judged here."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import astuple, replace

from rondel.games.imperial import evolve_investor, evolve_maneuver, evolve_rondel
from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.events import (
    AuctionClosed,
    AuctionRepeated,
    BidAccepted,
    BidDeclined,
    BidPlaced,
    BidSealed,
    BidsRevealed,
    BuyPunted,
    ClockPaused,
    ClockResumed,
    CountryStarted,
    Event,
    FactoryBuilt,
    GameEnded,
    GameStarted,
    InterestPaid,
    InvestorEnded,
    InvestorStarted,
    LeadershipChanged,
    ManeuverExecuted,
    ManeuverStarted,
    OrderSet,
    PeaceOffered,
    PeaceResolved,
    PeaceSettled,
    PeaceVoteCast,
    PeaceVoteSealed,
    PeaceVoteShown,
    ProposalAgreed,
    ProposalExecuted,
    ProposalMade,
    StockBought,
    Submitted,
    TaxesCollected,
    TimeCharged,
    UnitDeferred,
    UnitPlanned,
    UnitsImported,
    UnitsProduced,
    VoteCast,
    VoteResolved,
    VoteSealed,
    VoteShown,
    WheelMoved,
)
from rondel.games.imperial.ledger import resumed, with_bond, with_nation, with_player, with_sold
from rondel.games.imperial.pieces import Maneuver, Stock
from rondel.games.imperial.state import BALLOTS, Ballot, OpenVote, Player, State, Voting, nation_of
from rondel.kernel import Ms


def evolve(atlases: Atlases, state: State, event: Event, at: Ms) -> State:
    """The State after the event, decided at `at`."""
    if state.open_votes is not UNSET:
        state = replace(state, open_votes=UNSET)
    if (auction := _AUCTION.get(type(event))) is not None:
        return auction(atlas_for(atlases, state.options), state, event, at)
    return _EVOLVE[type(event)](state, event, at)


# The auction: whom it asks next depends on prices, so these are given the board.


def _game_started(atlas: Atlas, state: State, event: GameStarted, at: Ms) -> State:
    """4.2 to 4.5, 4.12 Money for everyone, and flags or the first auction."""
    players = tuple(replace(player, money=event.cash) for player in state.players)
    timer = replace(state.timer, last_move=at)
    begun = replace(state, players=players, timer=timer, mode="bid")
    if not event.flags:
        return _opened(atlas, begun, 0)
    for seat, flags in enumerate(event.flags):
        for flag in flags:
            begun = _granted(atlas, begun, seat, Stock(flag, 4))
            begun = _granted(atlas, begun, seat, Stock(atlas.flags.partners[flag], 1))
    return begun


def _granted(atlas: Atlas, state: State, seat: int, bond: Stock) -> State:
    """4.12 Stock for a seat, its price in the country's treasury."""
    nation, player = nation_of(state, bond.nation), state.players[seat]
    after = with_player(state, seat, bonds=with_bond(player, bond, 0))
    return with_nation(
        after,
        bond.nation,
        money=nation.money + atlas.prices[bond.denomination],
        available_bonds=with_sold(nation, bond.denomination, 0),
    )


def _opened(atlas: Atlas, state: State, number: int) -> State:
    """4.5 Who may bid for the country is fixed when its auction opens."""
    if number == len(state.nations):
        return replace(state, nation_up=None, bidders=(), bid_buy_order=(), mode="bid")
    nation = state.nations[number]
    cheapest = atlas.prices[nation.available_bonds[0]]
    bidders = tuple([seat for seat, player in enumerate(state.players) if player.money >= cheapest])
    return replace(state, nation_up=nation.name, bidders=bidders, bid_buy_order=(), mode="bid")


def _auction_closed(atlas: Atlas, state: State, event: AuctionClosed, _at: Ms) -> State:
    """4.8, 17.5 The bids are gone; the next country."""
    players = tuple(replace(player, bid=None) for player in state.players)
    number = [nation.name for nation in state.nations].index(event.nation)
    return _opened(atlas, replace(state, players=players), number + 1)


def _auction_repeated(atlas: Atlas, state: State, _event: AuctionRepeated, _at: Ms) -> State:
    """4.9 Once more from the first country."""
    return _opened(atlas, replace(state, auction_repeated=True), 0)


def _bid_accepted(atlas: Atlas, state: State, event: BidAccepted, _at: Ms) -> State:
    """4.8 The whole bid goes into the treasury."""
    player, nation = state.players[event.seat], nation_of(state, event.nation)
    bonds = with_bond(player, Stock(event.nation, event.bond), 0)
    after = with_player(state, event.seat, money=player.money - event.paid, bonds=bonds)
    after = with_nation(
        after,
        event.nation,
        money=nation.money + event.paid,
        available_bonds=with_sold(nation, event.bond, 0),
    )
    return _without_head(atlas, after)


def _bid_declined(atlas: Atlas, state: State, _event: BidDeclined, _at: Ms) -> State:
    """4.8 Nothing but the next in the list."""
    return _without_head(atlas, state)


def _without_head(atlas: Atlas, state: State) -> State:
    """4.8 Whoever can afford nothing that is left is not asked."""
    assert state.nation_up is not None
    nation = nation_of(state, state.nation_up)
    order = state.bid_buy_order[1:]
    while order and not _can_buy(atlas, state.players[order[0]], nation.available_bonds):
        order = order[1:]
    return replace(state, bid_buy_order=order, undo=None)


def _can_buy(atlas: Atlas, player: Player, available: tuple[int, ...]) -> bool:
    assert player.bid is not None
    return bool(available) and atlas.prices[available[0]] <= player.bid


_AUCTION: Final[dict[type, Callable[[Atlas, State, Any, Ms], State]]] = {
    GameStarted: _game_started,
    AuctionClosed: _auction_closed,
    AuctionRepeated: _auction_repeated,
    BidAccepted: _bid_accepted,
    BidDeclined: _bid_declined,
}


# Submissions, ballots and the clock.


def _submitted(state: State, event: Submitted, at: Ms) -> State:
    """12.2, 12.6, 13.2 The clock runs; anew, unless others still owe an answer to the same ballot."""
    timer = resumed(state.timer, at)
    is_ballot = state.mode in BALLOTS
    return replace(
        state,
        turn_id=event.turn_id,
        undo=None if event.auto else event.seat,
        same_turn=is_ballot,
        timer=timer if is_ballot else replace(timer, last_move=at),
    )


def _time_charged(state: State, event: TimeCharged, _at: Ms) -> State:
    """12.3, 12.4 What is left; a flag costs a point."""
    modifier = state.players[event.seat].score_modifier - event.flagged
    return with_player(state, event.seat, banked=event.banked, score_modifier=modifier)


def _final(state: State, _event: BidPlaced | VoteCast | PeaceVoteCast, _at: Ms) -> State:
    """13.3 It cannot be taken back."""
    return replace(state, undo=None)


def _bid_sealed(state: State, event: BidSealed, _at: Ms) -> State:
    """4.6 Kept until all have bid."""
    return with_player(state, event.seat, bid=event.amount)


def _closed(state: State, at: Ms, **changes: Any) -> State:
    """12.2 A ballot is over, and thinking begins anew."""
    timer = replace(state.timer, last_move=at)
    return replace(state, timer=timer, same_turn=False, undo=None, **changes)


def _bids_revealed(state: State, event: BidsRevealed, at: Ms) -> State:
    """4.7 Whom to ask."""
    return _closed(state, at, mode="buy-bid", bid_buy_order=event.bid_buy_order)


def _vote_recorded(state: State, event: VoteSealed | VoteShown, _at: Ms) -> State:
    """5.9 Kept until a side has won."""
    assert state.voting is not None
    ballots = (*state.voting.ballots, Ballot(event.seat, event.proposal))
    return replace(state, voting=replace(state.voting, ballots=ballots))


def _vote_resolved(state: State, event: VoteResolved, at: Ms) -> State:
    """5.10 The winner is executed next; until then the votes lie open."""
    sides = ((1, event.proposal1), (2, event.proposal2))
    votes = [OpenVote(seat, side) for side, tally in sides for seat in tally.voters or ()]
    return _closed(state, at, open_votes=tuple(votes))


def _clock_paused(state: State, _event: ClockPaused, at: Ms) -> State:
    """12.6 Since when it stands."""
    return replace(state, timer=replace(state.timer, pause=at), undo=None)


def _clock_resumed(state: State, _event: ClockResumed, at: Ms) -> State:
    """12.6 It runs; a submission has resumed it already."""
    return replace(state, timer=resumed(state.timer, at), undo=None)


# A country's turn.


def _order_set(state: State, event: OrderSet, _at: Ms) -> State:
    """4.10 The order, and the card."""
    players = tuple(
        replace(player, order=order, investor=seat == event.investor)
        for seat, (player, order) in enumerate(zip(state.players, event.order, strict=True))
    )
    return replace(state, players=players, undo=None)


def _leadership_changed(state: State, event: LeadershipChanged, _at: Ms) -> State:
    """6.5 Who leads now."""
    return with_nation(state, event.nation, leadership=event.leadership, gov=event.gov)


def _nation_started(state: State, event: CountryStarted, _at: Ms) -> State:
    """5.1 The leader is to propose."""
    return replace(state, mode="proposal", nation_up=event.nation, round=event.round, buyers=())


def _proposal_made(state: State, event: ProposalMade, _at: Ms) -> State:
    """5.8 It is the opposition's turn, or everybody's."""
    if event.number == 1:
        return replace(state, proposal1=event.proposal, mode="proposal-opp", current_maneuver=None)
    assert state.nation_up is not None
    voting = Voting(state.nation_up)
    return replace(state, proposal2=event.proposal, mode="vote", voting=voting, current_maneuver=None)


def _proposal_agreed(state: State, _event: ProposalAgreed, _at: Ms) -> State:
    """5.8 PROPOSAL_EXECUTED follows."""
    return state


def _proposal_executed(state: State, _event: ProposalExecuted, _at: Ms) -> State:
    """5.13 (e) Nothing is left of the debate."""
    return replace(
        state, proposal1=None, proposal2=None, voting=None, current_maneuver=None, peace_answers=()
    )


def _maneuver_started(state: State, event: ManeuverStarted, _at: Ms) -> State:
    """8.1 Planning begins."""
    return replace(state, mode="continue-man", current_maneuver=Maneuver(*astuple(event)))


def _game_ended(state: State, event: GameEnded, _at: Ms) -> State:
    """20.5 Nobody is up any more; what was sealed is gone."""
    return replace(
        state,
        mode="game-over",
        players=tuple(replace(player, bid=None) for player in state.players),
        ending=event.ending,
        standings=event.standings,
        undo=None,
        same_turn=False,
        proposal1=None,
        proposal2=None,
        voting=None,
        bid_buy_order=(),
        bidders=(),
        swiss_set=None,
        buyers=(),
        current_maneuver=None,
        peace_vote=None,
        peace_answers=(),
    )


_EVOLVE: Final[dict[type, Callable[[State, Any, Ms], State]]] = {
    Submitted: _submitted,
    UnitPlanned: evolve_maneuver.unit_planned,
    TimeCharged: _time_charged,
    UnitDeferred: evolve_maneuver.unit_deferred,
    ProposalExecuted: _proposal_executed,
    WheelMoved: evolve_rondel.rondel_moved,
    CountryStarted: _nation_started,
    ProposalMade: _proposal_made,
    ProposalAgreed: _proposal_agreed,
    ManeuverStarted: _maneuver_started,
    ManeuverExecuted: evolve_maneuver.maneuver_executed,
    FactoryBuilt: evolve_rondel.factory_built,
    UnitsProduced: evolve_rondel.units_made,
    UnitsImported: evolve_rondel.units_made,
    TaxesCollected: evolve_rondel.taxes_collected,
    InterestPaid: evolve_rondel.interest_paid,
    PeaceOffered: evolve_maneuver.peace_offered,
    PeaceSettled: evolve_maneuver.peace_settled,
    PeaceVoteCast: _final,
    PeaceVoteSealed: evolve_maneuver.peace_vote_recorded,
    PeaceVoteShown: evolve_maneuver.peace_vote_recorded,
    PeaceResolved: evolve_maneuver.peace_resolved,
    VoteCast: _final,
    VoteSealed: _vote_recorded,
    VoteShown: _vote_recorded,
    VoteResolved: _vote_resolved,
    InvestorStarted: evolve_investor.investor_started,
    InvestorEnded: evolve_investor.investor_ended,
    StockBought: evolve_investor.bond_bought,
    BuyPunted: evolve_investor.purchase_passed,
    LeadershipChanged: _leadership_changed,
    BidPlaced: _final,
    BidSealed: _bid_sealed,
    BidsRevealed: _bids_revealed,
    OrderSet: _order_set,
    ClockPaused: _clock_paused,
    ClockResumed: _clock_resumed,
    GameEnded: _game_ended,
}
