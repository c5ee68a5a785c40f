"""Imperial, 7.4: L-Produce and R-Produce."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import UnitsProduced
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import Cents, Proposal
from rondel.games.imperial.slots.slot import (
    Slot,
    refuse_occupied,
    refuse_strangers,
    refuse_too_many,
    room,
)
from rondel.games.imperial.state import Country, State, country_up, hostile_to, open_factories
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _refuse(atlas: Atlas, state: State, country: Country, asked: Propose) -> None:
    fleets, armies = asked.fleet_produce, asked.army_produce
    both = (*fleets, *armies)
    refuse_strangers(atlas, country, both)
    refuse_occupied(hostile_to(state, country.name), both)
    for territory in both:
        if territory not in country.factories:
            raise Refusal("NO_FACTORY", f"{territory} cannot produce; it has no factory.")
    _refuse_wrong_types(atlas, fleets, armies)
    if len(set(both)) < len(both):
        raise Refusal("DUPLICATE", "A factory makes one unit; one of them is named twice.")
    refuse_too_many(atlas, country, len(fleets), len(armies))


def _refuse_wrong_types(atlas: Atlas, fleets: Sequence[str], armies: Sequence[str]) -> None:
    """3.6 A port factory makes fleets, an inland factory makes armies."""
    for territory in fleets:
        if atlas.port[territory] is None:
            raise Refusal("WRONG_UNIT_TYPE", f"{territory} has no port; its factory makes armies.")
    for territory in armies:
        if atlas.port[territory] is not None:
            raise Refusal("WRONG_UNIT_TYPE", f"{territory} is a port; its factory makes fleets.")


def _act(story: Story, proposal: Proposal) -> None:
    """7.4 Free of charge."""
    country = country_up(story.state)
    story.tell(UnitsProduced(country.name, proposal.fleet_produce, proposal.army_produce))


def _choices(atlas: Atlas, state: State, country: Country, spot: Spot, _budget: Cents) -> Sequence[Propose]:
    working = open_factories(state, country)
    ports = tuple([territory for territory in working if atlas.port[territory] is not None])
    inland = tuple([territory for territory in working if atlas.port[territory] is None])
    fleets, armies = room(atlas, country)
    return _subsets(spot, ports, inland, min(fleets, len(ports)), min(armies, len(inland)))


@lru_cache(maxsize=4096)
def _subsets(
    spot: Spot, ports: tuple[str, ...], inland: tuple[str, ...], fleets: int, armies: int
) -> tuple[Propose, ...]:
    """Every choice of at most so many of both; they recur all through a game."""
    return tuple(
        Propose(spot, fleet_produce=at_sea, army_produce=on_land)
        for many in range(fleets + 1)
        for at_sea in combinations(ports, many)
        for few in range(armies + 1)
        for on_land in combinations(inland, few)
    )


PRODUCE = Slot(fields=("fleet_produce", "army_produce"), refuse=_refuse, act=_act, choices=_choices)
