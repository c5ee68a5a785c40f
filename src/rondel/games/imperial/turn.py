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
from rondel.games.imperial.pieces import MOST_POINTS, NO_IMPORT, Move, Proposal, Slot
from rondel.games.imperial.score import end
from rondel.games.imperial.slots.taxation import points_after
from rondel.games.imperial.slots.wheel import SLOTS
from rondel.games.imperial.state import Ballot, Country, State, country_up, holdings, tallies
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal, Seat

MANEUVERS = ("L-Maneuver", "R-Maneuver")
_DATA = ("factory_loc", "fleet_produce", "army_produce", "imports")


def propose(story: Story, seat: Seat, asked: Propose) -> None:
    """5.2, 5.6 A spot with its data; a maneuver is planned first."""
    country = country_up(story.state)
    _refuse(story, seat, country, asked)
    submit(story, seat)
    if asked.wheel_spot in MANEUVERS and (country.fleets or country.armies):
        _start_maneuver(story, seat, country, asked)
    else:
        complete(story, drafted(story, seat, asked), slot_now(story.state))


def _refuse(story: Story, seat: Seat, country: Country, asked: Propose) -> None:
    atlas, state, spot = story.atlas, story.state, asked.wheel_spot
    if not atlas.is_within_reach(country.wheel_spot, spot):
        raise Refusal("WHEEL_UNREACHABLE", f"{country.name} cannot go from {country.wheel_spot} to {spot}.")
    slot = SLOTS[spot]
    for name in _DATA:
        if name not in slot.fields and getattr(asked, name) not in (None, (), NO_IMPORT):
            raise Refusal("FIELD_NOT_ALLOWED", f"{spot} needs no {name}.")
    slot.refuse(atlas, state, country, asked)
    fee = atlas.fee(country.wheel_spot, spot)
    shortfall = max(0, slot.cost(state, country, asked) - country.money)
    money = state.players[seat].money
    if money < fee + shortfall:
        raise Refusal(
            "CANNOT_AFFORD",
            f"Seat {seat} cannot pay {fee + shortfall} cents for this; it has {money}.",
        )


def drafted(story: Story, seat: Seat, asked: Propose) -> Proposal:
    """16.4 The proposal as plain data."""
    origin = country_up(story.state).wheel_spot
    return Proposal(
        seat,
        asked.wheel_spot,
        factory_loc=asked.factory_loc,
        fleet_produce=asked.fleet_produce,
        army_produce=asked.army_produce,
        imports=asked.imports,
        steps=story.atlas.steps(origin, asked.wheel_spot),
        fee=story.atlas.fee(origin, asked.wheel_spot),
    )


def slot_now(state: State) -> Slot:
    """8.2 What becomes of a proposal made now."""
    if country_up(state).gov == "dictatorship":
        return 0
    return 1 if state.mode == "proposal" else 2


def _start_maneuver(story: Story, seat: Seat, country: Country, asked: Propose) -> None:
    slot = slot_now(story.state)
    story.tell(
        ManeuverStarted(
            country.name,
            seat,
            asked.wheel_spot,
            phase="fleet" if country.fleets else "army",
            unit_index=0,
            pending_fleets=country.fleets,
            pending_armies=country.armies,
            completed_fleet_moves=(),
            completed_army_moves=(),
            return_mode="execute" if slot == 0 else "proposal-opp" if slot == 1 else "vote",
            proposal_slot=slot,
        )
    )


def complete(story: Story, proposal: Proposal, slot: Slot) -> None:
    """5.7, 5.8 A complete proposal is executed, or put before the opposition or to the vote."""
    if slot == 0 or (slot == 1 and _passes_at_once(story.state, proposal)):
        execute(story, proposal, 0)
    elif slot == 1:
        story.tell(ProposalMade(1, proposal))
    else:
        first = story.state.proposal1
        assert first is not None
        if _is_same(first, proposal):
            agree(story, proposal.seat)
        else:
            story.tell(ProposalMade(2, proposal))


def _passes_at_once(state: State, proposal: Proposal) -> bool:
    """5.12 Whether it ends the game by Taxation, and the table wants no debate over that."""
    return (
        state.options.endgame_auto_pass
        and proposal.wheel_spot == "Taxation"
        and points_after(state, country_up(state)) == MOST_POINTS
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
    story.tell(ProposalAgreed(seat))
    execute(story, first, 1)


def vote(story: Story, seat: Seat, proposal: Literal[1, 2]) -> None:
    """5.9 Sealed until a side has won; where ballots are open, everybody hears it at once."""
    submit(story, seat)
    voting = story.state.voting
    assert voting is not None
    story.tell(VoteCast(seat))
    ballots = (*voting.ballots, Ballot(seat, proposal))
    winner = winner_of(story.state, ballots)
    if story.state.options.open_ballots:
        story.tell(VoteShown(seat, proposal))
    elif winner is None:
        story.tell(VoteSealed(seat, proposal))
    if winner is not None:
        resolve(story, ballots, winner)


def winner_of(state: State, ballots: tuple[Ballot, ...]) -> Literal[1, 2] | None:
    """5.9 The proposal that cannot lose any more."""
    country = country_up(state)
    held = holdings(state, country)
    votes = [(ballot.seat, ballot.proposal, held[ballot.seat]) for ballot in ballots]
    winner = winning_side(votes, (1, 2), sum(held.values()), country.leadership[0])
    return None if winner is None else 1 if winner == 1 else 2


def resolve(story: Story, ballots: tuple[Ballot, ...], winner: Literal[1, 2]) -> None:
    """5.10 The cast votes are open; the winner is executed."""
    state, country = story.state, country_up(story.state)
    story.tell(VoteResolved(country.name, winner, *tallies(holdings(state, country), ballots)))
    proposal = state.proposal1 if winner == 1 else state.proposal2
    assert proposal is not None
    execute(story, proposal, winner)


def execute(story: Story, proposal: Proposal, slot: Slot) -> None:
    """5.13 The wheel, the action, the end or the investor phase, the next country."""
    country, spot = country_up(story.state), proposal.wheel_spot
    story.tell(ProposalExecuted(slot, proposal.seat, proposal))
    is_due = story.state.options.investor_card and story.atlas.meets_investor(country.wheel_spot, spot)
    story.tell(
        WheelMoved(
            country.name,
            country.wheel_spot,
            spot,
            proposal.steps,
            proposal.fee,
            proposal.seat,
            investor_due=is_due,
        )
    )
    SLOTS[spot].act(story, proposal)
    if country_up(story.state).points == MOST_POINTS:
        end(story, "power_25", country.name)
    else:
        after_turn(story, is_due=is_due)


def with_units_staying(proposal: Proposal, country: Country) -> Proposal:
    """12.8 A maneuver in which nobody moves."""
    return replace(
        proposal,
        fleet_man=tuple(Move(fleet.territory, fleet.territory, "") for fleet in country.fleets),
        army_man=tuple(Move(army.territory, army.territory, "") for army in country.armies),
        guests=tuple(number for number, army in enumerate(country.armies) if not army.hostile),
    )
