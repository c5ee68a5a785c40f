"""Many games by number, on as many processes as wanted, until Ctrl-C."""

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.synchronize import Event as Signal
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")

Keep: TypeAlias = Callable[[int, T], None]

_GAMES_PER_CHUNK: Final = 20


def play_all(
    play: Callable[[int], T],
    games: int,
    *,
    keep: Keep[T],
    jobs: int = 1,
    tick: Callable[[int], None] = lambda _: None,
) -> bool:
    """Play game 0, 1, ... and give `keep` each number with what came of it; False if Ctrl-C ended it early.

    What has been played out by then is kept. `tick` is called with the number of games finished since
    the last call. With several processes `play` must be a function another process can be sent.
    """
    return _alone(play, games, keep, tick) if jobs == 1 else _together(play, games, jobs, keep, tick)


def _alone(play: Callable[[int], T], games: int, keep: Keep[T], tick: Callable[[int], None]) -> bool:
    try:
        for number in range(games):
            keep(number, play(number))
            tick(1)
    except KeyboardInterrupt:
        return False
    return True


def _together(
    play: Callable[[int], T], games: int, jobs: int, keep: Keep[T], tick: Callable[[int], None]
) -> bool:
    """Chunks of games over `jobs` processes, a few chunks ahead of what they can play."""
    processes = multiprocessing.get_context("spawn")
    stop = processes.Event()
    chunks = _chunks(games, jobs)
    running: set[Future[list[tuple[int, T]]]] = set()
    with ProcessPoolExecutor(jobs, processes, initializer=_heed, initargs=(stop,)) as pool:
        try:
            while True:
                for chunk in chunks:
                    with _deaf_to_interrupts():
                        running.add(pool.submit(_play_chunk, play, chunk))
                    if len(running) >= 2 * jobs:
                        break
                if not running:
                    return True
                for played in wait(running, return_when=FIRST_COMPLETED).done:
                    running.remove(played)
                    _keep_each(played, keep)
                    tick(len(played.result()))
        except KeyboardInterrupt:
            stop.set()
            for played in running:
                _keep_each(played, keep)
            return False


def _keep_each(played: "Future[list[tuple[int, T]]]", keep: Keep[T]) -> None:
    for number, result in played.result():
        keep(number, result)


def _chunks(games: int, jobs: int) -> Iterator[range]:
    size = max(1, min(_GAMES_PER_CHUNK, games // (4 * jobs)))
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


_stop: Signal | None = None
"""In a process that plays chunks: set when the one who started it wants no more."""


def _heed(stop: Signal) -> None:
    global _stop
    _stop = stop


def _play_chunk(play: Callable[[int], T], numbers: range) -> list[tuple[int, T]]:
    """Those games, or as many as there is time for."""
    played = []
    for number in numbers:
        if _stop is not None and _stop.is_set():
            break
        played.append((number, play(number)))
    return played


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C: it is for the one who started them."""
    if sys.platform == "win32":
        yield
        return
    previous_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous_mask)
