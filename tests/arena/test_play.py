from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rondel.arena.play import STUCK, UNFINISHED, play_out
from rondel.bots.random import random
from rondel.games.cambio.options import Options as CambioOptions
from rondel.games.decks.actions import ClosePlanner
from rondel.games.decks.options import Options
from rondel.kernel import AnyGame, Chance
from rondel.wire.registry import load_game

CAMBIO, DECKS = load_game("cambio"), load_game("decks")


def never_able(game: AnyGame) -> AnyGame:
    """The same game, but nobody can act."""
    return replace(game, to_act=lambda _: frozenset())


def test_a_game_is_played_to_its_ending() -> None:
    played = play_out(DECKS, Options(), [random], seed="a", max_steps=10_000)

    assert played.ending == "closed"
    assert played.versions > 1


def test_equal_seeds_play_equal_games() -> None:
    one, again, other = (
        play_out(DECKS, Options(), [random], seed=seed, max_steps=50) for seed in ("a", "a", "b")
    )

    assert one == again
    assert one.digest != other.digest


def test_a_bot_is_given_what_its_seat_knows_and_sees() -> None:
    given: list[tuple[Any, Any]] = []

    def close(known: Any, view: Any, legal: Any, _chance: Chance) -> Any:
        given.append((known, view))
        assert ClosePlanner() in legal
        return ClosePlanner()

    assert play_out(DECKS, Options(), [close], seed="a", max_steps=10).versions == 2
    [(known, view)] = given
    assert isinstance(known, DECKS.types.known)
    assert isinstance(view, DECKS.types.view)


def test_what_falls_due_happens_when_nobody_can_act() -> None:
    played = play_out(never_able(DECKS), Options(idle_close_ms=60_000), [random], seed="a", max_steps=10)

    assert (played.ending, played.versions) == ("idle", 2)


def test_a_game_in_which_nothing_can_happen_is_stuck() -> None:
    assert play_out(never_able(DECKS), Options(), [random], seed="a", max_steps=10).ending == STUCK


def test_a_game_is_left_after_so_many_versions() -> None:
    played = play_out(DECKS, Options(), [random], seed="a", max_steps=2)

    assert (played.ending, played.versions) == (UNFINISHED, 2)


def test_an_ending_at_the_last_version_counts() -> None:
    def close(_known: Any, _view: Any, _legal: Any, _chance: Chance) -> Any:
        return ClosePlanner()

    assert play_out(DECKS, Options(), [close], seed="a", max_steps=2).ending == "closed"


def test_each_bot_is_given_what_its_own_seat_knows_and_may_do() -> None:
    seen: set[int] = set()

    def seated(seat: int) -> Any:
        def choose(known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Any:
            assert known.view == view
            assert view.you == seat
            seen.add(seat)
            return random(known, view, legal, chance)

        return choose

    played = play_out(
        CAMBIO, CambioOptions(seats=3), [seated(0), seated(1), seated(2)], seed="a", max_steps=99
    )

    assert seen == {0, 1, 2}
    assert played.outcome is not None
    assert len(played.outcome.standings) == 3


def test_each_bot_draws_from_luck_of_its_own_that_tells_nothing_of_the_tables() -> None:
    """The luck goes by the seat alone: at whatever version a bot is asked, it is where the bot left it."""
    given: dict[int, Chance] = {}

    def curious(_known: Any, view: Any, legal: Sequence[Any], chance: Chance) -> Any:
        assert given.setdefault(view.you, chance) is chance
        return legal[0]

    play_out(CAMBIO, CambioOptions(seats=2), [curious, curious], seed="a", max_steps=30)

    drawn = [given[seat].bits(16) for seat in range(2)]
    assert drawn == [Chance.of_seed(f"a seat {seat}").bits(16) for seat in range(2)]
    assert drawn[0] != drawn[1]
