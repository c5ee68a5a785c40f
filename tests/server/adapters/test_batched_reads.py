"""BatchedReader reads: many questions, few statements, and no answer that is older than its question."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from rondel.server.adapters.postgres.batched_reads import MOST, READERS, BatchedReader
from rondel.server.ports.value import StoreUnavailableError


class Store:
    """Counts up with every change, and answers when it is let."""

    def __init__(self) -> None:
        self.reads: list[Sequence[int]] = []
        self.change = 0
        self.may_answer = asyncio.Event()
        self.fails = False

    async def read(self, keys: Sequence[int]) -> Mapping[int, tuple[int, int]]:
        self.reads.append(keys)
        change = self.change
        await self.may_answer.wait()
        if self.fails:
            raise StoreUnavailableError("cut off")
        return {key: (key, change) for key in keys if key >= 0}


async def test_many_questions_are_few_statements() -> None:
    store = Store()
    store.may_answer.set()
    gathered = BatchedReader(store.read)

    found = await asyncio.gather(*(gathered.get(key) for key in range(300)), gathered.get(-1))

    assert found == [*((key, 0) for key in range(300)), None]
    assert len(store.reads) <= READERS + 300 // MOST + 1
    assert max(map(len, store.reads)) <= MOST


async def test_an_answer_is_never_older_than_its_question() -> None:
    store = Store()
    gathered = BatchedReader(store.read)
    early = [asyncio.create_task(gathered.get(1))]
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    store.change = 1
    late = [asyncio.create_task(gathered.get(1)) for _ in range(3)]
    await asyncio.sleep(0)
    store.may_answer.set()

    assert await asyncio.gather(*early) == [(1, 0)]
    assert await asyncio.gather(*late) == [(1, 1)] * 3
    assert [list(keys) for keys in store.reads] == [[1], [1]]


async def test_a_failure_reaches_everybody_and_the_next_question_is_asked_anew() -> None:
    store = Store()
    store.fails = True
    store.may_answer.set()
    gathered = BatchedReader(store.read)

    found = await asyncio.gather(gathered.get(1), gathered.get(2), return_exceptions=True)
    store.fails = False

    assert [type(each) for each in found] == [StoreUnavailableError, StoreUnavailableError]
    assert await gathered.get(1) == (1, 0)


async def test_somebody_who_goes_away_takes_no_answer_along() -> None:
    store = Store()
    gathered = BatchedReader(store.read)
    gone, stays = (asyncio.create_task(gathered.get(1)) for _ in range(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    gone.cancel()
    store.may_answer.set()

    with pytest.raises(asyncio.CancelledError):
        await gone
    assert await stays == (1, 0)


async def test_questions_beyond_what_is_under_way_wait_for_the_next_statement() -> None:
    store = Store()
    gathered = BatchedReader(store.read)
    tasks = []
    for key in range(20):
        tasks.append(asyncio.create_task(gathered.get(key)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    assert len(store.reads) == READERS
    store.may_answer.set()

    assert await asyncio.gather(*tasks) == [(key, 0) for key in range(20)]
    assert len(store.reads) == READERS + 1
