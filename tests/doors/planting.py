"""Plant faults at the doors, one at a time, and run the tests that guard each."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import NamedTuple, Self

import msgspec

from tests.doors.judge import Verdict
from tests.doors.mutant import Mutant
from tests.planting import ROOT, SourceCopy, Unfit, each_in_a_copy


class Found(NamedTuple):
    """What became of one mutant: the test that failed (None: it survived), why, and after how long."""

    mutant: Mutant
    by: str | None
    message: str
    took_s: float


class Judge:
    """A process that runs tests on one copy of the sources."""

    def __init__(self, copy: SourceCopy) -> None:
        self._root = copy.root
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.doors.judge"],
            cwd=ROOT,
            env=copy.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()

    def verdict(self, tests: Sequence[str]) -> Verdict:
        """What became of these tests; Unfit if nothing can be said about it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode([f"tests/{test}" for test in tests]) + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Unfit("the process that judges has ended")
        verdict = msgspec.json.decode(line, type=Verdict)
        if verdict.unfit is not None:
            raise Unfit(verdict.unfit)
        if not Path(verdict.source).is_relative_to(self._root):
            raise Unfit(f"not the copy was judged, but {verdict.source}")
        return verdict


def plant(
    mutants: Sequence[Mutant], *, jobs: int = 2, tick: Callable[[Found | None], None] = lambda _: None
) -> list[Found]:
    """Judge every mutant; and first the sources as they are, on which no test may fail."""
    guards = sorted({test for mutant in mutants for test in mutant.tests})
    judges: dict[SourceCopy, Judge] = {}
    with ExitStack() as stack:

        def found_in(copy: SourceCopy, mutant: Mutant | None) -> Found | None:
            if copy not in judges:
                judges[copy] = stack.enter_context(Judge(copy))
            if mutant is None:
                check_baseline(judges[copy], guards)
                found = None
            else:
                found = judged(judges[copy], copy, mutant)
            tick(found)
            return found

        judging: list[Mutant | None] = [None, *mutants]
        return [found for found in each_in_a_copy(found_in, judging, jobs=jobs) if found is not None]


def check_baseline(judge: Judge, tests: Sequence[str]) -> None:
    """Raise Unfit if one of these tests fails although nothing is planted."""
    verdict = judge.verdict(tests)
    if verdict.failed is not None:
        raise Unfit(f"{verdict.failed} fails although nothing is planted: {verdict.message}")


def judged(judge: Judge, copy: SourceCopy, mutant: Mutant) -> Found:
    """Plant it, run its tests, take it out again."""
    began = monotonic()
    try:
        with copy.holding(mutant):
            verdict = judge.verdict(mutant.tests)
    except Unfit as unfit:
        raise Unfit(f"{mutant.file}: {mutant.what}: {unfit}") from None
    return Found(mutant, verdict.failed, verdict.message, monotonic() - began)
