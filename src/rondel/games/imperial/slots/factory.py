"""Imperial, 7.3: Factory."""

from collections.abc import Sequence

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import FactoryBuilt
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import FACTORY_COST, Cents, Proposal
from rondel.games.imperial.slots.slot import Slot, refuse_occupied, refuse_strangers, split
from rondel.games.imperial.state import Country, State, country_up, hostile_to
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def sites(atlas: Atlas, state: State, country: Country) -> list[str]:
    """7.3 Its home territories without factory that are not occupied."""
    taken = hostile_to(state, country.name).union(country.factories)
    return [territory for territory in atlas.homes[country.name] if territory not in taken]


def _refuse(atlas: Atlas, state: State, country: Country, asked: Propose) -> None:
    site = asked.factory_loc
    if site is None:
        if free := sites(atlas, state, country):
            raise Refusal("BAD_TERRITORY", f"A site must be named; {country.name} may build in {free[0]}.")
        return
    refuse_strangers(atlas, country, (site,))
    if site in country.factories:
        raise Refusal("FACTORY_EXISTS", f"{country.name} cannot build in {site}; it has a factory there.")
    refuse_occupied(hostile_to(state, country.name), (site,))


def _cost(_state: State, _country: Country, asked: Propose) -> Cents:
    return 0 if asked.factory_loc is None else FACTORY_COST


def _act(story: Story, proposal: Proposal) -> None:
    """7.3 Without a site nothing is built and nothing is paid."""
    if (site := proposal.factory_loc) is None:
        return
    country = country_up(story.state)
    from_treasury, from_seat = split(country, FACTORY_COST)
    story.tell(FactoryBuilt(country.name, site, from_treasury, from_seat, proposal.seat))


def _choices(atlas: Atlas, state: State, country: Country, spot: Spot, budget: Cents) -> Sequence[Propose]:
    free = sites(atlas, state, country)
    if not free:
        return (Propose(spot),)
    return [Propose(spot, site) for site in free] if budget >= FACTORY_COST else ()


FACTORY = Slot(fields=("factory_loc",), refuse=_refuse, cost=_cost, act=_act, choices=_choices)
