"""A real run, on servers that are broken on purpose: the checker finds it. `just history` runs sound ones.

Each takes seconds, because nothing shorter than a race of real nodes shows whether the checker sees it.
"""

import asyncio
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.contracts.databases import migrated, url_of
from tests.faults.fleet import Fleet, ServerNode
from tests.history.__main__ import SETTINGS
from tests.history.broken_server import FAULTS
from tests.history.recording import Recording
from tests.history.run import Figures, play
from tests.sample import sample

OPERATIONS = 400
LIMIT_S = 120


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


async def played(database: str, log: Path, *program: str) -> Figures:
    """Two nodes without Redis, so that each learns of the other's moves late."""
    nodes = [ServerNode(database, None, log, (), **SETTINGS) for _ in range(2)]
    for node in nodes:
        node.program = program or node.program

    async def wait(_: Sequence[str], recording: Recording) -> None:
        async with asyncio.timeout(LIMIT_S):
            while recording.operations < OPERATIONS:
                await asyncio.sleep(0.05)

    figures = Figures()
    async with Fleet(nodes):
        figures.add(await play(database, nodes, tables=2, pause_s=0.02, rng=random.Random(1), meanwhile=wait))
    return figures


EXPECTED = {"stale-view": "stale view", "ack-before-commit": "lost"}


@pytest.mark.parametrize("fault", sample(FAULTS, 1))
async def test_a_server_that_is_broken_on_purpose_is_found(fault: str, database: str, tmp_path: Path) -> None:
    figures = await played(
        database, tmp_path / "log", sys.executable, "-m", "tests.history.broken_server", fault
    )

    assert EXPECTED[fault] in {anomaly.kind for anomaly in figures.anomalies}, figures.line()
