"""A server that keeps everything in memory."""

import asyncio
import sys

import pytest

from tests.cli.served import moves_of_bots, started

IN_MEMORY = (
    "from rondel.cli.serving.process import serve_in_memory; serve_in_memory({'port': 0}, think='0-0')"
)


def test_a_server_needs_nothing_beside_it_and_bots_play_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_DATABASE_URL", "postgresql://nobody@192.0.2.1/nothing")

    with started(sys.executable, "-c", IN_MEMORY) as served:
        served.wait_for("are printed here and listed at")
        table, version = asyncio.run(moves_of_bots(served.url))
        assert version >= 2, table
        assert served.stop() == 0
