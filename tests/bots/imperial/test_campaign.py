from typing import Any

import pytest

from rondel.bots.imperial.campaign import BoardModel, Campaign
from rondel.games.imperial.actions import MoveUnit
from rondel.games.imperial.game import IMPERIAL
from tests.games.imperial.table import Table, playing

BOND: dict[str, Any] = {"Italy": {0: [6]}, "Austria": {1: [6]}}
CHIPS: dict[str, Any] = {"Italy": ("Western Med", "Tunis"), "Austria": ("Romania", "Ionian Sea", "Greece")}


def planning(**given: Any) -> Table:
    table = playing(BOND, up="Italy", **{"chips": CHIPS, "spaces": {"Italy": "Import"}, **given})
    table.propose(0, "L-Maneuver")
    return table


def front(table: Table) -> BoardModel:
    known = IMPERIAL.knows(table.state, 0)
    return BoardModel(Campaign(known, 0, "Italy"), known)


def test_chips_and_units_are_worth_what_they_do_to_the_forecast() -> None:
    campaign = front(planning(armies={"Italy": ["Rome"]})).campaign

    assert campaign.chip_more > 0
    assert campaign.chip_lost["Austria"] > 0 > campaign.chip_lost["Italy"]
    assert set(campaign.unit_more) == set(campaign.chip_lost)


def test_a_rivals_chip_is_worth_most_and_ones_own_is_worth_guarding() -> None:
    worth = front(planning(fleets={"Italy": ["Western Med"]})).worth
    rivals, free, own = (
        worth(MoveUnit(place, "")) for place in ("Ionian Sea", "Bay of Biscay", "Western Med")
    )

    assert rivals > free > own > 0


def test_a_place_is_taken_once() -> None:
    table = planning(fleets={"Italy": ["Venice", "Venice"]})
    before = front(table).worth(MoveUnit("Ionian Sea", ""))
    table.move(0, "Ionian Sea")

    assert front(table).worth(MoveUnit("Ionian Sea", "")) < before


def test_no_chip_is_laid_beside_a_rival() -> None:
    alone, beside = (
        front(planning(fleets={"Italy": ["Ionian Sea"], "Austria": rivals})).worth(MoveUnit("Ionian Sea", ""))
        for rivals in ([], ["Ionian Sea"])
    )

    assert beside < alone


def test_a_rivals_factory_is_worth_standing_in() -> None:
    table = planning(armies={"Italy": ["Vienna", "Rome"]})
    worth = front(table).worth

    assert worth(MoveUnit("Vienna", "")) > 0
    assert worth(MoveUnit("Budapest", "hostile")) == worth(MoveUnit("Vienna", ""))
    assert worth(MoveUnit("Trieste", "hostile")) < 0
    assert worth(MoveUnit("Trieste", "peace")) < 0
    table.move(0, "Vienna")
    assert front(table).worth(MoveUnit("Vienna", "hostile")) < 0


def test_a_factory_is_blown_up_if_it_is_worth_three_armies() -> None:
    campaign = (one := front(planning(armies={"Italy": ["Vienna"] * 3}))).campaign

    assert one.worth(MoveUnit("Vienna", "blow up Austria")) == pytest.approx(
        3 * campaign.chip_lost["Austria"] - 3 * campaign.unit_more["Italy"]
    )


def test_a_war_is_worth_more_if_it_clears_the_way() -> None:
    def war(rivals: list[str], own: list[str]) -> float:
        table = planning(fleets={"Austria": rivals, "Italy": own})
        return front(table).worth(MoveUnit("Ionian Sea", "war Austria fleet"))

    follows, alone, in_vain = (
        war(rivals, own)
        for rivals, own in (
            (["Ionian Sea"], ["Venice"] * 2),
            (["Ionian Sea"], ["Venice"]),
            (["Ionian Sea"] * 2, ["Venice"] * 2),
        )
    )

    assert follows > alone
    assert follows > in_vain


def test_a_war_over_ones_own_chip_wins_none() -> None:
    own, free = (
        front(planning(fleets={"Austria": [sea], "Italy": ["Venice"] * 2})).worth(
            MoveUnit(sea, "war Austria fleet")
        )
        for sea in ("Western Med", "Bay of Biscay")
    )

    assert own < free


def test_a_unit_that_has_been_fought_is_gone() -> None:
    table = planning(fleets={"Austria": ["Ionian Sea"], "Italy": ["Venice"] * 2})
    assert front(table).standing("Ionian Sea") == 1
    table.move(0, "Ionian Sea", "war Austria fleet")

    assert front(table).standing("Ionian Sea") == 0
    assert front(table).worth(MoveUnit("Ionian Sea", "")) > 0


def test_ones_own_home_is_freed() -> None:
    def war(place: str) -> float:
        table = planning(armies={"Austria": [place], "Italy": [place]})
        return front(table).worth(MoveUnit(place, "war Austria army"))

    assert war("Rome") > war("Florence")


def test_a_guard_of_a_factory_is_fought_for_what_it_guards() -> None:
    def war(place: str) -> float:
        table = planning(armies={"Austria": [place], "Italy": ["Venice", "Venice"]})
        return front(table).worth(MoveUnit(place, "war Austria army"))

    assert war("Vienna") > war("Trieste")
