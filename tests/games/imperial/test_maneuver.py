"""Imperial, chapter 8: maneuvers."""

from typing import Any

import pytest

from rondel.games.imperial.actions import AnswerPeace, DeferUnit, MoveUnit
from rondel.games.imperial.events import ManeuverExecuted, UnitPlanned
from tests.games.imperial.table import Table, only, playing, refused, tags

ITALY: dict[str, Any] = {"Italy": {0: [4]}, "Austria": {1: [4]}}


def maneuver(bonds: Any = None, *, up: str = "Italy", **where: Any) -> Table:
    table = playing(bonds or ITALY, up=up, **where)
    table.propose(table.up()[0], "L-Maneuver")
    return table


def test_8_1_fleets_first_then_armies_each_in_list_order() -> None:
    table = maneuver(fleets={"Italy": ["Naples", "Genoa"]}, armies={"Italy": ["Rome"]})
    plan = table.state.current_maneuver
    assert plan is not None
    assert (plan.phase, plan.player, plan.nation) == ("fleet", 0, "Italy")
    table.move(0, "Western Med")
    table.move(0, "Genoa")
    plan = table.state.current_maneuver
    assert plan is not None
    assert (plan.phase, plan.unit_index) == ("army", 0)
    table.move(0, "Rome")
    assert table.state.current_maneuver is None
    assert table.fleets("Italy") == ["Western Med", "Genoa"]


def test_8_1_without_fleets_the_armies_begin() -> None:
    table = maneuver(armies={"Italy": ["Rome"]})
    assert table.state.current_maneuver is not None
    assert table.state.current_maneuver.phase == "army"


@pytest.mark.parametrize(
    ("bonds", "expected"),
    [
        ({"Italy": {0: [4]}}, [("execute", 0)]),
        ({"Italy": {0: [4], 1: [3], 2: [2]}}, [("proposal-opp", 1), ("vote", 2)]),
    ],
)
def test_8_2_return_mode_and_slot_say_what_follows(bonds: Any, expected: list[tuple[str, int]]) -> None:
    table = playing(bonds, up="Italy", armies={"Italy": ["Rome"]})
    for seat, (mode, slot) in enumerate(expected):
        table.propose(seat, "L-Maneuver")
        plan = table.state.current_maneuver
        assert plan is not None
        assert (plan.return_mode, plan.proposal_number) == (mode, slot)
        table.move(seat, ["Naples", "Florence"][seat])


def test_8_3_each_unit_gets_one_tuple() -> None:
    """Rules 8.3, 16.5: origin, destination, code."""
    table = maneuver(armies={"Italy": ["Rome", "Venice"]})
    planned = only(table.move(0, "Naples"), UnitPlanned)
    assert (tuple(planned.move), planned.unit_type) == (("Rome", "Naples", ""), "army")
    table.move(0, "Trieste", "peace")
    executed = only(table.play(1, AnswerPeace(accept=True)), ManeuverExecuted)
    assert [tuple(move) for move in executed.army_man] == [
        ("Rome", "Naples", ""),
        ("Venice", "Trieste", "peace"),
    ]


def test_8_3_a_unit_is_deferred_once() -> None:
    table = maneuver(armies={"Italy": ["Rome", "Venice", "Genoa"]})
    table.play(0, DeferUnit())
    table.move(0, "Venice")
    table.move(0, "Genoa")
    with refused("ALREADY_DEFERRED"):
        table.play(0, DeferUnit())
    assert DeferUnit() not in table.legal(0)
    table.move(0, "Naples")
    assert table.armies("Italy") == ["Venice", "Genoa", "Naples"]


def test_8_3_fleets_are_deferred_too_and_the_last_one_is_not() -> None:
    table = maneuver(fleets={"Italy": ["Naples", "Genoa"]}, armies={"Italy": ["Rome"]})
    table.play(0, DeferUnit())
    table.move(0, "Genoa")
    with refused("ALREADY_DEFERRED"):
        table.play(0, DeferUnit())
    table.move(0, "Naples")
    with refused("LAST_UNIT"):
        table.play(0, DeferUnit())


def test_8_4_units_not_yet_decided_stand_at_their_origin() -> None:
    """Rules 8.4, 9.1: so they coexist with whoever is there, and nobody is asked."""
    table = maneuver(
        armies={"Italy": ["Rome", "(Trieste)"], "Austria": ["Trieste"]},
    )
    assert "PEACE_OFFERED" not in tags(table.move(0, "Trieste", "peace"))


def test_8_4_execution_has_the_result_of_the_plan() -> None:
    """Rules 8.4, 23.1: a guest that is deferred stays a guest."""
    table = maneuver(armies={"Italy": ["(Vienna)", "Vienna"]}, factories={"Austria": ["Budapest"]})
    table.play(0, DeferUnit())
    table.move(0, "Prague", "hostile")
    table.move(0, "Vienna")
    assert table.armies("Italy") == ["Prague", "(Vienna)"]


def test_8_5_fleets_leave_by_their_port_and_never_come_back() -> None:
    table = maneuver(fleets={"Italy": ["Venice", "Ionian Sea"]})
    assert table.reach(0) == {"Venice", "Ionian Sea"}
    table.move(0, "Ionian Sea")
    assert table.reach(0) == {"Ionian Sea", "Eastern Med", "Western Med"}
    with refused("UNREACHABLE"):
        table.move(0, "Venice")


def test_8_6_rail_one_step_and_rail_again() -> None:
    table = maneuver(armies={"Italy": ["Naples"]})
    assert {"Rome", "Venice", "Genoa", "Florence", "Marseille", "Vienna", "Trieste"} <= table.reach(0)
    assert "Munich" not in table.reach(0)


def test_8_6_rail_ends_at_an_occupied_home() -> None:
    """Rules 8.6, 23.1: the starting one included; the one step may enter an occupied own territory."""
    table = maneuver(armies={"Italy": ["Naples"], "France": ["Rome"]})
    assert table.reach(0) == {"Naples", "Rome"}
    table = maneuver(armies={"Italy": ["Rome"], "France": ["Rome"]})
    assert {"Florence", "Naples", "Venice", "Genoa"} <= table.reach(0)
    assert "Trieste" not in table.reach(0)


def test_8_6_an_army_abroad_takes_one_step_and_the_rail_at_home() -> None:
    table = maneuver(armies={"Italy": ["Trieste"]})
    assert {"Venice", "Naples", "Vienna", "Western Balkans"} <= table.reach(0)
    assert "Romania" not in table.reach(0)


ENGLAND: dict[str, Any] = {"England": {0: [4]}}


def test_e17_a_fleet_carries_one_army() -> None:
    """Rules 8.7, E17, 23.1: London to Belgium, then nobody else."""
    table = maneuver(
        ENGLAND,
        up="England",
        fleets={"England": ["English Channel"]},
        armies={"England": ["London", "Sheffield"]},
    )
    table.move(0, "English Channel")
    planned = only(table.move(0, "Belgium"), UnitPlanned)
    assert planned.via == ("English Channel",)
    with refused("UNREACHABLE"):
        table.move(0, "Belgium")


def test_8_7_the_fewest_seas_then_the_alphabet() -> None:
    table = maneuver(
        ENGLAND,
        up="England",
        fleets={"England": ["North Sea", "English Channel", "Baltic Sea"]},
        armies={"England": ["London", "London"]},
    )
    for sea in ("North Sea", "English Channel", "Baltic Sea"):
        table.move(0, sea)
    assert only(table.move(0, "Holland"), UnitPlanned).via == ("English Channel",)
    executed = table.move(0, "Sweden")
    assert only(executed, UnitPlanned).via == ("North Sea", "Baltic Sea")


def test_8_7_with_via_exactly_that_convoy_is_used() -> None:
    table = maneuver(
        ENGLAND,
        up="England",
        fleets={"England": ["North Sea", "English Channel"]},
        armies={"England": ["London", "London", "London"]},
    )
    table.move(0, "North Sea")
    table.move(0, "English Channel")
    assert only(table.move(0, "Holland", via=("North Sea",)), UnitPlanned).via == ("North Sea",)
    for via in ((), ("North Sea",), ("English Channel", "North Sea"), ("Baltic Sea",)):
        with refused("UNREACHABLE"):
            table.move(0, "Holland", via=via)
    with refused("UNREACHABLE"):
        table.move(0, "Spain", via=("English Channel",))
    with refused("UNREACHABLE"):
        table.move(0, "London", via=("English Channel",))
    with refused("BAD_TERRITORY"):
        table.move(0, "Holland", via=("Atlantis",))
    table.move(0, "Belgium")
    with refused("UNREACHABLE"):
        table.move(0, "Belgium")


def test_8_7_a_chain_of_seas_must_hang_together() -> None:
    table = maneuver(
        ENGLAND,
        up="England",
        fleets={"England": ["North Sea", "Western Med"]},
        armies={"England": ["London"]},
    )
    table.move(0, "North Sea")
    with refused("UNREACHABLE"):
        table.move(0, "Western Med", via=("Western Med",))
    table.move(0, "Western Med")
    with refused("UNREACHABLE"):
        table.move(0, "Algeria", via=("North Sea", "Western Med"))
    with refused("UNREACHABLE"):
        table.move(0, "Algeria", via=("Western Med",))


def test_8_7_a_fleet_that_fell_or_lies_in_port_carries_nobody() -> None:
    table = maneuver(
        {"England": {0: [4]}, "France": {1: [4]}},
        up="England",
        fleets={"England": ["English Channel", "Edinburgh"], "France": ["English Channel"]},
        armies={"England": ["London"]},
    )
    table.move(0, "English Channel", "war France fleet")
    table.move(0, "Edinburgh")
    assert table.reach(0) == {"London", "Liverpool", "Edinburgh", "Sheffield"}


@pytest.mark.parametrize(
    ("units", "place", "codes"),
    [
        ({"armies": {"Italy": ["Venice"]}}, "Trieste", ["hostile", "peace"]),
        ({"armies": {"Italy": ["Venice"], "Austria": ["Trieste"]}}, "Trieste", ["peace", "war Austria army"]),
        (
            {"armies": {"Italy": ["Venice"]}, "fleets": {"Austria": ["Trieste"]}},
            "Trieste",
            ["peace", "war Austria fleet"],
        ),
        (
            {"armies": {"Italy": ["Venice"], "Germany": ["(Trieste)"]}},
            "Trieste",
            ["hostile", "peace", "war Germany army"],
        ),
        (
            {"armies": {"Italy": ["Venice"], "Germany": ["(Trieste)"]}, "fleets": {"Austria": ["Trieste"]}},
            "Trieste",
            ["peace", "war Austria fleet", "war Germany army"],
        ),
        ({"armies": {"Italy": ["Naples"], "France": ["Rome"]}}, "Rome", ["peace", "war France army"]),
        ({"armies": {"Italy": ["Naples"], "France": ["(Rome)"]}}, "Rome", ["", "war France army"]),
        ({"armies": {"Italy": ["Naples"]}}, "Rome", [""]),
        (
            {"fleets": {"Italy": ["Naples"], "France": ["Western Med"]}},
            "Western Med",
            ["peace", "war France fleet"],
        ),
        ({"fleets": {"Italy": ["Naples"]}}, "Western Med", [""]),
        # staying
        ({"armies": {"Italy": ["Trieste"]}}, "Trieste", ["", "peace"]),
        ({"armies": {"Italy": ["(Trieste)"]}}, "Trieste", ["", "hostile"]),
        (
            {"armies": {"Italy": ["(Trieste)"], "Austria": ["Trieste"]}},
            "Trieste",
            ["", "war Austria army"],
        ),
        (
            {"armies": {"Italy": ["Trieste"], "Austria": ["Trieste"]}},
            "Trieste",
            ["", "peace", "war Austria army"],
        ),
        ({"armies": {"Italy": ["Tunis"], "France": ["Tunis"]}}, "Tunis", ["", "war France army"]),
        ({"fleets": {"Italy": ["Naples"]}, "armies": {"France": ["Naples"]}}, "Naples", [""]),
        (
            {"fleets": {"Italy": ["Western Med"], "France": ["Western Med"]}},
            "Western Med",
            ["", "war France fleet"],
        ),
    ],
)
def test_8_8_action_codes_by_destination(units: Any, place: str, codes: list[str]) -> None:
    table = maneuver(**units)
    assert table.codes(0, place) == codes
    for code in ("", "peace", "hostile", "war France fleet", "war Italy army", "blow up Austria", "anything"):
        if code not in codes:
            with refused("ACTION_CODE_NOT_ALLOWED"):
                table.move(0, place, code)


def test_8_9_a_staying_army_keeps_its_flag_and_any_other_is_hostile() -> None:
    table = maneuver(armies={"Italy": ["(Trieste)", "(Vienna)"]})
    table.move(0, "Trieste")
    table.move(0, "Venice")
    assert table.armies("Italy") == ["(Trieste)", "Venice"]


def test_8_9_peace_makes_a_guest_and_hostile_an_occupant() -> None:
    table = maneuver(armies={"Italy": ["Venice", "Venice", "(Prague)", "Vienna"]})
    table.move(0, "Trieste", "peace")
    table.play(1, AnswerPeace(accept=True))
    table.move(0, "Trieste", "hostile")
    table.move(0, "Prague", "hostile")
    table.move(0, "Vienna", "peace")
    assert table.armies("Italy") == ["(Trieste)", "Trieste", "Prague", "(Vienna)"]


def test_8_9_war_is_one_for_one_resisting_units_first() -> None:
    table = maneuver(
        {"Italy": {0: [4]}, "Austria": {1: [4]}, "Germany": {1: [3]}},
        armies={"Italy": ["Venice", "Venice"], "Germany": ["(Trieste)", "Trieste"]},
    )
    executed = table.move(0, "Trieste", "war Germany army")
    assert table.state.mode == "continue-man"
    assert executed
    executed = table.move(0, "Trieste", "hostile")
    assert table.armies("Germany") == ["(Trieste)"]
    assert table.armies("Italy") == ["Trieste"]
    losses = only(executed, ManeuverExecuted).losses
    assert [(loss.nation, loss.hostile) for loss in losses] == [("Italy", True), ("Germany", True)]


def test_8_9_a_guest_falls_where_nobody_resists() -> None:
    table = maneuver(armies={"Italy": ["Venice"], "Germany": ["(Trieste)"]})
    table.move(0, "Trieste", "war Germany army")
    assert table.armies("Germany") == []
    assert table.armies("Italy") == []


def test_8_9_an_army_sinks_a_fleet_in_port() -> None:
    table = maneuver(armies={"Italy": ["Venice"]}, fleets={"Austria": ["Trieste", "Trieste"]})
    table.move(0, "Trieste", "war Austria fleet")
    assert table.fleets("Austria") == ["Trieste"]


def test_8_10_the_only_open_factory_is_not_occupied() -> None:
    table = maneuver(armies={"Italy": ["Venice", "Budapest"]})
    assert table.codes(0, "Vienna") == ["peace"]
    with refused("LAST_FACTORY"):
        table.move(0, "Vienna", "hostile")
    table = maneuver(armies={"Italy": ["Venice"]})
    table.move(0, "Vienna", "hostile")
    assert table.view(0).nation_info["Austria"].open_factories == ("Budapest",)


def test_8_10_occupation_by_a_third_country_counts() -> None:
    table = maneuver(armies={"Italy": ["Venice"], "Germany": ["Budapest"]})
    with refused("LAST_FACTORY"):
        table.move(0, "Vienna", "hostile")


def test_e18_two_armies_hold_and_a_third_blows_up() -> None:
    """Rules 8.11, E18: factory and three armies are gone."""
    table = maneuver(armies={"Italy": ["Vienna", "Vienna", "Venice"]})
    table.move(0, "Vienna")
    table.move(0, "Vienna")
    executed = only(table.move(0, "Vienna", "blow up Austria"), ManeuverExecuted)
    assert executed.factories_destroyed == ("Vienna",)
    assert table.armies("Italy") == []
    assert table.nation("Austria").factories == ("Budapest",)


def test_e18_entering_the_only_open_factory_is_refused() -> None:
    table = maneuver(armies={"Italy": ["Vienna", "Vienna", "Trieste"]})
    table.move(0, "Vienna")
    table.move(0, "Vienna")
    with refused("LAST_FACTORY"):
        table.move(0, "Budapest", "hostile")


def test_8_11_what_a_blow_needs() -> None:
    table = maneuver(armies={"Italy": ["Vienna", "Vienna", "Venice"]})
    table.move(0, "Vienna")
    with refused("ACTION_CODE_NOT_ALLOWED"):
        table.move(0, "Vienna", "blow up Austria")
    table = maneuver(armies={"Italy": ["Vienna"] * 3, "Germany": ["Budapest"]})
    table.move(0, "Vienna")
    table.move(0, "Vienna")
    with refused("LAST_FACTORY"):
        table.move(0, "Vienna", "blow up Austria")
    assert "blow up Austria" not in table.codes(0, "Vienna")
    table = maneuver(armies={"Italy": ["Vienna"] * 3, "Austria": ["Vienna"]})
    table.move(0, "Vienna")
    table.move(0, "Vienna")
    assert table.codes(0, "Vienna") == ["", "peace", "war Austria army"]


def test_8_11_a_factory_is_destroyed_once() -> None:
    table = maneuver(armies={"Italy": ["Vienna"] * 6})
    for code in ("", "", "blow up Austria", "", ""):
        table.move(0, "Vienna", code)
    assert "blow up Austria" not in table.codes(0, "Vienna")
    table.move(0, "Vienna")
    assert table.armies("Italy") == ["Vienna"] * 3


def test_8_12_chips_lie_where_the_country_stands_alone() -> None:
    """Rules 8.12, 25.7: laid after the maneuver; they stay when units leave."""
    table = maneuver(
        {"Italy": {0: [4]}, "France": {1: [4]}},
        fleets={"Italy": ["Naples", "Western Med"], "France": ["Western Med"]},
        armies={"Italy": ["Tunis"]},
        chips={"France": ["Ionian Sea", "Western Med"], "Italy": ["Greece"]},
    )
    table.move(0, "Western Med", "peace")
    table.move(0, "Ionian Sea")
    executed = only(table.move(0, "Tunis"), ManeuverExecuted)
    assert executed.chips == ("Ionian Sea", "Tunis")
    assert table.nation("Italy").tax_chips == ("Greece", "Ionian Sea", "Tunis")
    assert table.nation("France").tax_chips == ("Western Med",)


def test_8_12_a_fight_that_leaves_a_third_country_alone_changes_no_chip() -> None:
    table = maneuver(
        {"Italy": {0: [4]}, "France": {1: [4]}},
        fleets={"Italy": ["Naples"], "France": ["Western Med"], "Austria": ["Western Med"]},
        chips={"Italy": ["Western Med"]},
    )
    table.move(0, "Western Med", "war France fleet")
    assert table.nation("Italy").tax_chips == ("Western Med",)
    assert table.nation("Austria").tax_chips == ()


def test_8_13_whatever_is_not_listed_is_refused() -> None:
    table = maneuver(armies={"Italy": ["Rome"]})
    with refused("BAD_TERRITORY"):
        table.move(0, "Atlantis")
    with refused("UNREACHABLE"):
        table.move(0, "Moscow")
    with refused("UNREACHABLE"):
        table.move(0, "Western Med")
    with refused("ACTION_CODE_NOT_ALLOWED"):
        table.move(0, "Naples", "hostile")
    with refused("WRONG_MODE"):
        table.play(0, AnswerPeace(accept=True))
    with refused("NOT_YOUR_TURN"):
        table.play(1, MoveUnit("Rome", ""))
