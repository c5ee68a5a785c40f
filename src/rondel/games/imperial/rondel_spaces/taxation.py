"""Imperial, 7.7 and 7.8: Taxation."""

from rondel.games.imperial.events import TaxesCollected
from rondel.games.imperial.pieces import DOLLAR, LEAST_TAX, MOST_POINTS, Cents, Proposal
from rondel.games.imperial.rondel_spaces.rondel_space import RondelSpace
from rondel.games.imperial.state import Nation, State, holdings, nation_up, open_factories, revenue, upkeep
from rondel.games.imperial.story import Story
from rondel.kernel import Seat


def points_after(state: State, nation: Nation) -> int:
    """7.7 Where the country's points would stand."""
    return min(
        MOST_POINTS, nation.points + max(0, revenue(open_factories(state, nation), nation) - LEAST_TAX)
    )


def _act(story: Story, _proposal: Proposal) -> None:
    """7.7 Revenue, upkeep, then the bonus."""
    state, nation = story.state, nation_up(story.state)
    collected = revenue(open_factories(state, nation), nation)
    units = len(nation.fleets) + len(nation.armies)
    treasury = max(0, nation.money + DOLLAR * collected - upkeep(nation))
    bonus = min(max(0, collected - nation.last_tax), treasury // DOLLAR)
    shares = jefferson(holdings(state, nation), bonus)
    story.emit(
        TaxesCollected(
            nation.name,
            collected,
            units,
            points=points_after(state, nation),
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


TAXATION = RondelSpace(act=_act)
