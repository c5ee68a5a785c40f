"""Restarts in short: whoever plays meanwhile has no move refused, lost or doubled.

How long they wait is measured by `just restarts`, on a machine that does nothing else.
"""

import shutil
from pathlib import Path

import pytest

from tests.faults.restarts import CASES, run
from tests.sample import sample


@pytest.mark.parametrize("name", sample(CASES, 1))
async def test_17_no_move_is_refused_lost_or_doubled_while_all_nodes_are_restarted(
    name: str, tmp_path: Path
) -> None:
    """Takes half a minute: each node drains for two seconds and is started again."""
    proxy, nodes = CASES[name]
    if proxy is not None and shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")

    waits = await run(
        proxy,
        nodes=nodes,
        tables=2,
        quiet_s=0,
        think_s=0.2,
        log=tmp_path / "log",
        RONDEL_DRAIN_MS="2000",
    )

    assert waits.verdict.holds, waits.verdict.faults
    assert (waits.refused, waits.verdict.lost, waits.verdict.doubled) == ([], 0, 0)
    assert len(waits.answers) >= 16
