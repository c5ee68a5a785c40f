"""Imperial, chapter 7: the wheel actions."""

from typing import Any

import pytest

from rondel.games.imperial.events import FactoryBuilt, InterestPaid, TaxesCollected, UnitsImported
from rondel.games.imperial.pieces import Import
from rondel.games.imperial.rondel_spaces.taxation import jefferson
from tests.games.imperial.table import imports, only, playing, refused, tags

ALONE: dict[str, Any] = {"Austria": {0: [4]}}


def test_7_1_fees_and_costs_go_to_the_bank_and_income_comes_from_it() -> None:
    """Rules 7.1, 22.2: nothing is lost on the way."""
    table = playing(ALONE, spaces={"Austria": "R-Produce"}, cash=1500, money={"Austria": 300})
    table.propose(0, "Import", imports=imports("army Vienna", "army Prague"))
    assert table.state.bank == 400 + 200 - 200  # fee, two armies, and the card's bonus
    assert (table.cash(), table.nation("Austria").money) == ([1300], 100)


def test_7_2_the_treasury_pays_first() -> None:
    table = playing(ALONE, money={"Austria": 150})
    bought = only(table.propose(0, "Import", imports=imports("army Vienna", "fleet Trieste")), UnitsImported)
    assert (bought.from_treasury, bought.from_seat, bought.payer) == (150, 50, 0)
    assert table.cash() == [950]


def test_7_3_a_factory_costs_500() -> None:
    table = playing(ALONE, money={"Austria": 700})
    built = only(table.propose(0, "Factory", factory_loc="Trieste"), FactoryBuilt)
    assert (built.territory, built.from_treasury, built.from_seat) == ("Trieste", 500, 0)
    assert table.nation("Austria").factories == ("Budapest", "Vienna", "Trieste")
    assert table.nation("Austria").money == 200


@pytest.mark.parametrize(
    ("site", "code"),
    [
        (None, "BAD_TERRITORY"),
        ("Atlantis", "BAD_TERRITORY"),
        ("Rome", "BAD_TERRITORY"),
        ("Vienna", "FACTORY_EXISTS"),
        ("Prague", "OCCUPIED"),
    ],
)
def test_7_3_where_no_factory_can_be_built(site: str | None, code: str) -> None:
    table = playing(ALONE, armies={"Germany": ["Prague"]})
    with refused(code):
        table.propose(0, "Factory", factory_loc=site)


def test_7_3_without_a_site_nothing_is_built_and_nothing_paid() -> None:
    homes = ["Budapest", "Lemberg", "Prague", "Trieste", "Vienna"]
    table = playing(ALONE, factories={"Austria": homes[1:]}, armies={"Russia": ["Budapest"]}, cash=0)
    assert "Factory" in table.spaces(0)
    assert "FACTORY_BUILT" not in tags(table.propose(0, "Factory"))
    assert table.nation("Austria").space == "Factory"


def test_7_4_any_subset_of_open_factories_makes_units_for_nothing() -> None:
    table = playing(
        ALONE, factories={"Austria": ["Budapest", "Vienna", "Trieste"]}, armies={"Italy": ["Vienna"]}, cash=0
    )
    listed = [action for action in table.legal(0) if getattr(action, "space", "") == "L-Produce"]
    assert len(listed) == 4
    table.propose(0, "L-Produce", fleet_produce=("Trieste",), army_produce=("Budapest",))
    assert (table.fleets("Austria"), table.armies("Austria")) == (["Trieste"], ["Budapest"])
    assert table.cash() == [0]


@pytest.mark.parametrize(
    ("armies", "code"),
    [
        (("Rome",), "BAD_TERRITORY"),
        (("Vienna",), "OCCUPIED"),
        (("Prague",), "NO_FACTORY"),
        (("Budapest", "Budapest"), "DUPLICATE"),
    ],
)
def test_7_4_what_cannot_produce(armies: tuple[str, ...], code: str) -> None:
    table = playing(ALONE, armies={"Italy": ["Vienna"]})
    with refused(code):
        table.propose(0, "L-Produce", army_produce=armies)


def test_7_4_unit_limits_hold_afterwards() -> None:
    """Rules 7.4, 7.5, 23.1: ten armies, six fleets."""
    table = playing(ALONE, armies={"Austria": ["Vienna"] * 9}, fleets={"Austria": ["Trieste"] * 6})
    with refused("UNIT_LIMIT"):
        table.propose(0, "L-Produce", army_produce=("Vienna", "Budapest"))
    with refused("UNIT_LIMIT"):
        table.propose(0, "Import", imports=imports("fleet Trieste"))
    assert not any(len(getattr(action, "army_produce", ())) > 1 for action in table.legal(0))
    table.propose(0, "Import", imports=imports("army Vienna"))
    assert len(table.armies("Austria")) == 10


def test_7_5_the_same_territory_may_be_named_repeatedly() -> None:
    table = playing(ALONE)
    table.propose(0, "Import", imports=imports("army Trieste", "fleet Trieste", "army Trieste"))
    assert table.armies("Austria") == ["Trieste", "Trieste"]
    assert table.fleets("Austria") == ["Trieste"]
    assert table.cash() == [700]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (["army Rome"], "BAD_TERRITORY"),
        (["army Prague"], "OCCUPIED"),
        (["fleet Vienna"], "WRONG_UNIT_TYPE"),
        (["army Vienna"] * 4, "TOO_MANY_IMPORTS"),
    ],
)
def test_7_5_what_cannot_be_imported(wanted: list[str], code: str) -> None:
    table = playing(ALONE, armies={"Germany": ["Prague"]})
    with refused(code):
        table.propose(0, "Import", imports=imports(*wanted))


def test_7_5_types_and_territories_are_of_equal_length() -> None:
    with pytest.raises(ValueError, match="1 types for 0 territories"):
        Import(("army",), ())


@pytest.mark.parametrize(
    ("space", "data"),
    [
        ("Taxation", {"factory_loc": "Prague"}),
        ("Investor", {"army_produce": ("Vienna",)}),
        ("Factory", {"imports": imports("army Vienna")}),
        ("Import", {"fleet_produce": ("Trieste",)}),
    ],
)
def test_7_6_data_the_spot_does_not_need_is_refused(space: str, data: Any) -> None:
    table = playing(ALONE)
    with refused("FIELD_NOT_ALLOWED"):
        table.propose(0, space, **data)


def test_7_6_new_armies_are_hostile_and_missing_lists_empty() -> None:
    table = playing(ALONE)
    table.propose(0, "L-Produce")
    assert table.armies("Austria") == []
    table.propose(0, "Import", imports=imports("army Vienna"))
    assert table.nation("Austria").armies[0].hostile


TWELVE = ["Romania", "Greece", "Turkey", "Bulgaria", "Tunis", "Ionian Sea"]


def test_e8_a_good_year() -> None:
    """Rules 7.7, E8: r 12, seven points, bonus 4 on 5, 3, 1."""
    table = playing(
        {"Austria": {0: [5], 1: [3], 2: [1]}},
        factories={"Austria": ["Budapest", "Vienna", "Prague"]},
        chips={"Austria": TWELVE},
        armies={"Austria": ["Vienna"] * 4},
        money={"Austria": 300},
        last_tax={"Austria": 8},
        cash=0,
    )
    taxed = only(table.propose(0, "Taxation"), TaxesCollected)
    assert (taxed.revenue, taxed.units, taxed.points, taxed.treasury, taxed.last_tax) == (12, 4, 7, 700, 12)
    assert taxed.bonus == (300, 100, 0)
    assert table.cash() == [300, 100, 0]
    assert table.nation("Austria").money == 700


def test_e9_an_army_too_large() -> None:
    """Rules 7.7, E9: t is nothing, but the points count."""
    table = playing(
        ALONE,
        chips={"Austria": ["Romania", "Greece"]},
        armies={"Austria": ["Vienna"] * 9},
        money={"Austria": 50},
    )
    taxed = only(table.propose(0, "Taxation"), TaxesCollected)
    assert (taxed.revenue, taxed.treasury, taxed.points, taxed.last_tax, sum(taxed.bonus)) == (6, 0, 1, 6, 0)


def test_e10_a_bonus_from_what_is_there() -> None:
    """Rules 7.7, E10, 23.1: r 8, six units, treasury 250, in whole dollars only."""
    table = playing(
        ALONE,
        chips={"Austria": TWELVE[:4]},
        armies={"Austria": ["Vienna"] * 6},
        money={"Austria": 250},
    )
    taxed = only(table.propose(0, "Taxation"), TaxesCollected)
    assert (sum(taxed.bonus), taxed.treasury) == (300, 150)


def test_7_7_a_bonus_is_never_more_than_the_treasury_has() -> None:
    table = playing(
        ALONE, chips={"Austria": TWELVE}, armies={"Austria": ["Vienna"] * 9}, money={"Austria": 70}
    )
    taxed = only(table.propose(0, "Taxation"), TaxesCollected)
    assert (taxed.revenue, sum(taxed.bonus), taxed.treasury) == (10, 100, 70)


def test_7_7_revenue_and_points_have_their_limits() -> None:
    many = [*TWELVE, "Western Med", "Eastern Med", "Black Sea", "Spain", "Portugal", "Algeria"]
    table = playing(ALONE, chips={"Austria": many}, points={"Austria": 12})
    taxed = only(table.propose(0, "Taxation"), TaxesCollected)
    assert (taxed.revenue, taxed.points) == (15, 22)
    poor = playing(ALONE, last_tax={"Austria": 9})
    taxed = only(poor.propose(0, "Taxation"), TaxesCollected)
    assert (taxed.revenue, taxed.points, taxed.last_tax, sum(taxed.bonus)) == (4, 0, 5, 0)


def test_e11_jefferson() -> None:
    """Rules 7.8, E11: equal quotients by leadership."""
    assert jefferson({0: 4, 1: 2}, 3) == {0: 2, 1: 1}
    assert jefferson({0: 3, 1: 3, 2: 2}, 5) == {0: 2, 1: 2, 2: 1}


@pytest.mark.parametrize(("cash", "left"), [(700, 600), (599, None)])
def test_e12_interest_and_its_shortfall(cash: int, left: int | None) -> None:
    """Rules 7.9, E12, 5.4: the author's own interest does not count towards what it must have."""
    table = playing({"Austria": {0: [5], 1: [3], 2: [1]}}, cash=[cash, 0, 0], money={"Austria": 300}, card=1)
    if left is None:
        assert "Investor" not in table.spaces(0)
        with refused("CANNOT_AFFORD"):
            table.propose(0, "Investor")
        return
    paid = only(table.propose(0, "Investor"), InterestPaid)
    assert (paid.interest, paid.from_treasury, paid.from_seat) == ((500, 300, 100), 300, 600)
    assert table.cash()[0] == left
    assert table.nation("Austria").money == 0


def test_7_10_a_maneuver_is_planned_by_chapter_8() -> None:
    table = playing(ALONE, armies={"Austria": ["Vienna"]})
    table.propose(0, "R-Maneuver")
    table.move(0, "Prague")
    assert table.armies("Austria") == ["Prague"]
