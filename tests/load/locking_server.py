"""`python -m tests.load.locking_server serve ...`: a server that locks its own database, from SIGUSR1 on.

A fault for the tests of the gate: one of its sessions holds a lock on every table again and again.
"""

import asyncio
import signal
import sys
import threading
from typing import Final

import asyncpg

from rondel.cli.main import main

HELD_S: Final = 1.5
FREE_S: Final = 0.5

LOCK: Final = """
DO $$
DECLARE named regclass;
BEGIN
    FOR named IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', named);
    END LOOP;
END $$
"""


async def hold(database_url: str) -> None:
    """Lock, wait, let go; what waited meanwhile is done before the next time."""
    connection = await asyncpg.connect(database_url)
    while True:
        try:
            async with connection.transaction():
                await connection.execute(LOCK)
                await asyncio.sleep(HELD_S)
        except asyncpg.DeadlockDetectedError:
            continue
        await asyncio.sleep(FREE_S)


def plant(database_url: str) -> None:
    """Begin with the signal."""

    def begin(*_: object) -> None:
        threading.Thread(target=asyncio.run, args=(hold(database_url),), daemon=True).start()

    signal.signal(signal.SIGUSR1, begin)


if __name__ == "__main__":
    plant(sys.argv[sys.argv.index("--database") + 1])
    main()
