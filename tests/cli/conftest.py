import os
from collections.abc import Iterator

import pytest

from tests.contracts.databases import created, url_of


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith("RONDEL_"):
            monkeypatch.delenv(name)


@pytest.fixture
def empty_database() -> Iterator[str]:
    """The URL of an empty database."""
    with created() as name:
        yield url_of(name)
