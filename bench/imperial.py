"""`just bench-imperial`: random self-play of Imperial, steps by second of CPU on one core (P3)."""

import random
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Final

import click
from rich.console import Console
from rich.table import Table

from bench.cambio import NONCES, SECRET, SITTERS, THINKING_MS, Count, measured
from bench.goals import P3_IMPERIAL, Figures
from rondel.kernel import HOUSE, Chance, take_turn
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

GAME: Final = load_game("imperial")
CODEC: Final = codec_of(GAME)
FLOOR: Final = 10_000
TARGET: Final = 15_000


def self_play(dice: random.Random, *, with_views: bool, is_encoded: bool = False) -> int:
    """One game of four: legal list and step, and with views every seat's View after every step."""
    table_id = f"imperial-{dice.randrange(1 << 32)}"
    state = GAME.start(GAME.types.options(), SITTERS)
    state = take_turn(GAME, state, HOUSE, GAME.begin, Chance(SECRET, table_id, NONCES), 0).state
    version = 1
    while GAME.outcome(state) is None:
        version += 1
        able = tuple(GAME.to_act(state))
        seat = able[0] if len(able) == 1 else dice.choice(able)
        action = dice.choice(GAME.legal(state, seat))
        rng = Chance(SECRET, table_id, NONCES, {"": version})
        state = take_turn(GAME, state, seat, action, rng, version * THINKING_MS).state
        if with_views:
            views = [GAME.view(state, viewer) for viewer in range(len(SITTERS))]
            if is_encoded:
                for view in views:
                    CODEC.noun_bytes(view)
    return version


WORKS: Final[dict[str, Callable[[random.Random], int]]] = {
    "P3 Imperial legal and step": partial(self_play, with_views=False),
    "the same, every seat's View": partial(self_play, with_views=True),
    "the same, Views encoded": partial(self_play, with_views=True, is_encoded=True),
}


def rates(rounds: int, seconds: float) -> dict[str, list[float]]:
    """Steps by second of CPU, all works in turn, round by round."""
    dice = random.Random(5)
    found: dict[str, list[float]] = {name: [] for name in WORKS}
    for work in WORKS.values():
        work(dice)
    for _ in range(rounds):
        for name, work in WORKS.items():
            count: Count = measured(partial(work, dice), seconds)
            found[name].append(count.steps / count.cpu_seconds)
    return found


def render(found: dict[str, list[float]]) -> Table:
    """Each work with its median and spread."""
    table = Table(
        "work", "steps/s", "spread", f"floor {FLOOR:,}", f"target {TARGET:,}", title="One core, by CPU"
    )
    for name, values in found.items():
        middle = median(values)
        spread = f"{min(values):,.0f} to {max(values):,.0f}"
        table.add_row(name, f"{middle:,.0f}", spread, f"{middle / FLOOR:.2f}x", f"{middle / TARGET:.2f}x")
    return table


def measure(rounds: int, console: Console) -> Figures:
    """P3 of Imperial."""
    found = rates(rounds, 2.0)
    console.print(render(found))
    return {P3_IMPERIAL: found["P3 Imperial legal and step"]}


@click.command()
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1))
@click.option("--seconds", default=2.0, show_default=True, help="CPU for each work in each round.")
def main(rounds: int, seconds: float) -> None:
    """Measure Imperial: random self-play at four seats, alone and with every seat's View."""
    Console(width=110).print(render(rates(rounds, seconds)))


if __name__ == "__main__":
    main()
