"""Is it fast? CPU time of each function, as a multiple of a fixed piece of work on the same machine."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from rondel.cli.arguments.parameters import options_in
from rondel.cli.checks.bounded import bounded
from rondel.cli.checks.line import CheckResult, not_judged, not_ok, ok
from rondel.kernel import HOUSE, AnyGame, Chance, Refusal, Seat, SeatSpec
from rondel.table.local import LocalTable

NAME: Final = "speed"
POSITIONS: Final = 30
LEAST_S: Final = 0.2
"""Each function is asked for so long: a clock of CPU time may tick only every few milliseconds."""

SLOW: Final = 5.0
"""More than this many times the fixed piece of work is too slow: hundreds of tables share a core."""

_ROUNDS: Final = 10_000


class Position(NamedTuple):
    """A State somewhere in a game, and a move in it."""

    state: Any
    seat: Seat
    action: Any
    at: int


@dataclass
class Cost:
    """How often something was done, and what that took."""

    calls: int = 0
    seconds: float = 0.0

    def take(self, calls: Sequence[Callable[[], object]]) -> None:
        """Do all of these again and again for a while; interrupted, it has what was done by then."""
        began = time.process_time()
        try:
            while calls and self.seconds < LEAST_S:
                for call in calls:
                    call()
                    self.calls += 1
                self.seconds = time.process_time() - began
        finally:
            self.seconds = time.process_time() - began

    @property
    def each(self) -> float:
        """The mean; one that was interrupted in its first call took all that time for it."""
        return self.seconds / max(self.calls, 1)


def check_speed(game: AnyGame, seed: int, cpu_s: float) -> CheckResult:
    """Whether `decide`, `view` and `legal` are fast enough on the average."""
    unit, costs = Cost(), {name: Cost() for name in ("decide", "view", "legal")}
    unit.take([_work])
    with bounded(game, cpu_s), suppress(Exception):  # what a broken game raises is said by another line
        positions = list(_positions(game, seed))
        costs["view"].take([partial(game.view, it.state, it.seat) for it in positions])
        costs["legal"].take([partial(game.legal, it.state, it.seat) for it in positions])
        costs["decide"].take([partial(_decide, game, it) for it in positions])
    if not any(cost.calls for cost in costs.values()):
        return not_judged(NAME, "no position to measure at was reached.")
    found = {name: cost.each / unit.each for name, cost in costs.items() if cost.seconds}
    timings = (
        f"in milliseconds of a usual core: {', '.join(f'{name} {ms:.2g}' for name, ms in found.items())}"
    )
    if slow := [name for name, ms in found.items() if ms > SLOW]:
        todo = (
            f"Make {' and '.join(slow)} cheaper: compute once what does not change, try fewer combinations."
        )
        return not_ok(NAME, f"{timings}; more than {SLOW:g} is slow.", todo)
    return ok(NAME, f"{timings}.")


def _positions(game: AnyGame, seed: int) -> list[Position]:
    """The first positions of a game at random, with the most players."""
    seat_specs = [SeatSpec("bot")] * game.seats[-1]
    options = options_in(game, None, seats=len(seat_specs))
    table = LocalTable.opened(game, options, seat_specs, table_id=f"speed-{seed}", secret=bytes(32))
    rng = Chance.of_seed(seed)
    table.play(HOUSE, game.begin, 0)
    found: list[Position] = []
    while len(found) < POSITIONS and game.outcome(table.state) is None:
        at = table.at + 1000
        able = [(seat, legal) for seat in sorted(game.to_act(table.state)) if (legal := _legal(table, seat))]
        if not able or table.fire_due(at):
            break
        seat, legal = rng.pick(able)
        position = Position(table.state, seat, rng.pick(legal), at)
        try:
            table.play(seat, position.action, at)
        except Refusal:  # the law of legal lists says so
            break
        found.append(position)
    return found


def _legal(table: LocalTable, seat: Seat) -> Sequence[Any]:
    return table.game.legal(table.state, seat)


def _decide(game: AnyGame, position: Position) -> None:
    """One move: what it causes, and the State after it."""
    state, at = position.state, position.at
    for event in game.decide(state, position.seat, position.action, Chance.of_seed("speed"), at):
        state = game.evolve(state, event, at)


def _work() -> int:
    """About a millisecond on a usual core."""
    number = 7
    for each in range(_ROUNDS):
        number = (number * 31 + each) % 1_000_003
    return number
