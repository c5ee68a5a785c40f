"""The fault catalogue: seventy rows, each with a test that is there or with a reason; few have a reason."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.simulate.mutants import Mutant
from tests.simulate.planted import MUTANTS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "tests/faults/CATALOGUE.md"
ROWS = 70
MOST_REASONS = 5

ROW = re.compile(r"^\| (?P<number>\d+) \| (?P<fault>[^|]+) \| (?P<shown>.+) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
TITLE = re.compile(r"\b(?:test|it)\(\s*([\"`])(.*?)\1,", re.DOTALL)
RECIPE = re.compile(r"^([a-z][a-z-]*)(?: [^:\n]*)?:", re.MULTILINE)
REASON = "**Reason:** "


class Row(NamedTuple):
    """A fault, and what shows that it does no harm."""

    number: int
    fault: str
    shown: str

    @property
    def is_reason(self) -> bool:
        return self.shown.startswith(REASON)


def rows_of(page: str) -> list[Row]:
    return [Row(int(found["number"]), found["fault"], found["shown"]) for found in ROW.finditer(page)]


@cache
def names_in(path: str) -> frozenset[str]:
    """The tests of a file: functions of a Python one, titles of one for the browser."""
    if not (ROOT / path).is_file():
        return frozenset()
    source = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        body = ast.parse(source).body
        return frozenset(n.name for n in body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(title for _, title in TITLE.findall(source))


@cache
def verbs() -> frozenset[str]:
    return frozenset(RECIPE.findall((ROOT / "justfile").read_text(encoding="utf-8")))


def mutants() -> frozenset[str]:
    every: tuple[Mutant, ...] = MUTANTS
    return frozenset(mutant.name for mutant in every)


def exists(name: str) -> bool:
    """Whether there is such a test, program or fault of the simulator."""
    path, _, test = name.partition("::")
    if test:
        is_test = test.startswith("test_") or not path.endswith(".py")
        return is_test and test in names_in(path)
    kind, _, which = name.partition(" ")
    return which in {"just": verbs(), "simulate-mutants": mutants()}.get(kind, frozenset())


def dangling(page: str) -> Iterator[str]:
    """Whatever is named and is not there, or is not a name at all."""
    for row in rows_of(page):
        names = CODE.findall(row.shown)
        if not row.is_reason and row.shown != ", ".join(f"`{name}`" for name in names):
            yield f"row {row.number}: {row.shown}"
    yield from (name for name in CODE.findall(page) if _is_name(name) and not exists(name))


def _is_name(text: str) -> bool:
    if text in ("just VERB", "simulate-mutants NAME", "tests/faults/test_catalogue.py"):
        return False
    return "::" in text or text.startswith(("just", "simulate-mutants", "tests/", "web/"))


def test_every_fault_has_its_row_once_in_order() -> None:
    rows = rows_of(PAGE.read_text(encoding="utf-8"))

    assert [row.number for row in rows] == list(range(1, ROWS + 1))
    assert all(row.fault and row.shown for row in rows)


def test_every_test_that_is_named_exists() -> None:
    assert list(dangling(PAGE.read_text(encoding="utf-8"))) == []


def test_at_most_five_rows_have_a_reason_instead() -> None:
    rows = rows_of(PAGE.read_text(encoding="utf-8"))
    reasons = [row.number for row in rows if row.is_reason]

    assert len(reasons) <= MOST_REASONS
    assert 56 in reasons
    for row in rows:
        assert row.is_reason is (REASON.strip() in row.shown)
        assert row.is_reason or CODE.search(row.shown), row


def test_a_name_that_leads_nowhere_is_found() -> None:
    here = "tests/faults/test_catalogue.py"
    planted = [
        f"{here}::test_that_is_not_there",
        f"{here}::rows_of",
        "tests/server/test_that_is_not_there.py::test_a",
        "tests/browser/fair.test.mjs::a test of no such title",
        "web/tests/table.test.ts::a test of no such title",
        "just nothing",
        "simulate-mutants nobody",
    ]
    true = [
        f"{here}::test_a_name_that_leads_nowhere_is_found",
        "tests/browser/lobby.test.mjs::who watches sees the table and may do nothing",
        "just faults",
        "simulate-mutants fork",
    ]

    for name in planted:
        assert list(dangling(f"| 1 | a fault | `just check`, `{name}` |")) == [name]
    for name in true:
        assert list(dangling(f"| 1 | a fault | `{name}` |")) == []
    assert list(dangling("| 1 | a fault | it was looked at |")) == ["row 1: it was looked at"]
