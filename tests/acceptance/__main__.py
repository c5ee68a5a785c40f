"""`python -m tests.acceptance`: every success criterion of the customer's document on Cambio, measured.

Starts two nodes with a database and a Redis of their own, plays there by HTTP and WebSocket, prints each
criterion with its figure, and exits 1 if one is missed. The whole form takes some minutes and plays one game
in real time, 1 to 3 seconds before each action. `--short` plays less and computes the length of a paced game:
its measured seconds plus 3 seconds for each action.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.acceptance.criteria import CRITERIA, Criterion, Evidence, Judged, exit_code, judgements
from tests.acceptance.run import SHORT, WHOLE, measured
from tests.contracts.databases import migrated, url_of

WIDTH = 190
STYLES = {"met": "green", "missed": "bold red", "undecided": "yellow"}


def table_of(found: Sequence[tuple[Criterion, Judged]]) -> Table:
    """What is printed."""
    table = Table(box=None, pad_edge=False)
    for heading in ("criterion", "", "limit", "measured", ""):
        table.add_column(heading)
    for criterion, judged in found:
        verdict = f"[{STYLES[judged.verdict]}]{judged.verdict}[/]"
        table.add_row(criterion.id, criterion.sentence, criterion.limit, judged.figure, verdict)
    return table


async def run(arguments: argparse.Namespace, database_url: str) -> int:
    """Measure, print, judge."""
    began = time.monotonic()
    program = None
    if arguments.plant is not None:
        program = (sys.executable, "-m", "tests.acceptance.planted", arguments.plant)
    with tempfile.NamedTemporaryFile(prefix="rondel-acceptance-", suffix=".log", delete=False) as file:
        log = Path(file.name)
    evidence, faults = await measured(SHORT if arguments.short else WHOLE, database_url, log, program)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    code = report(console, evidence, faults, is_short=arguments.short)
    console.print(f"{time.monotonic() - began:.0f} s")
    if code == 0:
        log.unlink()
    else:
        console.print(f"the servers' log: {log}")
    return code


def report(console: Console, evidence: Evidence, faults: Sequence[str], *, is_short: bool) -> int:
    """Print every criterion with its figure; the exit code, 1 also if a measurement did not end."""
    found = list(judgements(evidence))
    console.print(table_of(found))
    for fault in faults:
        console.print(f"did not end: {fault}")
    met = sum(judged.verdict == "met" for _, judged in found)
    console.print(f"{met} of {len(CRITERIA)} criteria are met")
    return 1 if faults else exit_code([judged for _, judged in found], is_short=is_short)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.acceptance", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less of everything, in about half a minute")
    every = [criterion.id for criterion in CRITERIA]
    parser.add_argument("--plant", choices=every, help="break the server on purpose, for this criterion")
    arguments = parser.parse_args()
    with migrated() as database:
        return asyncio.run(run(arguments, url_of(database)))


if __name__ == "__main__":
    sys.exit(main())
