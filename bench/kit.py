"""`just bench-kit`: a game of the authoring kit beside the same game written by hand, by second of CPU."""

import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final, NamedTuple

import click
from rich.console import Console
from rich.table import Table
from tests.kit.by_hand import BY_HAND

from bramble.game import BRAMBLE
from rondel.kernel import HOUSE, Actor, AnyGame, Chance, SeatSpec, take_turn

AIMS: Final = {"take_turn": 0.8, "view": 0.8, "legal": 0.6}
SEATS: Final = 5


class Move(NamedTuple):
    """A State, and what is done in it."""

    state: Any
    actor: Actor
    action: Any
    rng: str


def script(game: AnyGame, moves: int) -> list[Move]:
    """Random play, the same for both games."""
    dice = random.Random(7)
    found: list[Move] = []
    state: Any = None
    actor: Actor
    while len(found) < moves:
        if state is None or game.outcome(state) is not None:
            state = game.start(game.types.options(), [SeatSpec()] * SEATS)
            actor, action = HOUSE, game.begin
        else:
            actor = dice.choice(sorted(game.to_act(state)))
            action = dice.choice(game.legal(state, actor))
        found.append(Move(state, actor, action, f"bench {len(found)}"))
        state = take_turn(game, state, actor, action, Chance.of_seed(found[-1].rng), 0).state
    return found


def works(game: AnyGame, moves: list[Move]) -> dict[str, Callable[[], None]]:
    """What is measured, by name."""

    def turns() -> None:
        for state, actor, action, rng in moves:
            take_turn(game, state, actor, action, Chance.of_seed(rng), 0)

    def views() -> None:
        for move in moves:
            game.view(move.state, 1)

    def lists() -> None:
        for move in moves:
            game.legal(move.state, 0 if move.actor is HOUSE else move.actor)

    return {"take_turn": turns, "view": views, "legal": lists}


def ratios(rounds: int, moves: int) -> dict[str, list[float]]:
    """How many times as fast the kit's game is, round by round."""
    kit, by_hand = (works(game, script(game, moves)) for game in (BRAMBLE, BY_HAND))
    return {name: [_cpu_s(by_hand[name]) / _cpu_s(kit[name]) for _ in range(rounds)] for name in AIMS}


def _cpu_s(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@click.command()
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(1))
@click.option("--moves", default=2000, show_default=True, type=click.IntRange(10))
def main(rounds: int, moves: int) -> None:
    """Measure Bramble of the kit beside Bramble by hand at five seats; 1.00x is as fast."""
    table = Table("work", "kit beside by hand", "spread", "aim")
    for name, found in ratios(rounds, moves).items():
        spread = f"{min(found):.2f}x to {max(found):.2f}x"
        table.add_row(name, f"{median(found):.2f}x", spread, f"{AIMS[name]:.1f}x")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
