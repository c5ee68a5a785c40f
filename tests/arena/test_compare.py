from collections import Counter
from math import factorial

import pytest

from rondel.arena.compare import (
    Comparison,
    Contest,
    Game,
    Result,
    compare,
    seatings,
    standings,
    thought_ms,
    wins_by_seat,
)
from rondel.arena.measure import Measure
from rondel.arena.play import UNFINISHED, Played
from rondel.kernel import Outcome
from rondel.kernel import Standing as Place

CONTEST = Contest("cambio", b'{"seats":2}', ("medium", "random"), seed=7, max_steps=2000)


def results_of(contest: Contest, *played: Played) -> list[Result]:
    orders = seatings(contest.bots)
    games = tuple(Game(number, orders[number % len(orders)], each) for number, each in enumerate(played))
    return list(Comparison(contest, games, False).results())


def ended(*scores: int, winners: tuple[int, ...]) -> Played:
    places = [
        Place(seat, 1 + sum(other < score for other in scores), score) for seat, score in enumerate(scores)
    ]
    return Played("cambio", 20, b"", Outcome("cambio", tuple(places), winners))


@pytest.mark.parametrize(
    ("bots", "orders"),
    [("a", 1), ("aa", 1), ("ab", 2), ("abc", 6), ("abbb", 4), ("aabb", 6), ("abcdef", factorial(6))],
)
def test_every_order_of_seats_comes_up_once(bots: str, orders: int) -> None:
    found = seatings(tuple(bots))

    assert len(found) == len(set(found)) == orders
    assert all(sorted(order) == sorted(bots) for order in found)


def test_also_a_part_of_the_orders_is_fair() -> None:
    first = seatings(("a", "b", "c", "d"))[:4]

    assert Counter(seat for order in first for seat in enumerate(order)) == {
        (seat, name): 1 for seat in range(4) for name in "abcd"
    }


def test_bots_change_seats_from_game_to_game() -> None:
    games = compare(CONTEST, 3).games

    assert [game.seating for game in games] == [
        ("medium", "random"),
        ("random", "medium"),
        ("medium", "random"),
    ]


def test_equal_seeds_play_equal_games_on_any_number_of_processes() -> None:
    ticks: list[int] = []

    alone, together = compare(CONTEST, 9), compare(CONTEST, 9, jobs=2, tick=ticks.append)

    assert alone == together
    assert sum(ticks) == 9
    assert alone.games != compare(Contest("cambio", b'{"seats":2}', CONTEST.bots, 8, 2000), 9).games


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_what_was_played_so_far(jobs: int) -> None:
    def interrupt(_games: int) -> None:
        raise KeyboardInterrupt

    comparison = compare(CONTEST, 100_000, jobs=jobs, tick=interrupt)

    assert comparison.is_interrupted
    assert 0 < len(comparison.games) < 100_000


def test_a_game_has_a_row_for_each_seat() -> None:
    assert results_of(CONTEST, ended(5, 9, winners=(0,)), Played(UNFINISHED, 3, b"")) == [
        Result(0, 0, "medium", "cambio", 20, 1, 5, 1.0),
        Result(0, 1, "random", "cambio", 20, 2, 9, 0.0),
        Result(1, 0, "random", UNFINISHED, 3, None, None, 0.0),
        Result(1, 1, "medium", UNFINISHED, 3, None, None, 0.0),
    ]


def test_winners_share_the_win() -> None:
    results = results_of(CONTEST, ended(5, 9, winners=(0,)), ended(4, 4, winners=(0, 1)))

    medium, random = standings(CONTEST, 2, results)

    assert (medium.bot, medium.seats, medium.wins, medium.win_rate) == ("medium", 1, 1.5, 0.75)
    assert (random.wins, random.mean_score) == (0.5, 6.5)
    assert medium.interval.low < 0.75 < medium.interval.high


def test_a_bot_in_several_seats_has_the_wins_of_all_of_them() -> None:
    contest = Contest("cambio", b"", ("hard", "random", "random"), 1, 1)

    hard, random = standings(contest, 1, results_of(contest, ended(9, 5, 7, winners=(1,))))

    assert (hard.seats, hard.win_rate, random.seats, random.win_rate) == (1, 0, 2, 1)


def test_without_games_or_scores_nothing_is_made_up() -> None:
    [medium, _] = standings(CONTEST, 0, [])

    assert (medium.win_rate, medium.mean_score) == (0, None)


def test_wins_are_counted_by_seat() -> None:
    results = results_of(CONTEST, ended(5, 9, winners=(0,)), ended(4, 4, winners=(0, 1)))

    assert wins_by_seat(CONTEST, 2, results) == [0.75, 0.25]
    assert wins_by_seat(CONTEST, 0, []) == [0, 0]


def test_the_time_of_a_bot_is_that_of_its_seats() -> None:
    played = ended(5, 9, winners=(0,))
    games = [
        Game(0, ("medium", "random"), played, ({10: 19}, {1: 5})),
        Game(1, ("random", "medium"), played, ({1: 5}, {400: 1})),
    ]

    assert (thought_ms(games, "medium", 0.5), thought_ms(games, "medium", 0.95)) == (1.0, 1.0)
    assert thought_ms(games, "medium", 0.96) == 40.0
    assert thought_ms(games, "random", 0.95) == 0.1
    assert thought_ms([], "random", 0.95) == 0.0


def test_games_are_measured_and_bots_timed_where_somebody_asks() -> None:
    contest = Contest(
        "cambio", b'{"seats":2}', CONTEST.bots, 8, 2000, (Measure("GAME_STARTED"),), is_timed=True
    )

    [game] = compare(contest, 1).games

    assert game.played.measured == (1,)
    assert all(sum(thought.values()) > 5 for thought in game.thought)
    assert compare(CONTEST, 1).games[0].thought == ()
