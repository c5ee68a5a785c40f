"""Samples of wide tests: drawn by the seed, some for a commit, all at night."""

import pytest

from tests import sample
from tests.sample import is_drawn

CASES = [f"case {number}" for number in range(40)]


@pytest.fixture(autouse=True)
def _by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "IS_NIGHT", False)


def test_a_commit_draws_some_cases_in_their_order_and_another_commit_draws_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sample, "SEED", "one")
    one = sample.sample(CASES, 5)
    monkeypatch.setattr(sample, "SEED", "other")
    other = sample.sample(CASES, 5)

    assert len(one) == len(other) == 5
    assert one == [case for case in CASES if case in one]
    assert one != other


def test_the_night_runs_every_case_at_full_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sample.size(3, nightly=9) == 3

    monkeypatch.setattr(sample, "IS_NIGHT", True)

    assert sample.sample(CASES, 5) == CASES
    assert sample.size(3, nightly=9) == 9


def test_over_many_commits_every_case_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[str] = set()
    for number in range(60):
        monkeypatch.setattr(sample, "SEED", f"{number}")
        drawn.update(case for case in CASES if is_drawn(case, share=0.3))

    assert drawn == set(CASES)
