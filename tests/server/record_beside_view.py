"""`python -m tests.server.record_beside_view`: the tables of Cambio beside the Views, while games are played.

A server with PostgreSQL on a loopback port, and people who play over sockets, each with a pause before each
action. At random moments SQL reads a table's rows and the version they are true for. When the games are over,
every fact of them is compared with what each seat's View says at that very version, as it was sent, and with
the State that the journal folds to. The first peek of each game is read as well, while it lasts.

The lag of the record is taken in the database: from the insertion of a move's row to the projection of its
version, so with the move's commit. The server's own metric, from the commit to the answer, is printed too;
it knows a share of the versions by its bucket, and the players run in the same process. Beside it runs
`SELECT 1`: a busy machine makes all of it slow.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import asyncpg
from rich.console import Console

from tests.contracts.databases import migrated, url_of
from tests.load.tables import percentile_ms
from tests.server.beside_view import Moment, View, beside_state, beside_views, read_moment, states, views_of
from tests.server.visitors import House, Visitor, Wire, open_house, settings
from tests.server.whole_games import chosen

GOAL_MS: Final = 100
AT_ONCE: Final = 4
"""How many games are played at the same time."""

WAYS: Final[tuple[dict[str, Any], ...]] = (
    {"seats": 2},
    {"seats": 3, "powerTrigger": "any_discard", "kingPower": "look_and_swap"},
    {"seats": 2, "snap": "chain", "snapOthers": True, "snapWindowMs": 500, "jokers": 2},
    {"seats": 4, "blindSwapAnyTwo": True, "kingPower": "look_choose", "tieRule": "others"},
)

_STOPWATCH: Final = """
CREATE TABLE written (table_id uuid, version integer, is_record boolean, at timestamptz);
CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO public.written
    VALUES (NEW.table_id, NEW.version, TG_TABLE_NAME = 'projection', clock_timestamp());
    RETURN NULL;
END
$$;
CREATE TRIGGER note_written AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION note_written();
CREATE TRIGGER note_written AFTER INSERT OR UPDATE ON projection FOR EACH ROW EXECUTE FUNCTION note_written();
"""

_LAGS: Final = """
SELECT (extract(epoch FROM min(p.at) - j.at))::float8 AS lag
FROM written AS j JOIN written AS p ON p.table_id = j.table_id AND p.is_record AND p.version >= j.version
WHERE NOT j.is_record GROUP BY j.table_id, j.version, j.at
"""


@dataclass
class Figures:
    """What a run found."""

    games: int = 0
    versions: int = 0
    moments: int = 0
    peeks: int = 0
    views: int = 0
    sent: int = 0
    facts: int = 0
    differences: list[str] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    """In the database, with the commit of the move."""
    buckets: list[tuple[float, float]] = field(default_factory=list)
    """How many versions were recorded within so many seconds of their commit."""
    bare: list[float] = field(default_factory=list)
    """How long `SELECT 1` took."""

    def within_ms(self, share: float) -> float:
        """So long after its commit this share of the versions was recorded, or sooner."""
        wanted = share * self.buckets[-1][1]
        return next(1000 * seconds for seconds, count in self.buckets if count >= wanted)

    def describe(self) -> str:
        """The figures in a few lines."""
        p50, p99 = percentile_ms(self.lags, 0.5), percentile_ms(self.lags, 0.99)
        return (
            f"{self.games} games, {self.versions} versions\n"
            f"{self.moments} random moments, and the first peek of each game; "
            f"in {self.peeks} of them a power showed a card\n"
            f"{self.facts} facts beside {self.views} Views ({self.sent} seen on the wire) and the State: "
            f"{len(self.differences)} differences\n"
            f"lag: p50 {p50:.1f} ms, p99 {p99:.1f} ms (goal {GOAL_MS} ms), "
            f"longest {1000 * max(self.lags):.0f} ms\n"
            f"by the server's metric: p50 within {self.within_ms(0.5):.0f} ms, "
            f"p99 within {self.within_ms(0.99):.0f} ms\n"
            f"SELECT 1 beside it: p50 {percentile_ms(self.bare, 0.5):.1f} ms, "
            f"p99 {percentile_ms(self.bare, 0.99):.1f} ms"
        )


class Run:
    """The games of a run, every View that was sent, and every moment that was read."""

    def __init__(self, house: House, url: str, seed: int, pause_s: float) -> None:
        self.house = house
        self.url = url
        self.dice = random.Random(seed)
        self.pause_s = pause_s
        self.live: list[str] = []
        self.sent: defaultdict[tuple[str, int], dict[int, View]] = defaultdict(dict)
        """By table and version: the View of each seat."""
        self.random_moments: list[Moment] = []
        self.peeks: dict[str, Moment] = {}
        self.bare: list[float] = []

    async def game(self, number: int, gate: asyncio.Semaphore) -> None:
        """One game, from its opening to its scores."""
        async with gate:
            way = WAYS[number % len(WAYS)]
            players = [await self.house.visitor(f"P{number} {seat}") for seat in range(way["seats"])]
            table = await self.house.table(*players, **{**way, "initialViewMs": 2000, "peekMs": 1500})
            self.live.append(table)
            try:
                await asyncio.gather(*(self.player(table, player) for player in players))
            finally:
                self.live.remove(table)

    async def player(self, table: str, player: Visitor) -> None:
        """Play to the end, and remember every View."""
        async with player.socket() as wire:
            frame = await wire.sit(table)
            seat = frame["seat"]
            while True:
                self.sent[table, frame["version"]][seat] = frame["view"]
                if frame["status"] != "active":
                    return
                if frame["legal"]:
                    await self.act(wire, table, seat, frame)
                frame = await _next_view(wire)

    async def act(self, wire: Wire, table: str, seat: int, frame: Any) -> None:
        """One action after a pause; whoever peeks first at this table has the rows read meanwhile."""
        reveal = frame["view"]["reveal"]
        if reveal is not None and reveal["seat"] == seat and table not in self.peeks:
            await self.read_peek(table, frame["version"])
        await asyncio.sleep(self.dice.uniform(0.5, 1.5) * self.pause_s)
        action = chosen(frame["legal"], self.dice, frame["view"]["turnNumber"])
        move = str(UUID(int=self.dice.getrandbits(128)))
        await wire.send(type="act", table=table, id=move, expectedVersion=frame["version"], action=action)

    async def read_peek(self, table: str, version: int) -> None:
        """The rows at this version or a later one, as soon as they are there."""
        connection = await asyncpg.connect(self.url)
        try:
            moment = await read_moment(connection, table)
            while moment is None or moment.version < version:
                await asyncio.sleep(0.005)
                moment = await read_moment(connection, table)
        finally:
            await connection.close()
        self.peeks.setdefault(table, moment)

    async def read_at_random(self, moments: int) -> None:
        """The rows of some live table, again and again, at any moment."""
        connection = await asyncpg.connect(self.url)
        try:
            while len(self.random_moments) < moments:
                await asyncio.sleep(self.dice.uniform(0, 2 * self.pause_s))
                moment = await read_moment(connection, self.dice.choice(self.live)) if self.live else None
                if moment is not None:
                    self.random_moments.append(moment)
        finally:
            await connection.close()

    async def calibrate(self) -> None:
        """How long the smallest statement takes here and now, for ever."""
        connection = await asyncpg.connect(self.url)
        try:
            while True:
                began = time.perf_counter()
                await connection.fetchval("SELECT 1")
                self.bare.append(time.perf_counter() - began)
                await asyncio.sleep(0.02)
        finally:
            await connection.close()

    async def compared(self) -> Figures:
        """Every moment beside the Views of its version and the State."""
        figures = Figures(len({table for table, _ in self.sent}), moments=len(self.random_moments))
        figures.bare, figures.buckets = self.bare, buckets_of(self.house)
        connection = await asyncpg.connect(self.url)
        try:
            figures.versions = await connection.fetchval("SELECT count(*) FROM journal")
            figures.lags = [row["lag"] for row in await connection.fetch(_LAGS)]
            every = {table: await states(connection, table) for table, _ in self.sent}
        finally:
            await connection.close()
        for moment in (*self.random_moments, *self.peeks.values()):
            compare(
                moment, self.sent[moment.table, moment.version], every[moment.table][moment.version], figures
            )
        return figures


def compare(moment: Moment, sent: dict[int, View], state: Any, figures: Figures) -> None:
    """Note what differs, and whether a power was showing a card."""
    where, views = f"{moment.table} at {moment.version}", views_of(state)
    for seat, view in sent.items():
        if view != views[seat]:
            figures.differences.append(f"{where}: seat {seat} was sent another View than the State's")
    for what, stored, shown in (*beside_views(moment, views), *beside_state(moment, state)):
        figures.facts += 1
        if stored != shown:
            figures.differences.append(f"{where}: {what}: SQL says {stored!r}, not {shown!r}")
    figures.views += len(views)
    figures.sent += len(sent)
    figures.peeks += bool(moment.peeking()) and moment.session["phase"] != "initial_view"


def buckets_of(house: House) -> list[tuple[float, float]]:
    """The server's own metric of the lag."""
    samples = [sample for metric in house.node.metrics.registry.collect() for sample in metric.samples]
    return [
        (float(sample.labels["le"]), sample.value)
        for sample in samples
        if sample.name == "rondel_projection_lag_seconds_bucket"
    ]


async def _next_view(wire: Wire) -> Any:
    """The next frame that has a View; where several versions come at once, only the newest has one."""
    while True:
        frame = await wire.until("view", "step", timeout_s=90)
        if "view" in frame:
            return frame


async def measured(url: str, *, games: int, moments: int, seed: int = 1, pause_s: float = 0.2) -> Figures:
    """Play so many games and read so many moments of them, then compare."""
    owner = await asyncpg.connect(url)
    await owner.execute(_STOPWATCH)
    await owner.close()
    async with open_house(settings(rate_limits=False, database_url=url)) as house:
        run, gate = Run(house, url, seed, pause_s), asyncio.Semaphore(AT_ONCE)
        beside = [asyncio.create_task(work) for work in (run.read_at_random(moments), run.calibrate())]
        await asyncio.gather(*(run.game(number, gate) for number in range(games)))
        for task in beside:
            task.cancel()
        for ended in await asyncio.gather(*beside, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended
        await house.cell.projector.idle()
        return await run.compared()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.record_beside_view", description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moments", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds before an action, on average")
    arguments = parser.parse_args()
    console = Console(highlight=False, stderr=True)
    with migrated() as name, console.status(f"{arguments.games} games are played"):
        work = measured(
            url_of(name),
            games=arguments.games,
            moments=arguments.moments,
            seed=arguments.seed,
            pause_s=arguments.pause,
        )
        figures = asyncio.run(work)
    out = Console(highlight=False)
    for difference in figures.differences[:20]:
        out.print(difference, soft_wrap=True)
    out.print(figures.describe(), soft_wrap=True)
    is_late = percentile_ms(figures.lags, 0.99) > GOAL_MS
    is_short = figures.moments < arguments.moments or figures.peeks == 0
    return 1 if figures.differences or is_late or is_short else 0


if __name__ == "__main__":
    sys.exit(main())
