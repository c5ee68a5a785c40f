"""`python -m tests.secrecy.leaks`: plant leaks in a copy of Rondel, one at a time, and count the caught.

--game NAME plants only the leaks of that game; those of Cambio are also in kernel, wire and arena.
--draw N --by TEXT takes N of them, the same for the same text; without --by it is the commit.
--seed N lets the laws walk another way: what is caught by every seed is not caught by rng.
"""

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import msgspec
from rich.console import Console
from rich.progress import Progress

from tests.planting import ROOT, SourceCopy, Unfit, check_all_apply, commit, drawn, each_in_a_copy
from tests.secrecy.imperial_mutants import IMPERIAL_MUTANTS
from tests.secrecy.mutants import MUTANTS, Game, Mutant

ALL: Final = (*MUTANTS, *IMPERIAL_MUTANTS)
GAMES: Final[tuple[Game, ...]] = get_args(Game)
_TIMEOUT_S: Final = 600


class Found(NamedTuple):
    """What became of one mutant: who caught it (None: nobody) and how."""

    mutant: Mutant | None
    by: str | None
    message: str


def judged(
    copy: SourceCopy, judging: Mutant | Game, effort: str, only: str | None, seed: int | None = None
) -> Found:
    """Plant it, judge it in a fresh process, take it out again; a game is judged as it is."""
    if not isinstance(judging, Mutant):
        return _judged(copy, None, judging, effort, only, seed)
    with copy.holding(judging):
        return _judged(copy, judging, judging.game, effort, only, seed)


def _judged(
    copy: SourceCopy, mutant: Mutant | None, game: Game, effort: str, only: str | None, seed: int | None
) -> Found:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.secrecy.judge", "--game", game, "--effort", effort),
            *(("--only", only) if only else ()),
            *(("--seed", f"{seed}") if seed is not None else ()),
        ],
        cwd=ROOT,
        env=copy.environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=_TIMEOUT_S,
    )
    what = "nothing planted" if mutant is None else mutant.what
    if done.returncode:
        raise Unfit(f"a mutant does not run: {what}\n{done.stderr}")
    verdict: dict[str, Any] = msgspec.json.decode(done.stdout)
    if not Path(verdict["source"]).is_relative_to(copy.root):
        raise Unfit(f"not the copy was judged, but {verdict['source']}")
    return Found(mutant, verdict["by"], verdict["message"])


def plant(
    mutants: Sequence[Mutant],
    *,
    effort: str = "full",
    unplanted: str | None = None,
    only: str | None = None,
    seed: int | None = None,
    jobs: int = 2,
    tick: Callable[[Found], None] = lambda _: None,
) -> list[Found]:
    """Judge every mutant, and first their games as they are, which nothing may catch.

    `unplanted` is the effort for these; the same as for mutants if not given.
    """
    games = [game for game in GAMES if any(mutant.game == game for mutant in mutants)]

    def found_in(copy: SourceCopy, judging: Mutant | Game) -> Found:
        tried = effort if isinstance(judging, Mutant) else unplanted or effort
        found = judged(copy, judging, tried, only, seed)
        tick(found)
        return found

    judging: list[Mutant | Game] = [*games, *mutants]
    founds = each_in_a_copy(found_in, judging, jobs=jobs)
    for baseline in founds[: len(games)]:
        if baseline.by is not None or baseline.message:
            raise Unfit(f"caught although nothing is planted: {baseline.by}: {baseline.message}")
    return founds[len(games) :]


def report(founds: Sequence[Found], console: Console) -> int:
    """Tell the count and every survivor; 1 if there is one."""
    survivors = [found for found in founds if found.by is None]
    for found in survivors:
        assert found.mutant is not None
        stumbled = f" (it stumbled: {found.message[:200]})" if found.message else ""
        console.print(f"SURVIVED {found.mutant.file}: {found.mutant.what}{stumbled}", highlight=False)
    nets = Counter(found.by for found in founds if found.by is not None)
    counts = ", ".join(f"{name} {count}" for name, count in nets.most_common())
    console.print(f"caught by: {counts or 'nothing'}", highlight=False)
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
    options = parser.parse_args(arguments)
    console = Console(soft_wrap=True)
    try:
        check_all_apply(ALL)
        mutants = [
            mutant
            for mutant in ALL
            if options.game in (None, mutant.game) and options.like in f"{mutant.file}: {mutant.what}"
        ]
        if options.draw is not None:
            mutants = drawn(mutants, options.draw, options.by or commit())
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task(
                "planting", total=len(mutants) + len({mutant.game for mutant in mutants})
            )

            def tick(found: Found) -> None:
                progress.advance(task)
                if options.verbose and found.mutant is not None:
                    line = f"{found.by or 'SURVIVED':16} {found.mutant.what} | {found.message[:160]}"
                    progress.console.print(line, highlight=False, markup=False)

            founds = plant(
                mutants,
                unplanted="full" if options.draw is None else "quick",  # a few are drawn where time is short
                only=options.only,
                seed=options.seed,
                jobs=options.jobs,
                tick=tick,
            )
    except Unfit as unfit:
        console.print(str(unfit), highlight=False, markup=False)
        return 2
    return report(founds, console)


if __name__ == "__main__":
    sys.exit(main())
