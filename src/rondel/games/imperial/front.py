"""Imperial, 8.4: the virtual board, where planned moves have been made already."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.pieces import Loss, Maneuver, Move, Proposal, Unit, UnitType
from rondel.games.imperial.state import Nation, State, nation_of


class Piece(NamedTuple):
    """A unit of another country where it stands; an army that is not hostile is a guest (3.4)."""

    nation: str
    unit_type: UnitType
    hostile: bool


class MovingUnit:
    """A unit of the moving country: where it stands, and whether its tuple is done."""

    __slots__ = ("hostile", "is_alive", "is_done", "territory", "unit_type")

    def __init__(self, unit_type: UnitType, unit: Unit) -> None:
        self.unit_type = unit_type
        self.territory = unit.territory
        self.hostile = unit.hostile
        self.is_done = False
        self.is_alive = True


class VirtualBoard:
    """The real board with completed tuples applied in order; units not yet decided stand at their origin."""

    def __init__(
        self, atlas: Atlas, state: State, nation: str, fleets: Sequence[Unit], armies: Sequence[Unit]
    ) -> None:
        self.atlas = atlas
        self.state = state
        self.nation = nation
        self.fleets = [MovingUnit("fleet", unit) for unit in fleets]
        self.armies = [MovingUnit("army", unit) for unit in armies]
        self.others = _standing(
            tuple(
                [(other.name, other.fleets, other.armies) for other in state.nations if other.name != nation]
            )
        )
        self.losses: list[Loss] = []
        self.destroyed: list[str] = []

    def apply_all(self, fleet_moves: Sequence[Move], army_moves: Sequence[Move]) -> None:
        """Apply tuples in order: fleets first (8.1)."""
        for fleet, move in zip(self.fleets, fleet_moves, strict=False):
            self._apply(fleet, move)
        for army, move in zip(self.armies, army_moves, strict=False):
            self._apply(army, move)

    def _apply(self, unit: MovingUnit, move: Move) -> None:
        """8.9 What one tuple does."""
        _, destination, code = move
        is_staying = destination == unit.territory
        unit.is_done = True
        unit.territory = destination
        verb, _, rest = code.partition(" ")
        match verb:
            case "":
                unit.hostile = unit.hostile or not is_staying
            case "peace":
                unit.hostile = not self.is_foreign(destination)
            case "hostile":
                unit.hostile = True
            case "war":
                nation, _, unit_type = rest.rpartition(" ")
                self._fight(unit, nation, unit_type)
            case _:
                self._blow_up(unit, destination)

    def is_foreign(self, territory: str) -> bool:
        """Whether it is the home of another country."""
        return self.atlas.home[territory] not in (None, self.nation)

    def _fight(self, unit: MovingUnit, nation: str, unit_type: str) -> None:
        """8.9 One for one; resisting units first, then in list order."""
        here = list(self.others[unit.territory])
        facing = [piece for piece in here if piece.nation == nation and piece.unit_type == unit_type]
        victim = next((piece for piece in facing if piece.hostile), facing[0])
        here.remove(victim)
        self.others = {**self.others, unit.territory: tuple(here)}
        self._lose(unit)
        self.losses.append(Loss(nation, victim.unit_type, unit.territory, victim.hostile))

    def _blow_up(self, unit: MovingUnit, territory: str) -> None:
        """8.11 The factory and three armies: this one and the two earliest done."""
        for army in (unit, *self.sappers(territory, besides=unit)[:2]):
            self._lose(army)
        self.destroyed.append(territory)

    def _lose(self, unit: MovingUnit) -> None:
        unit.is_alive = False
        self.losses.append(Loss(self.nation, unit.unit_type, unit.territory, unit.hostile))

    def sappers(self, territory: str, besides: MovingUnit) -> list[MovingUnit]:
        """8.11 Hostile own armies there whose tuples are done, in that order."""
        return [
            army
            for army in self.armies
            if army.is_done
            and army.is_alive
            and army.hostile
            and army.territory == territory
            and army is not besides
        ]

    def left(self, unit_type: UnitType) -> tuple[Unit, ...]:
        """The units of the moving country that are still there."""
        own = self.fleets if unit_type == "fleet" else self.armies
        return tuple([Unit(unit.territory, unit.hostile) for unit in own if unit.is_alive])

    def resisting(self, territory: str) -> list[Piece]:
        """3.4 The units of other countries there that are no guests."""
        return [piece for piece in self.others.get(territory, ()) if piece.hostile]

    def has_own(self, territory: str, besides: MovingUnit) -> bool:
        """9.1 Whether the moving country has another unit there."""
        return any(
            unit.territory == territory and unit.is_alive and unit is not besides
            for unit in (*self.fleets, *self.armies)
        )

    def occupied_homes(self) -> frozenset[str]:
        """3.5 The moving country's homes where a hostile army stands."""
        return frozenset(
            [
                territory
                for territory in self.atlas.homes[self.nation]
                if any(
                    piece.unit_type == "army" and piece.hostile for piece in self.others.get(territory, ())
                )
            ]
        )

    def open_factories(self, nation: str) -> list[str]:
        """3.5 The factories of another country that would be open."""
        taken = {army.territory for army in self.armies if army.is_alive and army.hostile}
        return [
            territory
            for territory in nation_of(self.state, nation).factories
            if territory not in taken
            and territory not in self.destroyed
            and not any(self._occupies(piece, nation) for piece in self.others.get(territory, ()))
        ]

    @staticmethod
    def _occupies(piece: Piece, nation: str) -> bool:
        return piece.nation != nation and piece.unit_type == "army" and piece.hostile

    def changed(self) -> list[Nation]:
        """The nations that differ from the real board: the moving one, and its victims."""
        names = {self.nation, *(loss.nation for loss in self.losses)}
        names.update(owner for site in self.destroyed if (owner := self.atlas.home[site]) is not None)
        return [nation for nation in self.state.nations if nation.name in names]

    def units(self, nation: str, unit_type: UnitType) -> tuple[Unit, ...]:
        """The units of any country that are still there."""
        if nation == self.nation:
            return self.left(unit_type)
        return tuple(
            [
                Unit(territory, piece.hostile)
                for territory, pieces in self.others.items()
                for piece in pieces
                if piece.nation == nation and piece.unit_type == unit_type
            ]
        )

    def carriers(self) -> Iterator[str]:
        """8.7 The sea of each own fleet that is done and survived."""
        return (fleet.territory for fleet in self.fleets if fleet.is_done and fleet.is_alive)


@lru_cache(maxsize=256)
def _standing(
    nations: tuple[tuple[str, tuple[Unit, ...], tuple[Unit, ...]], ...],
) -> Mapping[str, tuple[Piece, ...]]:
    """Units by territory, in country order, fleets first; all through a maneuver they are the same."""
    found: dict[str, list[Piece]] = {}
    for name, fleets, armies in nations:
        for fleet in fleets:
            found.setdefault(fleet.territory, []).append(Piece(name, "fleet", fleet.hostile))
        for army in armies:
            found.setdefault(army.territory, []).append(Piece(name, "army", army.hostile))
    return {territory: tuple(pieces) for territory, pieces in found.items()}


def front_of(atlas: Atlas, state: State, plan: Maneuver) -> VirtualBoard:
    """8.4 The virtual board of a maneuver that is being planned."""
    front = VirtualBoard(atlas, state, plan.nation, plan.pending_fleets, plan.pending_armies)
    front.apply_all(plan.completed_fleet_moves, plan.completed_army_moves)
    return front


def unit_up(front: VirtualBoard, plan: Maneuver) -> MovingUnit:
    """8.3 The unit that is to be decided."""
    units = front.fleets if plan.phase == "fleet" else front.armies
    return units[plan.unit_index]


def proposed_front(atlas: Atlas, state: State, nation: str, proposal: Proposal) -> VirtualBoard:
    """8.4 The virtual board of a maneuver that has been planned to its end."""
    fleets = [Unit(move.origin) for move in proposal.fleet_man]
    armies = [
        Unit(move.origin, number not in proposal.guests) for number, move in enumerate(proposal.army_man)
    ]
    front = VirtualBoard(atlas, state, nation, fleets, armies)
    front.apply_all(proposal.fleet_man, proposal.army_man)
    return front
