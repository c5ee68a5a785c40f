"""Mutants: faults planted in rooms, flows, jobs and delivery, one at a time; the simulator must find each.

`just simulate-mutants [--seeds 2000] [--part 2/4] [NAME ...]` plants each in a process of its own,
by changing the text of modules as they are imported, and plays seeds until something is found.
"""

import argparse
import ast
import importlib.abc
import importlib.machinery
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from rich.console import Console

from tests.planting import part, replaced

console = Console(highlight=False, soft_wrap=True)


class Edit(NamedTuple):
    """A text of a module, which occurs there once, and what stands in its place."""

    module: str
    before: str
    after: str = ""


class Mutant(NamedTuple):
    """A fault that can be planted: its name, what is broken, and where."""

    name: str
    breaks: str
    edits: tuple[Edit, ...]
    options: str = ""
    """Of `just simulate-faults`, where an ordinary draw would seldom hit it."""


def mutated(source: str, edits: Sequence[Edit]) -> str:
    """The source with the edits; Unfit where a text does not occur exactly once."""
    for edit in edits:
        source = replaced(source, edit.before, edit.after, edit.module)
    return source


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, edits: Sequence[Edit]) -> None:
        super().__init__(name, path)
        self._edits = edits

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source."""
        return compile(mutated(Path(self.path).read_text(), self._edits), str(self.path), "exec")


class _Planter(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self._edits = mutant.edits

    def find_spec(
        self, name: str, path: Any, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The changed module, if this one is."""
        edits = [edit for edit in self._edits if edit.module == name]
        spec = importlib.machinery.PathFinder.find_spec(name, path) if edits else None
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(name, spec.origin, edits)
        return spec


def applies(mutant: Mutant) -> bool:
    """Whether each of its edits finds its text, Unfit if not, and what they leave is Python."""
    for module in {edit.module for edit in mutant.edits}:
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        edits = [edit for edit in mutant.edits if edit.module == module]
        ast.parse(mutated(Path(spec.origin).read_text(), edits), mutant.name)
    return True


def plant(mutant: Mutant) -> None:
    """From now on the modules of the mutant are imported as it has them."""
    sys.meta_path.insert(0, _Planter(mutant))


def hunt(name: str, seeds: int) -> int:
    """Plant a mutant in this process and play seeds until something is found; prints what, and answers 0."""
    from tests.simulate.planted import MUTANTS

    mutant = next(mutant for mutant in MUTANTS if mutant.name == name)
    plant(mutant)
    from tests.simulate.__main__ import chosen, parser
    from tests.simulate.run import run

    arguments = parser().parse_args(mutant.options.split())
    for seed in range(seeds):
        result = run(chosen(seed, arguments))
        if result.findings:
            sys.stdout.write(f"{seed + 1} {result.findings[0].kind}: {result.findings[0].text[:120]}\n")
            return 0
    return 1


def _hunted(name: str, seeds: int) -> tuple[str, float, str]:
    """Hunt in a process of its own: how it ended, how long that took, and what was found."""
    began = time.monotonic()
    code = f"import sys; from tests.simulate.mutants import hunt; sys.exit(hunt({name!r}, {seeds}))"
    done = subprocess.run(
        (sys.executable, "-W", "ignore", "-c", code), capture_output=True, text=True, check=False
    )
    output = (done.stdout.strip() or done.stderr.strip() or "?").splitlines()[-1]
    how = "killed" if done.returncode == 0 else "failed" if done.stderr else "survived"
    return how, time.monotonic() - began, output if how != "survived" else f"{seeds} seeds"


def main() -> int:
    """Hunt all of them, or those that are named."""
    from tests.simulate.planted import MUTANTS

    parser = argparse.ArgumentParser(prog="just simulate-mutants", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--part", default="1/1", help="plant only this part, as 2/4")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    named = [mutant for mutant in MUTANTS if not arguments.names or mutant.name in arguments.names]
    chosen = part(named, arguments.part)
    killed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        hunts = [pool.submit(_hunted, mutant.name, arguments.seeds) for mutant in chosen]
        for mutant, hunting in zip(chosen, hunts, strict=True):
            how, took_s, output = hunting.result()
            killed += how == "killed"
            seeds, _, found = output.partition(" ") if how == "killed" else ("-", "", output)
            console.print(f"{mutant.name:24} {how} {seeds:>5} seeds {took_s:6.1f} s  {found}", markup=False)
    console.print(f"killed {killed} / planted {len(chosen)}")
    return 0 if killed == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
