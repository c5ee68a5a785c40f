"""People, their chat and the tables they sit at, by one adapter."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID, uuid4

import msgspec

from rondel.server.adapters.memory.chats import MemoryChats
from rondel.server.adapters.memory.database import MemoryDatabase
from rondel.server.adapters.memory.people import MemoryPeople
from rondel.server.adapters.memory.seating import MemorySeating
from rondel.server.adapters.memory.tables import MemoryTables
from rondel.server.adapters.postgres.chats import PostgresChats
from rondel.server.adapters.postgres.people import PostgresPeople
from rondel.server.adapters.postgres.pool import SECRETS, connected
from rondel.server.adapters.postgres.seating import PostgresSeating
from rondel.server.adapters.postgres.tables import PostgresTables
from rondel.server.ports.chats import ChatMessage, Chats
from rondel.server.ports.people import Account, Link, People, Session
from rondel.server.ports.tables import Seating, Tables

NOON = 1_700_000_000_000
HOUR = 3_600_000
DAY = 24 * HOUR


@dataclass
class Society:
    people: People
    chats: Chats
    tables: Tables
    seating: Seating

    async def guest(self, name: str = "Anna", **changes: object) -> Account:
        account = an_account(name, **changes)
        assert await self.people.add(account)
        return account

    async def member(self, name: str, email: str) -> Account:
        guest = await self.guest(name)
        assert await self.people.claim(guest.id, email)
        return msgspec.structs.replace(guest, email=email, kind="member")


@asynccontextmanager
async def society_of(adapter: str, database: str) -> AsyncIterator[Society]:
    if adapter == "memory":
        memory = MemoryDatabase()
        chats = MemoryChats(memory)
        yield Society(MemoryPeople(memory, chats), chats, MemoryTables(memory), MemorySeating(memory))
        return
    async with connected(database, most=4) as pool, connected(database, role=SECRETS, most=1) as secrets:
        tables, seating = PostgresTables(pool, secrets), PostgresSeating(pool)
        yield Society(PostgresPeople(pool), PostgresChats(pool), tables, seating)


def an_account(name: str = "Anna", **changes: object) -> Account:
    values = {"id": uuid4(), "name": name, "skeleton": name.casefold(), "created_at": NOON, **changes}
    return Account(**values)  # type: ignore[arg-type]


def a_session(account: UUID, **changes: object) -> Session:
    values = {
        "id": uuid4(),
        "account": account,
        "token_hash": uuid4().bytes,
        "kind": "cookie",
        "label": "Firefox",
        "created_at": NOON,
        "seen_at": NOON,
        "expires_at": NOON + 10 * DAY,
    }
    return Session(**{**values, **changes})  # type: ignore[arg-type]


def a_link(account: UUID, **changes: object) -> Link:
    values = {
        "token_hash": uuid4().bytes,
        "account": account,
        "email": "anna@example.com",
        "expires_at": NOON + HOUR,
    }
    return Link(**{**values, **changes})  # type: ignore[arg-type]


def a_line(table: UUID, text: str, account: UUID | None = None, at: int = NOON) -> ChatMessage:
    return ChatMessage(table, account, "Anna", 1, text, at)
