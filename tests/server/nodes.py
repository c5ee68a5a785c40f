"""Nodes in memory, people, and tables for the tests of flows: several nodes may share one cell."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import AnyGame, Ms
from rondel.server.flows.bots import BotTurn, BotTurns
from rondel.server.flows.open_table import open_table
from rondel.server.flows.play import play
from rondel.server.flows.seats import ready, start, take_seat
from rondel.server.flows.watch import shown_view
from rondel.server.frames import Viewing
from rondel.server.ids import new_id
from rondel.server.mail.memory import MemoryMailer
from rondel.server.memory.bus import MemoryBus
from rondel.server.memory.cell import Cell
from rondel.server.memory.limits import MemoryLimits
from rondel.server.memory.presence import MemoryPresence
from rondel.server.metrics import Metrics
from rondel.server.moves import Move, Played
from rondel.server.node import Node
from rondel.server.ports import Account, TableRow
from rondel.server.position import Position
from rondel.server.post.guard import Guard
from rondel.server.post.hooks import PostedHooks
from rondel.server.post.push import WebPusher
from rondel.server.post.request import Courier
from rondel.server.projector import Projector
from rondel.server.record import Sources
from rondel.server.settings import Settings
from rondel.server.stores import in_memory
from rondel.wire.shelf import shelf

NOON: Ms = 1_700_000_000_000


class Hands:
    """A clock that the test turns."""

    def __init__(self, at: Ms = NOON) -> None:
        self.at = at

    def ms(self) -> Ms:
        return self.at

    def learn(self, database_ms: Ms) -> None:
        """The test's word counts."""


def node_of(cell: Cell, clock: Hands, games: Mapping[str, AnyGame] | None = None) -> Node:
    """A node at this cell, with the installed games or others."""
    courier = Courier(Guard())
    games, metrics = games or shelf(), Metrics()
    stores = in_memory(cell)
    sources = Sources(stores["journal"], stores["tables"], games)
    node = Node(
        id=f"node {uuid4()}",
        settings=Settings(snapshot_every=8, live_tables=100),
        games=games,
        **stores,
        bus=MemoryBus(),
        presence=MemoryPresence(),
        limits=MemoryLimits(),
        mailer=MemoryMailer(),
        pusher=WebPusher(courier, key=None, contact="mailto:rondel@example.org"),
        hooks=PostedHooks(courier),
        now=clock,
        metrics=metrics,
        projector=Projector(stores["projection"], sources, clock, metrics),
    )
    node.rooms.see(cell.now(), cell.epoch)
    return node


def somebody(name: str = "Ada") -> Account:
    return Account(id=new_id(), name=name, skeleton=name.casefold(), created_at=NOON)


class RecordingWatcher:
    """A watcher that remembers what it was sent."""

    def __init__(self, who: Account | None = None, *, takes_patches: bool = False) -> None:
        self.account_id = (who or somebody("Spectator")).id
        self.takes_patches = takes_patches
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
    node: Node,
    table: UUID,
    who: Account | None = None,
    last: int | None = None,
    *,
    takes_patches: bool = False,
) -> RecordingWatcher:
    """A watcher at a table that has begun."""
    watcher, room = RecordingWatcher(who, takes_patches=takes_patches), node.rooms.room(table)
    node.rooms.watch(room, watcher, await room.current(), last)
    return watcher


async def settle() -> None:
    """Let everything that is ready run."""
    for _ in range(30):
        await asyncio.sleep(0)


async def turns(node: Node, *, limit: int = 10) -> Sequence[BotTurn]:
    """The moves that bots owe."""
    return await BotTurns(node).next(limit=limit)


class Club:
    """Two nodes at one cell, one clock, and people who know how to open a table."""

    def __init__(self) -> None:
        self.clock = Hands()
        self.cell = Cell(now=self.clock.ms)
        self.node = node_of(self.cell, self.clock)
        self.other = node_of(self.cell, self.clock)

    async def opened(self, *people: Account, game: str = "cambio", **options: object) -> TableRow:
        table = await open_table(
            self.node, people[0], game=game, options=msgspec.json.encode(options), seats=len(people)
        )
        for person in people:
            await take_seat(self.node, person, table.id)
            await ready(self.node, person.id, table.id, True)
        return table

    async def begun(self, *people: Account, game: str = "cambio", **options: object) -> UUID:
        table = await self.opened(*people, game=game, **options)
        await start(self.node, people[0].id, table.id)
        return table.id


def asked(table: UUID, action: str, exp: int | None = None, **payload: object) -> Move:
    return Move(table, uuid4(), msgspec.json.encode({"type": action, "payload": payload}), exp)


async def plays(
    node: Node, who: Account, table: UUID, action: str, exp: int | None = None, **payload: object
) -> Played:
    return await play(node, who.id, asked(table, action, exp, **payload))


async def past_the_view(club: Club, table: UUID, *people: Account, node: Node | None = None) -> None:
    """Everybody has seen their two cards."""
    for person in people:
        await plays(node or club.node, person, table, "CONFIRM_INITIAL_VIEW")


def shown(node: Node, position: Position, seat: int | None) -> dict[str, object]:
    """What a seat is shown, as it reads it."""
    frame: dict[str, object] = msgspec.json.decode(shown_view(node, position, Viewing(seat)))
    return frame


Told = Callable[[], list[bytes]]
