"""The attacks on connections, in short: others are served, memory stays flat, and the node does little work.

The whole table is `just transport`. How long other people wait depends on the machine, so the node's own CPU
time is compared here, and only a wait of a second counts as a node that was held.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.databases import migrated, url_of
from tests.faults.transport import FLAT_MIB, rows, together


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


@pytest.mark.drawn(1 / 3)
async def test_attacks_on_connections_do_not_hold_a_node(database: str, tmp_path: Path) -> None:
    """Takes twenty seconds: five attacks, each by a process of its own and between two windows of peace."""
    names = ("8 headers of 64 MiB", "slow header", "slow body", "never reads", "only sends")

    done = await rows(names, database, tmp_path / "log", rounds=1, scale=0.6)

    for row in done:
        peace, attacked = together(row.peace), together(row.attacked)
        assert row.growth_mib <= FLAT_MIB, row.name
        assert attacked.cpu_share - peace.cpu_share < 0.5, row.name
        assert attacked.p(1, "core") < 1000, row.name
