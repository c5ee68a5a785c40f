"""`python -m tests.laws.planted`: every planted fault, and whether its law alone catches it."""

import sys
from typing import Final

from rondel.laws import Report, endings, run
from tests.laws import grinding
from tests.laws.faults import FAULTS, Fault
from tests.laws.leaks import LEAKS
from tests.laws.lots_face import FAULTS as FACES

PLANTED: Final = (*FAULTS, *LEAKS, *FACES, *grinding.FAULTS)

_SEED: Final = 11
_STEPS: Final = 3000


def caught(fault: Fault) -> Report:
    """The report of the fault's law run alone."""
    steps = endings.REACHED_WITHIN if fault.what == "declares an Ending nobody reaches" else _STEPS
    return run(fault.game, laws=[fault.law], steps=steps, seed=_SEED)


def main() -> int:
    missed = 0
    for fault in PLANTED:
        report = caught(fault)
        missed += not report.violations
        found = report.violations[0].message if report.violations else "NOT CAUGHT"
        sys.stdout.write(f"{fault.law.name:13} {fault.what:40} {found[:100]}\n")
    sys.stdout.write(f"caught {len(PLANTED) - missed} / planted {len(PLANTED)}\n")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
