"""Simulate: many games played out by bots, on as many processes as wanted."""

import hashlib
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.synchronize import Event as Signal
from typing import Any, Final, TypeAlias

from rondel.bots.random import random
from rondel.kernel import HOUSE, AnyGame, Chance, Ms, Noun, Seat, Sitter
from rondel.wire.codec import codec_of
from rondel.wire.shelf import take
from rondel.wire.table import Table

Bot: TypeAlias = Callable[[Any, Any, Sequence[Any], Chance], Any]
"""(Known, View, legal, own Chance) -> Action."""

THINKING_MS: Final[Ms] = 1000
"""How long a simulated player takes over a move."""

STUCK: Final = "(stuck)"
"""Counted where nobody can act, nothing will fall due, and there is no Outcome."""

UNFINISHED: Final = "(unfinished)"
"""Counted where a game was left because it had come to `max_steps`."""

_GAMES_PER_CHUNK: Final = 20
_DIGEST_BYTES: Final = 32


class Plan(Noun):
    """What is simulated: a game by its name, so that another process finds it on its own shelf."""

    game: str
    options: bytes
    seats: int
    seed: int
    max_steps: int


class Played(Noun):
    """One game played out: how it ended, after how many versions, and the digest of its journal."""

    ending: str
    versions: int
    digest: bytes


class Tally(Noun):
    """Games counted together. The digest does not depend on the order they were counted in."""

    endings: dict[str, int] = {}  # noqa: RUF012 - a Noun copies it
    games_by_versions: dict[int, int] = {}  # noqa: RUF012
    digest: bytes = bytes(_DIGEST_BYTES)
    is_interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games were played out."""
        return sum(self.endings.values())

    @property
    def steps(self) -> int:
        """How many versions they have together."""
        return sum(versions * games for versions, games in self.games_by_versions.items())

    def and_game(self, number: int, played: Played) -> "Tally":
        """With game `number` counted too."""
        named = hashlib.sha256(number.to_bytes(8, "big") + played.digest).digest()
        return self.and_also(Tally({played.ending: 1}, {played.versions: 1}, named))

    def and_also(self, other: "Tally") -> "Tally":
        """Both together."""
        total = int.from_bytes(self.digest, "big") + int.from_bytes(other.digest, "big")
        return Tally(
            dict(Counter(self.endings) + Counter(other.endings)),
            dict(Counter(self.games_by_versions) + Counter(other.games_by_versions)),
            (total % (1 << 8 * _DIGEST_BYTES)).to_bytes(_DIGEST_BYTES, "big"),
            self.is_interrupted or other.is_interrupted,
        )


def play_out(
    game: AnyGame, options: Any, seats: int, *, seed: str, max_steps: int, bot: Bot = random
) -> Played:
    """One game from its start to its Ending, every seat played by `bot`; equal seeds play equal games."""
    secret = hashlib.sha256(f"rondel simulation {seed}".encode()).digest()
    table = Table.opened(game, options, [Sitter("bot")] * seats, table_id=seed, secret=secret)
    order = Chance.of_seed(f"{seed} order")
    luck = [Chance.of_seed(f"{seed} seat {seat}") for seat in range(seats)]
    table.play(HOUSE, game.begin, 0)
    ending = UNFINISHED
    while ending == UNFINISHED and table.version < max_steps:
        if not _step(table, bot, order, luck):
            ending = STUCK
        elif (outcome := game.outcome(table.state)) is not None:
            ending = outcome.ending
    return Played(ending, table.version, table.digest)


def _step(table: Table, bot: Bot, order: Chance, luck: Sequence[Chance]) -> bool:
    """One version more: a seat that can act does, else what falls due next; False if neither is there."""
    game, state, now = table.game, table.state, table.at + THINKING_MS
    able = [(seat, legal) for seat in sorted(game.to_act(state)) if (legal := game.legal(state, seat))]
    if able:
        if not table.fire_due(now):
            seat, legal = able[0] if len(able) == 1 else order.pick(able)
            table.play(seat, _chosen(game, state, seat, legal, bot, luck[seat]), now)
        return True
    if (deadline := game.deadline(state)) is None:
        return False
    table.fire_due(deadline.at_ms)
    return True


def _chosen(game: AnyGame, state: Any, seat: Seat, legal: Sequence[Any], bot: Bot, luck: Chance) -> Any:
    return bot(game.knows(state, seat), game.view(state, seat), legal, luck)


def simulate(plan: Plan, games: int, *, jobs: int = 1, tick: Callable[[int], None] = lambda _: None) -> Tally:
    """Play `games` games and count them; Ctrl-C ends it early with what has been played out by then.

    `tick` is called with the number of games finished since the last call.
    """
    return _alone(plan, games, tick) if jobs == 1 else _together(plan, games, jobs, tick)


def _alone(plan: Plan, games: int, tick: Callable[[int], None]) -> Tally:
    tally = Tally()
    try:
        for number in range(games):
            tally = tally.and_also(_play(plan, range(number, number + 1)))
            tick(1)
    except KeyboardInterrupt:
        tally = tally.and_also(Tally(is_interrupted=True))
    return tally


def _together(plan: Plan, games: int, jobs: int, tick: Callable[[int], None]) -> Tally:
    """Chunks of games over `jobs` processes, a few chunks ahead of what they can play."""
    processes = multiprocessing.get_context("spawn")
    stop = processes.Event()
    chunks = _chunks(games, jobs)
    tally = Tally()
    running: set[Future[Tally]] = set()
    with ProcessPoolExecutor(jobs, processes, initializer=_heed, initargs=(stop,)) as pool:
        try:
            while True:
                for chunk in chunks:
                    with _deaf_to_interrupts():
                        running.add(pool.submit(_play, plan, chunk))
                    if len(running) >= 2 * jobs:
                        break
                if not running:
                    return tally
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for played in done:
                    tally = tally.and_also(played.result())
                    tick(played.result().games)
        except KeyboardInterrupt:
            stop.set()
            for played in running:
                tally = tally.and_also(played.result())
            return tally.and_also(Tally(is_interrupted=True))


def _chunks(games: int, jobs: int) -> Iterator[range]:
    size = max(1, min(_GAMES_PER_CHUNK, games // (4 * jobs)))
    for first in range(0, games, size):
        yield range(first, min(first + size, games))


_stop: Signal | None = None
"""In a process that plays chunks: set when the one who started it wants no more."""


def _heed(stop: Signal) -> None:
    global _stop
    _stop = stop


def _play(plan: Plan, numbers: range) -> Tally:
    """Those games of the plan, or as many as there is time for."""
    game = take(plan.game)
    options = codec_of(game).options(plan.options)
    tally = Tally()
    for number in numbers:
        if _stop is not None and _stop.is_set():
            break
        seed = f"{plan.seed}-{number}"
        played = play_out(game, options, plan.seats, seed=seed, max_steps=plan.max_steps)
        tally = tally.and_game(number, played)
    return tally


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C: it is for the one who started them."""
    if sys.platform == "win32":
        yield
        return
    heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, heard)
