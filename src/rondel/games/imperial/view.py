"""Imperial, chapter 17: what one seat may be shown. Built up from nothing, never State cut down."""

from typing import Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import replace

from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.front import VirtualBoard, front_of, proposed_front
from rondel.games.imperial.geography import SpaceName
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
    Nation,
    PeaceVote,
    Player,
    State,
    Voting,
    holdings,
    lead_at,
    nation_up,
    offered,
    revenue,
    tallies,
    to_act,
    upkeep,
    weigh,
)
from rondel.kernel import Seat, Standing, Struct, Viewer


class PlayerView(Struct):
    """16.2, 17.1 A seat as everybody sees it; its bid only where it is open, or the viewer's own (17.5)."""

    money: Cents
    my_turn: bool
    investor: bool
    order: int
    swiss: bool
    bonds: tuple[Stock, ...] = field(name="stock")
    holdings: dict[str, int]
    score_modifier: int
    banked: int
    score: Cents
    cash_value: Cents
    bid: Cents | UnsetType = UNSET


class CountryView(Struct):
    """16.3, 17.1 A country as everybody sees it; `factor` is how often what a stock pays counts (11.2).

    `upkeep` is what its units cost at Taxation (7.7), `lead_at` the holding that takes its lead (6.3).
    """

    money: Cents
    points: int
    factor: int
    factories: tuple[str, ...]
    open_factories: tuple[str, ...]
    space: SpaceName | Literal["center"] = field(name="wheelSpot")
    gov: Gov
    leadership: tuple[Seat, ...]
    available_bonds: tuple[int, ...] = field(name="availStock")
    off_limits: bool
    last_tax: int
    revenue: int
    tax_chips: tuple[str, ...]
    fleets: tuple[Unit, ...]
    armies: tuple[Unit, ...]
    upkeep: Cents
    lead_at: int


class VotingView(Struct):
    """16.6, 17.6 Who has voted; sides and tallies only where ballots are open."""

    nation: str = field(name="country")
    voted: tuple[Seat, ...]
    proposal1: Tally
    proposal2: Tally


class PeaceVoteView(Struct):
    """16.7, 17.7 Who has voted; sides and tallies only where ballots are open."""

    moving_nation: str = field(name="movingCountry")
    target_nation: str = field(name="targetCountry")
    unit_type: UnitType
    origin: str
    destination: str
    voters: tuple[Seat, ...]
    total_bonds: int = field(name="totalStock")
    electorate: tuple[Seat, ...]
    move: Move = field(name="tuple")
    via: tuple[str, ...] = ()
    accept_votes: int | None = None
    reject_votes: int | None = None
    votes: tuple[PeaceBallot, ...] | None = None


class PlannedNation(Struct):
    """8.4 What a plan leaves of a country that it changes."""

    fleets: tuple[Unit, ...]
    armies: tuple[Unit, ...]
    factories: tuple[str, ...]


class PlannedView(Struct):
    """8.4 What each plan leaves, by country: those that it changes."""

    maneuver: dict[str, PlannedNation]
    proposal1: dict[str, PlannedNation]
    proposal2: dict[str, PlannedNation]


class View(Struct):
    """17.1 The table, as one seat or a spectator may see it now."""

    you: Seat | None
    options: Options
    setup: str
    mode: Mode | None
    nation_up: str | None = field(name="countryUp")
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
    planned: PlannedView | None
    """8.4 The virtual boards of the maneuver and the proposals; null if none of them moves a unit."""
    peace_vote: PeaceVoteView | None
    peace_answers: tuple[PeaceAnswer, ...]
    timer: Timer
    auction_repeated: bool
    ending: Ending | None
    standings: tuple[Standing, ...]
    rondel: tuple[SpaceName, ...] = field(name="wheel")
    prices: tuple[Cents, ...]
    fees: dict[SpaceName, Cents]
    player_info: tuple[PlayerView, ...]
    nation_info: dict[str, CountryView] = field(name="countryInfo")
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
        state.nation_up,
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
        _planned(atlas, state),
        None if state.peace_vote is None else _peace_vote(state, state.peace_vote),
        state.peace_answers,
        state.timer,
        state.auction_repeated,
        state.ending,
        state.standings,
        atlas.rondel,
        atlas.prices,
        _fees(atlas, state),
        tuple(
            [
                _player(player, worth, is_up=seat in up, is_bid_shown=is_open or seat == viewer)
                for seat, player in enumerate(state.players)
            ]
        ),
        {nation.name: _nation(state, nation, worth, occupied) for nation in state.nations},
        offered(state, atlas.prices),
    )


def _planned(atlas: Atlas, state: State) -> PlannedView | None:
    """8.4, 17.4 Plans are public, and so is what each of them leaves."""
    plan = state.current_maneuver
    maneuver = (
        {}
        if plan is None or not (plan.completed_fleet_moves or plan.completed_army_moves)
        else _left(front_of(atlas, state, plan))
    )
    first, second = [_proposed(atlas, state, each) for each in (state.proposal1, state.proposal2)]
    return PlannedView(maneuver, first, second) if maneuver or first or second else None


def _proposed(atlas: Atlas, state: State, proposal: Proposal | None) -> dict[str, PlannedNation]:
    if proposal is None or not (proposal.fleet_man or proposal.army_man):
        return {}
    return _left(proposed_front(atlas, state, nation_up(state).name, proposal))


def _left(front: VirtualBoard) -> dict[str, PlannedNation]:
    return {
        nation.name: PlannedNation(
            front.units(nation.name, "fleet"),
            front.units(nation.name, "army"),
            tuple([site for site in nation.factories if site not in front.destroyed]),
        )
        for nation in front.changed()
    }


def _fees(atlas: Atlas, state: State) -> dict[SpaceName, Cents]:
    """5.3 What each spot within reach costs the country whose way is being chosen."""
    if state.mode not in ("proposal", "proposal-opp"):
        return {}
    here = nation_up(state).space
    return {space: atlas.fee(here, space) for space in atlas.rondel if atlas.is_within_reach(here, space)}


def _player(player: Player, worth: dict[str, int], *, is_up: bool, is_bid_shown: bool) -> PlayerView:
    return PlayerView(
        player.money,
        is_up,
        player.investor,
        player.order,
        player.swiss,
        player.bonds,
        _holdings(player),
        player.score_modifier,
        player.banked,
        score(worth, player),
        cash_value(player),
        player.bid if is_bid_shown and player.bid is not None else UNSET,
    )


def _holdings(player: Player) -> dict[str, int]:
    held: dict[str, int] = {}
    for owned in player.bonds:
        held[owned.nation] = held.get(owned.nation, 0) + owned.denomination
    return held


def _occupied(state: State) -> set[str]:
    """3.5 The factories that are not open, of all countries."""
    owner = {territory: nation.name for nation in state.nations for territory in nation.factories}
    return {
        army.territory
        for nation in state.nations
        for army in nation.armies
        if army.hostile and owner.get(army.territory, nation.name) != nation.name
    }


def _nation(state: State, nation: Nation, worth: dict[str, int], occupied: set[str]) -> CountryView:
    factories = tuple([territory for territory in nation.factories if territory not in occupied])
    return CountryView(
        nation.money,
        nation.points,
        worth[nation.name],
        nation.factories,
        factories,
        nation.space,
        nation.gov,
        nation.leadership,
        nation.available_bonds,
        nation.off_limits,
        nation.last_tax,
        revenue(factories, nation),
        nation.tax_chips,
        nation.fleets,
        nation.armies,
        upkeep(nation),
        lead_at(state, nation),
    )


def _voting(state: State, voting: Voting) -> VotingView:
    if state.options.open_ballots:
        votes = tallies(holdings(state, nation_up(state)), voting.ballots)
        return VotingView(voting.nation, tuple(ballot.seat for ballot in voting.ballots), *votes)
    return VotingView(voting.nation, tuple(ballot.seat for ballot in voting.ballots), Tally(), Tally())


def _peace_vote(state: State, vote: PeaceVote) -> PeaceVoteView:
    seen = _sealed_peace_vote(vote)
    if not state.options.open_ballots:
        return seen
    votes = weigh(state, vote.target_nation, vote.ballots)
    return replace(seen, accept_votes=votes[True], reject_votes=votes[False], votes=vote.ballots)


def _sealed_peace_vote(vote: PeaceVote) -> PeaceVoteView:
    return PeaceVoteView(
        vote.moving_nation,
        vote.target_nation,
        vote.unit_type,
        vote.origin,
        vote.destination,
        voters=tuple(ballot.seat for ballot in vote.ballots),
        total_bonds=vote.total_bonds,
        electorate=vote.electorate,
        move=vote.move,
        via=vote.via,
    )
