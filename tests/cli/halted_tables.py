"""Tables in a migrated database, some of them halted, for the commands that look at them."""

import asyncio
from uuid import UUID, uuid4

from tests.contracts.conftest import a_place, a_table, an_entry, on_postgres

LONG_AGO = 1_700_000_000_000
"""2023-11-14 22:13:20 UTC"""

SECRET = b"never to be shown"
PLACE, TEXT = "src/rondel/games/cambio/turn.py:88: KeyError", "'top'"
REASON = f"{PLACE}: {TEXT}"


def a_running_table(
    url: str,
    *,
    message: tuple[str, str] | None = (PLACE, TEXT),
    due_at: int | None = None,
    is_ended: bool = False,
    **more: object,
) -> UUID:
    """A table at version 1 where a person, a bot and a person with a bot sit; halted if there is a reason."""
    table = a_table(**{"game": "cambio", "access": "private", "key": "the-key", **more})
    places = (
        a_place(0, uuid4(), nonce=b"the-nonce"),
        a_place(1, level="easy"),
        a_place(2, uuid4()),
    )

    async def make() -> None:
        async with on_postgres(url) as store:
            await store.tables.open(table, SECRET)
            for place in places:
                await store.seating.take(table.id, place)
            await store.seating.begin(table.id, b"header", [place.id for place in places])
            await store.append(an_entry(table.id, 1, at=LONG_AGO, due_at=due_at))
            await store.seating.stand_in(table.id, 2, "hard")
            if is_ended:
                assert await store.seating.abandon(table.id)
            if message is not None:
                await store.tables.halt(table.id, message[0], text=message[1])

    asyncio.run(make())
    return table.id
