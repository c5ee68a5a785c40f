"""Imperial, chapter 21: a State that one seat cannot tell from the true one, made of what it knows alone."""

from collections.abc import Sequence
from itertools import product
from typing import TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from rondel.games.imperial.atlas import Atlas, Atlases, atlas_for
from rondel.games.imperial.government import winning_side
from rondel.games.imperial.invariants import in_play
from rondel.games.imperial.knows import Known
from rondel.games.imperial.pieces import FIXED_MONEY, Cents, PeaceBallot, starting_money
from rondel.games.imperial.state import Ballot, Nation, PeaceVote, Player, State, Voting, holding
from rondel.games.imperial.view import CountryView, PeaceVoteView, PlayerView, View, VotingView
from rondel.kernel import Chance, Seat

Side = TypeVar("Side", int, bool)


def imagine(atlases: Atlases, known: Known, chance: Chance) -> State:
    """21.1 What is hidden is drawn: bids up to all the cash, votes that leave the ballot open."""
    states = alike(atlases, known, chance)
    return states[0] if len(states) == 1 else chance.pick(states)


def alike(atlases: Atlases, known: Known, chance: Chance) -> list[State]:
    """21.1 A State for each way in which votes may have been cast; hidden bids are drawn."""
    state, view = _public(atlas_for(atlases, known.view.options), known.view), known.view
    if known.open_votes is not UNSET:
        state = replace(state, open_votes=known.open_votes)
    if view.mode == "bid":
        return [replace(state, players=_with_bids(known, state, chance))]
    if view.voting is not None:
        return [replace(state, voting=each) for each in _voting(known, view.voting, state)]
    if view.peace_vote is not None:
        return [replace(state, peace_vote=each) for each in _peace_vote(known, view.peace_vote, state)]
    return [state]


def _public(atlas: Atlas, view: View) -> State:
    """All that everybody sees."""
    state = State(
        options=view.options,
        players=tuple([_player(seen) for seen in view.player_info]),
        nations=tuple([_nation(name, view.nation_info[name]) for name in atlas.nations]),
        timer=view.timer,
        mode=view.mode,
        nation_up=view.nation_up,
        round=view.round,
        turn_id=view.turn_id,
        same_turn=view.same_turn,
        undo=view.undo,
        proposal1=view.proposal1,
        proposal2=view.proposal2,
        bid_buy_order=view.bid_buy_order,
        bidders=view.bidders,
        swiss_set=view.swiss_set,
        buyers=view.buyers,
        current_maneuver=view.current_maneuver,
        peace_answers=view.peace_answers,
        auction_repeated=view.auction_repeated,
        ending=view.ending,
        standings=view.standings,
    )
    return replace(state, bank=_begun_with(atlas, state) - in_play(state))


def _player(seen: PlayerView) -> Player:
    return Player(
        money=seen.money,
        investor=seen.investor,
        order=seen.order,
        swiss=seen.swiss,
        bonds=seen.bonds,
        score_modifier=seen.score_modifier,
        banked=seen.banked,
        bid=None if seen.bid is UNSET else seen.bid,
    )


def _nation(name: str, seen: CountryView) -> Nation:
    return Nation(
        name,
        money=seen.money,
        points=seen.points,
        factories=seen.factories,
        space=seen.space,
        gov=seen.gov,
        leadership=seen.leadership,
        available_bonds=seen.available_bonds,
        off_limits=seen.off_limits,
        last_tax=seen.last_tax,
        tax_chips=seen.tax_chips,
        fleets=seen.fleets,
        armies=seen.armies,
    )


def _begun_with(atlas: Atlas, state: State) -> Cents:
    """22.2 All the money there was at the start: the bank is not shown, but can be told from it."""
    count = len(state.players)
    if state.mode is None:
        return 0
    if state.options.start == "sealed-bid":
        return starting_money(count) * count
    flags = sum(len(each) for each in atlas.flags.sets[count][:count])
    return FIXED_MONEY * count + flags * (atlas.prices[4] + atlas.prices[1])


def _with_bids(known: Known, state: State, chance: Chance) -> tuple[Player, ...]:
    """21.1 Each hidden bid uniformly from nothing to all the cash."""
    view = known.view
    hidden = [seat for seat in view.bidders if seat != view.you and not view.player_info[seat].my_turn]
    return tuple(
        replace(player, bid=chance.below(player.money + 1)) if seat in hidden else player
        for seat, player in enumerate(state.players)
    )


def _voting(known: Known, seen: VotingView, state: State) -> list[Voting]:
    if seen.proposal1.voters is not None:
        for_1 = seen.proposal1.voters
        return [Voting(seen.nation, tuple(Ballot(seat, 1 if seat in for_1 else 2) for seat in seen.voted))]
    leadership = known.view.nation_info[seen.nation].leadership
    cast = _undecided(state, seen.nation, leadership, seen.voted, (1, 2), _own(known, known.vote))
    return [
        Voting(seen.nation, tuple(Ballot(seat, 1 if side == 1 else 2) for seat, side in votes))
        for votes in cast
    ]


def _peace_vote(known: Known, seen: PeaceVoteView, state: State) -> list[PeaceVote]:
    vote = PeaceVote(
        seen.moving_nation,
        seen.target_nation,
        seen.unit_type,
        seen.origin,
        seen.destination,
        seen.total_bonds,
        seen.electorate,
        seen.move,
        seen.via,
        seen.votes or (),
    )
    if seen.votes is not None:
        return [vote]
    own = _own(known, known.peace_vote)
    cast = _undecided(state, seen.target_nation, seen.electorate, seen.voters, (True, False), own)
    return [replace(vote, ballots=tuple(PeaceBallot(seat, side) for seat, side in votes)) for votes in cast]


def _own(known: Known, side: Side | None) -> dict[Seat, Side]:
    return {} if side is None or known.view.you is None else {known.view.you: side}


def _undecided(
    state: State,
    nation: str,
    electorate: Sequence[Seat],
    voted: Sequence[Seat],
    sides: Sequence[Side],
    own: dict[Seat, Side],
) -> list[list[tuple[Seat, Side]]]:
    """21.1 The assignments that leave the ballot undecided; each is equally likely."""
    held = {seat: holding(state.players[seat], nation) for seat in electorate}
    total = sum(held.values())
    choices = [[own[seat]] if seat in own else sides for seat in voted]
    return [
        list(zip(voted, chosen, strict=True))
        for chosen in product(*choices)
        if winning_side(
            [(seat, side, held[seat]) for seat, side in zip(voted, chosen, strict=True)],
            sides,
            total,
            electorate[0],
        )
        is None
    ]
