"""`just nightly`: the long proofs, side by side, resumed where they stopped; prints one table.

Results are stored in .nightly/ by commit: what has passed on a commit is not run again on it. Lists of
planted faults that do not fit into one night run in parts, another part each night; `--all` runs them whole.
"""

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from tools.nightly_steps import Step, steps

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / ".nightly"
ENDING_S: Final = 10.0
"""How long an interrupted step has to remove its databases and servers."""


@dataclass(frozen=True)
class Result:
    """How a step ended."""

    name: str
    is_ok: bool
    seconds: float
    cpu_seconds: float
    last_line: str

    @property
    def verdict(self) -> str:
        """As it stands in the table."""
        return "ok" if self.is_ok else "FAILED"


class State:
    """The results on one commit, and the night they were begun, in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        stored = json.loads(path.read_text()) if path.exists() else {}
        self.night: int = stored.get("night", int(time.time() // 86_400))
        self.results = {each["name"]: Result(**each) for each in stored.get("results", ())}

    def has_passed(self, name: str) -> bool:
        """Whether the step is done and need not run again."""
        return name in self.results and self.results[name].is_ok

    def add(self, result: Result) -> None:
        """Store a result; a kill while it is written leaves the old file."""
        self.results[result.name] = result
        stored = {"night": self.night, "results": [asdict(each) for each in self.results.values()]}
        unfinished = self._path.with_suffix(".new")
        unfinished.write_text(json.dumps(stored, indent=1))
        unfinished.replace(self._path)


class Runner:
    """Runs steps: first the preparations, then the others side by side, at the end those that measure."""

    def __init__(self, state: State, logs: Path, console: Console) -> None:
        self._state, self._logs, self._console = state, logs, console
        self._lock = threading.Lock()
        self._running: set[int] = set()
        self._is_stopping = False

    def run(self, chosen: Sequence[Step]) -> bool:
        """Run what has not passed yet; False if Ctrl-C ended it."""
        waiting = [step for step in chosen if not self._state.has_passed(step.name)]
        try:
            for lanes in (("first",), ("beside", "beside", "idle"), ("alone",)):
                queues = {when: deque(step for step in waiting if step.when == when) for when in lanes}
                self._run_lanes([queues[when] for when in lanes])
        except KeyboardInterrupt:
            self._stop()
            return False
        return True

    def _run_lanes(self, queues: Sequence[deque[Step]]) -> None:
        """One lane for each queue; lanes with the same queue share its steps."""
        threads = [threading.Thread(target=self._run_lane, args=(queue,), daemon=True) for queue in queues]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)  # a join without a limit would not hear Ctrl-C

    def _run_lane(self, queue: deque[Step]) -> None:
        while not self._is_stopping:
            try:
                step = queue.popleft()
            except IndexError:
                return
            self._run_step(step)

    def _run_step(self, step: Step) -> None:
        log = self._logs / f"{step.name.replace(' ', '-')}.log"
        began = time.monotonic()
        with self._lock, log.open("wb") as output:
            child = subprocess.Popen(
                shlex.split(step.command),
                cwd=ROOT,
                env={**os.environ, **step.variables, "PYTHONDONTWRITEBYTECODE": ""},  # compile only once
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a process group of its own, so that all of it can be ended
            )
            self._running.add(child.pid)
        self._console.print(f"begin   {step.name}: {step.command}", highlight=False, markup=False)
        _, status, used = os.wait4(child.pid, 0)  # subprocess does not report CPU time
        child.returncode = os.waitstatus_to_exitcode(status)
        with self._lock:
            self._running.remove(child.pid)
            if self._is_stopping:
                return
            seconds, cpu_seconds = time.monotonic() - began, used.ru_utime + used.ru_stime
            result = Result(step.name, child.returncode == 0, seconds, cpu_seconds, _last_line(log))
            self._state.add(result)
        self._console.print(f"{result.verdict:7} {step.name}, {seconds:.0f} s", highlight=False, markup=False)

    def _stop(self) -> None:
        """End what runs: as Ctrl-C would, and after a while for good."""
        with self._lock:
            self._is_stopping = True
            groups = set(self._running)
        _signal(groups, signal.SIGINT)
        end = time.monotonic() + ENDING_S
        while self._running and time.monotonic() < end:
            time.sleep(0.05)
        _signal(groups, signal.SIGKILL)  # a step may have ended without its children


def _signal(groups: Iterable[int], number: signal.Signals) -> None:
    for group in groups:
        with suppress(ProcessLookupError):
            os.killpg(group, number)


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def table(chosen: Sequence[Step], state: State) -> Table:
    """One row for each step, also for those that have not run."""
    summary = Table(box=None, pad_edge=False, caption_justify="left")
    for heading in ("step", "result", "minutes", "CPU minutes", "last line"):
        summary.add_column(heading, justify="right" if "minutes" in heading else "left", overflow="fold")
    done = [state.results[step.name] for step in chosen if step.name in state.results]
    for step in chosen:
        result = state.results.get(step.name)
        if result is None:
            summary.add_row(step.name, "not run", "", "", "")
            continue
        spent = (f"{result.seconds / 60:.1f}", f"{result.cpu_seconds / 60:.1f}")
        summary.add_row(step.name, result.verdict, *spent, result.last_line[:120])
    cpu_minutes = sum(result.cpu_seconds for result in done) / 60
    summary.add_row(f"{len(done)} of {len(chosen)}", "", "", f"{cpu_minutes:.1f}", "")
    return summary


def sources() -> str:
    """The commit that is checked out, and a hash of what was changed since."""

    def git(*words: str) -> str:
        return subprocess.run(("git", *words), cwd=ROOT, check=True, capture_output=True, text=True).stdout

    changes = git("diff", "HEAD") + git("status", "--porcelain", "--untracked-files=all")
    commit = git("rev-parse", "--short=12", "HEAD").strip()
    return commit if not changes else f"{commit}-{sha256(changes.encode()).hexdigest()[:8]}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 if a step failed, 130 if interrupted."""
    parser = argparse.ArgumentParser(prog="just nightly", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="run again what has passed on this commit")
    parser.add_argument("--only", action="append", metavar="NAME", help="only this step; may be repeated")
    parser.add_argument("--all", action="store_true", help="all planted faults, not a part of them")
    parser.add_argument("--list", action="store_true", help="print the table and run nothing")
    options = parser.parse_args(arguments)
    folder = FOLDER / sources()
    folder.mkdir(parents=True, exist_ok=True)
    if options.fresh:
        (folder / "state.json").unlink(missing_ok=True)
    state = State(folder / "state.json")
    every = steps(sources(), state.night, is_whole=options.all)
    unknown = set(options.only or ()) - {step.name for step in every}
    if unknown:
        parser.error(f"no step is called {', '.join(sorted(unknown))}; --list names them")
    chosen = [step for step in every if options.only is None or step.name in options.only]
    return run(chosen, state, folder, Console(soft_wrap=True), is_listing=options.list)


def run(
    chosen: Sequence[Step], state: State, folder: Path, console: Console, *, is_listing: bool = False
) -> int:
    """Run the steps unless they are only listed, and print the table."""
    is_whole = is_listing or Runner(state, folder, console).run(chosen)
    console.print(table(chosen, state))
    if not is_whole:
        console.print("Stopped. The same command goes on from here.")
        return 130
    return int(not is_listing and not all(state.has_passed(step.name) for step in chosen))


if __name__ == "__main__":
    sys.exit(main())
