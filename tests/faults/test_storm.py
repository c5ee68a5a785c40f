"""The storm in short: everybody who is cut off comes back with a View, to the same node and to another one.

How soon is measured by `just storm`, on a machine that does nothing else.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.databases import migrated, url_of
from tests.faults.storm import reconnect


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@pytest.mark.drawn(1 / 3)
async def test_everybody_who_was_cut_off_comes_back_with_a_view(database: str, tmp_path: Path) -> None:
    """Takes ten seconds: two nodes are started, and one is killed."""
    storms = await reconnect(database, tmp_path / "log", tables=10)

    assert [len(storm.back_s) for storm in storms] == [40, 40]
    assert all(min(storm.back_s) > 0 for storm in storms)
