"""The journal's partitions: both of its keys hold across them, and one can be split."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from rondel.server.maintenance.owner import as_owner
from tests.contracts.databases import copied

GROWTH = Path(__file__).parents[3] / "docs" / "operate" / "growth.md"

TABLES, VERSIONS = 300, 40

FILL = f"""
INSERT INTO journal (table_id, version, action_id, rules, action, events, at, digest)
SELECT md5(t::text)::uuid, v, md5(t || '/' || v)::uuid, 1, '', '', v, ''
FROM generate_series(1, {TABLES}) AS t, generate_series(1, {VERSIONS}) AS v
"""

ALL = "SELECT * FROM journal ORDER BY table_id, version"

APPEND = """
INSERT INTO journal (table_id, version, action_id, rules, action, events, at, digest)
VALUES ($1, $2, $3, 1, '', '', 1, '')
"""


@pytest.fixture
async def database(template: str) -> AsyncIterator[str]:
    async with copied(template) as url:
        yield url


async def rows(owner: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await owner.fetch(ALL)]


async def test_the_journal_is_partitioned_and_both_keys_hold(database: str) -> None:
    async with as_owner(database) as owner:
        await owner.execute(FILL)

        sizes = await owner.fetch("SELECT tableoid::regclass::text, count(*) FROM journal GROUP BY 1")
        assert len(sizes) == 8
        table, version, action = (await rows(owner))[0][:3]
        with pytest.raises(asyncpg.UniqueViolationError):
            await owner.execute(APPEND, table, version, uuid4())
        with pytest.raises(asyncpg.UniqueViolationError):
            await owner.execute(APPEND, table, VERSIONS + 1, action)


async def test_a_partition_can_be_split_as_the_guide_says(database: str) -> None:
    sizes, split = re.findall(r"```sql\n(.*?)```", GROWTH.read_text(), re.DOTALL)

    async with as_owner(database) as owner:
        await owner.execute(FILL)
        before = await rows(owner)
        listed = [row["relname"] for row in await owner.fetch(sizes)]
        await owner.execute(split)
        after = [row["relname"] for row in await owner.fetch(sizes)]

        assert listed == [f"journal_{number}" for number in range(8)]
        assert sorted(after) == sorted([*listed, "journal_11"])
        assert await rows(owner) == before
