"""`python -m tests.secrecy.leaks`: plant leaks in a copy of Rondel, one at a time, and count the caught.

--game NAME plants only the leaks of that game; those of Cambio are also in kernel, wire and arena.
--draw N --by TEXT takes N of them, the same for the same text; without --by it is the commit.
--seed N lets the laws walk another way: what is caught by every seed is not caught by luck.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, get_args

import msgspec
from rich.console import Console
from rich.progress import Progress

from tests.secrecy.imperial_mutants import IMPERIAL_MUTANTS
from tests.secrecy.mutants import MUTANTS, Game, Mutant

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "rondel"
ALL: Final = (*MUTANTS, *IMPERIAL_MUTANTS)
GAMES: Final[tuple[Game, ...]] = get_args(Game)
_TIMEOUT_S: Final = 600


class Unfit(Exception):  # noqa: N818 - the tool cannot say anything
    """A mutant that cannot be planted or judged, so that no count would be true."""


class Found(NamedTuple):
    """What became of one mutant: who caught it (None: nobody) and how."""

    mutant: Mutant | None
    by: str | None
    because: str


class Sandbox:
    """A copy of the sources where one leak at a time is planted."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(SOURCE, root / "rondel", ignore=shutil.ignore_patterns("__pycache__"))
        self._planted = 0

    def judged(self, mutant: Mutant | Game, effort: str, only: str | None, seed: int | None = None) -> Found:
        """Plant it, judge it in a fresh process, take it out again; a game is judged as it is."""
        if not isinstance(mutant, Mutant):
            return self._judge(mutant, effort, only, seed)
        path = self.root / "rondel" / mutant.file
        original, times = path.read_text(), path.stat()
        path.write_text(planted(mutant, original))
        self._planted += 1
        os.utime(path, (self._planted, self._planted))  # so that no compiled file is taken for it
        try:
            return self._judge(mutant, effort, only, seed)
        finally:
            path.write_text(original)
            os.utime(path, (times.st_atime, times.st_mtime))

    def _judge(self, judged: Mutant | Game, effort: str, only: str | None, seed: int | None) -> Found:
        mutant = judged if isinstance(judged, Mutant) else None
        game = judged.game if isinstance(judged, Mutant) else judged
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.secrecy.judge", "--game", game, "--effort", effort),
                *(("--only", only) if only else ()),
                *(("--seed", f"{seed}") if seed is not None else ()),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(self.root)},
            capture_output=True,
            text=True,
            check=False,
            timeout=_TIMEOUT_S,
        )
        what = "nothing planted" if mutant is None else mutant.what
        if done.returncode:
            raise Unfit(f"a mutant does not run: {what}\n{done.stderr}")
        verdict: dict[str, Any] = msgspec.json.decode(done.stdout)
        if not Path(verdict["source"]).is_relative_to(self.root):
            raise Unfit(f"not the copy was judged, but {verdict['source']}")
        return Found(mutant, verdict["by"], verdict["because"])


def planted(mutant: Mutant, text: str) -> str:
    """The text with the leak in it."""
    if text.count(mutant.old) != 1:
        raise Unfit(f"mutant no longer applies: {mutant.what}\n{mutant.file} has not once: {mutant.old!r}")
    return text.replace(mutant.old, mutant.new)


def check_all_apply(mutants: Sequence[Mutant]) -> None:
    """Raise Unfit for the first that does not apply exactly once."""
    for mutant in mutants:
        planted(mutant, (SOURCE / mutant.file).read_text())


def drawn(mutants: Sequence[Mutant], count: int, by: str) -> list[Mutant]:
    """So many of them, the same for the same text."""
    return sorted(mutants, key=lambda mutant: hashlib.sha256(f"{by} {mutant.what}".encode()).digest())[:count]


def commit() -> str:
    """The commit that is checked out, or a fixed word where there is none."""
    git = shutil.which("git")
    if git is None:
        return "rondel"
    done = subprocess.run([git, "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "rondel"


def plant(
    mutants: Sequence[Mutant],
    *,
    effort: str = "full",
    only: str | None = None,
    seed: int | None = None,
    jobs: int = 2,
    tick: Callable[[Found], None] = lambda _: None,
) -> list[Found]:
    """Judge every mutant, and first their games as they are, which nothing may catch."""
    games = [game for game in GAMES if any(mutant.game == game for mutant in mutants)]
    with tempfile.TemporaryDirectory(prefix="rondel-leaks-") as directory:
        free: SimpleQueue[Sandbox] = SimpleQueue()
        for number in range(jobs):
            free.put(Sandbox(Path(directory) / f"{number}"))

        def judged(mutant: Mutant | Game) -> Found:
            sandbox = free.get()
            try:
                found = sandbox.judged(mutant, effort, only, seed)
            finally:
                free.put(sandbox)
            tick(found)
            return found

        with ThreadPoolExecutor(jobs) as pool:
            founds = list(pool.map(judged, [*games, *mutants]))
    for baseline in founds[: len(games)]:
        if baseline.by is not None or baseline.because:
            raise Unfit(f"caught although nothing is planted: {baseline.by}: {baseline.because}")
    return founds[len(games) :]


def report(founds: Sequence[Found], console: Console) -> int:
    """Tell the count and every survivor; 1 if there is one."""
    survivors = [found for found in founds if found.by is None]
    for found in survivors:
        assert found.mutant is not None
        stumbled = f" (it stumbled: {found.because[:200]})" if found.because else ""
        console.print(f"SURVIVED {found.mutant.file}: {found.mutant.what}{stumbled}", highlight=False)
    nets = Counter(found.by for found in founds if found.by is not None)
    told = ", ".join(f"{name} {count}" for name, count in nets.most_common())
    console.print(f"caught by: {told or 'nothing'}", highlight=False)
    console.print(f"killed {len(founds) - len(survivors)} / planted {len(founds)}", highlight=False)
    return int(bool(survivors))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="plant only leaks of this game")
    parser.add_argument("--draw", type=int, help="plant only so many")
    parser.add_argument("--by", help="what the draw is made by; the commit if not given")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="cast only nets whose name has this in it, as 'secrecy'")
    parser.add_argument("--seed", type=int, help="by which the laws walk; always the same if not given")
    parser.add_argument(
        "--like", default="", help="plant only mutants whose description or file has this in it"
    )
    parser.add_argument("--verbose", action="store_true", help="tell by what each was caught")
    told = parser.parse_args(arguments)
    console = Console(soft_wrap=True)
    try:
        check_all_apply(ALL)
        mutants = [
            mutant
            for mutant in ALL
            if told.game in (None, mutant.game) and told.like in f"{mutant.file}: {mutant.what}"
        ]
        if told.draw is not None:
            mutants = drawn(mutants, told.draw, told.by or commit())
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task(
                "planting", total=len(mutants) + len({mutant.game for mutant in mutants})
            )

            def tick(found: Found) -> None:
                progress.advance(task)
                if told.verbose and found.mutant is not None:
                    line = f"{found.by or 'SURVIVED':16} {found.mutant.what} | {found.because[:160]}"
                    progress.console.print(line, highlight=False, markup=False)

            founds = plant(mutants, only=told.only, seed=told.seed, jobs=told.jobs, tick=tick)
    except Unfit as unfit:
        console.print(str(unfit), highlight=False, markup=False)
        return 2
    return report(founds, console)


if __name__ == "__main__":
    sys.exit(main())
