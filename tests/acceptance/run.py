"""A run: two nodes with PostgreSQL, Redis and sockets, and all that is measured there at the same time."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tests.acceptance.client import Client, opened
from tests.acceptance.criteria import Evidence, Stored, powers, scoring
from tests.acceptance.disconnection import in_the_final_round, with_a_power_open
from tests.acceptance.games import Game, Pause, called_at_once, whole_game
from tests.acceptance.unlawful import named_errors, peek, unlawful
from tests.contracts.own_redis import OwnRedis
from tests.faults.fleet import ServerNode
from tests.load.yardstick import own_yardstick

STORED = """
SELECT g.final_score, g.penalty_applied, coalesce(sum(c.point_value), 0)::int AS points
FROM game_score AS g
LEFT JOIN card AS c ON c.player_id = g.player_id AND c.location = 'hand'
WHERE g.game_session_id = ANY($1::uuid[])
GROUP BY g.id
"""


MORE = 5
"""So often two more games are played where a power has not been seen yet."""


@dataclass(frozen=True)
class Size:
    """How much is played: tables by their seats, ties to be seen, positions at which everything is tried.

    `is_paced` adds a game in real time, 1 to 3 seconds before each action.
    """

    tables: Sequence[int]
    ties: int
    positions: int
    limit_s: float
    thought_s: tuple[float, float] = (0.02, 0.1)
    is_paced: bool = False
    grace_ms: int = 15_000


TINY = Size(tables=(2, 3, 4), ties=0, positions=1, limit_s=60, thought_s=(0, 0), grace_ms=1000)
SHORT = Size(tables=(2, 2, 3, 4), ties=1, positions=6, limit_s=120)
WHOLE = Size(tables=(2, 2, 2, 3, 3, 4, 4, 5, 6) * 2, ties=5, positions=30, limit_s=600, is_paced=True)


class Run:
    """Everything that is measured, on two nodes: requests go to one, sockets to the other, and back again."""

    def __init__(self, size: Size, nodes: Sequence[str], database_url: str, evidence: Evidence) -> None:
        self._size = size
        self._nodes = nodes
        self._database_url = database_url
        self._evidence = evidence
        self._dice = random.Random(7)
        self._numbers = count(1)
        self._clients: list[Client] = []
        self._tables: list[str] = []
        self._begun: list[Game] = []
        self.faults: list[str] = []

    async def measure(self) -> None:
        """Do it all; what does not end in time leaves its criterion without a figure."""
        doing = [self._whole_games(), self._unlawful(), self._errors(), self._peek()]
        doing += [self._short_games(), self._short_games()]
        doing += [self._forfeit(in_own_turn=True), self._forfeit(in_own_turn=False), self._power()]
        if self._size.is_paced:
            doing.append(self._paced())
        tasks = [asyncio.create_task(each) for each in doing]
        _, late = await asyncio.wait(tasks, timeout=self._size.limit_s)
        for task in late:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        now = time.perf_counter()
        self._evidence.pushes = [push for game in self._begun for push in game.pushes(now)]
        self.faults = [repr(error) for error in ended if isinstance(error, BaseException)]
        await self._read_database()
        await asyncio.gather(*(client.leave() for client in self._clients))

    async def _guests(self, many: int) -> list[Client]:
        """New guests, who ask one node and listen at the other."""
        guests = []
        for _ in range(many):
            number = next(self._numbers)
            ask, listen = self._nodes[number % 2], self._nodes[(number + 1) % 2]
            guests.append(await Client.create_guest(f"Guest {number}", ask, listen))
        self._clients += guests
        return guests

    async def _thought(self) -> None:
        await asyncio.sleep(self._dice.uniform(*self._size.thought_s))

    async def _whole_games(self) -> None:
        """Some at a time; more of them while a power has not been seen."""
        waiting, more = list(self._size.tables), MORE
        while waiting:
            some, waiting = waiting[:4], waiting[4:]
            await asyncio.gather(*(self._game(seats, self._thought) for seats in some))
            if not waiting and more and powers(self._evidence).verdict == "missed":
                waiting, more = [2, 3], more - 1

    async def _game(self, seats: int, pause: Pause) -> Game:
        *players, spectator = await self._guests(seats + 1)
        game = Game(seats)
        self._begun.append(game)
        await whole_game(game, players, spectator, self._dice.randrange(10**6), pause)
        self._evidence.games.append(game)
        self._scored(game.table, game.scores)
        return game

    async def _paced(self) -> None:
        """1 to 3 seconds before each action, in real time."""

        async def thought() -> None:
            await asyncio.sleep(self._dice.uniform(1, 3))

        self._evidence.paced = await self._game(2, thought)

    async def _short_games(self) -> None:
        """Games that are called at once, until ties, doubled and spared callers have been seen."""
        players = await self._guests(2)
        while not self._has_seen_all_scores():
            table = await opened(players)
            self._scored(table, await called_at_once(players, table))

    def _has_seen_all_scores(self) -> bool:
        ties = sum(len(scores["winners"]) > 1 for scores in self._evidence.scores)
        return ties >= self._size.ties and scoring(self._evidence).verdict == "met"

    def _scored(self, table: str, scores: dict[str, Any]) -> None:
        self._tables.append(table)
        self._evidence.scores.append(scores)

    async def _unlawful(self) -> None:
        *players, stranger = await self._guests(3)
        await unlawful(self._evidence.tried, players, stranger, self._size.positions)

    async def _errors(self) -> None:
        await named_errors(self._evidence.errors, await self._guests(2))

    async def _peek(self) -> None:
        self._evidence.peeks.append(await peek(await self._guests(2)))

    async def _forfeit(self, *, in_own_turn: bool) -> None:
        gone = await in_the_final_round(
            await self._guests(3), in_own_turn=in_own_turn, disconnectGraceMs=self._size.grace_ms
        )
        self._evidence.forfeits.append(gone)

    async def _power(self) -> None:
        gone, _ = await with_a_power_open(await self._guests(2), disconnectGraceMs=self._size.grace_ms)
        self._evidence.cancelled.append(gone)

    async def _read_database(self) -> None:
        connection = await asyncpg.connect(self._database_url)
        try:
            self._evidence.stored += [Stored(*row) for row in await connection.fetch(STORED, self._tables)]
        finally:
            await connection.close()


@asynccontextmanager
async def nodes(
    database_url: str, log: Path, program: tuple[str, ...] | None = None
) -> AsyncIterator[list[str]]:
    """Two nodes as processes of their own, with a Redis of their own: their addresses."""
    async with AsyncExitStack() as stack:
        redis = stack.enter_context(OwnRedis())
        started = [_node(database_url, redis.url, log, number, program) for number in range(2)]
        for node in started:
            node.start()
            stack.callback(node.kill)
        await asyncio.gather(*(node.ready() for node in started))
        yield [node.url for node in started]


def _node(
    database_url: str, redis_url: str, log: Path, number: int, program: tuple[str, ...] | None
) -> ServerNode:
    node = ServerNode(
        database_url,
        redis_url,
        log,
        RONDEL_NODE=f"acceptance-{number}",
        RONDEL_RATE_LIMITS="false",
        RONDEL_OPEN_TABLES="1000000",
    )
    if program is not None:
        node.program = program
    return node


async def measured(
    size: Size, database_url: str, log: Path, program: tuple[str, ...] | None = None
) -> tuple[Evidence, list[str]]:
    """What a run has measured, and what went wrong in it."""
    evidence = Evidence(grace_s=size.grace_ms / 1000)
    async with nodes(database_url, log, program) as urls, own_yardstick() as yardstick:
        run = Run(size, urls, database_url, evidence)
        await run.measure()
        evidence.trips = yardstick.trips()
    return evidence, run.faults
