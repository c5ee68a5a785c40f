from collections.abc import AsyncIterator, Iterator

import pytest

from tests.contracts.databases import copied, migrated


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    with migrated() as name:
        yield name


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    """A database of one's own, with all tables."""
    async with copied(template) as url:
        yield url
