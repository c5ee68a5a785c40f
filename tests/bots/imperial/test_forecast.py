from typing import Any

import pytest

from rondel.bots.imperial.forecast import FARTHEST, GROWTH, Forecast, Outlook, chances
from rondel.games.imperial.game import IMPERIAL
from rondel.games.imperial.pieces import Unit
from tests.games.imperial.table import Table, playing, started

MANY = ("Romania", "Greece", "Turkey", "Bulgaria", "Tunis", "Ionian Sea")


def outlook(table: Table, seat: int = 0) -> Outlook:
    return Outlook(IMPERIAL.knows(table.state, seat))


def forecast(bonds: Any = None, **given: Any) -> Forecast:
    return outlook(playing(bonds or {"Austria": {0: [4]}, "Italy": {1: [4]}}, **given)).forecast()


def test_a_seat_is_worth_by_how_far_it_is_ahead() -> None:
    level, ahead = Forecast((50.0, 50.0), 3.0, {}), Forecast((60.0, 50.0, 20.0), 3.0, {})

    assert level.worth(0) == level.worth(1) == 0
    assert ahead.worth(0) > 0 > ahead.worth(1) > ahead.worth(2)


def test_close_rivals_count_most() -> None:
    near, far = (Forecast((60.0, second, third), 0.0, {}) for second, third in ((59.0, 9.0), (50.0, 18.0)))

    assert near.worth(0) < far.worth(0)


@pytest.mark.parametrize(
    ("fleets", "armies", "chips", "count"),
    [
        ([], [], [], 0),
        (["Naples"], [], [], 1),
        (["Naples", "Naples"], [], [], 1),
        (["Naples"], [], ["Western Med"], 0),
        (["Western Med"], [], ["Western Med"], 1),
        ([], ["Rome"], [], 0),
        (["Naples"], ["Rome", "Rome"], ["Western Med"], 2),
        ([], ["Tunis"], ["Tunis"], 1),
    ],
)
def test_units_lay_chips_where_they_can_get_to(
    fleets: list[str], armies: list[str], chips: list[str], count: int
) -> None:
    assert chances("Italy", tuple(map(Unit, fleets)), tuple(map(Unit, armies)), tuple(chips)) == count


def test_nobody_plays_for_nations_without_bonds() -> None:
    empty = outlook(started(2)).forecast()

    assert empty.rounds == FARTHEST
    assert empty.scores[0] == empty.scores[1]
    assert set(empty.factors.values()) == {0}


def test_the_nation_with_most_revenue_ends_the_game_and_makes_its_holders_rich() -> None:
    plain, rich = forecast(), forecast(chips={"Austria": MANY}, spaces={"Austria": "L-Maneuver"})

    assert rich.rounds < plain.rounds
    assert rich.factors["Austria"] > rich.factors["Italy"]
    assert rich.worth(0) > plain.worth(0)


def test_the_last_round_is_known() -> None:
    assert forecast(max_rounds=7, round=5).rounds == 3


def test_points_count_in_whole_factors_when_the_end_is_near() -> None:
    end: dict[str, Any] = {"chips": {"Austria": MANY}, "spaces": {"Austria": "L-Maneuver"}}

    nine, ten = (forecast(points={"Austria": 24, "Italy": points}, up="Austria", **end) for points in (9, 10))

    assert ten.factors["Italy"] - nine.factors["Italy"] > 0.5


def test_cash_is_worth_less_to_a_seat_that_may_buy_now() -> None:
    known = IMPERIAL.knows(playing({"Austria": {0: [4]}, "Italy": {1: [4]}}).state, 0)

    assert Outlook(known, is_buying=True).forecast().scores[0] < Outlook(known).forecast().scores[0]


def test_to_lead_a_nation_is_worth_something() -> None:
    table = outlook(playing({"Austria": {0: [4], 1: [4]}}))
    first = table.forecast()
    table.nations["Austria"].leader = 1
    second = table.forecast()

    assert first.scores[0] > first.scores[1]
    assert second.scores == first.scores[::-1]


def test_flags_count() -> None:
    table = outlook(playing({"Austria": {0: [4]}, "Italy": {1: [4]}}))
    before = table.forecast()
    table.penalties[0] -= 2

    assert table.forecast().scores[0] == pytest.approx(before.scores[0] - 2)


def test_the_end_may_be_given_and_stays_where_it_was_expected() -> None:
    known = IMPERIAL.knows(playing({"Austria": {0: [4]}, "Italy": {1: [4]}}).state, 0)
    given, expected = Outlook(known, rounds=5.0), Outlook(known)
    before = expected.forecast()
    expected.nations["Austria"].revenue += 6

    assert given.forecast().rounds == 5
    assert expected.forecast().rounds == before.rounds
    assert expected.forecast().worth(0) > before.worth(0)


def test_a_unit_that_can_lay_a_chip_pays_for_itself() -> None:
    nation = outlook(playing({"Italy": {0: [8]}}, up="Italy", seats=2)).nations["Italy"]
    before = nation.income(8.0)
    nation.units += 1
    useless = nation.income(8.0)
    nation.idle += 1 / GROWTH

    assert useless < before
    assert nation.income(8.0) == pytest.approx(before)


def test_more_revenue_is_worth_something_however_much_there_is_and_all_points_are_the_limit() -> None:
    nation = outlook(playing({"Austria": {0: [4]}}, seats=2, chips={"Austria": MANY})).nations["Austria"]
    before = nation.factor(FARTHEST)
    nation.revenue += 1
    more = nation.factor(FARTHEST)
    nation.points = 25

    assert before < more < nation.factor(FARTHEST) == 5
