"""Planting: one fault at a time in a copy of Rondel's sources, which another process imports and judges."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Final, Protocol, TypeVar

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "rondel"

R = TypeVar("R")
T = TypeVar("T")


class Unfit(Exception):  # noqa: N818 - the tool cannot say anything
    """A mutant that cannot be planted or judged, so that no count would be true."""


class Plantable(Protocol):
    """A fault: in which file under src/rondel, which text is replaced by which, and what that breaks."""

    @property
    def file(self) -> str: ...

    @property
    def old(self) -> str: ...

    @property
    def new(self) -> str: ...

    @property
    def what(self) -> str: ...


P = TypeVar("P", bound=Plantable)


def replaced(text: str, old: str, new: str, where: str) -> str:
    """The text with `new` in the place of `old`, which must be there exactly once; else Unfit."""
    if text.count(old) != 1:
        raise Unfit(f"mutant no longer applies: {where} has {text.count(old)} times, not once: {old!r}")
    return text.replace(old, new)


def planted(mutant: Plantable, text: str) -> str:
    """The text of its file with the fault in it."""
    return replaced(text, mutant.old, mutant.new, f"{mutant.what}: {mutant.file}")


def check_all_apply(mutants: Sequence[Plantable]) -> None:
    """Raise Unfit for the first that does not apply exactly once."""
    for mutant in mutants:
        planted(mutant, (SOURCE / mutant.file).read_text())


class SourceCopy:
    """A copy of the sources in a folder, to stand first in PYTHONPATH."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        shutil.copytree(SOURCE, root / "rondel", ignore=shutil.ignore_patterns("__pycache__"))
        self._planted = 0

    @contextmanager
    def holding(self, mutant: Plantable) -> Iterator[None]:
        """With this fault in it, for as long as this lasts."""
        path = self.root / "rondel" / mutant.file
        original, times = path.read_text(), path.stat()
        path.write_text(planted(mutant, original))
        self._planted += 1
        os.utime(path, (self._planted, self._planted))  # so that no compiled file is taken for it
        try:
            yield
        finally:
            path.write_text(original)
            os.utime(path, (times.st_atime, times.st_mtime))

    def environment(self) -> dict[str, str]:
        """The environment of a process that imports this copy, and of all that it starts.

        Where nothing compiled may be written into the tree, it is kept beside the copies: else a short run
        would spend most of its time on compiling.
        """
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        if environment.pop("PYTHONDONTWRITEBYTECODE", None):
            environment["PYTHONPYCACHEPREFIX"] = str(self.root.parent / "compiled")
        return environment


def each_in_a_copy(judge: Callable[[SourceCopy, T], R], items: Sequence[T], *, jobs: int) -> list[R]:
    """Judge every item, so many at a time, each in a copy of its own; once interrupted, begin no more."""
    with tempfile.TemporaryDirectory(prefix="rondel-planted-") as directory:
        free: SimpleQueue[SourceCopy] = SimpleQueue()
        for number in range(jobs):
            free.put(SourceCopy(Path(directory) / f"{number}"))

        def judged(item: T) -> R:
            copy = free.get()
            try:
                return judge(copy, item)
            finally:
                free.put(copy)

        pool = ThreadPoolExecutor(jobs)
        try:
            return list(pool.map(judged, items))
        finally:
            pool.shutdown(cancel_futures=True)


def drawn(mutants: Sequence[P], count: int, by: str) -> list[P]:
    """This many of them; the same text draws the same ones."""
    return sorted(mutants, key=lambda mutant: hashlib.sha256(f"{by} {mutant.what}".encode()).digest())[:count]


def part(mutants: Sequence[T], text: str) -> list[T]:
    """Part `2/4` of them: the four parts together are all of them."""
    number, of = (int(word) for word in text.split("/"))
    if not 1 <= number <= of:
        raise Unfit(f"there is no part {text}")
    return list(mutants[number - 1 :: of])


def commit() -> str:
    """The commit that is checked out, or a fixed word where there is none."""
    git = shutil.which("git")
    if git is None:
        return "rondel"
    done = subprocess.run([git, "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "rondel"
