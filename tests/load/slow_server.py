"""`python -m tests.load.slow_server 600 serve ...`: a server that sends every push so many milliseconds late.

A fault for the tests of the gate: everything else is the real server.
"""

import asyncio
import sys
from typing import Any

from rondel.cli.main import main
from rondel.server.rooms.watchers import Watchers


def plant(delay_ms: int) -> None:
    """From now on every delivery waits."""
    deliver = Watchers.deliver

    def late(self: Watchers, *position: Any, **more: Any) -> None:
        asyncio.get_running_loop().call_later(delay_ms / 1000, lambda: deliver(self, *position, **more))

    Watchers.deliver = late  # type: ignore[method-assign]


if __name__ == "__main__":
    plant(int(sys.argv.pop(1)))
    main()
