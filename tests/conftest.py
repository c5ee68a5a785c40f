"""Hypothesis without a stopwatch: a busy machine is not a failing test. Long walks without the tracer."""

from collections.abc import Generator

import pytest
from coverage import Coverage
from hypothesis import settings

settings.register_profile("rondel", deadline=None)
settings.load_profile("rondel")


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
