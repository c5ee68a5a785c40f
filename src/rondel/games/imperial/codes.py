"""Imperial, 8.8 to 8.11: what a unit may do where it goes."""

from rondel.games.imperial.front import MovingUnit, VirtualBoard

HOSTILE = "hostile"
PEACE = "peace"


def codes(front: VirtualBoard, unit: MovingUnit, destination: str) -> list[str]:
    """8.8 The table; whether a country's last factory forbids it (8.10, 8.11) is asked apart."""
    if destination not in front.others and not front.is_foreign(destination):
        return [""]
    is_staying = destination == unit.territory
    is_resisted = bool(front.resisting(destination))
    found = [""] if is_staying else []
    if front.is_foreign(destination):
        found += _in_foreign_home(front, unit, destination, is_resisted=is_resisted)
    elif not is_staying:
        found.append(PEACE if is_resisted else "")
    return found + _wars(front, unit, destination)


def _in_foreign_home(
    front: VirtualBoard, unit: MovingUnit, destination: str, *, is_resisted: bool
) -> list[str]:
    is_staying = destination == unit.territory
    found = []
    if not is_resisted and not (is_staying and unit.hostile):
        found.append(HOSTILE)
    if not is_staying or unit.hostile:
        found.append(PEACE)
    if not is_resisted and _may_blow_up(front, unit, destination):
        found.append(f"blow up {front.atlas.home[destination]}")
    return found


def _may_blow_up(front: VirtualBoard, unit: MovingUnit, destination: str) -> bool:
    """8.11 A factory, and two hostile own armies there that are done."""
    owner = front.atlas.home[destination]
    factories = [nation.factories for nation in front.state.nations if nation.name == owner]
    return (
        any(destination in sites for sites in factories)
        and destination not in front.destroyed
        and len(front.sappers(destination, besides=unit)) >= 2
    )


def _wars(front: VirtualBoard, unit: MovingUnit, destination: str) -> list[str]:
    """8.9 Fleets fight fleets at sea only; armies fight whatever stands on land."""
    if unit.unit_type == "fleet" and front.atlas.kind[destination] != "sea":
        return []
    facing = dict.fromkeys([(piece.nation, piece.unit_type) for piece in front.others.get(destination, ())])
    return [f"war {nation} {unit_type}" for nation, unit_type in facing]


def takes_last_factory(front: VirtualBoard, destination: str, code: str) -> bool:
    """8.10, 8.11 Whether it would leave the country there without an open factory."""
    if code != HOSTILE and not code.startswith("blow up "):
        return False
    owner = front.atlas.home[destination]
    assert owner is not None
    working = front.open_factories(owner)
    if code == HOSTILE:
        return working == [destination]
    return not any(territory != destination for territory in working)
