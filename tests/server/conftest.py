"""Servers for tests at the door."""

from collections.abc import AsyncIterator, Iterator
from io import StringIO

import pytest
import structlog

from rondel.server.logs import start_logging
from tests.server.visitors import House, open_house


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A server with everything in memory."""
    async with open_house() as opened:
        yield opened


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What is logged."""
    told = StringIO()
    start_logging("debug", told)
    yield told
    structlog.reset_defaults()
