"""The stores of a node, put together: in PostgreSQL, or in memory."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import NamedTuple, TypedDict

import structlog

from rondel.server.adapters.archive import Archive
from rondel.server.adapters.memory.alerts import MemoryAlerts
from rondel.server.adapters.memory.chats import MemoryChats
from rondel.server.adapters.memory.credentials import MemoryCredentials
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.deadlines import MemoryDeadlines
from rondel.server.adapters.memory.journal import MemoryJournal
from rondel.server.adapters.memory.moderation import MemoryBlocks, MemoryModeration
from rondel.server.adapters.memory.notes import MemoryNotes
from rondel.server.adapters.memory.notices import MemoryNotices
from rondel.server.adapters.memory.orders import MemoryOrders
from rondel.server.adapters.memory.outages import MemoryOutages
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.projection import MemoryProjection
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.adapters.postgres.alerts import PostgresAlerts
from rondel.server.adapters.postgres.chats import PostgresChats
from rondel.server.adapters.postgres.credentials import PostgresCredentials
from rondel.server.adapters.postgres.deadlines import PostgresDeadlines
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.lineage import note_history
from rondel.server.adapters.postgres.moderation import PostgresBlocks, PostgresModeration
from rondel.server.adapters.postgres.notes import PostgresNotes
from rondel.server.adapters.postgres.notices import PostgresNotices
from rondel.server.adapters.postgres.orders import PostgresOrders
from rondel.server.adapters.postgres.outages import PostgresOutages
from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.adapters.postgres.personal import PostgresPersonalData
from rondel.server.adapters.postgres.placement import PostgresPlacement, check_cell
from rondel.server.adapters.postgres.pool import SECRETS, Pool, connected
from rondel.server.adapters.postgres.projection import PostgresProjection
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.maintenance.migrations import pending
from rondel.server.ports.alerts import Alerts
from rondel.server.ports.chats import Chats, Notes
from rondel.server.ports.credentials import Credentials
from rondel.server.ports.deadlines import Deadlines
from rondel.server.ports.journal import Journal
from rondel.server.ports.moderation import Blocks, Moderation, TableActs
from rondel.server.ports.notices import Notices
from rondel.server.ports.orders import StandingOrders
from rondel.server.ports.outages import Outages
from rondel.server.ports.people import People, PersonalData
from rondel.server.ports.placement import Placement
from rondel.server.ports.projection import Projection
from rondel.server.ports.tables import Seating, Tables
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.runtime.metrics import Metrics
from rondel.server.runtime.reach import Reach
from rondel.server.settings import Settings

Checks = dict[str, Callable[[], Awaitable[None]]]

_log = structlog.get_logger()


class CellStores(TypedDict):
    """The stores of one database's tables."""

    journal: Journal
    tables: Tables
    seating: Seating
    deadlines: Deadlines
    chats: Chats
    notes: Notes
    orders: StandingOrders
    notices: Notices
    outages: Outages
    projection: Projection
    personal: PersonalData
    table_acts: TableActs


class HomeStores(TypedDict):
    """The stores that are at home only."""

    people: People
    credentials: Credentials
    alerts: Alerts
    moderation: Moderation
    blocks: Blocks


class Stores(NamedTuple):
    """All stores of home: of its tables, and of what all cells share."""

    cell: CellStores
    home: HomeStores
    placement: Placement | None = None


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
    moderation, people = PostgresModeration(pool), PostgresPeople(pool)
    home = HomeStores(
        people=people,
        credentials=PostgresCredentials(pool),
        alerts=PostgresAlerts(pool),
        moderation=moderation,
        blocks=PostgresBlocks(pool),
    )
    cell = _cell_stores(pool, secrets, journal, PostgresNotices(pool), people, moderation)
    return Stores(cell, home, PostgresPlacement(pool) if settings.cells else None)


def _cell_stores(
    pool: Pool,
    secrets: Pool,
    journal: PostgresJournal,
    notices: Notices,
    personal: PersonalData,
    table_acts: TableActs,
) -> CellStores:
    return CellStores(
        journal=journal,
        tables=PostgresTables(pool, secrets),
        seating=PostgresSeating(pool),
        deadlines=PostgresDeadlines(pool),
        chats=PostgresChats(pool),
        notes=PostgresNotes(pool),
        orders=PostgresOrders(pool),
        notices=notices,
        outages=PostgresOutages(pool),
        projection=PostgresProjection(pool),
        personal=personal,
        table_acts=table_acts,
    )


async def _writes(reach: Reach) -> None:
    """The database has answered since the journal last took a row; the beat tries it after a failure."""
    if reach.cause is not None:
        raise StoreUnavailableError("the database does not take rows", reach.cause)


async def migrated(url: str) -> None:
    """Unavailable as long as the database lacks a revision."""
    if await asyncio.to_thread(pending, url):
        raise StoreUnavailableError("the database wants to be migrated")


def in_memory(database: MemoryDatabase | None = None) -> Stores:
    """Stores of one process, which keep everything in `database`, or in a new one."""
    database = database or MemoryDatabase()
    chats = MemoryChats(database)
    people = MemoryPeople(chats, database)
    moderation = MemoryModeration(database, people)
    cell = CellStores(
        journal=MemoryJournal(database),
        tables=MemoryTables(database),
        seating=MemorySeating(database),
        deadlines=MemoryDeadlines(database),
        chats=chats,
        notes=MemoryNotes(database),
        orders=MemoryOrders(database),
        notices=MemoryNotices(database),
        outages=MemoryOutages(database),
        projection=MemoryProjection(database),
        personal=people,
        table_acts=moderation,
    )
    home = HomeStores(
        people=people,
        credentials=MemoryCredentials(database),
        alerts=MemoryAlerts(database),
        moderation=moderation,
        blocks=MemoryBlocks(database, people),
    )
    return Stores(cell, home)


class OtherDatabase(NamedTuple):
    """The database of a cell that is not home. It need not answer yet."""

    name: str
    url: str
    pool: Pool
    reach: Reach
    stores: CellStores

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
    stores = _cell_stores(
        pool,
        secrets,
        journal,
        PostgresNotices(pool, is_home=False),
        PostgresPersonalData(pool),
        PostgresModeration(pool),
    )
    return OtherDatabase(name, url, pool, reach, stores)


async def _archive(settings: Settings) -> Archive | None:
    """The archive, if there is one; that it does not answer now is no reason not to start."""
    if settings.archive is None:
        return None
    archive = Archive(settings.archive)
    try:
        await archive.check()
    except StoreUnavailableError as lost:
        _log.warning("archive.unavailable", reason=str(lost))
    return archive
