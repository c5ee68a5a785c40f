"""Imperial, chapter 17: what one seat may be shown. Built up from nothing, never State cut down."""

from typing import Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import (
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
from rondel.games.imperial.score import cash_value, factors, score
from rondel.games.imperial.state import (
    Country,
    PeaceVote,
    Player,
    State,
    Voting,
    country_up,
    holdings,
    lead_at,
    offered,
    revenue,
    tallies,
    to_act,
    upkeep,
    weigh,
)
from rondel.kernel import Noun, Seat, Standing, Viewer


class PlayerView(Noun):
    """16.2, 17.1 A seat as everybody sees it; its bid only where it is open, or the viewer's own (17.5)."""

    money: Cents
    my_turn: bool
    investor: bool
    order: int
    swiss: bool
    stock: tuple[Stock, ...]
    holdings: dict[str, int]
    score_modifier: int
    banked: int
    score: Cents
    cash_value: Cents
    bid: Cents | UnsetType = UNSET


class CountryView(Noun):
    """16.3, 17.1 A country as everybody sees it; `factor` is how often what a stock pays counts (11.2).

    `upkeep` is what its units cost at Taxation (7.7), `lead_at` the holding that takes its lead (6.3).
    """

    money: Cents
    points: int
    factor: int
    factories: tuple[str, ...]
    open_factories: tuple[str, ...]
    wheel_spot: Spot | Literal["center"]
    gov: Gov
    leadership: tuple[Seat, ...]
    avail_stock: tuple[int, ...]
    off_limits: bool
    last_tax: int
    revenue: int
    tax_chips: tuple[str, ...]
    fleets: tuple[Unit, ...]
    armies: tuple[Unit, ...]
    upkeep: Cents
    lead_at: int


class VotingView(Noun):
    """16.6, 17.6 Who has voted; sides and tallies only where ballots are open."""

    country: str
    voted: tuple[Seat, ...]
    proposal1: Tally
    proposal2: Tally


class PeaceVoteView(Noun):
    """16.7, 17.7 Who has voted; sides and tallies only where ballots are open."""

    moving_country: str
    target_country: str
    unit_type: UnitType
    origin: str
    destination: str
    voters: tuple[Seat, ...]
    total_stock: int
    electorate: tuple[Seat, ...]
    move: Move = field(name="tuple")
    via: tuple[str, ...] = ()
    accept_votes: int | None = None
    reject_votes: int | None = None
    votes: tuple[PeaceBallot, ...] | None = None


class View(Noun):
    """17.1 The table, as one seat or a spectator may see it now."""

    you: Seat | None
    options: Options
    setup: str
    mode: Mode | None
    country_up: str | None
    round: int
    turn_id: int = field(name="turnID")
    same_turn: bool
    undo: Seat | None
    proposal1: Proposal | None
    proposal2: Proposal | None
    voting: VotingView | None
    bid_buy_order: tuple[Seat, ...]
    bidders: tuple[Seat, ...]
    swiss_set: tuple[Seat, ...] | None
    buyers: tuple[Seat, ...]
    current_maneuver: Maneuver | None
    peace_vote: PeaceVoteView | None
    peace_answers: tuple[PeaceAnswer, ...]
    timer: Timer
    auction_repeated: bool
    ending: Ending | None
    standings: tuple[Standing, ...]
    wheel: tuple[Spot, ...]
    prices: tuple[Cents, ...]
    fees: dict[Spot, Cents]
    player_info: tuple[PlayerView, ...]
    country_info: dict[str, CountryView]
    offered: int | None
    """4.8 The stock that the head of `bid_buy_order` may take."""


def view(atlases: Atlases, state: State, viewer: Viewer) -> View:
    """17.1 What is public, and the viewer's own sealed bid. By position: a record of 25 names is dear."""
    up, worth, occupied = to_act(state), factors(state), _occupied(state)
    atlas = atlas_for(atlases, state.options)
    is_open = state.mode == "buy-bid"
    return View(
        viewer,
        state.options,
        f"setups/{state.options.setup}",
        state.mode,
        state.country_up,
        state.round,
        state.turn_id,
        state.same_turn,
        state.undo,
        state.proposal1,
        state.proposal2,
        None if state.voting is None else _voting(state, state.voting),
        state.bid_buy_order,
        state.bidders,
        state.swiss_set,
        state.buyers,
        state.current_maneuver,
        None if state.peace_vote is None else _peace_vote(state, state.peace_vote),
        state.peace_answers,
        state.timer,
        state.auction_repeated,
        state.ending,
        state.standings,
        atlas.wheel,
        atlas.prices,
        _fees(atlas, state),
        tuple(
            [
                _player(player, worth, is_up=seat in up, is_bid_shown=is_open or seat == viewer)
                for seat, player in enumerate(state.players)
            ]
        ),
        {country.name: _country(state, country, worth, occupied) for country in state.countries},
        offered(state, atlas.prices),
    )


def _fees(atlas: Atlas, state: State) -> dict[Spot, Cents]:
    """5.3 What each spot within reach costs the country whose way is being chosen."""
    if state.mode not in ("proposal", "proposal-opp"):
        return {}
    here = country_up(state).wheel_spot
    return {spot: atlas.fee(here, spot) for spot in atlas.wheel if atlas.is_within_reach(here, spot)}


def _player(player: Player, worth: dict[str, int], *, is_up: bool, is_bid_shown: bool) -> PlayerView:
    return PlayerView(
        player.money,
        is_up,
        player.investor,
        player.order,
        player.swiss,
        player.stock,
        _holdings(player),
        player.score_modifier,
        player.banked,
        score(worth, player),
        cash_value(player),
        player.bid if is_bid_shown and player.bid is not None else UNSET,
    )


def _holdings(player: Player) -> dict[str, int]:
    held: dict[str, int] = {}
    for owned in player.stock:
        held[owned.country] = held.get(owned.country, 0) + owned.stock
    return held


def _occupied(state: State) -> set[str]:
    """3.5 The factories that are not open, of all countries."""
    owner = {territory: country.name for country in state.countries for territory in country.factories}
    return {
        army.territory
        for country in state.countries
        for army in country.armies
        if army.hostile and owner.get(army.territory, country.name) != country.name
    }


def _country(state: State, country: Country, worth: dict[str, int], occupied: set[str]) -> CountryView:
    factories = tuple([territory for territory in country.factories if territory not in occupied])
    return CountryView(
        country.money,
        country.points,
        worth[country.name],
        country.factories,
        factories,
        country.wheel_spot,
        country.gov,
        country.leadership,
        country.avail_stock,
        country.off_limits,
        country.last_tax,
        revenue(factories, country),
        country.tax_chips,
        country.fleets,
        country.armies,
        upkeep(country),
        lead_at(state, country),
    )


def _voting(state: State, voting: Voting) -> VotingView:
    if state.options.open_ballots:
        votes = tallies(holdings(state, country_up(state)), voting.ballots)
        return VotingView(voting.country, tuple(ballot.seat for ballot in voting.ballots), *votes)
    return VotingView(voting.country, tuple(ballot.seat for ballot in voting.ballots), Tally(), Tally())


def _peace_vote(state: State, vote: PeaceVote) -> PeaceVoteView:
    seen = _sealed_peace_vote(vote)
    if not state.options.open_ballots:
        return seen
    votes = weigh(state, vote.target_country, vote.ballots)
    return replace(seen, accept_votes=votes[True], reject_votes=votes[False], votes=vote.ballots)


def _sealed_peace_vote(vote: PeaceVote) -> PeaceVoteView:
    return PeaceVoteView(
        vote.moving_country,
        vote.target_country,
        vote.unit_type,
        vote.origin,
        vote.destination,
        voters=tuple(ballot.seat for ballot in vote.ballots),
        total_stock=vote.total_stock,
        electorate=vote.electorate,
        move=vote.move,
        via=vote.via,
    )
