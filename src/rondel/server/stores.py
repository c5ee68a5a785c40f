"""The stores of a node, put together: in PostgreSQL, or in memory. Other cells than home have less."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import NamedTuple, TypedDict

import structlog

from rondel.server.archive import Archive
from rondel.server.credentials import Credentials
from rondel.server.memory.alerts import MemoryAlerts
from rondel.server.memory.cell import Cell
from rondel.server.memory.chats import MemoryChats
from rondel.server.memory.credentials import MemoryCredentials
from rondel.server.memory.deadlines import MemoryDeadlines
from rondel.server.memory.journal import MemoryJournal
from rondel.server.memory.moderation import MemoryBlocks, MemoryModeration
from rondel.server.memory.notes import MemoryNotes
from rondel.server.memory.notices import MemoryNotices
from rondel.server.memory.orders import MemoryOrders
from rondel.server.memory.outages import MemoryOutages
from rondel.server.memory.people import MemoryPeople
from rondel.server.memory.projection import MemoryProjection
from rondel.server.memory.seating import MemorySeating
from rondel.server.memory.tables import MemoryTables
from rondel.server.metrics import Metrics
from rondel.server.migrations import pending
from rondel.server.moderation import Blocks, Moderation, TableActs
from rondel.server.placement import Placement
from rondel.server.ports import (
    Alerts,
    Chats,
    Deadlines,
    Journal,
    Notes,
    Notices,
    Outages,
    People,
    PersonalData,
    Projection,
    Seating,
    StandingOrders,
    Tables,
    Unavailable,
)
from rondel.server.postgres.alerts import PostgresAlerts
from rondel.server.postgres.chats import PostgresChats
from rondel.server.postgres.credentials import PostgresCredentials
from rondel.server.postgres.deadlines import PostgresDeadlines
from rondel.server.postgres.history import note_history
from rondel.server.postgres.journal import PostgresJournal
from rondel.server.postgres.moderation import PostgresBlocks, PostgresModeration
from rondel.server.postgres.notes import PostgresNotes
from rondel.server.postgres.notices import PostgresNotices
from rondel.server.postgres.orders import PostgresOrders
from rondel.server.postgres.outages import PostgresOutages
from rondel.server.postgres.people import PostgresPeople
from rondel.server.postgres.personal import PostgresPersonalData
from rondel.server.postgres.placement import PostgresPlacement, check_cell
from rondel.server.postgres.pool import SECRETS, Pool, connected
from rondel.server.postgres.projection import PostgresProjection
from rondel.server.postgres.seating import PostgresSeating
from rondel.server.postgres.tables import PostgresTables
from rondel.server.reach import Reach
from rondel.server.settings import Settings

Checks = dict[str, Callable[[], Awaitable[None]]]

_log = structlog.get_logger()


class OfTables(TypedDict):
    """What is kept of tables, in their cell."""

    journal: Journal
    tables: Tables
    seating: Seating
    deadlines: Deadlines
    chats: Chats
    notes: Notes
    orders: StandingOrders
    outages: Outages
    projection: Projection


class Stores(OfTables):
    """What must not be lost."""

    people: People
    credentials: Credentials
    alerts: Alerts
    notices: Notices
    moderation: Moderation
    blocks: Blocks
    placement: Placement | None


class OtherStores(OfTables):
    """The same of a cell that is not home: what it has of people it has beside its tables."""

    notices: Notices
    personal: PersonalData
    table_acts: TableActs


async def stores_of(
    settings: Settings, stack: AsyncExitStack, checks: Checks, memory: Stores | None, metrics: Metrics
) -> Stores:
    """The stores of home: in the database, or in memory where there is none."""
    if settings.database_url is None:
        return memory or in_memory()
    url = settings.database_url
    reach = Reach("database", metrics, quiet_s=0)
    open_pool = partial(connected, url, is_pooled=not settings.statement_cache, reach=reach)
    pool = await stack.enter_async_context(open_pool(most=settings.database_pool))
    secrets = await stack.enter_async_context(open_pool(role=SECRETS, most=2))
    for name, each in (("app", pool), ("secrets", secrets)):
        metrics.watch_pool(name, each.get_size, each.get_idle_size, partial(getattr, each, "waiting"))
    await note_history(pool)
    journal = PostgresJournal(pool, archive=await _archive(settings))
    stack.push_async_callback(journal.close)
    checks["migrations"] = partial(migrated, url)
    checks["writes"] = partial(_writes, reach)
    return Stores(
        **_of_tables(pool, secrets, journal),
        people=PostgresPeople(pool),
        credentials=PostgresCredentials(pool),
        alerts=PostgresAlerts(pool),
        notices=PostgresNotices(pool),
        moderation=PostgresModeration(pool),
        blocks=PostgresBlocks(pool),
        placement=PostgresPlacement(pool) if settings.cells else None,
    )


def _of_tables(pool: Pool, secrets: Pool, journal: PostgresJournal) -> OfTables:
    return OfTables(
        journal=journal,
        tables=PostgresTables(pool, secrets),
        seating=PostgresSeating(pool),
        deadlines=PostgresDeadlines(pool),
        chats=PostgresChats(pool),
        notes=PostgresNotes(pool),
        orders=PostgresOrders(pool),
        outages=PostgresOutages(pool),
        projection=PostgresProjection(pool),
    )


async def _writes(reach: Reach) -> None:
    """No statement has failed since the journal last took a row; the beat tries it after a failure."""
    if reach.cause is not None:
        raise Unavailable("the database does not take rows", reach.cause)


async def migrated(url: str) -> None:
    """Unavailable as long as the database lacks a revision."""
    if await asyncio.to_thread(pending, url):
        raise Unavailable("the database wants to be migrated")


def in_memory(cell: Cell | None = None) -> Stores:
    """Stores of one process, which keep everything that a database holds in `cell`, or in a new one."""
    cell = cell or Cell()
    chats = MemoryChats(cell)
    people = MemoryPeople(chats, cell)
    return Stores(
        journal=MemoryJournal(cell),
        tables=MemoryTables(cell),
        seating=MemorySeating(cell),
        deadlines=MemoryDeadlines(cell),
        people=people,
        credentials=MemoryCredentials(cell),
        chats=chats,
        alerts=MemoryAlerts(cell),
        notices=MemoryNotices(cell),
        notes=MemoryNotes(cell),
        orders=MemoryOrders(cell),
        moderation=MemoryModeration(cell, people),
        blocks=MemoryBlocks(cell, people),
        outages=MemoryOutages(cell),
        projection=MemoryProjection(cell),
        placement=None,
    )


class OtherDatabase(NamedTuple):
    """The database of a cell that is not home. It need not answer yet."""

    name: str
    url: str
    pool: Pool
    reach: Reach
    stores: OtherStores

    async def check(self, number: int) -> None:
        """Unavailable unless it answers, is migrated, and is the cell it is called."""
        await check_cell(self.pool, self.name, number)
        await migrated(self.url)
        await note_history(self.pool)


async def open_other(
    settings: Settings, name: str, url: str, stack: AsyncExitStack, metrics: Metrics
) -> OtherDatabase:
    """The database of a cell. Connections are made when they are needed, so it may be away now."""
    reach = Reach(f"cell.{name}", metrics, quiet_s=0)
    open_pool = partial(connected, url, least=0, is_pooled=not settings.statement_cache, reach=reach)
    pool = await stack.enter_async_context(open_pool(most=settings.database_pool))
    secrets = await stack.enter_async_context(open_pool(role=SECRETS, most=2))
    for role, each in (("app", pool), ("secrets", secrets)):
        metrics.watch_pool(
            f"{name}.{role}", each.get_size, each.get_idle_size, partial(getattr, each, "waiting")
        )
    journal = PostgresJournal(pool, archive=await _archive(settings))
    stack.push_async_callback(journal.close)
    stores = OtherStores(
        **_of_tables(pool, secrets, journal),
        notices=PostgresNotices(pool, is_home=False),
        personal=PostgresPersonalData(pool),
        table_acts=PostgresModeration(pool),
    )
    return OtherDatabase(name, url, pool, reach, stores)


async def _archive(settings: Settings) -> Archive | None:
    """The archive, if there is one; that it does not answer now is no reason not to start."""
    if settings.archive is None:
        return None
    archive = Archive(settings.archive)
    try:
        await archive.check()
    except Unavailable as lost:
        _log.warning("archive.unavailable", because=str(lost))
    return archive
