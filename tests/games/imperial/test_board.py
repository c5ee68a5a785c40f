"""Imperial, chapters 2 and 3: the board, the wheel, the pieces, and the options."""

from typing import Any

import msgspec
import pytest

from rondel.games.imperial.atlas import atlas_for, atlases_of
from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.game import IMPERIAL, imperial
from rondel.games.imperial.geography import Territory
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import EUROPE_FLAGS, prices_of
from rondel.kernel import HOUSE, SeatSpec
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from tests.games.imperial import make_board
from tests.games.imperial.make_board import TARGET, board, source
from tests.games.imperial.table import Table, imports, playing, refused
from tests.games.imperial.toy import TOY, TOY_FLAGS

BY_NAME = {territory.name: territory for territory in EUROPE.territories}


def of_kind(kind: str) -> list[Territory]:
    return [territory for territory in EUROPE.territories if territory.kind == kind]


def test_3_9_the_board_in_the_tree_is_the_one_of_the_json() -> None:
    assert board() == EUROPE
    assert source() == TARGET.read_text(encoding="utf-8")


def test_3_10_every_setup_can_be_read_with_the_names_of_the_seed() -> None:
    """Rules 3.10, 3.1, 3.2, 3.3: it is the board of the rules, and nothing is left out."""
    for name, setup in EUROPE.setups.items():
        data = msgspec.json.decode(codec_of(IMPERIAL).noun_bytes(IMPERIAL.setups[name]))
        assert (data["wheel"], data["stockCosts"]) == ([*setup.rondel], [*setup.bond_costs])
        assert (data["ninthStock"], data["board"]) == (setup.ninth_bond, "europe")
        assert data["countries"]["Austria"] == {
            "order": 1,
            "fleetLimit": 6,
            "armyLimit": 10,
            "factories": ["Budapest", "Vienna"],
        }
        assert data["mountains"] == [["Berlin", "Prague"]]
        territories = [
            {"name": key, **{name: value for name, value in fields.items() if not name.endswith("Coords")}}
            for key, fields in data["territories"].items()
        ]
        assert set(msgspec.convert(territories, list[Territory])) == set(EUROPE.territories)
    toy = imperial(TOY, TOY_FLAGS).setups
    assert set(toy) == set(TOY.setups)
    bare = msgspec.json.decode(msgspec.json.encode(toy["standard"]))
    assert (bare["wheelCoords"], bare["mapSize"]) == ({}, None)
    assert bare["territories"]["Heath"]["unitCoords"] is None


def test_3_8_a_setup_says_where_the_one_map_of_the_client_draws() -> None:
    """Rules 3.8, 3.10: the module is made from that map, and every territory has all three points on it."""
    assert make_board.DRAWN.read_text(encoding="utf-8") == make_board.drawn_source()
    drawn = msgspec.json.decode(make_board.MAP.read_bytes())["places"]
    for name, setup in EUROPE.setups.items():
        data = msgspec.json.decode(codec_of(IMPERIAL).noun_bytes(IMPERIAL.setups[name]))
        assert (set(data["wheelCoords"]), data["wheelSize"]) == (set(setup.rondel), [300, 300])
        assert data["wheelCoords"][setup.rondel[0]] == [150, 56]
        assert data["mapSize"] == [1600, 1342]
        for place, fields in data["territories"].items():
            for kind in ("unitCoords", "factoryCoords", "taxChipCoords"):
                x, y = fields[kind]
                assert 0 <= x <= 1600
                assert 0 <= y <= 1342
            assert fields["unitCoords"] == drawn[place]["slots"][0]
        assert data["territories"]["Paris"]["factoryCoords"] == drawn["Paris"]["works"]
        assert data["territories"]["Belgium"]["taxChipCoords"] == drawn["Belgium"]["flag"]


def test_3_1_there_are_54_territories_and_137_borders() -> None:
    assert [len(of_kind(kind)) for kind in ("home", "neutral", "sea")] == [30, 15, 9]
    assert sum(len(territory.adjacencies) for territory in EUROPE.territories) == 2 * 137
    for power in EUROPE.nations:
        assert sum(territory.nation == power.name for territory in EUROPE.territories) == 5
    assert "Switzerland" not in BY_NAME


@pytest.mark.parametrize("played", [EUROPE, TOY], ids=["europe", "toy"])
def test_3_1_every_border_goes_both_ways_and_nothing_is_cut_off(played: Any) -> None:
    by_name = {territory.name: territory for territory in played.territories}
    found = [played.territories[0].name]
    for here in found:
        assert here not in by_name[here].adjacencies
        for other in by_name[here].adjacencies:
            assert here in by_name[other].adjacencies
            if other not in found:
                found.append(other)
    assert sorted(found) == sorted(by_name)


@pytest.mark.parametrize("played", [EUROPE, TOY], ids=["europe", "toy"])
def test_3_1_ports_open_on_seas_they_border_and_only_homes_have_them(played: Any) -> None:
    by_name = {territory.name: territory for territory in played.territories}
    for territory in played.territories:
        assert territory.sea == (territory.kind == "sea")
        assert (territory.nation is not None) == (territory.kind == "home")
        if territory.port is not None:
            assert territory.kind == "home"
            assert by_name[territory.port].sea
            assert territory.port in territory.adjacencies


def test_3_2_the_setups_have_their_wheels_and_prices() -> None:
    """Rules 3.2, 25.1: the seed's own list is standard, the other is classic."""
    standard, classic = EUROPE.setups["standard"], EUROPE.setups["classic"]
    assert sorted(standard.rondel) == sorted(classic.rondel)
    assert standard.rondel[:3] == ("Factory", "L-Produce", "Import")
    assert classic.rondel[:3] == ("Factory", "R-Produce", "R-Maneuver")
    assert standard.bond_costs == (0, 2, 4, 6, 9, 12, 16, 21, 27)
    assert classic.bond_costs == (0, 2, 4, 6, 9, 12, 16, 20, 25)
    assert prices_of("classic", is_ninth=True)[-2:] == (2500, 3000)
    assert prices_of("standard", is_ninth=False)[-1] == 2700


def test_3_3_left_and_right_spots_do_the_same() -> None:
    for space in ("L-Produce", "R-Produce"):
        table = playing({"Austria": {0: [4]}})
        table.propose(0, space, army_produce=("Vienna",))
        assert table.armies("Austria") == ["Vienna"]


def test_3_3_limits_start_factories_and_ports_are_those_of_the_table() -> None:
    atlas = atlas_for(atlases_of(EUROPE, EUROPE_FLAGS), Options())
    assert [(atlas.army_limit[name], atlas.fleet_limit[name]) for name in atlas.nations] == [
        (10, 6),
        (8, 8),
        (8, 8),
        (6, 10),
        (8, 8),
        (8, 8),
    ]
    assert atlas.start_factories["Russia"] == ("Moscow", "Odessa")
    ports = {name: atlas.port[name] for name in atlas.homes["England"] if atlas.port[name]}
    assert ports == {
        "Dublin": "North Atlantic",
        "Edinburgh": "North Sea",
        "Liverpool": "North Atlantic",
        "London": "English Channel",
    }


def test_3_4_units_stand_where_they_may_and_guests_are_marked() -> None:
    table = playing(
        {"Austria": {0: [4]}}, armies={"Austria": ["Vienna", "(Venice)"]}, fleets={"Austria": ["Trieste"]}
    )
    units = msgspec.to_builtins(table.view(None).nation_info["Austria"])
    assert list(units["fleets"]) == [{"territory": "Trieste", "hostile": True}]
    assert [army["hostile"] for army in units["armies"]] == [True, False]


def test_3_5_only_hostile_armies_of_others_occupy() -> None:
    table = playing(
        {"Austria": {0: [4]}}, armies={"Italy": ["Vienna", "(Budapest)"], "Austria": ["Budapest"]}
    )
    assert table.view(0).nation_info["Austria"].open_factories == ("Budapest",)


def test_3_6_a_port_makes_fleets_and_an_inland_factory_armies() -> None:
    table = playing({"Austria": {0: [4]}}, factories={"Austria": ["Vienna", "Trieste"]})
    with refused("WRONG_UNIT_TYPE"):
        table.propose(0, "L-Produce", fleet_produce=("Vienna",))
    with refused("WRONG_UNIT_TYPE"):
        table.propose(0, "L-Produce", army_produce=("Trieste",))
    with refused("FACTORY_EXISTS"):
        table.propose(0, "Factory", factory_loc="Vienna")


def test_3_7_a_territory_carries_one_chip_and_a_country_any_number() -> None:
    table = playing(
        {"Austria": {0: [4]}},
        chips={"Italy": ["Ionian Sea", "Tunis"]},
        fleets={"Austria": ["Trieste"]},
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Ionian Sea")
    assert table.nation("Austria").tax_chips == ("Ionian Sea",)
    assert table.nation("Italy").tax_chips == ("Tunis",)


def test_3_8_the_rules_read_no_drawing_coordinates() -> None:
    assert not any("oord" in name for name in Territory.__struct_fields__)


def test_2_mountains_close_one_border() -> None:
    """Rules 3.1: Berlin and Prague."""
    for mountains in (False, True):
        table = playing(
            {"Germany": {0: [4]}}, up="Germany", armies={"Germany": ["Berlin"]}, mountains=mountains
        )
        table.propose(0, "L-Maneuver")
        # by rail to Munich or Danzig it is one step all the same; so those are taken away
        assert "Prague" in table.reach(0)
    alone = playing(
        {"Germany": {0: [4]}},
        up="Germany",
        armies={"Germany": ["Berlin"], "Russia": ["Munich", "Danzig", "Cologne", "Hamburg"]},
        mountains=True,
    )
    alone.propose(0, "L-Maneuver")
    assert "Prague" not in alone.reach(0)


@pytest.mark.parametrize(
    "text",
    [
        b'{"maxRounds": 0}',
        b'{"maxRounds": 501}',
        b'{"banked": -1}',
        b'{"increment": 864001}',
        b'{"autoActionSeconds": 2592001}',
        b'{"setup": "another"}',
        b'{"ninthStock": true}',
        b'{"autoActionSeconds": 0, "start": "fixed"}',
        b'{"autoActionSeconds": 0, "timed": true, "increment": 0}',
    ],
)
def test_2_1_values_out_of_range_are_malformed(text: bytes) -> None:
    with pytest.raises(MalformedError):
        codec_of(IMPERIAL).options(text)


@pytest.mark.parametrize("seats", [0, 1])
def test_2_1_a_table_has_two_seats_at_least(seats: int) -> None:
    """Rules 2.1, 4.1: and six at most."""
    table = Table(IMPERIAL.start(Options(), [SeatSpec()] * seats))
    with refused("TOO_FEW_SEATS"):
        table.play(HOUSE, IMPERIAL.begin)
    with pytest.raises(AssertionError):
        IMPERIAL.start(Options(), [SeatSpec()] * 7)


def test_3_9_another_map_needs_no_file() -> None:
    game = imperial(TOY, TOY_FLAGS)
    table = playing(
        {"North": {0: [4], 1: [1]}, "East": {1: [4]}}, up="North", fleets={"North": ["Northport"]}, game=game
    )
    table.propose(0, "L-Maneuver")
    table.move(0, "Inner Sea")
    assert table.nation("North").tax_chips == ("Inner Sea",)
    assert table.state.nation_up == "East"
    table.propose(1, "Import", imports=imports("army Eastfield"))
    assert table.armies("East") == ["Eastfield"]
