"""The threat model: every adversary has what is promised, what is not, and tests that exist."""

import re
from pathlib import Path

import pytest

from tests.docs.named_tests import ROOT, defined_in, missing_tests, named_tests

PAGE = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
ADVERSARIES = dict(re.findall(r"^## Against (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
PROMISE = re.compile(r"^\| (?P<promise>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)


def test_the_page_has_every_adversary() -> None:
    assert list(ADVERSARIES) == [
        "a dishonest host",
        "somebody who reads the database",
        "somebody on the network path",
        "players who collude",
        "a spectator or a second account",
        "a former player",
        "a malicious game by others",
        "an operator of bots",
        "strangers who flood, guess or send junk",
    ]


@pytest.mark.parametrize("adversary", ADVERSARIES)
def test_each_has_promises_with_tests_and_what_is_not_promised(adversary: str) -> None:
    text = ADVERSARIES[adversary]
    promised, _, not_promised = text.partition("Not promised:")
    promises = [
        row for row in PROMISE.finditer(promised) if row["promise"].strip() not in ("Promised", "---")
    ]

    assert promises
    assert [row["promise"] for row in promises if not named_tests(row["tests"])] == []
    assert len(re.findall(r"^- ", not_promised, re.MULTILINE)) >= 2


def test_every_test_that_is_named_exists() -> None:
    assert missing_tests(PAGE) == []
    assert len(set(named_tests(PAGE))) >= 50


def test_nothing_is_written_like_a_test_and_not_checked() -> None:
    assert PAGE.count("::") == len(named_tests(PAGE))


def test_a_name_that_does_not_exist_is_found() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    text = f"`{here}::test_it_is_linked` `{here}::test_of_nothing` `tests/docs/nowhere.py::test_x`"

    assert missing_tests(text) == [f"{here}::test_of_nothing", "tests/docs/nowhere.py::test_x"]
    assert "an honest game holds: for a player, after a reload, and for who watched" in defined_in(
        "tests/browser/fair.test.mjs"
    )


@pytest.mark.parametrize("page", ["SECURITY.md", "README.md", "docs/operate/README.md"])
def test_it_is_linked(page: str) -> None:
    assert "threat-model.md" in (ROOT / page).read_text(encoding="utf-8")
