"""Seals: one for each version, the same whenever it is made, as long as the version is remembered."""

import pytest

from tests.wire.sittings import SHORT, go_on, opened


def test_a_seal_made_later_is_the_one_that_was_made_then() -> None:
    table = opened()
    then = []
    for move in SHORT:
        go_on(table, [move])
        then.append(table.now.seal)

    remembered = range(table.now.first_remembered, table.version + 1)

    assert len(set(then)) == len(SHORT)
    assert len(remembered) > 1
    assert [table.now.seal_at(version) for version in remembered if version > 0] == [
        then[version - 1] for version in remembered if version > 0
    ]


def test_there_is_none_of_a_version_that_is_not_there() -> None:
    table = go_on(opened(), SHORT)

    assert table.now.digest_at(table.version + 1) is None
    with pytest.raises(AssertionError, match="not remembered"):
        table.now.seal_at(table.version + 1)
