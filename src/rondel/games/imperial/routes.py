"""Imperial, 8.5 to 8.7: where a unit can go, and over which seas."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.front import MovingUnit, VirtualBoard
from rondel.games.imperial.pieces import Maneuver

Seas: TypeAlias = tuple[str, ...]

BY_LAND: Final[Seas] = ()


def routes(front: VirtualBoard, plan: Maneuver, unit: MovingUnit) -> dict[str, Seas]:
    """Every destination, with the seas of its default route (8.7)."""
    if unit.unit_type == "fleet":
        return dict.fromkeys(_fleet_reach(front.atlas, unit.territory), BY_LAND)
    return _army_routes(front, plan, unit)


def _fleet_reach(atlas: Atlas, here: str) -> tuple[str, ...]:
    """8.5 Stay; from a port to its sea; from a sea to the next. Never back to land."""
    port = atlas.port[here]
    return (here, *((port,) if port is not None else atlas.seas_by[here]))


def _army_routes(front: VirtualBoard, plan: Maneuver, unit: MovingUnit) -> dict[str, Seas]:
    """8.6 By rail, one step by land or convoy, and by rail again."""
    occupied = front.occupied_homes()
    found = dict.fromkeys(by_land(front.atlas, front.nation, unit.territory, occupied), BY_LAND)
    for seas in _convoys(front, plan, unit.territory, occupied):
        for landing in front.atlas.lands_by[seas[-1]]:
            for end in rail(front.atlas, front.nation, landing, occupied):
                found.setdefault(end, seas)
    return found


def rail(atlas: Atlas, nation: str, here: str, occupied: frozenset[str]) -> tuple[str, ...]:
    """8.6 All that a chain of free own homes leads to; only the place itself where there is no rail."""
    if atlas.home[here] != nation or here in occupied:
        return (here,)
    found = [here]
    for place in found:
        found += [near for near in atlas.kin_by[place] if near not in occupied and near not in found]
    return tuple(found)


@lru_cache(maxsize=8192)
def by_land(atlas: Atlas, nation: str, here: str, occupied: frozenset[str]) -> tuple[str, ...]:
    """8.6 Every destination without a convoy; the same few positions are asked for again and again."""
    starts = rail(atlas, nation, here, occupied)
    found = dict.fromkeys(starts)
    for start in starts:
        for step in atlas.lands_by[start]:
            found.update(dict.fromkeys(rail(atlas, nation, step, occupied)))
    return tuple(found)


def _room(front: VirtualBoard, plan: Maneuver) -> dict[str, int]:
    """8.7 How many armies each sea still carries."""
    carriers = Counter(front.carriers())
    return {sea: count - plan.carried.get(sea, 0) for sea, count in carriers.items()}


def _convoys(front: VirtualBoard, plan: Maneuver, here: str, occupied: frozenset[str]) -> list[Seas]:
    """8.7 The first chain of seas to each sea: the fewest seas, then alphabetically."""
    room = _room(front, plan)
    if not any(free > 0 for free in room.values()):
        return []
    starts = rail(front.atlas, front.nation, here, occupied)
    first = sorted({sea for start in starts for sea in front.atlas.seas_by[start] if room.get(sea, 0) > 0})
    found: list[Seas] = [(sea,) for sea in first]
    reached = set(first)
    for seas in found:
        for near in front.atlas.seas_by[seas[-1]]:
            if near not in reached and room.get(near, 0) > 0:
                reached.add(near)
                found.append((*seas, near))
    return found


def ways(front: VirtualBoard, plan: Maneuver, unit: MovingUnit, destination: str) -> list[Seas]:
    """8.7 Every way of an army to its destination, the default first: by land, and by each chain of seas.

    A chain that could leave out one of its seas is not among them: it would only take more fleets.
    """
    if unit.unit_type == "fleet" or destination == unit.territory:
        return []
    occupied = front.occupied_homes()
    by_rail = by_land(front.atlas, front.nation, unit.territory, occupied)
    return [
        *([BY_LAND] if destination in by_rail else []),
        *_chains(front, plan, unit, destination, occupied),
    ]


def _chains(
    front: VirtualBoard, plan: Maneuver, unit: MovingUnit, destination: str, occupied: frozenset[str]
) -> list[Seas]:
    """8.7 The fewest seas first, then alphabetically."""
    atlas = front.atlas
    room = {sea for sea, free in _room(front, plan).items() if free > 0}
    starts = rail(atlas, front.nation, unit.territory, occupied)
    ports = {sea for start in starts for sea in atlas.seas_by[start]} & room
    found: list[Seas] = []
    waiting: list[Seas] = [(sea,) for sea in sorted(ports)]
    for seas in waiting:
        if any(destination in rail(atlas, front.nation, end, occupied) for end in atlas.lands_by[seas[-1]]):
            found.append(seas)
            continue
        passed = ports.union(seas, *[atlas.seas_by[sea] for sea in seas[:-1]])
        waiting += [(*seas, near) for near in atlas.seas_by[seas[-1]] if near in room - passed]
    return found


def is_convoy(front: VirtualBoard, plan: Maneuver, unit: MovingUnit, destination: str, via: Seas) -> bool:
    """8.7 Whether exactly this chain of seas carries the army there."""
    if unit.unit_type == "fleet" or destination == unit.territory or not via:
        return False
    atlas, occupied = front.atlas, front.occupied_homes()
    if not _has_room(_room(front, plan), via) or not _is_chain(atlas, via):
        return False
    starts = rail(atlas, front.nation, unit.territory, occupied)
    return any(via[0] in atlas.seas_by[start] for start in starts) and any(
        destination in rail(atlas, front.nation, landing, occupied) for landing in atlas.lands_by[via[-1]]
    )


def _has_room(room: Mapping[str, int], via: Seas) -> bool:
    return all(room.get(sea, 0) >= times for sea, times in Counter(via).items())


def _is_chain(atlas: Atlas, via: Seas) -> bool:
    return all(other in atlas.seas_by[sea] for sea, other in pairwise(via))
