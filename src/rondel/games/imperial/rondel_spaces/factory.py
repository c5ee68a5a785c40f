"""Imperial, 7.3: Factory."""

from collections.abc import Sequence

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import FactoryBuilt
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import FACTORY_COST, Cents, Proposal
from rondel.games.imperial.rondel_spaces.rondel_space import (
    RondelSpace,
    refuse_occupied,
    refuse_strangers,
    split,
)
from rondel.games.imperial.state import Nation, State, hostile_to, nation_up
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def sites(atlas: Atlas, state: State, nation: Nation) -> list[str]:
    """7.3 Its home territories without factory that are not occupied."""
    taken = hostile_to(state, nation.name).union(nation.factories)
    return [territory for territory in atlas.homes[nation.name] if territory not in taken]


def _refuse(atlas: Atlas, state: State, nation: Nation, action: Propose) -> None:
    site = action.factory_loc
    if site is None:
        if free := sites(atlas, state, nation):
            raise Refusal("BAD_TERRITORY", f"A site must be named; {nation.name} may build in {free[0]}.")
        return
    refuse_strangers(atlas, nation, (site,))
    if site in nation.factories:
        raise Refusal("FACTORY_EXISTS", f"{nation.name} cannot build in {site}; it has a factory there.")
    refuse_occupied(hostile_to(state, nation.name), (site,))


def _cost(_state: State, _nation: Nation, action: Propose) -> Cents:
    return 0 if action.factory_loc is None else FACTORY_COST


def _act(story: Story, proposal: Proposal) -> None:
    """7.3 Without a site nothing is built and nothing is paid."""
    if (site := proposal.factory_loc) is None:
        return
    nation = nation_up(story.state)
    from_treasury, from_seat = split(nation, FACTORY_COST)
    story.emit(FactoryBuilt(nation.name, site, from_treasury, from_seat, proposal.seat))


def _choices(
    atlas: Atlas, state: State, nation: Nation, space: SpaceName, budget: Cents
) -> Sequence[Propose]:
    free = sites(atlas, state, nation)
    if not free:
        return (Propose(space),)
    return [Propose(space, site) for site in free] if budget >= FACTORY_COST else ()


FACTORY = RondelSpace(fields=("factory_loc",), refuse=_refuse, cost=_cost, act=_act, choices=_choices)
