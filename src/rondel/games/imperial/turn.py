"""Imperial, chapter 5: proposals, counter-proposals, votes, and what becomes of them."""

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.clock import submit
from rondel.games.imperial.events import (
    ManeuverStarted,
    ProposalAgreed,
    ProposalExecuted,
    ProposalMade,
    VoteCast,
    VoteResolved,
    VoteSealed,
    VoteShown,
    WheelMoved,
)
from rondel.games.imperial.government import winning_side
from rondel.games.imperial.investing import after_turn
from rondel.games.imperial.pieces import MOST_POINTS, NO_IMPORT, Move, Proposal, ProposalNumber
from rondel.games.imperial.rondel_spaces.rondel import RONDEL_SPACES
from rondel.games.imperial.rondel_spaces.taxation import points_after
from rondel.games.imperial.score import end
from rondel.games.imperial.state import Ballot, Nation, State, holdings, nation_up, tallies
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal, Seat

MANEUVERS = ("L-Maneuver", "R-Maneuver")
_DATA = ("factory_loc", "fleet_produce", "army_produce", "imports")


def propose(story: Story, seat: Seat, action: Propose) -> None:
    """5.2, 5.6 A spot with its data; a maneuver is planned first."""
    nation = nation_up(story.state)
    _refuse(story, seat, nation, action)
    submit(story, seat)
    if action.space in MANEUVERS and (nation.fleets or nation.armies):
        _start_maneuver(story, seat, nation, action)
    else:
        complete(story, drafted(story, seat, action), number_now(story.state))


def _refuse(story: Story, seat: Seat, nation: Nation, action: Propose) -> None:
    atlas, state, space = story.atlas, story.state, action.space
    if not atlas.is_within_reach(nation.space, space):
        raise Refusal("WHEEL_UNREACHABLE", f"{nation.name} cannot go from {nation.space} to {space}.")
    chosen = RONDEL_SPACES[space]
    for name in _DATA:
        if name not in chosen.fields and getattr(action, name) not in (None, (), NO_IMPORT):
            raise Refusal("FIELD_NOT_ALLOWED", f"{space} needs no {name}.")
    chosen.refuse(atlas, state, nation, action)
    fee = atlas.fee(nation.space, space)
    shortfall = max(0, chosen.cost(state, nation, action) - nation.money)
    money = state.players[seat].money
    if money < fee + shortfall:
        raise Refusal(
            "CANNOT_AFFORD",
            f"Seat {seat} cannot pay {fee + shortfall} cents for this; it has {money}.",
        )


def drafted(story: Story, seat: Seat, action: Propose) -> Proposal:
    """16.4 The proposal as plain data."""
    origin = nation_up(story.state).space
    return Proposal(
        seat,
        action.space,
        factory_loc=action.factory_loc,
        fleet_produce=action.fleet_produce,
        army_produce=action.army_produce,
        imports=action.imports,
        steps=story.atlas.steps(origin, action.space),
        fee=story.atlas.fee(origin, action.space),
    )


def number_now(state: State) -> ProposalNumber:
    """8.2 What becomes of a proposal made now."""
    if nation_up(state).gov == "dictatorship":
        return 0
    return 1 if state.mode == "proposal" else 2


def _start_maneuver(story: Story, seat: Seat, nation: Nation, action: Propose) -> None:
    number = number_now(story.state)
    story.emit(
        ManeuverStarted(
            nation.name,
            seat,
            action.space,
            phase="fleet" if nation.fleets else "army",
            unit_index=0,
            pending_fleets=nation.fleets,
            pending_armies=nation.armies,
            completed_fleet_moves=(),
            completed_army_moves=(),
            return_mode="execute" if number == 0 else "proposal-opp" if number == 1 else "vote",
            proposal_number=number,
        )
    )


def complete(story: Story, proposal: Proposal, number: ProposalNumber) -> None:
    """5.7, 5.8 A complete proposal is executed, or put before the opposition or to the vote."""
    if number == 0 or (number == 1 and _passes_at_once(story.state, proposal)):
        execute(story, proposal, 0)
    elif number == 1:
        story.emit(ProposalMade(1, proposal))
    else:
        first = story.state.proposal1
        assert first is not None
        if _is_same(first, proposal):
            agree(story, proposal.seat)
        else:
            story.emit(ProposalMade(2, proposal))


def _passes_at_once(state: State, proposal: Proposal) -> bool:
    """5.12 Whether it ends the game by Taxation, and the table wants no debate over that."""
    return (
        state.options.endgame_auto_pass
        and proposal.space == "Taxation"
        and points_after(state, nation_up(state)) == MOST_POINTS
    )


def _is_same(one: Proposal, other: Proposal) -> bool:
    """5.8 The same spot, the same lists in any order, the same tuples."""
    return _in_order(one) == replace(_in_order(other), seat=one.seat) and _bought(one) == _bought(other)


def _in_order(proposal: Proposal) -> Proposal:
    return replace(
        proposal,
        fleet_produce=tuple(sorted(proposal.fleet_produce)),
        army_produce=tuple(sorted(proposal.army_produce)),
        imports=NO_IMPORT,
    )


def _bought(proposal: Proposal) -> Counter[tuple[str, str]]:
    return Counter(zip(proposal.imports.types, proposal.imports.territories, strict=True))


def agree(story: Story, seat: Seat) -> None:
    """5.8 Proposal 1, without vote."""
    first = story.state.proposal1
    assert first is not None
    story.emit(ProposalAgreed(seat))
    execute(story, first, 1)


def vote(story: Story, seat: Seat, proposal: Literal[1, 2]) -> None:
    """5.9 Sealed until a side has won; where ballots are open, everybody hears it at once."""
    submit(story, seat)
    voting = story.state.voting
    assert voting is not None
    story.emit(VoteCast(seat))
    ballots = (*voting.ballots, Ballot(seat, proposal))
    winner = winner_of(story.state, ballots)
    if story.state.options.open_ballots:
        story.emit(VoteShown(seat, proposal))
    elif winner is None:
        story.emit(VoteSealed(seat, proposal))
    if winner is not None:
        resolve(story, ballots, winner)


def winner_of(state: State, ballots: tuple[Ballot, ...]) -> Literal[1, 2] | None:
    """5.9 The proposal that cannot lose any more."""
    nation = nation_up(state)
    held = holdings(state, nation)
    votes = [(ballot.seat, ballot.proposal, held[ballot.seat]) for ballot in ballots]
    winner = winning_side(votes, (1, 2), sum(held.values()), nation.leadership[0])
    return None if winner is None else 1 if winner == 1 else 2


def resolve(story: Story, ballots: tuple[Ballot, ...], winner: Literal[1, 2]) -> None:
    """5.10 The cast votes are open; the winner is executed."""
    state, nation = story.state, nation_up(story.state)
    story.emit(VoteResolved(nation.name, winner, *tallies(holdings(state, nation), ballots)))
    proposal = state.proposal1 if winner == 1 else state.proposal2
    assert proposal is not None
    execute(story, proposal, winner)


def execute(story: Story, proposal: Proposal, number: ProposalNumber) -> None:
    """5.13 The wheel, the action, the end or the investor phase, the next country."""
    nation, space = nation_up(story.state), proposal.space
    story.emit(ProposalExecuted(number, proposal.seat, proposal))
    is_due = story.state.options.investor_card and story.atlas.meets_investor(nation.space, space)
    story.emit(
        WheelMoved(
            nation.name,
            nation.space,
            space,
            proposal.steps,
            proposal.fee,
            proposal.seat,
            investor_due=is_due,
        )
    )
    RONDEL_SPACES[space].act(story, proposal)
    if nation_up(story.state).points == MOST_POINTS:
        end(story, "power_25", nation.name)
    else:
        after_turn(story, is_due=is_due)


def with_units_staying(proposal: Proposal, nation: Nation) -> Proposal:
    """12.8 A maneuver in which nobody moves."""
    return replace(
        proposal,
        fleet_man=tuple(Move(fleet.territory, fleet.territory, "") for fleet in nation.fleets),
        army_man=tuple(Move(army.territory, army.territory, "") for army in nation.armies),
        guests=tuple(number for number, army in enumerate(nation.armies) if not army.hostile),
    )
