"""Hypothesis without a stopwatch: a busy machine is not a failing test. Long walks without the tracer."""

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

from tests.wire.packages import Packages, on_the_path

settings.register_profile("rondel", deadline=None)
settings.load_profile("rondel")


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Packages]:
    """A folder on the path into which the test installs packages, beside all that is installed."""
    with on_the_path(tmp_path / "packages") as installed:
        yield installed


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """A walk takes three times as long where every line is counted, and other tests reach its lines."""
    tracer = Coverage.current() if item.get_closest_marker("untraced") else None
    if tracer is None:
        return (yield)
    tracer.stop()
    try:
        return (yield)
    finally:
        tracer.start()
