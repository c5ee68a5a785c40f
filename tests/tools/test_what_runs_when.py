"""The table in CONTRIBUTING.md names every step of CI and of the night, to which it leaves three guards."""

import re
from pathlib import Path
from typing import NamedTuple

from tools.nightly_steps import steps

ROOT = Path(__file__).parents[2]
NIGHTLY_ALONE = {
    "image",
    "newest PostgreSQL",
    "the wheel has the same bytes when it is built again",
}


class Row(NamedTuple):
    guard: str
    per_commit: str
    nightly: str


def rows() -> list[Row]:
    chapter = (ROOT / "CONTRIBUTING.md").read_text().split("## What runs when")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in chapter.splitlines() if line.startswith("| ")]
    return [Row(*line) for line in lines[1:]]


def named(cells: list[str]) -> set[str]:
    """The steps that are named in these cells: words in code that are no option."""
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell) if not name.startswith("-")}


def test_every_step_of_ci_is_in_the_table_and_the_table_names_no_other() -> None:
    of_ci = set(re.findall(r'^ *step "([^"]+)"', (ROOT / ".ci" / "run").read_text(), re.MULTILINE))

    assert named([row.per_commit for row in rows()]) == of_ci


def test_every_step_of_the_night_is_in_the_table_and_the_table_names_no_other() -> None:
    of_the_night = {step.name for step in steps("0123456789ab", night=0)}

    assert named([row.nightly for row in rows()]) == of_the_night


def test_only_three_guards_are_left_to_the_night() -> None:
    assert {row.guard for row in rows() if row.per_commit == "–"} == NIGHTLY_ALONE
    assert all(row.nightly not in ("", "–") for row in rows())
