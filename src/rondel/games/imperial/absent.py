"""Imperial, 12.8: what the house does for those who do not act."""

from typing import Literal

from rondel.games.imperial import auction, investing, peace, turn
from rondel.games.imperial.actions import Propose
from rondel.games.imperial.clock import submit
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import CENTER, Move
from rondel.games.imperial.planning import plan_of, settle_unit
from rondel.games.imperial.state import Ballot, State, holdings, nation_up, to_act, weigh
from rondel.games.imperial.story import Story
from rondel.kernel import Seat

_NEVER = ("Factory", "Investor")


def act_for_all(story: Story) -> None:
    """12.8 For every seat still up, each of which is charged."""
    state = story.state
    seats = to_act(state)
    for seat in seats:
        submit(story, seat, auto=True)
    match state.mode:
        case "bid":
            for seat in seats:
                auction.place(story, seat, 0)
        case "vote":
            _close_vote(story)
        case "peace-vote":
            _close_peace_vote(story)
        case _:
            _act_for(story, seats[0])


def _act_for(story: Story, seat: Seat) -> None:
    match story.state.mode:
        case "buy-bid":
            auction.answer(story, seat, is_accepting=False)
        case "proposal":
            _propose(story, seat)
        case "proposal-opp":
            turn.agree(story, seat)
        case "continue-man":
            _plan(story, seat)
        case _:
            investing.pass_purchase(story, seat)


def _propose(story: Story, seat: Seat) -> None:
    """The nearest spot that is neither Factory nor Investor; nothing made, nothing bought, nobody moves."""
    nation = nation_up(story.state)
    space = _nearest(story.atlas.rondel, nation.space)
    draft = turn.drafted(story, seat, Propose(space))
    if space in turn.MANEUVERS:
        draft = turn.with_units_staying(draft, nation)
    turn.complete(story, draft, turn.number_now(story.state))


def _nearest(rondel: tuple[SpaceName, ...], here: str) -> SpaceName:
    names: tuple[str, ...] = rondel
    first = 0 if here == CENTER else names.index(here) + 1
    return next(space for space in (*rondel[first:], *rondel) if space not in _NEVER)


def _plan(story: Story, seat: Seat) -> None:
    """Peace is rejected; units not yet decided stay."""
    plan = plan_of(story.state)
    if plan.pending_peace is not None:
        peace.answer(story, seat, is_accepting=False)
        return
    for unit in _undecided(story.state):
        settle_unit(story, Move(unit, unit, ""), ())


def _undecided(state: State) -> list[str]:
    """Where the units stand that have no tuple yet, in order."""
    plan = plan_of(state)
    if plan.phase == "fleet":
        units = (*plan.pending_fleets[plan.unit_index :], *plan.pending_armies)
    else:
        units = plan.pending_armies[plan.unit_index :]
    return [unit.territory for unit in units]


def _close_vote(story: Story) -> None:
    """5.11 The cast votes alone: the larger side, the leader's side, proposal 1."""
    state = story.state
    assert state.voting is not None
    ballots = state.voting.ballots
    held = holdings(state, nation_up(state))
    votes = {side: sum(held[each.seat] for each in ballots if each.proposal == side) for side in (1, 2)}
    turn.resolve(story, ballots, _winner(votes, ballots, nation_up(state).leadership[0]))


def _winner(votes: dict[int, int], ballots: tuple[Ballot, ...], leader: Seat) -> Literal[1, 2]:
    if votes[1] != votes[2]:
        return 1 if votes[1] > votes[2] else 2
    return next((ballot.proposal for ballot in ballots if ballot.seat == leader), 1)


def _close_peace_vote(story: Story) -> None:
    """9.8 The cast votes alone: more for it than against; equal: the first seat's side, else rejected."""
    state = story.state
    closed = peace.vote_of(state)
    votes = weigh(state, closed.target_nation, closed.ballots)
    first = [ballot.accept for ballot in closed.ballots if ballot.seat == closed.electorate[0]]
    is_accepted = votes[True] > votes[False] or (votes[True] == votes[False] and first == [True])
    peace.close_vote(story, closed.ballots, is_accepted=is_accepted)
