from dataclasses import replace
from typing import Any

import pytest

from rondel.arena.simulate import STUCK, UNFINISHED, Plan, Played, Tally, play_out, simulate
from rondel.games.decks.actions import ClosePlanner
from rondel.games.decks.options import Options
from rondel.kernel import AnyGame, Chance
from rondel.wire.shelf import take

DECKS = take("decks")
PLAN = Plan(game="decks", options=b"{}", seats=1, seed=7, max_steps=1000)


def never_able(game: AnyGame) -> AnyGame:
    """The same game, but nobody can act."""
    return replace(game, to_act=lambda _: frozenset())


def test_a_game_is_played_to_its_ending() -> None:
    played = play_out(DECKS, Options(), 1, seed="a", max_steps=10_000)

    assert played.ending == "closed"
    assert played.versions > 1


def test_equal_seeds_play_equal_games() -> None:
    one, again, other = (play_out(DECKS, Options(), 1, seed=seed, max_steps=50) for seed in ("a", "a", "b"))

    assert one == again
    assert one.digest != other.digest


def test_a_bot_is_given_what_its_seat_knows_and_sees() -> None:
    given: list[tuple[Any, Any]] = []

    def close(known: Any, view: Any, legal: Any, _chance: Chance) -> Any:
        given.append((known, view))
        assert ClosePlanner() in legal
        return ClosePlanner()

    assert play_out(DECKS, Options(), 1, seed="a", max_steps=10, bot=close).versions == 2
    [(known, view)] = given
    assert isinstance(known, DECKS.nouns.known)
    assert isinstance(view, DECKS.nouns.view)


def test_what_falls_due_happens_when_nobody_can_act() -> None:
    played = play_out(never_able(DECKS), Options(idle_close_ms=60_000), 1, seed="a", max_steps=10)

    assert (played.ending, played.versions) == ("idle", 2)


def test_a_game_in_which_nothing_can_happen_is_stuck() -> None:
    assert play_out(never_able(DECKS), Options(), 1, seed="a", max_steps=10).ending == STUCK


def test_a_game_is_left_after_so_many_versions() -> None:
    played = play_out(DECKS, Options(), 1, seed="a", max_steps=2)

    assert (played.ending, played.versions) == (UNFINISHED, 2)


def test_an_ending_at_the_last_version_counts() -> None:
    def close(_known: Any, _view: Any, _legal: Any, _chance: Chance) -> Any:
        return ClosePlanner()

    assert play_out(DECKS, Options(), 1, seed="a", max_steps=2, bot=close).ending == "closed"


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
