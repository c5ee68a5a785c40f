"""The threat model: every adversary has guarantees, what is not guaranteed, and tests that exist."""

import re
from pathlib import Path

import pytest

from tests.docs.named_tests import ROOT, defined_in, missing_tests, named_tests

PAGE = (ROOT / "docs/threat-model.md").read_text(encoding="utf-8")
ADVERSARIES = dict(re.findall(r"^## Against (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
GUARANTEE = re.compile(r"^\| ([A-Z]\d+) \| [^|]+ \|$", re.MULTILINE)
TESTS = dict(re.findall(r"^\| ([A-Z]\d+) \| ([^|]+) \|$", PAGE.partition("\n## Tests\n")[2], re.MULTILINE))


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
def test_each_has_guarantees_with_tests_and_what_is_not_guaranteed(adversary: str) -> None:
    guaranteed, _, not_guaranteed = ADVERSARIES[adversary].partition("Not guaranteed:")
    guarantees = GUARANTEE.findall(guaranteed)

    assert guarantees
    assert [each for each in guarantees if not named_tests(TESTS[each])] == []
    assert len(re.findall(r"^- ", not_guaranteed, re.MULTILINE)) >= 2


def test_no_tests_are_listed_for_a_guarantee_that_is_gone() -> None:
    assert TESTS.keys() == {each for text in ADVERSARIES.values() for each in GUARANTEE.findall(text)}


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
