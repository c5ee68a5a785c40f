"""What a wheel spot is to the rules: what it needs, what it costs, what it does, what may be chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rondel.games.imperial.actions import Propose
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.geography import Spot
from rondel.games.imperial.pieces import Cents, Proposal
from rondel.games.imperial.state import Country, State
from rondel.games.imperial.story import Story
from rondel.kernel import Refusal


def _takes_anything(_atlas: Atlas, _state: State, _country: Country, _asked: Propose) -> None:
    return None


def _costs_nothing(_state: State, _country: Country, _asked: Propose) -> Cents:
    return 0


def _is_one_choice(
    _atlas: Atlas, _state: State, _country: Country, spot: Spot, _budget: Cents
) -> Sequence[Propose]:
    return (Propose(spot),)


@dataclass(frozen=True, kw_only=True, slots=True)
class Slot:
    """A wheel action as a value."""

    act: Callable[[Story, Proposal], None]
    fields: tuple[str, ...] = ()
    """7.6 The data it needs; any other is refused."""
    refuse: Callable[[Atlas, State, Country, Propose], None] = _takes_anything
    cost: Callable[[State, Country, Propose], Cents] = _costs_nothing
    choices: Callable[[Atlas, State, Country, Spot, Cents], Sequence[Propose]] = field(default=_is_one_choice)
    """14.2 Every choice that costs at most the budget."""


def split(country: Country, cost: Cents) -> tuple[Cents, Cents]:
    """7.2 What the treasury pays, and the shortfall."""
    from_treasury = min(cost, country.money)
    return from_treasury, cost - from_treasury


def refuse_strangers(atlas: Atlas, country: Country, territories: Sequence[str]) -> None:
    """7.3 to 7.5 Only home territories of the country will do."""
    for territory in territories:
        if atlas.home.get(territory) != country.name:
            raise Refusal("BAD_TERRITORY", f"{territory!r} is no home territory of {country.name}.")


def refuse_occupied(occupied: frozenset[str], territories: Sequence[str]) -> None:
    """3.5 Nothing is built or made under occupation."""
    for territory in territories:
        if territory in occupied:
            raise Refusal("OCCUPIED", f"{territory} cannot be used; a hostile army stands in it.")


def refuse_too_many(atlas: Atlas, country: Country, fleets: int, armies: int) -> None:
    """7.4, 7.5 Unit limits must hold afterwards."""
    fleets_left, armies_left = room(atlas, country)
    if fleets > fleets_left or armies > armies_left:
        raise Refusal(
            "UNIT_LIMIT",
            f"{country.name} may have {fleets_left} fleets and {armies_left} armies more,"
            f" not {fleets} and {armies}.",
        )


def room(atlas: Atlas, country: Country) -> tuple[int, int]:
    """3.3 How many fleets and armies more the country may have."""
    return (
        atlas.fleet_limit[country.name] - len(country.fleets),
        atlas.army_limit[country.name] - len(country.armies),
    )
