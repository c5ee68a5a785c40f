"""The watchdog interrupts code of games that takes too long, and nothing else."""

import ast
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import rondel.server
from rondel.server.runtime.watchdog import GAME_CODE, GameExitError, GameTimeoutError

SERVER = Path(rondel.server.__file__).parent


def compute(cpu_s: float) -> None:
    """Keep this thread busy."""
    until = time.thread_time() + cpu_s
    while time.thread_time() < until:
        pass


def for_ever() -> None:
    while True:
        with suppress(Exception):  # as careless code has it
            sum(range(100))


@pytest.fixture
def _watched() -> Iterator[None]:
    with GAME_CODE.watching(300):
        yield


@pytest.mark.usefixtures("_watched")
def test_a_loop_without_end_is_interrupted_where_it_is_even_if_it_hides_exceptions() -> None:
    began = time.thread_time()

    with pytest.raises(GameTimeoutError, match="more than 300 ms of CPU time") as stuck, GAME_CODE:
        for_ever()

    assert 0.25 < time.thread_time() - began < 1
    assert any(entry.name == "for_ever" for entry in stuck.traceback)


@pytest.mark.usefixtures("_watched")
def test_nothing_but_a_game_is_interrupted() -> None:
    with pytest.raises(GameTimeoutError), GAME_CODE:
        for_ever()

    compute(0.6)


@pytest.mark.usefixtures("_watched")
def test_many_short_answers_are_none_that_takes_too_long() -> None:
    for _ in range(30):
        with GAME_CODE:
            compute(0.02)


@pytest.mark.usefixtures("_watched")
def test_time_in_which_the_machine_does_something_else_does_not_count() -> None:
    with GAME_CODE:
        time.sleep(0.5)
        compute(0.05)


@pytest.mark.usefixtures("_watched")
def test_other_threads_do_not_use_up_a_games_time() -> None:
    busy = threading.Thread(target=compute, args=(0.5,))
    busy.start()

    with GAME_CODE:
        busy.join()

    assert GAME_CODE._depth == 0


@pytest.mark.usefixtures("_watched")
def test_a_game_inside_a_game_is_watched_until_the_outer_one_has_answered() -> None:
    def outer() -> None:
        with GAME_CODE:
            compute(0.01)
        for_ever()

    with pytest.raises(GameTimeoutError), GAME_CODE:
        outer()

    assert GAME_CODE._depth == 0


@pytest.mark.parametrize("raised", [SystemExit, GeneratorExit])
def test_what_would_end_the_server_is_a_fault_of_the_game(raised: type[BaseException]) -> None:
    with pytest.raises(GameExitError, match=f"The game raised {raised.__name__}."), GAME_CODE:
        raise raised


@pytest.mark.parametrize("raised", [ValueError, KeyboardInterrupt])
def test_other_exceptions_pass_as_they_are(raised: type[BaseException]) -> None:
    with pytest.raises(raised), GAME_CODE:
        raise raised


def test_with_a_limit_of_0_nothing_is_watched() -> None:
    with GAME_CODE.watching(0):
        assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_outside_of_the_main_thread_nothing_is_watched() -> None:
    seen = []

    def serve() -> None:
        with GAME_CODE.watching(300):
            seen.append(signal.getitimer(signal.ITIMER_PROF))

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()

    assert seen == [(0, 0)]


def test_the_timer_runs_until_the_last_node_has_ended() -> None:
    with GAME_CODE.watching(300):
        with GAME_CODE.watching(300):
            pass
        assert signal.getitimer(signal.ITIMER_PROF)[1] > 0

    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


@pytest.mark.usefixtures("_watched")
def test_the_watchdog_does_not_interrupt_itself() -> None:
    """As if a section had run for long and were about to end when the signal comes."""
    with GAME_CODE:
        GAME_CODE._seen, GAME_CODE._since_s = GAME_CODE._section, -1e9
        frame = type("Frame", (), {"f_code": type(GAME_CODE).__exit__.__code__})()
        GAME_CODE._look(signal.SIGPROF, frame)
        GAME_CODE._look(signal.SIGPROF, None)
        GAME_CODE._seen = -1


def test_nobody_waits_for_something_else_in_the_midst_of_a_games_code() -> None:
    """Other tasks would run as if they were the game's, and be interrupted."""
    waiting = [
        f"{file.name}:{inside.lineno}"
        for file in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.With) and any(_is_game_code(item.context_expr) for item in node.items)
        for inside in ast.walk(node)
        if isinstance(inside, (ast.Await, ast.Yield, ast.YieldFrom, ast.AsyncFor, ast.AsyncWith))
    ]

    assert waiting == []


def _is_game_code(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Name) and expression.id == "GAME_CODE"
