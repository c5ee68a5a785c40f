"""Servers for tests at the door."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from io import StringIO
from typing import Any

import pytest
import structlog

from rondel.server.maintenance.owner import as_owner
from rondel.server.runtime.logs import start_logging
from tests.contracts.databases import emptied, migrated, url_of
from tests.contracts.own_redis import OwnRedis
from tests.server.visitors import House, open_house, settings


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A server with everything in memory."""
    async with open_house() as opened:
        yield opened


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What is logged."""
    output = StringIO()
    start_logging("debug", output)
    yield output
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    """The name of a migrated database of this module's own."""
    with migrated() as name:
        yield name


@pytest.fixture
async def owner(template: str) -> AsyncIterator[Any]:
    """A connection to it as its owner, emptied before."""
    await emptied(url_of(template))
    async with as_owner(url_of(template)) as connection:
        yield connection


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """The address of a Redis of this module's own."""
    with OwnRedis() as own:
        yield own.url


@pytest.fixture
async def nodes(template: str, redis: str) -> AsyncIterator[list[House]]:
    """Two nodes of one cell."""
    async with two_nodes(database_url=url_of(template), redis_url=redis) as both:
        yield both


@pytest.fixture
async def nodes_without_polling(template: str, redis: str) -> AsyncIterator[list[House]]:
    """Two nodes that do not look by themselves: what one knows of the other it was told."""
    hour_ms = 3_600_000
    where = {"database_url": url_of(template), "redis_url": redis}
    async with two_nodes(**where, heads_ms=hour_ms, revoked_ms=hour_ms) as both:
        yield both


@asynccontextmanager
async def two_nodes(**more: Any) -> AsyncIterator[list[House]]:
    one, other = (settings(rate_limits=False, **more) for _ in range(2))
    async with open_house(one) as here, open_house(other) as there:
        yield [here, there]
