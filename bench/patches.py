"""`python -m bench.patches`: bytes of a live step and CPU of making it, whole and as a patch, by game.

Walks of random play, every seat and a spectator. Bytes are padded, as they are sent. Whole and patched frames
of the same step are made in turn, from fresh positions, and timed by CPU.
"""

import time
from collections.abc import Iterator
from statistics import median
from typing import Any, Final
from uuid import UUID

import uvloop
from rich.console import Console
from rich.table import Table
from tests.secrecy.wire.games import SERVED

from bench.inside import inside
from rondel.kernel import AnyGame, Viewer
from rondel.laws.law import Tally
from rondel.laws.walk import Playthrough, Seeded
from rondel.server.ports.tables import PlayerRow, TableRow
from rondel.server.rooms.frames import FrameViewer, VisibleState, shown_to, step_frames
from rondel.server.rooms.position import Position

WALKS: Final = 6
MOVES: Final = 80
SLICES: Final = 40
ROUNDS: Final = 3


def positions(game: AnyGame, seed: int) -> Iterator[Position]:
    """The positions of a walk, one for each version."""
    walk = Playthrough(game, Seeded(f"patches {seed}"), (), Tally(), is_bounded=True)
    walk.walk(MOVES)
    table, played = _row(game, len(walk.seat_specs)), walk.table.context.start()
    for step in walk.table.steps:
        played = played.after(step.row, step.after, bytes(32))
        yield Position(table, played)


def _row(game: AnyGame, seats: int) -> TableRow:
    places = tuple(
        PlayerRow(UUID(int=seat + 1), seat, None, f"Player {seat}", "human", None, is_ready=True)
        for seat in range(seats)
    )
    return TableRow(
        id=UUID(int=0),
        game=game.name,
        rules=game.rules,
        options=b"{}",
        seats=seats,
        code="",
        access="unlisted",
        key=None,
        host=UUID(int=0),
        commitment=bytes(32),
        created_at=0,
        status="active",
        places=places,
    )


class Found:
    """Bytes and CPU of all steps of a game, of one kind."""

    def __init__(self) -> None:
        self.steps = self.bytes = self.smallest = 0
        self.seconds = 0.0

    def step(self, position: Position, viewer: Viewer, before: VisibleState | None) -> None:
        """Make one step's frame, from a position that remembers nothing."""
        fresh = Position(position.table, position.played)
        _ = fresh.events, fresh.clocks, fresh.due_at, fresh.undoable  # shared by all viewers
        last = position.version - 1
        began = time.thread_time()
        frames = step_frames(fresh, FrameViewer(viewer), last, now=position.at, is_live=True, before=before)
        self.seconds += time.thread_time() - began
        assert frames is not None
        self.steps += 1
        self.bytes += len(frames[0])
        self.smallest += len(frames[0]) <= 1024


def measure(game: AnyGame) -> tuple[Found, Found]:
    """A game's steps as they were and with patches."""
    whole, patched = Found(), Found()
    for seed in range(WALKS):
        before: Position | None = None
        for position in positions(game, seed):
            if before is not None:
                for viewer in (None, *range(len(position.table.places))):
                    whole.step(position, viewer, None)
                    patched.step(position, viewer, shown_to(before, FrameViewer(viewer)))
            before = position
    return whole, patched


async def beside_whole(rounds: int) -> list[float]:
    """What a move of Cambio costs a node whose players take patches, beside one whose players do not."""
    found = []
    for _ in range(rounds):
        costs = []
        for takes_patches in (True, False):
            async with inside(takes_patches=takes_patches) as node:
                await node.cost(SLICES)
                costs.append(median((await node.cost(SLICES)).ratios))
        found.append(costs[0] / costs[1])
    return found


def main() -> None:
    """Print one line for each game, and what a move of Cambio costs with patches."""
    table = Table(
        "game", "steps", "bytes whole", "patched", "of it", "at most 1024", "CPU us whole", "patched"
    )
    for name in sorted(SERVED):
        whole, patched = measure(SERVED[name].game)
        texts: list[Any] = [name, whole.steps, whole.bytes // whole.steps, patched.bytes // whole.steps]
        texts += [f"{patched.bytes / whole.bytes:.0%}", f"{patched.smallest / whole.steps:.0%}"]
        texts += [f"{1e6 * found.seconds / found.steps:.0f}" for found in (whole, patched)]
        table.add_row(*map(str, texts))
    console = Console(width=120)
    console.print(table)
    found = uvloop.run(beside_whole(ROUNDS))
    console.print(
        f"a move of Cambio with patches costs {median(found):.2f} ({min(found):.2f} to {max(found):.2f})"
        " of one without"
    )


if __name__ == "__main__":
    main()
