"""The positions that the tests of the boards are shown."""

import json

from tests.wire.boards import FILE, positions


def test_the_positions_are_what_a_server_sends_today() -> None:
    assert positions() == json.loads(FILE.read_text()), "Run: uv run python -m tests.wire.boards"
