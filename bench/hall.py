"""The tables of a soak: of every game, with bots in all seats; and some that are played from here and timed.

A table that ends is replaced by a new one, of new people, so that there are always as many.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import asyncpg
import msgspec
from tests.faults.fleet import ServerNode
from tests.load.socket import LeanSocket
from tests.load.tables import Figures, LiveSeat, LiveTable, begun, opened, request

from rondel.bots.registry import bots_of
from rondel.client import Http
from rondel.client.create_guest import create_guest
from rondel.client.http import ServerUnreachableError
from rondel.wire.registry import installed_games

SEATS: Final = 4
LEVELS: Final = ("easy", "random")
"""The first that plays the game: bots are not what is measured."""

THINK_S: Final = 0.8
"""How long a player of a timed table thinks, on average."""

AT_ONCE: Final = 8
"""How many tables are opened at the same time."""

LOOK_S: Final = 1.0
TRIES: Final = 4
"""After so many requests without an answer, one after the other, the server counts as gone."""

T = TypeVar("T")

ENDED: Final = "SELECT id::text FROM game_session WHERE id = ANY($1::uuid[]) AND status <> 'active'"


class BotTable:
    """A table with a bot in each seat, and a socket that looks on."""

    def __init__(self, node: ServerNode, game: str, number: int) -> None:
        self._node, self._number = node, number
        self.game: Final = game
        self._socket: LeanSocket | None = None
        self.id = ""

    async def open(self) -> None:
        """Somebody new comes, opens the table, lets bots sit down, begins and looks on."""
        game = installed_games()[self.game]
        seats = min(SEATS, game.seats[-1])
        level = next(level for level in LEVELS if level in bots_of(game))
        token = await create_guest(self._node.url, f"Soak {self._number}")
        host = Http(self._node.url, token)
        body = {"game": self.game, "seats": seats, "access": "unlisted"}
        self.id = (await request(host, "POST", "/api/tables", body))["id"]
        for _ in range(seats):
            await request(host, "POST", f"/api/tables/{self.id}/bots", {"level": level})
        await begun(self._node.url, self.id, token)
        self._socket = await LeanSocket.connect("127.0.0.1", self._node.port, token, lambda _: None)
        self._socket.send(msgspec.json.encode({"type": "watch", "table": self.id, "patches": True}))

    def close(self) -> None:
        """Look away."""
        if self._socket is not None:
            self._socket.close()


class ProbeTable:
    """A table of Cambio whose players are here: their moves are timed."""

    def __init__(self, node: ServerNode, figures: Figures, number: int) -> None:
        self._node, self._figures, self._number = node, figures, number
        self.game: Final = None
        self._dice = random.Random(number)
        self._seats: list[LiveSeat] = []
        self._table: LiveTable | None = None
        self.id = ""

    async def open(self) -> None:
        """Four people come, sit down and play."""
        self.id, tokens = await opened(self._node.url, SEATS, self._number)
        self._table, self._seats = LiveTable(self.id, self._figures, self._number), []
        for seat, token in enumerate(tokens):
            player = LiveSeat(self._table, seat, self._think_s)
            await player.connect("127.0.0.1", self._node.port, token)
            self._seats.append(player)
        await begun(self._node.url, self.id, tokens[0])

    def _think_s(self) -> float:
        return self._dice.uniform(0.5, 1.5) * THINK_S

    def close(self) -> None:
        """All of them leave."""
        if self._table is not None:
            self._table.is_over = True
        for player in self._seats:
            if player.socket is not None:
                player.socket.close()


class Requests:
    """How many requests had no answer."""

    def __init__(self) -> None:
        self.unanswered = 0

    async def answered(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until there is an answer, a few times; each that had none is counted."""
        for _ in range(TRIES - 1):
            try:
                return await ask()
            except ServerUnreachableError:
                self.unanswered += 1
        return await ask()


class Hall:
    """All tables. Those that have ended are replaced, for as long as `keep` runs."""

    def __init__(self, node: ServerNode, owner: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._node, self._owner = node, owner
        self._number = 0
        self._free = asyncio.Semaphore(AT_ONCE)
        self._tables: dict[str, BotTable | ProbeTable] = {}
        self.figures = Figures()
        self.replaced = 0
        self.requests = Requests()

    def __len__(self) -> int:
        return len(self._tables)

    async def open(self, tables: int, probes: int) -> None:
        """Open so many tables with bots, of all games in turn, and so many that are timed."""
        games = sorted(installed_games())
        wanted = [None] * probes + [games[number % len(games)] for number in range(tables)]
        await asyncio.gather(*(self._open(game) for game in wanted))

    async def _open(self, game: str | None) -> None:
        self._number += 1
        table = (
            ProbeTable(self._node, self.figures, self._number)
            if game is None
            else BotTable(self._node, game, self._number)
        )
        async with self._free:
            await self.requests.answered(table.open)
        self._tables[table.id] = table

    async def keep(self) -> None:
        """For ever: look which tables have ended, and open others of the same game meanwhile."""
        async with asyncio.TaskGroup() as opening:
            while True:
                await asyncio.sleep(LOOK_S)
                for row in await self._owner.fetch(ENDED, list(self._tables)):
                    table = self._tables.pop(row["id"])
                    table.close()
                    opening.create_task(self._open(table.game))
                    self.replaced += 1

    def close(self) -> None:
        """Everybody leaves."""
        for table in self._tables.values():
            table.close()
