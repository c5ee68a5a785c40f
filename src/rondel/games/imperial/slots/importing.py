"""Imperial, 7.5: Import."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import UnitsImported
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import IMPORT_COST, MOST_IMPORTS, Cents, Import, Proposal, UnitType
from rondel.games.imperial.slots.slot import (
    Slot,
    refuse_occupied,
    refuse_strangers,
    refuse_too_many,
    room,
    split,
)
from rondel.games.imperial.state import Country, State, country_up, hostile_to
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _refuse(atlas: Atlas, state: State, country: Country, asked: Propose) -> None:
    wanted = asked.imports
    refuse_strangers(atlas, country, wanted.territories)
    refuse_occupied(hostile_to(state, country.name), wanted.territories)
    for unit_type, territory in zip(wanted.types, wanted.territories, strict=True):
        if unit_type == "fleet" and atlas.port[territory] is None:
            raise Refusal("WRONG_UNIT_TYPE", f"No fleet can come to {territory}; it has no port.")
    if len(wanted.types) > MOST_IMPORTS:
        raise Refusal("TOO_MANY_IMPORTS", f"Three units may be imported, not {len(wanted.types)}.")
    refuse_too_many(atlas, country, wanted.types.count("fleet"), wanted.types.count("army"))


def _cost(_state: State, _country: Country, asked: Propose) -> Cents:
    return IMPORT_COST * len(asked.imports.types)


def _act(story: Story, proposal: Proposal) -> None:
    country, bought = country_up(story.state), proposal.imports
    from_treasury, from_seat = split(country, IMPORT_COST * len(bought.types))
    story.tell(
        UnitsImported(
            country.name,
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


def _choices(atlas: Atlas, state: State, country: Country, spot: Spot, budget: Cents) -> Sequence[Propose]:
    occupied = hostile_to(state, country.name)
    free = tuple([territory for territory in atlas.homes[country.name] if territory not in occupied])
    ports = tuple([territory for territory in free if atlas.port[territory] is not None])
    fleets, armies = room(atlas, country)
    most = min(MOST_IMPORTS, budget // IMPORT_COST)
    return _sets(spot, free, ports, most, min(fleets, MOST_IMPORTS), min(armies, MOST_IMPORTS))


@lru_cache(maxsize=256)
def _sets(
    spot: Spot, free: tuple[str, ...], ports: tuple[str, ...], most: int, fleets: int, armies: int
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
                listed.append(Propose(spot, imports=Import(types, tuple(place for place, _ in chosen))))
    return tuple(listed)


IMPORT = Slot(fields=("imports",), refuse=_refuse, cost=_cost, act=_act, choices=_choices)
