"""Imperial, 7.9: Investor, where a country lands on it."""

from collections.abc import Sequence

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import InterestPaid
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import DOLLAR, Cents, Proposal
from rondel.games.imperial.slots.slot import Slot, split
from rondel.games.imperial.state import Country, State, country_up, holdings
from rondel.games.imperial.story import Story


def interest(state: State, country: Country) -> Cents:
    """7.9 A dollar for each unit of every holding."""
    return DOLLAR * sum(holdings(state, country).values())


def _cost(state: State, country: Country, _asked: Propose) -> Cents:
    return interest(state, country)


def _act(story: Story, proposal: Proposal) -> None:
    state, country = story.state, country_up(story.state)
    held = holdings(state, country)
    from_treasury, from_seat = split(country, interest(state, country))
    paid = tuple(DOLLAR * held.get(seat, 0) for seat in range(len(state.players)))
    story.tell(InterestPaid(country.name, paid, from_treasury, from_seat, proposal.seat))


def _choices(_atlas: Atlas, state: State, country: Country, spot: Spot, budget: Cents) -> Sequence[Propose]:
    return (Propose(spot),) if interest(state, country) <= budget else ()


INVESTOR = Slot(cost=_cost, act=_act, choices=_choices)
