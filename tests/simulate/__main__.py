"""`python -m tests.simulate --seeds 1000`: play so many seeds under faults and print those that fail.

`--seed S` plays one, `--trace` with everything that happened; a failing one is shrunk, and the command that
plays the smallest one is printed. `--resume FILE` remembers which seeds were done and goes on after them.
"""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console

from tests.simulate.params import FAULTS, Params, drawn
from tests.simulate.run import Result, command, run, shrink

console = Console(highlight=False, soft_wrap=True)


def main() -> int:
    """Play, print, and answer whether anything was found."""
    arguments = _arguments()
    if arguments.seed is not None:
        return _one(arguments)
    done = _done(arguments.resume)
    seeds = [seed for seed in range(arguments.first, arguments.first + arguments.seeds) if seed not in done]
    failed: dict[str, list[Result]] = {}
    began, count, cpu_s = time.monotonic(), 0, 0.0
    try:
        for result in _results(seeds, arguments):
            count += 1
            cpu_s += result.cpu_s
            _remember(arguments.resume, result)
            for kind in result.kinds:
                failed.setdefault(kind, []).append(result)
            if result.findings and not arguments.quiet:
                console.print(f"seed {result.params.seed} ({result.params.game}): {_describe(result)}")
            if count % 100 == 0:
                rate = 60 * count / (time.monotonic() - began)
                console.print(f"{count} of {len(seeds)} seeds, {rate:.0f} a minute, {_counts(failed)}")
    except KeyboardInterrupt:
        console.print("stopped")
    if arguments.shrink:
        _shrink(failed)
    minutes = (time.monotonic() - began) / 60
    failing = {result.params.seed for results in failed.values() for result in results}
    console.print(
        f"{count} seeds, {len(failing)} failed, {count / max(minutes, 1e-9):.0f} seeds a minute, "
        f"{1000 * cpu_s / max(count, 1):.0f} ms of CPU a seed; {_counts(failed)}"
    )
    return 1 if failing else 0


def _arguments() -> argparse.Namespace:
    return parser().parse_args()


def parser() -> argparse.ArgumentParser:
    """What may be said on the command line."""
    parser = argparse.ArgumentParser(prog="just simulate-faults", description=__doc__)
    parser.add_argument("--seeds", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--game", choices=("cambio", "imperial", "decks"))
    for name in ("nodes", "tables", "bots", "spectators", "tabs", "steps"):
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--faults", help=f"only these, of {','.join(FAULTS)}; or none")
    parser.add_argument("--without", default="", help="not these")
    return parser


def chosen(seed: int, arguments: argparse.Namespace) -> Params:
    """The parameters of a seed, as the command line has them."""
    params = drawn(seed, arguments.game)
    names = ("nodes", "tables", "bots", "spectators", "tabs", "steps")
    given = {name: getattr(arguments, name) for name in names if getattr(arguments, name) is not None}
    faults = params.faults if arguments.faults is None else tuple(arguments.faults.split(","))
    without = arguments.without.split(",")
    remaining = tuple(fault for fault in faults if fault in FAULTS and fault not in without)
    return msgspec.structs.replace(params, faults=remaining, **given)


def _play(arguments: argparse.Namespace, seed: int) -> Result:
    return run(chosen(seed, arguments))


def _results(seeds: Sequence[int], arguments: argparse.Namespace) -> Iterator[Result]:
    if arguments.jobs == 1:
        yield from map(partial(_play, arguments), seeds)
        return
    with multiprocessing.get_context("fork").Pool(arguments.jobs) as pool:
        yield from pool.imap_unordered(partial(_play, arguments), seeds, chunksize=4)


def _one(arguments: argparse.Namespace) -> int:
    trace = (lambda line: console.print(line, markup=False)) if arguments.trace else None
    result = run(chosen(arguments.seed, arguments), trace=trace)
    console.print(str(result.params), markup=False)
    for finding in result.findings:
        console.print(f"{finding.kind}: {finding.text}", markup=False)
    console.print(f"hash {result.digest}")
    if result.findings and not arguments.trace:
        _shrink({result.findings[0].kind: [result]})
    return 1 if result.findings else 0


def _shrink(failed: dict[str, list[Result]]) -> None:
    for kind, results in failed.items():
        smallest = shrink(min(results, key=lambda result: len(result.params.faults)), kind)
        text = next(finding.text for finding in smallest.findings if finding.kind == kind)
        console.print(f"{kind}: {text}\n  {command(smallest.params)}", markup=False)


def _describe(result: Result) -> str:
    return "; ".join(sorted(result.kinds))


def _counts(failed: dict[str, list[Result]]) -> str:
    counts = Counter({kind: len(results) for kind, results in failed.items()})
    return ", ".join(f"{kind} {count}" for kind, count in counts.most_common()) or "nothing found"


def _done(path: Path | None) -> set[int]:
    if path is None or not path.exists():
        return set()
    return {int(line.split()[0]) for line in path.read_text().splitlines() if line}


def _remember(path: Path | None, result: Result) -> None:
    if path is not None:
        with path.open("a") as lines:
            lines.write(f"{result.params.seed} {_describe(result)}\n")


if __name__ == "__main__":
    sys.exit(main())
