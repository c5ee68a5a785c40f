"""One round: tables that begin, tabs that play at them, a nemesis, and what the checker says of it all."""

import asyncio
import random
import resource
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.faults.fleet import ServerNode
from tests.faults.players import Player
from tests.history.check import Anomaly, check
from tests.history.recording import Recording
from tests.history.tabs import Doors, Seat, Tab
from tests.history.truth import read_journals

TABS: Final = 4
"""At each table, shared by its seats."""

CAMBIO: Final = {
    "seats": 2,
    "maxTurns": 10_000,
    "initialViewMs": 1000,
    "turnMs": 600_000,
    "powerDecisionMs": 600_000,
    "snapWindowMs": 500,
}


@dataclass
class Figures:
    """What a round came to."""

    operations: int = 0
    acks: int = 0
    dups: int = 0
    reads: int = 0
    frames: int = 0
    unknown: int = 0
    rows: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    anomalies: list[Anomaly] = field(default_factory=list)

    def add(self, recording: Recording) -> None:
        """Count a recording, and judge it."""
        sendings = recording.sendings
        self.operations += recording.operations
        self.acks += sum(sending.version is not None for sending in sendings)
        self.dups += sum(sending.is_dup for sending in sendings)
        self.unknown += sum(not sending.is_definite for sending in sendings)
        self.codes.update(sending.code for sending in sendings if sending.code is not None)
        self.reads += len(recording.reads)
        self.frames += len(recording.frames)
        self.rows += sum(map(len, recording.journals.values()))
        self.anomalies += check(recording)

    def line(self) -> str:
        return (
            f"operations {self.operations} (acks {self.acks}, {self.dups} of them again; views {self.reads}; "
            f"no {self.codes.total()}, unknown {self.unknown}), frames {self.frames}, rows {self.rows}, "
            f"anomalies {len(self.anomalies)}"
        )


async def play(
    database: str,
    nodes: Sequence[ServerNode],
    *,
    tables: int,
    pause_s: float,
    rng: random.Random,
    meanwhile: Callable[[Sequence[str], Recording], Awaitable[None]],
) -> Recording:
    """The recording of a round, in which everybody plays while `meanwhile` lasts."""
    recording, stop = Recording(), asyncio.Event()
    seats = [seat for number in range(tables) for seat in await _opened(nodes[0].url, number)]
    names = list(dict.fromkeys(seat.table for seat in seats))
    doors = Doors(nodes, rng)
    tabs = [
        Tab(seat, doors, recording, random.Random(rng.random()), pause_s)
        for seat in seats
        for _ in range(TABS // seat.of)
    ]
    playing = [asyncio.create_task(tab.play(stop)) for tab in tabs]
    try:
        await meanwhile(names, recording)
        stop.set()
        await asyncio.gather(*playing)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await read_journals(database, names, recording)
    return recording


async def _opened(url: str, number: int) -> list[Seat]:
    """A table that has begun: Cambio, Cambio where the House ends each chance to snap, or Decks, by turns.

    At a table of Decks there is one seat, whose tabs may move at any time and race at every version.
    """
    game = ("cambio", "decks", "cambio")[number % 3]
    snapping = {"snap": "first" if number % 3 == 2 else "off"}
    options: dict[str, object] = {} if game == "decks" else {**CAMBIO, **snapping}
    players = [
        await Player.arrived(url, f"Guest {number} {name}") for name in ("a" if game == "decks" else "ab")
    ]
    body = {"game": game, "options": options, "seats": len(players), "access": "unlisted"}
    table: str = (await players[0].asks("POST", "/api/tables", body))["id"]
    for player in players:
        await player.asks("POST", f"/api/tables/{table}/seat", {})
        await player.asks("POST", f"/api/tables/{table}/ready", {"isReady": True})
    await players[0].asks("POST", f"/api/tables/{table}/start", {})
    return [Seat(table, seat, player.token, len(players)) for seat, player in enumerate(players)]


def spent_s() -> float:
    """The CPU seconds of this process and of all its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
