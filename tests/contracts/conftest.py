"""Each port, each adapter: a test that takes `store` runs in memory and on PostgreSQL."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from rondel.kernel import Ms, Seat
from rondel.kernel.digest import first_digest
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
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.projection import MemoryProjection
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.adapters.postgres.alerts import PostgresAlerts
from rondel.server.adapters.postgres.chats import PostgresChats
from rondel.server.adapters.postgres.credentials import PostgresCredentials
from rondel.server.adapters.postgres.deadlines import PostgresDeadlines
from rondel.server.adapters.postgres.journal import PostgresJournal
from rondel.server.adapters.postgres.moderation import PostgresBlocks, PostgresModeration
from rondel.server.adapters.postgres.notes import PostgresNotes
from rondel.server.adapters.postgres.notices import PostgresNotices
from rondel.server.adapters.postgres.orders import PostgresOrders
from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.adapters.postgres.pool import SECRETS, connected
from rondel.server.adapters.postgres.projection import PostgresProjection
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.ports.alerts import Alerts
from rondel.server.ports.chats import Chats, Notes
from rondel.server.ports.credentials import Credentials
from rondel.server.ports.deadlines import Deadlines
from rondel.server.ports.journal import Appended, Entry, Journal, StoredRow
from rondel.server.ports.moderation import Blocks, Moderation
from rondel.server.ports.notices import Notices
from rondel.server.ports.orders import StandingOrders
from rondel.server.ports.people import Account, People
from rondel.server.ports.projection import Projection
from rondel.server.ports.tables import PlayerRow, Seating, TableRow, Tables
from tests.contracts.databases import emptied, migrated, url_of

DIGEST = bytes(32)


@dataclass
class Store:
    """All that is kept, by one adapter. `other` is the journal of another node of the same cell."""

    journal: Journal
    other: Journal
    deadlines: Deadlines
    tables: Tables
    seating: Seating
    set_epoch: Callable[[int], Awaitable[object]]
    people: People
    credentials: Credentials
    alerts: Alerts
    notices: Notices
    projection: Projection
    notes: Notes
    orders: StandingOrders
    moderation: Moderation
    blocks: Blocks
    chats: Chats

    async def open(self, **changes: object) -> TableRow:
        table = a_table(**changes)
        assert await self.tables.open(table, b"secret")
        return table

    async def append(self, entry: Entry) -> Appended | None:
        """Append it to the table as its record is now."""
        table = await self.tables.get(entry.table)
        assert table is not None
        prior = first_digest(table.header or b"") if entry.row.version == 1 else DIGEST
        fresh = msgspec.structs.replace(entry, revision=table.revision, prior_digest=prior)
        return await self.journal.append(fresh)

    async def revision(self, table: UUID) -> int:
        """How often the table's record has changed."""
        return (await self.journal.look(table)).revision

    async def person(self, name: str = "Anna") -> UUID:
        account = Account(id=uuid4(), name=name, skeleton=name.casefold(), created_at=1_700_000_000_000)
        assert await self.people.add(account)
        return account.id


@pytest.fixture(scope="session")
def template() -> Iterator[str]:
    """The name of a migrated database."""
    with migrated() as name:
        yield name


@pytest.fixture
async def database(template: str) -> str:
    """The URL of a database with all tables and no rows."""
    await emptied(url_of(template))
    return url_of(template)


@pytest.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest, template: str) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield _in_memory()
        return
    await emptied(url_of(template))
    async with on_postgres(url_of(template)) as postgres:
        yield postgres


def _in_memory() -> Store:
    memory = MemoryDatabase()
    chats = MemoryChats(memory)
    people = MemoryPeople(memory, chats)

    async def set_epoch(epoch: int) -> None:
        memory.epoch = epoch

    return Store(
        MemoryJournal(memory),
        MemoryJournal(memory),
        MemoryDeadlines(memory),
        MemoryTables(memory),
        MemorySeating(memory),
        set_epoch,
        people,
        MemoryCredentials(memory),
        MemoryAlerts(memory),
        MemoryNotices(memory),
        MemoryProjection(memory),
        MemoryNotes(memory),
        MemoryOrders(memory),
        MemoryModeration(memory, people),
        MemoryBlocks(memory, people),
        chats,
    )


@asynccontextmanager
async def on_postgres(url: str) -> AsyncIterator[Store]:
    async with AsyncExitStack() as stack:
        pool = await stack.enter_async_context(connected(url))
        other = await stack.enter_async_context(connected(url))
        secrets = await stack.enter_async_context(connected(url, role=SECRETS, most=2))

        async def set_epoch(epoch: int) -> None:
            owner = await asyncpg.connect(url)
            await owner.execute("UPDATE cell SET epoch = $1", epoch)
            await owner.close()

        journal, second = PostgresJournal(pool), PostgresJournal(other)
        yield Store(
            journal,
            second,
            PostgresDeadlines(pool),
            PostgresTables(pool, secrets),
            PostgresSeating(pool),
            set_epoch,
            PostgresPeople(pool),
            PostgresCredentials(pool),
            PostgresAlerts(pool),
            PostgresNotices(pool),
            PostgresProjection(pool),
            PostgresNotes(pool),
            PostgresOrders(pool),
            PostgresModeration(pool),
            PostgresBlocks(pool),
            PostgresChats(pool),
        )
        await journal.close()
        await second.close()


def a_table(**changes: object) -> TableRow:
    values: dict[str, object] = {
        "id": uuid4(),
        "game": "decks",
        "rules": 1,
        "options": b'{"b": 1,  "a":2}',
        "seats": 4,
        "code": uuid4().hex[:8].upper(),
        "access": "public",
        "key": None,
        "host": uuid4(),
        "commitment": b"commitment",
        "created_at": 1_700_000_000_123,
    }
    return TableRow(**{**values, **changes})  # type: ignore[arg-type]


def a_place(seat: Seat, account: UUID | None = None, **changes: object) -> PlayerRow:
    kind = "human" if account is not None else "bot"
    return PlayerRow(uuid4(), seat, account, f"P{seat}", kind, **changes)  # type: ignore[arg-type]


def an_entry(
    table: UUID,
    version: int,
    *,
    action_id: UUID | None = None,
    at: Ms = 1_700_000_000_000,
    seat: Seat | None = 0,
    header: bytes = b"",
    draws: bytes = b"",
    **changes: object,
) -> Entry:
    """An entry that goes on from the one before it; the digests of all rows are alike."""
    row = StoredRow(version, action_id or uuid4(), seat, 1, b'{"a":1}', b"[\x00\xff]", at, DIGEST, draws)
    prior = first_digest(header) if version == 1 else DIGEST
    values: dict[str, object] = {
        "prior_digest": prior,
        "epoch": 1,
        "revision": 0,
        "status": "active",
        "to_act": (0,),
    }
    return Entry(table, row, **{**values, **changes})  # type: ignore[arg-type]
