"""`python -m tests.doors.judge`: run tests on the sources in PYTHONPATH, and print each verdict as JSON.

Each line of its input lists tests. They run in a fork of this process, which has imported other people's
libraries, and nothing of ours: so a run takes a second less, and imports the sources as they are then.
"""

import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

OPTIONS: Final = (
    *("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:schemathesis"),
    *("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"),
)
LIBRARIES: Final = (
    *("aiosmtplib", "asyncpg", "confusable_homoglyphs.confusables", "cryptography.x509", "h11", "http_ece"),
    *(
        "httptools",
        "httpx",
        "hypothesis.strategies",
        "idna",
        "jinja2",
        "litestar.openapi.plugins",
        "py_vapid",
    ),
    *("prometheus_client", "pytest_asyncio", "redis.asyncio", "rich.console", "sqlalchemy", "structlog"),
    *("uvicorn", "uvloop", "websockets.asyncio.client", "websockets.asyncio.server"),
)
TIMEOUT_S: Final = 120
"""For one test, on a busy machine."""

OUTPUT_BYTES: Final = 4000

NOT_RUN: Final = (ImportError, SyntaxError, NameError)
"""Errors of a text that is no program. They say nothing about a check."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of the tests; `unfit` says why that means nothing, where it does."""

    source: str = ""
    failed: str | None = None
    message: str = ""
    unfit: str | None = None


class Witness:
    """A plugin of pytest that remembers how many tests passed and how the first one failed."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed: str | None = None
        self.message = ""
        self.unfit: str | None = None

    def pytest_runtest_logstart(self) -> None:
        """A test that does not end ends its process."""
        signal.alarm(TIMEOUT_S)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that has passed."""
        self.passed += report.when == "call" and report.passed

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[Any]
    ) -> None:
        """Only the test itself may fail, and by what it found: not its import, nor its fixtures."""
        assert call.excinfo is not None
        if self.failed is not None:
            return  # what a test leaves behind that has failed
        self.message = call.excinfo.exconly()
        if call.when != "call" or call.excinfo.errisinstance(NOT_RUN):
            self.unfit = f"{call.when} of {node.nodeid}: {self.message}"
        else:
            self.failed = node.nodeid


def judge(tests: Sequence[str]) -> Verdict:
    """Run the tests until one fails."""
    witness = Witness()
    code = pytest.main([*OPTIONS, *tests], plugins=[witness])
    unfit = witness.unfit
    if unfit is None and code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        unfit = f"pytest ended with {code}"
    if unfit is None and witness.failed is None and not witness.passed:
        unfit = "no test was run"
    source = getattr(sys.modules.get("rondel"), "__file__", None) or ""
    return Verdict(source, witness.failed, witness.message, unfit)


def judged_in_a_fork(tests: Sequence[str]) -> Verdict:
    """Run the tests in a process of their own."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as output, os.fdopen(reading, "rb") as verdicts:
        child = os.fork()
        if child == 0:
            for descriptor in (1, 2):
                os.dup2(output.fileno(), descriptor)
            os.write(writing, msgspec.json.encode(judge(tests)))
            os._exit(0)
        os.close(writing)
        encoded = verdicts.read()
        os.waitpid(child, 0)
        verdict = (
            msgspec.json.decode(encoded, type=Verdict) if encoded else Verdict(unfit="a test did not end")
        )
        if verdict.unfit is None:
            return verdict
        output.seek(0)
        text = output.read()[-OUTPUT_BYTES:].decode(errors="replace")
        return Verdict(unfit=f"{verdict.unfit}\n{text}")


def main() -> None:
    """Judge line by line, until there are no more."""
    for library in LIBRARIES:
        importlib.import_module(library)
    for line in sys.stdin.buffer:
        verdict = judged_in_a_fork(msgspec.json.decode(line, type=list[str]))
        sys.stdout.buffer.write(msgspec.json.encode(verdict) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
