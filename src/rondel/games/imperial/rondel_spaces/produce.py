"""Imperial, 7.4: L-Produce and R-Produce."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import UnitsProduced
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import Cents, Proposal
from rondel.games.imperial.rondel_spaces.rondel_space import (
    RondelSpace,
    refuse_occupied,
    refuse_strangers,
    refuse_too_many,
    room,
)
from rondel.games.imperial.state import Nation, State, hostile_to, nation_up, open_factories
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _refuse(atlas: Atlas, state: State, nation: Nation, action: Propose) -> None:
    fleets, armies = action.fleet_produce, action.army_produce
    both = (*fleets, *armies)
    refuse_strangers(atlas, nation, both)
    refuse_occupied(hostile_to(state, nation.name), both)
    for territory in both:
        if territory not in nation.factories:
            raise Refusal("NO_FACTORY", f"{territory} cannot produce; it has no factory.")
    _refuse_wrong_types(atlas, fleets, armies)
    if len(set(both)) < len(both):
        raise Refusal("DUPLICATE", "A factory makes one unit; one of them is named twice.")
    refuse_too_many(atlas, nation, len(fleets), len(armies))


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
    nation = nation_up(story.state)
    story.emit(UnitsProduced(nation.name, proposal.fleet_produce, proposal.army_produce))


def _choices(
    atlas: Atlas, state: State, nation: Nation, space: SpaceName, _budget: Cents
) -> Sequence[Propose]:
    working = open_factories(state, nation)
    ports = tuple([territory for territory in working if atlas.port[territory] is not None])
    inland = tuple([territory for territory in working if atlas.port[territory] is None])
    fleets, armies = room(atlas, nation)
    return _subsets(space, ports, inland, min(fleets, len(ports)), min(armies, len(inland)))


@lru_cache(maxsize=4096)
def _subsets(
    space: SpaceName, ports: tuple[str, ...], inland: tuple[str, ...], fleets: int, armies: int
) -> tuple[Propose, ...]:
    """Every choice of at most so many of both; they recur all through a game."""
    return tuple(
        Propose(space, fleet_produce=at_sea, army_produce=on_land)
        for many in range(fleets + 1)
        for at_sea in combinations(ports, many)
        for few in range(armies + 1)
        for on_land in combinations(inland, few)
    )


PRODUCE = RondelSpace(fields=("fleet_produce", "army_produce"), refuse=_refuse, act=_act, choices=_choices)
