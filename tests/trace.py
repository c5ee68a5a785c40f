"""Hold a rulebook against the tests that cite it: `python -m tests.trace GAME`.

A test cites rule 4.5 by its name, `test_4_5_...`, or example E7 by `test_e7_...`; one that shows several
rules names them in the first line of its docstring, `Rules 3.6, 4.1, E3: ...`. `GAME.later` beside the
rulebook lists the rules that only define words or wait for a part of Rondel that does not exist yet.
"""

# ruff: noqa: A005  (its name is tests.trace; nothing is shadowed)

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import click

ROOT = Path(__file__).parents[1]

RULE = re.compile(r"^- \*\*(?P<rule>\d+\.\d+)\*\* (?P<text>.*)$")
EXAMPLE = re.compile(r"^\| (?P<rule>E\d+) \| (?P<text>[^|]*?) \|")
NAME = re.compile(r"^test_(?:(?P<chapter>\d+)_(?P<number>\d+)|e(?P<example>\d+))(?:_|$)")
DOCSTRING = re.compile(r"^Rules? (?P<rules>[\dE][^:]*)(?P<colon>:?)")
LATER = re.compile(r"^(?P<rule>\d+\.\d+|E\d+)  (?P<reason>\S.*)$")


class Rule(NamedTuple):
    """A numbered rule or worked example, with the sentence it opens with."""

    number: str
    opening: str


class Citation(NamedTuple):
    """A test that claims to fail when this rule is broken."""

    rule: str
    where: str


class Trace(NamedTuple):
    """What a rulebook asks for, what the tests cite, and what is wrong between the two."""

    rules: int
    cited: int
    later: int
    uncited: list[Rule]
    faults: list[str]


def rules_in(rulebook: Path) -> list[Rule]:
    """Every numbered rule and every worked example, in the order of the book."""
    return [
        Rule(found["rule"], _opening(found["text"]))
        for line in rulebook.read_text(encoding="utf-8").splitlines()
        if (found := RULE.match(line) or EXAMPLE.match(line))
    ]


def _opening(text: str) -> str:
    sentence = re.split(r"(?<=\.)\s", text.replace("**", ""), maxsplit=1)[0]
    return sentence if len(sentence) <= 100 else f"{sentence[:99]}…"


def later_in(path: Path) -> tuple[dict[str, str], list[str]]:
    """The rules that wait, each with its reason, and the lines that cannot be read."""
    waiting: dict[str, str] = {}
    faults: list[str] = []
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = LATER.match(line)
        if found is None:
            faults.append(f"{path.name}:{number}: not `rule, two spaces, reason`: {line}")
        elif found["rule"] in waiting:
            faults.append(f"{path.name}:{number}: {found['rule']} is listed twice")
        else:
            waiting[found["rule"]] = found["reason"]
    return waiting, faults


def modules_of(tests: Path, game: str) -> list[Path]:
    """The game's own tests, tests of the terminal whose path names it, and server tests by its RULEBOOK."""
    own = (tests / "games" / game).rglob("test_*.py")
    terminal = (path for path in (tests / "cli").rglob("test_*.py") if game in str(path.relative_to(tests)))
    server = (path for path in (tests / "server").rglob("test_*.py") if _rulebook_of(path) == game)
    return sorted([*own, *terminal, *server])


def _rulebook_of(path: Path) -> str | None:
    """Whose rules the tests of a module cite by their numbers, as it says itself: RULEBOOK = "cambio"."""
    found = re.search(r'^RULEBOOK = "(\w+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    return None if found is None else found[1]


def citations_in(paths: Iterable[Path]) -> list[Citation]:
    """What these test modules cite; a skipped test or one expected to fail cites nothing."""
    return [
        Citation(rule, f"{path.name}:{test.lineno} {test.name}")
        for path in paths
        for test in _tests_in(path)
        for rule in _cited_by(test)
    ]


def _tests_in(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("test_")
            and not any(re.search(r"\b(skip|xfail)", ast.unparse(mark)) for mark in node.decorator_list)
        ):
            yield node


def _cited_by(test: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    cited: list[str] = []
    if found := NAME.match(test.name):
        cited.append(f"E{found['example']}" if found["example"] else f"{found['chapter']}.{found['number']}")
    if found := DOCSTRING.match(ast.get_docstring(test) or ""):
        if not found["colon"]:
            return [*cited, f"{found['rules']} (no colon)"]
        cited += [_without_part(rule) for rule in re.split(r", | and ", found["rules"])]
    return list(dict.fromkeys(cited))


def _without_part(rule: str) -> str:
    """3.6 (a) is part of rule 3.6."""
    return re.sub(r" \([a-z]\)$", "", rule.strip())


def trace(rulebook: Path, later: Path, modules: Iterable[Path]) -> Trace:
    """Compare one rulebook, its list of waiting rules and the tests of its game."""
    rules = rules_in(rulebook)
    numbers = [rule.number for rule in rules]
    waiting, faults = later_in(later)
    citations = citations_in(modules)
    cited = {citation.rule for citation in citations}

    faults += [f"{rulebook.name}: {number} is there {times} times" for number, times in _repeated(numbers)]
    faults += [f"{later.name}: {rule} is no rule of the book" for rule in waiting if rule not in numbers]
    faults += [f"{later.name}: {rule} is cited by a test, so strike it" for rule in waiting if rule in cited]
    faults += [
        f"{where}: cites {rule}, which is no rule of the book"
        for rule, where in citations
        if rule not in numbers
    ]
    return Trace(
        rules=len(rules),
        cited=sum(number in cited for number in numbers),
        later=len(waiting),
        uncited=[rule for rule in rules if rule.number not in cited and rule.number not in waiting],
        faults=faults,
    )


def _repeated(numbers: list[str]) -> list[tuple[str, int]]:
    return [(number, times) for number, times in Counter(numbers).items() if times > 1]


def report(game: str, found: Trace) -> list[str]:
    """The lines to print: what is uncited, what is wrong, and one closing line."""
    closing = f"{found.rules} rules, {found.cited} cited, {found.later} later, {len(found.uncited)} uncited"
    return [
        *(f"{rule.number:<6} uncited: {rule.opening}" for rule in found.uncited),
        *found.faults,
        f"{game}: {closing}",
    ]


def main(arguments: list[str]) -> int:
    """Trace one game; 1 if a rule is uncited or a citation is wrong, 2 if there is no such rulebook."""
    rulebooks = ROOT / "docs" / "rulebooks"
    games = sorted(path.stem for path in rulebooks.glob("*.md"))
    if len(arguments) != 1 or arguments[0] not in games:
        click.echo(f"usage: python -m tests.trace GAME, where GAME is one of {', '.join(games)}", err=True)
        return 2
    game = arguments[0]
    found = trace(rulebooks / f"{game}.md", rulebooks / f"{game}.later", modules_of(ROOT / "tests", game))
    click.echo("\n".join(report(game, found)))
    return 1 if found.uncited or found.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
