"""Imperial, 7.7 and 7.8: Taxation."""

from rondel.games.imperial.events import TaxesCollected
from rondel.games.imperial.pieces import DOLLAR, LEAST_TAX, MOST_POINTS, Cents, Proposal
from rondel.games.imperial.slots.slot import Slot
from rondel.games.imperial.state import (
    Country,
    State,
    country_up,
    holdings,
    open_factories,
    revenue,
    upkeep,
)
from rondel.games.imperial.story import Story
from rondel.kernel import Seat


def points_after(state: State, country: Country) -> int:
    """7.7 Where the country's points would stand."""
    return min(
        MOST_POINTS, country.points + max(0, revenue(open_factories(state, country), country) - LEAST_TAX)
    )


def _act(story: Story, _proposal: Proposal) -> None:
    """7.7 Revenue, upkeep, then the bonus."""
    state, country = story.state, country_up(story.state)
    collected = revenue(open_factories(state, country), country)
    units = len(country.fleets) + len(country.armies)
    treasury = max(0, country.money + DOLLAR * collected - upkeep(country))
    bonus = min(max(0, collected - country.last_tax), treasury // DOLLAR)
    shares = jefferson(holdings(state, country), bonus)
    story.tell(
        TaxesCollected(
            country.name,
            collected,
            units,
            points=points_after(state, country),
            treasury=treasury - DOLLAR * bonus,
            last_tax=max(LEAST_TAX, collected),
            bonus=tuple([DOLLAR * shares.get(seat, 0) for seat in range(len(state.players))]),
        )
    )


def jefferson(held: dict[Seat, int], steps: int) -> dict[Seat, Cents]:
    """7.8 Step by step to the largest holding / (steps received + 1); equals by leadership."""
    shares = dict.fromkeys(held, 0)
    for _ in range(steps):
        best = next(iter(held))
        for seat in held:
            # a / b > c / d without fractions
            if held[seat] * (shares[best] + 1) > held[best] * (shares[seat] + 1):
                best = seat
        shares[best] += 1
    return shares


TAXATION = Slot(act=_act)
