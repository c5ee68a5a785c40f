"""`just door-mutants`: take checks of the API away one at a time, and count the ones that a test finds.

--draw N --by TEXT takes N of them, the same for the same text; without --by it is the commit.
--part 2/4 takes the second quarter.
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress

from tests.doors.mutant import Mutant
from tests.doors.mutants import ALL
from tests.doors.planting import Found, plant
from tests.planting import Unfit, check_all_apply, commit, drawn, part


def report(founds: Sequence[Found], console: Console) -> int:
    """Print every survivor and the count; 1 if there is a survivor."""
    survivors = [found.mutant for found in founds if found.by is None]
    for mutant in survivors:
        console.print(f"SURVIVED {mutant.file}: {mutant.what}", highlight=False, markup=False)
    console.print(f"killed {len(founds) - len(survivors)} / planted {len(founds)}", highlight=False)
    return int(bool(survivors))


def chosen(draw: int | None, by: str | None, like: str, some: str) -> list[Mutant]:
    """Those that are asked for."""
    check_all_apply(ALL)
    mutants = part([mutant for mutant in ALL if like in f"{mutant.file}: {mutant.what}"], some)
    if draw is not None:
        mutants = drawn(mutants, draw, by or commit())
    if not mutants:
        raise Unfit(f"no mutant has {like!r} in its description or file")
    return mutants


def hunted(mutants: Sequence[Mutant], jobs: int, is_verbose: bool, console: Console) -> int:
    """Plant them, show how far it is, and report."""
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("planting", total=len(mutants) + 1)

        def tick(found: Found | None) -> None:
            progress.advance(task)
            if is_verbose and found is not None:
                how = "SURVIVED" if found.by is None else f"killed by {found.by.rpartition('::')[2]}"
                line = f"{found.took_s:5.1f} s  {found.mutant.what} | {how} | {found.message[:120]!r}"
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
    parser.add_argument("--part", default="1/1", help="plant only this part, as 2/4")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="print what killed each")
    options = parser.parse_args(arguments)
    console = Console(soft_wrap=True)
    try:
        mutants = chosen(options.draw, options.by, options.like, options.part)
        return hunted(mutants, options.jobs, options.verbose, console)
    except Unfit as unfit:
        console.print(str(unfit), highlight=False, markup=False)
        return 2
    except KeyboardInterrupt:
        console.print("interrupted", highlight=False)
        return 130


if __name__ == "__main__":
    sys.exit(main())
