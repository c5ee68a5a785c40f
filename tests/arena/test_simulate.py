import pytest

from rondel.arena.play import Played
from rondel.arena.simulate import Plan, Tally, simulate

PLAN = Plan(game="decks", options=b"{}", bots=("random",), seed=7, max_steps=1000)


def test_a_tally_does_not_depend_on_the_order_of_counting() -> None:
    one, two = Played("closed", 5, b"1" * 32), Played("idle", 9, b"2" * 32)

    forwards = Tally().and_game(0, one).and_game(1, two)
    backwards = Tally().and_game(1, two).and_game(0, one)

    assert (forwards.games, forwards.steps) == (2, 14)
    assert forwards == backwards
    assert forwards.digest != Tally().and_game(0, two).and_game(1, one).digest


def test_every_finished_game_is_ticked() -> None:
    ticks: list[int] = []

    tally = simulate(PLAN, 4, tick=ticks.append)

    assert ticks == [1, 1, 1, 1]
    assert tally.games == 4
    assert not tally.is_interrupted


def test_processes_play_the_same_games_as_one_alone() -> None:
    ticks: list[int] = []

    together = simulate(PLAN, 9, jobs=2, tick=ticks.append)

    assert together == simulate(PLAN, 9)
    assert sum(ticks) == 9


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_leaves_the_tally_so_far(jobs: int) -> None:
    def interrupt(_games: int) -> None:
        raise KeyboardInterrupt

    tally = simulate(PLAN, 100_000, jobs=jobs, tick=interrupt)

    assert tally.is_interrupted
    assert 0 < tally.games < 100_000
