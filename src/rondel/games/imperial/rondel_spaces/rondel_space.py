"""What a wheel spot is to the rules: what it needs, what it costs, what it does, what may be chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.geography import SpaceName
from rondel.games.imperial.pieces import Cents, Proposal
from rondel.games.imperial.state import Nation, State
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _takes_anything(_atlas: Atlas, _state: State, _nation: Nation, _action: Propose) -> None:
    return None


def _costs_nothing(_state: State, _nation: Nation, _action: Propose) -> Cents:
    return 0


def _is_one_choice(
    _atlas: Atlas, _state: State, _nation: Nation, space: SpaceName, _budget: Cents
) -> Sequence[Propose]:
    return (Propose(space),)


@dataclass(frozen=True, kw_only=True, slots=True)
class RondelSpace:
    """A wheel action as a value."""

    act: Callable[[Story, Proposal], None]
    fields: tuple[str, ...] = ()
    """7.6 The data it needs; any other is refused."""
    refuse: Callable[[Atlas, State, Nation, Propose], None] = _takes_anything
    cost: Callable[[State, Nation, Propose], Cents] = _costs_nothing
    choices: Callable[[Atlas, State, Nation, SpaceName, Cents], Sequence[Propose]] = field(
        default=_is_one_choice
    )
    """14.2 Every choice that costs at most the budget."""


def split(nation: Nation, cost: Cents) -> tuple[Cents, Cents]:
    """7.2 What the treasury pays, and the shortfall."""
    from_treasury = min(cost, nation.money)
    return from_treasury, cost - from_treasury


def refuse_strangers(atlas: Atlas, nation: Nation, territories: Sequence[str]) -> None:
    """7.3 to 7.5 Only home territories of the country will do."""
    for territory in territories:
        if atlas.home.get(territory) != nation.name:
            raise Refusal("BAD_TERRITORY", f"{territory!r} is no home territory of {nation.name}.")


def refuse_occupied(occupied: frozenset[str], territories: Sequence[str]) -> None:
    """3.5 Nothing is built or made under occupation."""
    for territory in territories:
        if territory in occupied:
            raise Refusal("OCCUPIED", f"{territory} cannot be used; a hostile army stands in it.")


def refuse_too_many(atlas: Atlas, nation: Nation, fleets: int, armies: int) -> None:
    """7.4, 7.5 Unit limits must hold afterwards."""
    fleets_left, armies_left = room(atlas, nation)
    if fleets > fleets_left or armies > armies_left:
        raise Refusal(
            "UNIT_LIMIT",
            f"{nation.name} may have {fleets_left} fleets and {armies_left} armies more,"
            f" not {fleets} and {armies}.",
        )


def room(atlas: Atlas, nation: Nation) -> tuple[int, int]:
    """3.3 How many fleets and armies more the country may have."""
    return (
        atlas.fleet_limit[nation.name] - len(nation.fleets),
        atlas.army_limit[nation.name] - len(nation.armies),
    )
