"""The example games as packages: where their files are, and how long they are."""

import ast
import tomllib
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"


def source(game: str, module: str) -> str:
    return (EXAMPLES / game / "src" / game / f"{module}.py").read_text(encoding="utf-8")


def project(game: str) -> Any:
    return tomllib.loads((EXAMPLES / game / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def lines_of_code(text: str) -> int:
    """Lines that are neither blank nor part of a docstring."""
    strings = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    described = {
        line for node in strings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return sum(bool(line.strip()) for at, line in enumerate(text.splitlines(), 1) if at not in described)
