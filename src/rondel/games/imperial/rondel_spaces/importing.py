"""Imperial, 7.5: Import."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import UnitsImported
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import IMPORT_COST, MOST_IMPORTS, Cents, Import, Proposal, UnitType
from rondel.games.imperial.rondel_spaces.rondel_space import (
    RondelSpace,
    refuse_occupied,
    refuse_strangers,
    refuse_too_many,
    room,
    split,
)
from rondel.games.imperial.state import Nation, State, hostile_to, nation_up
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _refuse(atlas: Atlas, state: State, nation: Nation, action: Propose) -> None:
    wanted = action.imports
    refuse_strangers(atlas, nation, wanted.territories)
    refuse_occupied(hostile_to(state, nation.name), wanted.territories)
    for unit_type, territory in zip(wanted.types, wanted.territories, strict=True):
        if unit_type == "fleet" and atlas.port[territory] is None:
            raise Refusal("WRONG_UNIT_TYPE", f"No fleet can come to {territory}; it has no port.")
    if len(wanted.types) > MOST_IMPORTS:
        raise Refusal("TOO_MANY_IMPORTS", f"Three units may be imported, not {len(wanted.types)}.")
    refuse_too_many(atlas, nation, wanted.types.count("fleet"), wanted.types.count("army"))


def _cost(_state: State, _nation: Nation, action: Propose) -> Cents:
    return IMPORT_COST * len(action.imports.types)


def _act(story: Story, proposal: Proposal) -> None:
    nation, bought = nation_up(story.state), proposal.imports
    from_treasury, from_seat = split(nation, IMPORT_COST * len(bought.types))
    story.emit(
        UnitsImported(
            nation.name,
            fleets=_of_type(bought, "fleet"),
            armies=_of_type(bought, "army"),
            from_treasury=from_treasury,
            from_seat=from_seat,
            payer=proposal.seat,
        )
    )


def _of_type(bought: Import, wanted: UnitType) -> tuple[str, ...]:
    pairs = zip(bought.types, bought.territories, strict=True)
    return tuple(territory for unit_type, territory in pairs if unit_type == wanted)


def _choices(
    atlas: Atlas, state: State, nation: Nation, space: SpaceName, budget: Cents
) -> Sequence[Propose]:
    occupied = hostile_to(state, nation.name)
    free = tuple([territory for territory in atlas.homes[nation.name] if territory not in occupied])
    ports = tuple([territory for territory in free if atlas.port[territory] is not None])
    fleets, armies = room(atlas, nation)
    most = min(MOST_IMPORTS, budget // IMPORT_COST)
    return _sets(space, free, ports, most, min(fleets, MOST_IMPORTS), min(armies, MOST_IMPORTS))


@lru_cache(maxsize=256)
def _sets(
    space: SpaceName, free: tuple[str, ...], ports: tuple[str, ...], most: int, fleets: int, armies: int
) -> tuple[Propose, ...]:
    """14.2 Each set once, sorted by territory then type; they recur all through a game.

    The longest list takes 53 KiB: few are kept.
    """
    army: UnitType = "army"
    fleet: UnitType = "fleet"
    units = sorted([*((territory, army) for territory in free), *((port, fleet) for port in ports)])
    listed = []
    for many in range(most + 1):
        for chosen in combinations_with_replacement(units, many):
            types = tuple(unit_type for _, unit_type in chosen)
            if types.count(fleet) <= fleets and types.count(army) <= armies:
                listed.append(Propose(space, imports=Import(types, tuple(place for place, _ in chosen))))
    return tuple(listed)


IMPORT = RondelSpace(fields=("imports",), refuse=_refuse, cost=_cost, act=_act, choices=_choices)
