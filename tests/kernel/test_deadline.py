"""Deadlines: due when their moment has come, and what being late costs."""

import pytest

from rondel.kernel import Deadline

DEADLINE = Deadline(100_000, "act")


@pytest.mark.parametrize(("now", "is_due"), [(99_999, False), (100_000, True), (100_001, True)])
def test_a_deadline_is_due_from_its_moment_on(now: int, is_due: bool) -> None:
    assert DEADLINE.is_due(now) is is_due


@pytest.mark.parametrize(("late_ms", "decided_at"), [(0, 100_000), (5000, 100_000), (5001, 105_001)])
def test_up_to_five_seconds_late_counts_as_punctual(late_ms: int, decided_at: int) -> None:
    assert DEADLINE.decided_at(100_000 + late_ms) == decided_at
