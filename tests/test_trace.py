"""The trace finds rules nobody tests, and tests that cite what is no rule."""

from pathlib import Path

import pytest

from tests.trace import ROOT, Rule, Trace, citations_in, main, modules_of, report, rules_in, trace

RULEBOOK = """\
# A tiny rulebook

## 1 Words
- **1.1** **Card** is a card. It has two sides.
- **1.2** Times are whole: milliseconds. See **1.1**.

| 1.3 | a table that is no rule |

## 10 Examples
| # | Situation | Result |
|---|---|---|
| E1 | one card is dealt | one card |
"""


def tiny(folder: Path, tests: str, later: str | None = None) -> Trace:
    (folder / "tiny.md").write_text(RULEBOOK)
    (folder / "test_tiny.py").write_text(tests)
    if later is not None:
        (folder / "tiny.later").write_text(later)
    return trace(folder / "tiny.md", folder / "tiny.later", [folder / "test_tiny.py"])


def cites(folder: Path, test: str) -> list[str]:
    (folder / "test_tiny.py").write_text(test)
    return [citation.rule for citation in citations_in([folder / "test_tiny.py"])]


def test_rules_and_examples_are_read_with_their_first_sentence(tmp_path: Path) -> None:
    (tmp_path / "tiny.md").write_text(RULEBOOK)

    assert rules_in(tmp_path / "tiny.md") == [
        Rule("1.1", "Card is a card."),
        Rule("1.2", "Times are whole: milliseconds."),
        Rule("E1", "one card is dealt"),
    ]


def test_a_long_first_sentence_is_cut(tmp_path: Path) -> None:
    (tmp_path / "tiny.md").write_text(f"- **1.1** {'long ' * 100}\n")

    (rule,) = rules_in(tmp_path / "tiny.md")

    assert len(rule.opening) == 100
    assert rule.opening.endswith("…")


def test_every_rule_of_the_real_rulebooks_is_read() -> None:
    for book in (ROOT / "docs" / "rulebooks").glob("*.md"):
        bold = [line for line in book.read_text(encoding="utf-8").splitlines() if line.startswith("- **")]

        assert len([rule for rule in rules_in(book) if not rule.number.startswith("E")]) == len(bold)


@pytest.mark.parametrize(
    ("test", "rules"),
    [
        ("def test_4_5_a_card_is_drawn(): ...", ["4.5"]),
        ("async def test_11_10_the_screen_opens(): ...", ["11.10"]),
        ("def test_3_6_10_cards_at_most(): ...", ["3.6"]),
        ("def test_e7_three_cards(): ...", ["E7"]),
        ("def test_4_5(): ...", ["4.5"]),
        ("def test_each_card_is_drawn(): ...", []),
        ("def test_45_cards_are_drawn(): ...", []),
        ("def helper_4_5_draws(): ...", []),
        ("def test_many():\n    '''Rules 3.6, 4.1, E3: all at once.'''", ["3.6", "4.1", "E3"]),
        ("def test_many():\n    '''Rules 3.6 (a), 3.6 (b) and 4.1: all at once.'''", ["3.6", "4.1"]),
        ("def test_4_5_draws():\n    '''Rule 4.5: once is enough.'''", ["4.5"]),
        ("def test_draws():\n    '''Rules of the house: no citation.'''", []),
        ("def test_draws():\n    '''A test.\n\n    Rule 4.5: too late.'''", []),
        ("@pytest.mark.skip\ndef test_4_5_draws(): ...", []),
        ("@pytest.mark.skipif(True, reason='x')\ndef test_4_5_draws(): ...", []),
        ("@pytest.mark.xfail\ndef test_4_5_draws(): ...", []),
        ("@pytest.mark.parametrize('n', [1])\ndef test_4_5_draws(n): ...", ["4.5"]),
    ],
)
def test_a_test_cites_by_its_name_and_by_its_docstring(tmp_path: Path, test: str, rules: list[str]) -> None:
    assert cites(tmp_path, test) == rules


def test_an_uncited_rule_is_named(tmp_path: Path) -> None:
    found = tiny(tmp_path, "def test_1_1_x(): ...\ndef test_e1_x(): ...")

    assert found.uncited == [Rule("1.2", "Times are whole: milliseconds.")]
    assert report("tiny", found) == [
        "1.2    uncited: Times are whole: milliseconds.",
        "tiny: 3 rules, 2 cited, 0 later, 1 uncited",
    ]


def test_a_rule_on_the_later_list_need_not_be_cited(tmp_path: Path) -> None:
    found = tiny(
        tmp_path, "def test_1_1_x(): ...\ndef test_e1_x(): ...", "# why\n\n1.2  clocks: no server yet\n"
    )

    assert report("tiny", found) == ["tiny: 3 rules, 2 cited, 1 later, 0 uncited"]
    assert not found.faults


@pytest.mark.parametrize(
    ("tests", "later", "fault"),
    [
        ("def test_1_1_x(): ...", "1.1  words", "tiny.later: 1.1 is cited by a test, so strike it"),
        ("", "1.9  words", "tiny.later: 1.9 is no rule of the book"),
        ("", "1.1 words", "tiny.later:1: not `rule, two spaces, reason`: 1.1 words"),
        ("", "1.1", "tiny.later:1: not `rule, two spaces, reason`: 1.1"),
        ("", "1.1  words\n1.1  words", "tiny.later:2: 1.1 is listed twice"),
        ("def test_1_9_x(): ...", "", "test_tiny.py:1 test_1_9_x: cites 1.9, which is no rule of the book"),
        ("def test_e9_x(): ...", "", "test_tiny.py:1 test_e9_x: cites E9, which is no rule of the book"),
        (
            "def test_x():\n    '''Rule 1.1 without a colon'''",
            "",
            "test_tiny.py:1 test_x: cites 1.1 without a colon (no colon), which is no rule of the book",
        ),
    ],
)
def test_a_wrong_list_or_citation_is_a_fault(tmp_path: Path, tests: str, later: str, fault: str) -> None:
    assert tiny(tmp_path, tests, later).faults == [fault]


def test_a_rule_number_used_twice_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "tiny.md").write_text("- **1.1** One.\n- **1.1** Another.\n")

    assert trace(tmp_path / "tiny.md", tmp_path / "tiny.later", []).faults == [
        "tiny.md: 1.1 is there 2 times"
    ]


def test_the_terminal_tests_of_a_game_are_those_whose_path_names_it(tmp_path: Path) -> None:
    names = [
        "games/tiny/test_rules.py",
        "games/other/test_rules.py",
        "cli/test_tiny_screen.py",
        "cli/test_games.py",
    ]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    assert modules_of(tmp_path, "tiny") == [
        tmp_path / "cli/test_tiny_screen.py",
        tmp_path / "games/tiny/test_rules.py",
    ]


def test_an_unknown_game_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    assert "one of cambio, decks, imperial" in capsys.readouterr().err
