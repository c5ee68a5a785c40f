"""Imperial, chapter 22: what no move may create, destroy or upset."""

from typing import Any

import pytest
from msgspec.structs import replace

from rondel.games.imperial.actions import PuntBuy
from rondel.games.imperial.atlas import atlas_for, atlases_of
from rondel.games.imperial.board import EUROPE
from rondel.games.imperial.game import IMPERIAL, imperial
from rondel.games.imperial.invariants import broken
from rondel.games.imperial.options import Options
from rondel.games.imperial.pieces import EUROPE_FLAGS, Stock, Unit
from rondel.games.imperial.state import PeaceVote, State, Voting
from rondel.kernel import Chance
from rondel.laws import obey, run
from rondel.laws.secrecy import SECRECY
from tests.games.imperial.table import Table, playing, started
from tests.games.imperial.toy import TOY, TOY_FLAGS
from tests.sample import size

ATLAS = atlas_for(atlases_of(EUROPE, EUROPE_FLAGS), Options())


def faults(state: State) -> list[str]:
    return [fault.split()[0] for fault in broken(ATLAS, state)]


def sound() -> Table:
    table = playing({"Austria": {0: [4], 1: [3], 2: [2]}, "Italy": {1: [5]}})
    assert faults(table.state) == []
    return table


def with_nation(state: State, **changes: Any) -> State:
    austria = replace(state.nations[0], **changes)
    return replace(state, nations=(austria, *state.nations[1:]))


def with_player(state: State, **changes: Any) -> State:
    first = replace(state.players[0], **changes)
    return replace(state, players=(first, *state.players[1:]))


@pytest.mark.untraced
def test_imperial_obeys_the_laws() -> None:
    """Rules 21.3, 22.1, 22.2: and every invariant of the chapter at every step."""
    obey(IMPERIAL, steps=size(200, nightly=2_000), seed=2)


@pytest.mark.untraced
def test_another_map_obeys_the_laws_too() -> None:
    """Rules 3.9: a board is only data."""
    obey(imperial(TOY, TOY_FLAGS), steps=size(150, nightly=1_000), seed=10)


@pytest.mark.untraced
def test_pairs_of_worlds_play_on_long_enough_to_tell_something() -> None:
    report = run(IMPERIAL, laws=[SECRECY], pairs=40, seed=2)
    assert report.violations == ()
    assert report.long_pairs >= 0.7 * sum(report.pairs.values())


def test_22_1_every_stock_is_somewhere_once() -> None:
    table = sound()
    before = IMPERIAL.conserved(table.state)
    assert before["Austria 4"] == before["Austria 8"] == before["Russia 1"] == 1
    twice = with_player(table.state, bonds=(Stock("Austria", 4), Stock("Austria", 3)))
    assert IMPERIAL.conserved(twice)["Austria 3"] == 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_22_2_money_is_conserved_over_a_game_of_chance(seats: int) -> None:
    rng = Chance.of_seed(f"money {seats}")
    table = started(seats, max_rounds=6)
    total = IMPERIAL.conserved(table.state)["money"]
    assert total == sum(table.cash())
    while table.up():
        seat = rng.pick(table.up())
        table.play(seat, rng.pick(table.legal(seat)))
        assert IMPERIAL.conserved(table.state)["money"] == total


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"money": -1}, "1.8"),
        ({"armies": (Unit("Vienna"),) * 11}, "22.3"),
        ({"fleets": (Unit("Trieste"),) * 7}, "22.3"),
        ({"fleets": (Unit("Vienna"),)}, "22.3"),
        ({"armies": (Unit("Ionian Sea"),)}, "22.3"),
        ({"armies": (Unit("Vienna", hostile=False),)}, "22.3"),
        ({"armies": (Unit("Tunis", hostile=False),)}, "22.3"),
        ({"tax_chips": ("Vienna",)}, "22.4"),
        ({"tax_chips": ("Tunis", "Tunis")}, "22.4"),
        ({"points": 26}, "22.5"),
        ({"leadership": (1, 0, 2)}, "22.6"),
        ({"leadership": (0, 1)}, "22.6"),
        ({"gov": "dictatorship"}, "6.4"),
        ({"factories": ()}, "22.7"),
    ],
)
def test_22_3_a_country_out_of_order_is_found(changes: Any, rule: str) -> None:
    """Rules 22.3, 22.4, 22.5, 22.6, 22.7: units, chips, points, leaders, factories."""
    assert rule in faults(with_nation(sound().state, **changes))


def test_1_8_cash_is_never_negative() -> None:
    assert faults(with_player(sound().state, money=-1)) == ["1.8"]


def test_22_8_there_is_one_card() -> None:
    state = sound().state
    twice = replace(state, players=tuple(replace(player, investor=True) for player in state.players))
    assert faults(twice) == ["22.8"]
    table = playing({"Austria": {0: [4]}}, spaces={"Austria": "R-Produce"})
    table.propose(0, "R-Maneuver")
    assert faults(table.state) == []
    assert faults(with_player(table.state, investor=False)) == ["22.8"]
    table.play(0, PuntBuy())
    assert faults(table.state) == []


def test_22_9_nothing_lies_about_from_another_mode() -> None:
    state = sound().state
    assert faults(replace(state, voting=Voting("Austria"))) == ["22.9"]
    vote = PeaceVote("Austria", "Italy", "army", "Rome", "Rome", 5, (1,), ("Rome", "Rome", "peace"))  # type: ignore[arg-type]
    assert faults(replace(state, peace_vote=vote)) == ["22.9"]
    assert faults(replace(state, swiss_set=())) == ["22.9"]
    table = playing({"Austria": {0: [4]}}, armies={"Austria": ["Vienna"]})
    table.propose(0, "L-Maneuver")
    plan = table.state.current_maneuver
    assert plan is not None
    assert faults(replace(state, current_maneuver=plan)) == ["22.9"]
    wrong = replace(table.state, current_maneuver=replace(plan, proposal_number=1))
    assert faults(wrong) == ["22.9"]
    moved = with_nation(started(2).state, space="Import")
    assert faults(moved) == ["22.9"]


def test_22_10_somebody_is_always_up() -> None:
    state = sound().state
    assert faults(replace(state, mode="buy", buyers=())) == ["22.10"]
