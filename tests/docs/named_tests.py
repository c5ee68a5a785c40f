"""Tests that a page names as `path::name`: of a Python file a function, of one for the browser a title."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

NAMED: Final = re.compile(r"`((?:tests|web)/[^`:\s]+)::([^`]+)`")
TITLE: Final = re.compile(r"\btest\(\s*([\"`])(.*?)\1,", re.DOTALL)


@cache
def defined_in(path: str) -> frozenset[str]:
    """The tests of a file: functions of a Python one, titles of one for the browser; none without a file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    source = file.read_text(encoding="utf-8")
    if path.endswith(".py"):
        body = ast.parse(source).body
        return frozenset(n.name for n in body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(title for _, title in TITLE.findall(source))


def named_tests(text: str) -> list[str]:
    """All that the text names, in its order."""
    return [f"{path}::{name}" for path, name in NAMED.findall(text)]


def missing_tests(text: str) -> list[str]:
    """Those of them that do not exist."""
    return [f"{path}::{name}" for path, name in NAMED.findall(text) if name not in defined_in(path)]
