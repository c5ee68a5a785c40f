"""Imperial, 7.9: Investor, where a country lands on it."""

from collections.abc import Sequence

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import InterestPaid
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import DOLLAR, Cents, Proposal
from rondel.games.imperial.rondel_spaces.rondel_space import RondelSpace, split
from rondel.games.imperial.state import Nation, State, holdings, nation_up
from rondel.games.imperial.story import Story


def interest(state: State, nation: Nation) -> Cents:
    """7.9 A dollar for each unit of every holding."""
    return DOLLAR * sum(holdings(state, nation).values())


def _cost(state: State, nation: Nation, _action: Propose) -> Cents:
    return interest(state, nation)


def _act(story: Story, proposal: Proposal) -> None:
    state, nation = story.state, nation_up(story.state)
    held = holdings(state, nation)
    from_treasury, from_seat = split(nation, interest(state, nation))
    paid = tuple(DOLLAR * held.get(seat, 0) for seat in range(len(state.players)))
    story.emit(InterestPaid(nation.name, paid, from_treasury, from_seat, proposal.seat))


def _choices(
    _atlas: Atlas, state: State, nation: Nation, space: SpaceName, budget: Cents
) -> Sequence[Propose]:
    return (Propose(space),) if interest(state, nation) <= budget else ()


INVESTOR = RondelSpace(cost=_cost, act=_act, choices=_choices)
