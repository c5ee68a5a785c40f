"""A refusal takes as long whatever is hidden: who measures it learns no card."""

import asyncio
import time
from math import inf
from uuid import UUID

import pytest

from rondel.kernel import Refusal
from tests.server.nodes import Club, past_the_view, plays, somebody
from tests.simulate.loop import VirtualLoop

TABLES = 16
ROUNDS = 25
SLOWER_S = 0.0025

ADA, BOB = somebody("Ada"), somebody("Bob")


async def tables(club: Club) -> list[UUID]:
    """Tables that differ in nothing but what is hidden; it is Ada's turn at each."""
    begun = [await club.begun(ADA, BOB) for _ in range(TABLES)]
    for table in begun:
        await past_the_view(club, table, ADA, BOB)
    return begun


async def refused(club: Club, table: UUID) -> None:
    with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
        await plays(club.cell, BOB, table, "DRAW_CARD", source="deck")


def test_a_refusal_waits_for_nothing_whatever_is_hidden() -> None:
    """In virtual time nothing passes but what is waited for."""
    loop = VirtualLoop("refusals")

    async def refuse_all() -> None:
        club = Club()
        for table in await tables(club):
            await refused(club, table)

    try:
        loop.run_until_complete(refuse_all())
        assert loop.time() == 0
    finally:
        for task in loop.tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*loop.tasks, return_exceptions=True))
        loop.close()


async def test_a_refusal_takes_as_long_whatever_is_hidden() -> None:
    """Side by side, round by round: the quickest of many is the time that it needs, on a busy machine too."""
    club = Club()
    quickest = dict.fromkeys(await tables(club), inf)
    for _ in range(ROUNDS):
        for table in quickest:
            began = time.perf_counter()
            await refused(club, table)
            quickest[table] = min(quickest[table], time.perf_counter() - began)

    assert max(quickest.values()) < min(quickest.values()) + SLOWER_S
