"""`just door-mutants`: open the server's doors one at a time, and count the ones that a test finds open.

--draw N --by TEXT takes N of them, the same for the same text; without --by it is the commit.
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress

from tests.doors.mutants import ALL
from tests.doors.planting import Found, plant
from tests.planting import Unfit, check_all_apply, commit, drawn


def report(founds: Sequence[Found], console: Console) -> int:
    """Print every survivor and the count; 1 if there is a survivor."""
    survivors = [found.mutant for found in founds if found.by is None]
    for mutant in survivors:
        console.print(f"SURVIVED {mutant.file}: {mutant.what}", highlight=False, markup=False)
    console.print(f"killed {len(founds) - len(survivors)} / planted {len(founds)}", highlight=False)
    return int(bool(survivors))


def hunted(draw: int | None, by: str | None, like: str, jobs: int, is_verbose: bool, console: Console) -> int:
    """Plant those that are asked for, show how far it is, and report."""
    check_all_apply(ALL)
    mutants = [mutant for mutant in ALL if like in f"{mutant.file}: {mutant.what}"]
    if draw is not None:
        mutants = drawn(mutants, draw, by or commit())
    if not mutants:
        raise Unfit(f"no mutant has {like!r} in its description or file")
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("planting", total=len(mutants) + 1)

        def tick(found: Found | None) -> None:
            progress.advance(task)
            if is_verbose and found is not None:
                how = "SURVIVED" if found.by is None else f"killed by {found.by.rpartition('::')[2]}"
                line = f"{found.took_s:5.1f} s  {found.mutant.what} | {how} | {found.because[:120]!r}"
                progress.console.print(line, highlight=False, markup=False)

        founds = plant(mutants, jobs=jobs, tick=tick)
    return report(founds, console)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 if a mutant survived, 2 if something cannot be judged, 130 if interrupted."""
    parser = argparse.ArgumentParser(prog="just door-mutants", description=__doc__)
    parser.add_argument("--draw", type=int, help="plant only so many")
    parser.add_argument("--by", help="what the draw is made by; the commit if not given")
    parser.add_argument(
        "--like", default="", help="plant only mutants with this in their description or file"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="print what killed each")
    chosen = parser.parse_args(arguments)
    console = Console(soft_wrap=True)
    try:
        return hunted(chosen.draw, chosen.by, chosen.like, chosen.jobs, chosen.verbose, console)
    except Unfit as unfit:
        console.print(str(unfit), highlight=False, markup=False)
        return 2
    except KeyboardInterrupt:
        console.print("interrupted", highlight=False)
        return 130


if __name__ == "__main__":
    sys.exit(main())
