"""`python -m tests.load.leaking_server serve ...`: a server that forgets nothing of a move, and ends no task.

A fault for the tests of the soak: everything else is the real server.
"""

import asyncio
from typing import Final

from rondel.cli.main import main
from rondel.server.rooms.moves import Move, Played
from rondel.server.rooms.room import Room

BYTES: Final = 400_000
FOR_EVER_S: Final = 86_400.0


def plant() -> None:
    """From now on every move leaves memory behind, and a task that sleeps."""
    play = Room.play
    left: list[tuple[bytearray, asyncio.Task[None]]] = []

    async def leaking(self: Room, move: Move) -> Played:
        left.append((bytearray(b"x" * BYTES), asyncio.create_task(asyncio.sleep(FOR_EVER_S))))
        return await play(self, move)

    Room.play = leaking  # type: ignore[method-assign]


if __name__ == "__main__":
    plant()
    main()
