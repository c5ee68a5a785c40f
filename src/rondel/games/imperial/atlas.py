"""Imperial, chapter 3: a board as one table plays on it, with all that can be reckoned beforehand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rondel.games.imperial.geography import Board, Flags, Kind, Setup, SpaceName, Territory
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import CENTER, DOLLAR, FREE_STEPS, MOST_STEPS, STEP_FEE, Cents


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """What the rules ask of a board. Neighbours are in alphabetical order."""

    nations: tuple[str, ...]
    army_limit: Mapping[str, int]
    fleet_limit: Mapping[str, int]
    rondel: tuple[SpaceName, ...]
    prices: tuple[Cents, ...]
    kind: Mapping[str, Kind]
    home: Mapping[str, str | None]
    homes: Mapping[str, tuple[str, ...]]
    start_factories: Mapping[str, tuple[str, ...]]
    port: Mapping[str, str | None]
    lands_by: Mapping[str, tuple[str, ...]]
    seas_by: Mapping[str, tuple[str, ...]]
    kin_by: Mapping[str, tuple[str, ...]]
    """The neighbours that are homes of the same country: where rails lie (8.6)."""
    flags: Flags

    def steps(self, origin: SpaceName | str, to: SpaceName) -> int:
        """5.3 How far it is; from the center it is no step at all."""
        if origin == CENTER:
            return 0
        rondel: tuple[str, ...] = self.rondel
        return (rondel.index(to) - rondel.index(origin)) % len(rondel) or len(rondel)

    def is_within_reach(self, origin: SpaceName | str, to: SpaceName) -> bool:
        """5.3 One to six steps, or anywhere from the center."""
        return self.steps(origin, to) <= MOST_STEPS

    def fee(self, origin: SpaceName | str, to: SpaceName) -> Cents:
        """5.3 Three steps are free."""
        return max(0, self.steps(origin, to) - FREE_STEPS) * STEP_FEE

    def meets_investor(self, origin: SpaceName | str, to: SpaceName) -> bool:
        """10.1 Whether the move lands on or passes Investor."""
        if origin == CENTER:
            return to == "Investor"
        return self.steps(origin, "Investor") <= self.steps(origin, to)


Atlases: TypeAlias = Mapping[tuple[str, bool, bool], Atlas]
"""By setup, whether there is a ninth stock, and whether mountains stand."""


def atlases_of(board: Board, flags: Flags) -> Atlases:
    """Every way to play on this board."""
    return {
        (name, is_ninth, is_high): _atlas(board, flags, setup, is_ninth=is_ninth, is_high=is_high)
        for name, setup in board.setups.items()
        for is_ninth in (False, True)
        for is_high in (False, True)
    }


def atlas_for(atlases: Atlases, options: Options) -> Atlas:
    """The board as these options have it."""
    return atlases[options.setup, options.ninth_bond, options.mountains]


def _atlas(board: Board, flags: Flags, setup: Setup, *, is_ninth: bool, is_high: bool) -> Atlas:
    closed = [frozenset(edge) for edge in board.mountains] if is_high else []
    by_name = {territory.name: territory for territory in board.territories}
    powers = sorted(board.nations, key=lambda power: power.order)
    near = {
        name: [other for other in sorted(here.adjacencies) if frozenset((name, other)) not in closed]
        for name, here in by_name.items()
    }
    costs = (*setup.bond_costs, *([setup.ninth_bond] if is_ninth and setup.ninth_bond else []))

    def homes(nation: str, *, is_built: bool = False) -> tuple[str, ...]:
        return tuple(
            name
            for name, here in by_name.items()
            if here.nation == nation and (here.start_factory or not is_built)
        )

    def is_kin(here: Territory, other: Territory) -> bool:
        return here.nation is not None and here.nation == other.nation

    return Atlas(
        nations=tuple(power.name for power in powers),
        army_limit={power.name: power.army_limit for power in powers},
        fleet_limit={power.name: power.fleet_limit for power in powers},
        rondel=setup.rondel,
        prices=tuple(DOLLAR * cost for cost in costs),
        kind={name: here.kind for name, here in by_name.items()},
        home={name: here.nation for name, here in by_name.items()},
        homes={power.name: homes(power.name) for power in powers},
        start_factories={power.name: homes(power.name, is_built=True) for power in powers},
        port={name: here.port for name, here in by_name.items()},
        lands_by={name: tuple(other for other in near[name] if not by_name[other].sea) for name in by_name},
        seas_by={name: tuple(other for other in near[name] if by_name[other].sea) for name in by_name},
        kin_by={
            name: tuple(other for other in near[name] if is_kin(here, by_name[other]))
            for name, here in by_name.items()
        },
        flags=flags,
    )
