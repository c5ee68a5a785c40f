"""Hypothesis without a stopwatch: a busy machine is not a failing test. Long walks without the tracer."""

import gc
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

from tests.sample import IS_NIGHT, SEED, is_drawn
from tests.wire.packages import Packages, on_the_path

settings.register_profile("commit", deadline=None, max_examples=50)
settings.register_profile("nightly", deadline=None, max_examples=500)
settings.load_profile("nightly" if IS_NIGHT else "commit")


def pytest_configure() -> None:
    """Hear Ctrl-C: what a shell starts in the background ignores it, and so would all that tests start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """The seed, so that what was drawn can be drawn again."""
    drawn = "every case" if IS_NIGHT else "a sample of wide tests"
    return f"{drawn}, drawn by TEST_SEED={SEED}; TEST_SIZE=nightly runs every case"


def pytest_collection_finish() -> None:
    """Take the tests themselves out of garbage collection: a full pass over them takes half a second."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests marked `drawn`, run the share that the seed draws; all at night, and all that are named."""
    if IS_NIGHT or any("::" in argument for argument in config.args):
        return
    left = [item for item in items if not _is_drawn(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]


def _is_drawn(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("drawn")
    return mark is None or is_drawn(item.nodeid, share=mark.args[0])


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
