"""The tutorial read as its reader reads it: `moths.py` after each step, and what each command prints.

`uv run python -m tests.docs.tutorial` writes examples/moths and the last block of the page from its steps.
"""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs/guides/your-game.md"
EXAMPLE: Final = ROOT / "examples/moths"

_BLOCK: Final = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_STEP: Final = re.compile(r"^## (?=\d\. )", re.MULTILINE)
WHOLE: Final = "## The whole file\n"


class Block(NamedTuple):
    """A fenced block: its language, its title, its text."""

    language: str
    title: str
    text: str


def steps() -> list[list[Block]]:
    """The blocks of each step; those before the first step stand at the front."""
    before_whole = PAGE.read_text(encoding="utf-8").partition(WHOLE)[0]
    return [[Block(*found) for found in _BLOCK.findall(part)] for part in _STEP.split(before_whole)]


def files() -> Iterator[tuple[Sequence[Block], str, str]]:
    """For each step its blocks, and pyproject.toml and moths.py as they are after it."""
    project, source = "", ""
    for blocks in steps():
        for block in blocks:
            if block.title == "pyproject.toml":
                project = block.text
            if block.title == "moths.py":
                source = merged(source, block.text) if source else block.text
        yield blocks, project, source


def merged(source: str, block: str) -> str:
    """The file with a block put into it, by the rule of the page.

    What has the name of something that is there replaces it, as does an import from the same module. What is
    new goes above the first thing that uses it, else to the end.
    """
    parts, new = _parts(source), _parts(block)
    names = [name for name, _ in parts]
    parts = [(name, dict(new).get(name, text)) for name, text in parts]
    for name, text in reversed([part for part in new if part[0] not in names]):
        parts.insert(
            next((at for at, part in enumerate(parts) if _belongs_above(name, part)), len(parts)),
            (name, text),
        )
    return _joined(parts)


def _belongs_above(name: str, part: tuple[str, str]) -> bool:
    """Whether the new thing goes above this one: an import in order of names, all else above its use."""
    if name.startswith("import "):
        return part[0] > name and part[0].startswith(name.partition(".")[0])
    return not part[0].startswith("import ") and re.search(rf"\b{name}\b", part[1]) is not None


def _parts(source: str) -> list[tuple[str, str]]:
    """Top-level statements by name, in their order."""
    lines = source.splitlines(keepends=True)
    return [
        (_name(node), "".join(lines[node.lineno - 1 : node.end_lineno])) for node in ast.parse(source).body
    ]


def _name(node: ast.stmt) -> str:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.ImportFrom(module=module):
            return f"import {module}"
        case _:
            return "docstring"


def _joined(parts: Sequence[tuple[str, str]]) -> str:
    """With the empty lines that `ruff format` wants."""
    text = parts[0][1]
    for above, below in pairwise(parts):
        text += _gap(above, below) + below[1]
    return text


def _gap(above: tuple[str, str], below: tuple[str, str]) -> str:
    if any(text.startswith(("class ", "def ")) for _, text in (above, below)):
        return "\n\n"
    packages = [name.partition(".")[0] for name, _ in (above, below)]
    return "\n" if "import" in above[0] + below[0] and packages[0] != packages[1] else ""


def code_lines(source: str) -> int:
    """Lines that are neither empty nor part of a docstring."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]
    docstrings = [node.body[0] for node in nodes if ast.get_docstring(node) is not None]
    docstring_lines = {line for node in docstrings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return sum(
        1 for at, line in enumerate(source.splitlines(), 1) if line.strip() and at not in docstring_lines
    )


def write_files(folder: Path, project: str, source: str) -> None:
    """The two files of the reader."""
    (folder / "pyproject.toml").write_text(project, encoding="utf-8")
    (folder / "moths.py").write_text(source, encoding="utf-8")


def run(folder: Path, *command: str) -> str:
    """What a command prints in that folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout


def write() -> None:
    """The finished game, as the steps make it, into examples/moths and to the end of the page."""
    *_, (_, project, source) = files()
    (EXAMPLE / "pyproject.toml").write_text(project, encoding="utf-8")
    (EXAMPLE / "moths.py").write_text(source, encoding="utf-8")
    before, heading, after = PAGE.read_text(encoding="utf-8").partition(WHOLE)
    old = next(found for found in re.finditer(_BLOCK, after) if found[2] == "moths.py")
    whole = f'```python title="moths.py"\n{source}```'
    PAGE.write_text(before + heading + after[: old.start()] + whole + after[old.end() :], encoding="utf-8")


if __name__ == "__main__":
    write()
