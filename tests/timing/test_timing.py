"""The timing suite in short: no class can be told from another, and a planted difference of 5 ms is found.

The whole table is `just timing`. A difference is judged by CPU time of the server and by a robust statistic,
and counts if it is found twice; so a busy machine makes this slow, not red.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.databases import migrated, url_of
from tests.timing.__main__ import SHORT, run


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with migrated() as name:
        yield url_of(name)


async def test_classes_that_must_not_differ_take_equally_long_and_have_one_size(
    database: str, tmp_path: Path
) -> None:
    """Takes fifteen seconds: thirty pairs, each asked more than a hundred times."""
    found = await run(database, tmp_path / "log", SHORT)

    assert {each.name: each.differences for each in found if each.differences} == {}
    assert len(found) > 25


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize(
    ("plant", "how", "pair"),
    [
        ("private table", "busy", "private table: socket watch"),
        ("known account", "busy", "account: mail a link"),
        ("hidden card", "busy", "hidden card: view"),
        ("refusal", "busy", "hidden card: socket act"),
        ("private table", "sleep", "private table: GET tables/ID/view"),
    ],
)
async def test_a_planted_difference_of_five_milliseconds_is_found(
    database: str, tmp_path: Path, plant: str, how: str, pair: str
) -> None:
    found = await run(database, tmp_path / "log", SHORT, only=pair, plant=(plant, how))

    assert any(("CPU time" if how == "busy" else "time") in each.differences for each in found), found
