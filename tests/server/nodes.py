"""Nodes in memory, people, and tables for the tests of flows: several nodes may share one cell."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import AnyGame, Ms
from rondel.server.adapters.http_client.guard import Guard
from rondel.server.adapters.http_client.hooks import PostedHooks
from rondel.server.adapters.http_client.push import WebPusher
from rondel.server.adapters.http_client.request import HttpSender
from rondel.server.adapters.mail.memory import MemoryMailer
from rondel.server.adapters.memory.bus import MemoryBus
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.limits import MemoryLimits
from rondel.server.adapters.memory.presence import MemoryPresence
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.flows.play.move import play
from rondel.server.flows.play.watch import shown_view
from rondel.server.flows.tables.bots import BotTurn, BotTurns
from rondel.server.flows.tables.open_table import open_table
from rondel.server.flows.tables.seats import ready, start, take_seat
from rondel.server.ports.ids import new_id
from rondel.server.ports.people import Account
from rondel.server.ports.tables import TableRow
from rondel.server.rooms.frames import FrameViewer
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.position import Position
from rondel.server.settings import Constants, Settings
from rondel.server.startup.stores import in_memory
from rondel.wire.registry import installed_games

NOON: Ms = 1_700_000_000_000


class Hands:
    """A clock that the test turns."""

    def __init__(self, at: Ms = NOON) -> None:
        self.at = at

    def ms(self) -> Ms:
        return self.at

    def learn(self, database_ms: Ms) -> None:
        """The test's word counts."""


def cells_of(memory: MemoryDatabase, clock: Hands, games: Mapping[str, AnyGame] | None = None) -> Cells:
    """A node over this database, with the installed games or others."""
    sender = HttpSender(Guard())
    stores = in_memory(memory)
    node = NodeContext(
        id=f"node {uuid4()}",
        settings=Settings(cached_tables=100, constants=Constants(snapshot_every=8)),
        games=games or installed_games(),
        now=clock,
        **stores.home,
        bus=MemoryBus(),
        presence=MemoryPresence(),
        limits=MemoryLimits(),
        mailer=MemoryMailer(),
        pusher=WebPusher(sender, key=None, contact="mailto:rondel@example.org"),
        hooks=PostedHooks(sender),
    )
    home = Cell(node=node, now=clock, **stores.cell)
    home.room_context.observe_epoch(memory.now(), memory.epoch)
    return Cells(home)


def somebody(name: str = "Ada") -> Account:
    return Account(id=new_id(), name=name, skeleton=name.casefold(), created_at=NOON)


class RecordingWatcher:
    """A watcher that remembers what it was sent."""

    def __init__(
        self, who: Account | None = None, *, takes_patches: bool = False, wants_scene: bool = False
    ) -> None:
        self.account_id = (who or somebody("Spectator")).id
        self.takes_patches = takes_patches
        self.wants_scene = wants_scene
        self.last: int | None = None
        self.seat: int | UnsetType | None = UNSET
        self.frames: list[bytes] = []
        self.was_reseated = False
        self.hidden: tuple[UUID, ...] = ()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def reseat(self) -> None:
        self.was_reseated = True

    def received(self) -> list[dict[str, Any]]:
        """What it was sent since it was last asked."""
        frames, self.frames = self.frames, []
        return [msgspec.json.decode(frame) for frame in frames]


async def watch(
    cell: Cell,
    table: UUID,
    who: Account | None = None,
    last: int | None = None,
    *,
    takes_patches: bool = False,
    wants_scene: bool = False,
) -> RecordingWatcher:
    """A watcher at a table that has begun."""
    watcher = RecordingWatcher(who, takes_patches=takes_patches, wants_scene=wants_scene)
    room = cell.rooms.room(table)
    cell.rooms.watch(room, watcher, await room.current(), last)
    return watcher


async def settle() -> None:
    """Let everything that is ready run."""
    for _ in range(30):
        await asyncio.sleep(0)


async def turns(cell: Cell, *, limit: int = 10) -> Sequence[BotTurn]:
    """The moves that bots owe."""
    return await BotTurns(cell).next(limit=limit)


class Club:
    """Two nodes at one cell, one clock, and people who know how to open a table."""

    def __init__(self, games: Mapping[str, AnyGame] | None = None) -> None:
        self.clock = Hands()
        self.memory = MemoryDatabase(now=self.clock.ms)
        self.cells = cells_of(self.memory, self.clock, games)
        self.cell = self.cells.home
        self.node = self.cells.node
        self.other = cells_of(self.memory, self.clock, games).home

    async def opened(self, *people: Account, game: str = "cambio", **options: object) -> TableRow:
        table = await open_table(
            self.cells, people[0], game=game, options=msgspec.json.encode(options), seats=len(people)
        )
        for person in people:
            await take_seat(self.cell, person, table.id)
            await ready(self.cell, person.id, table.id, True)
        return table

    async def begun(self, *people: Account, game: str = "cambio", **options: object) -> UUID:
        table = await self.opened(*people, game=game, **options)
        await start(self.cell, people[0].id, table.id)
        return table.id


def new_move(table: UUID, action: str, expected_version: int | None = None, **payload: object) -> Move:
    return Move(table, uuid4(), msgspec.json.encode({"type": action, "payload": payload}), expected_version)


async def plays(
    cell: Cell, who: Account, table: UUID, action: str, expected_version: int | None = None, **payload: object
) -> Played:
    return await play(cell, who.id, new_move(table, action, expected_version, **payload))


async def past_the_view(club: Club, table: UUID, *people: Account, cell: Cell | None = None) -> None:
    """Everybody has seen their two cards."""
    for person in people:
        await plays(cell or club.cell, person, table, "CONFIRM_INITIAL_VIEW")


def shown(cell: Cell, position: Position, seat: int | None) -> dict[str, object]:
    """What a seat is shown, as it reads it."""
    frame: dict[str, object] = msgspec.json.decode(shown_view(cell, position, FrameViewer(seat)))
    return frame
