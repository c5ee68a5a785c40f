"""Rondel declares what it imports, and says why."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"].values()
RUN_TIME = sorted({*PROJECT["project"]["dependencies"], *(needed for extra in EXTRAS for needed in extra)})
DEVELOPMENT = [needed for needed in PROJECT["dependency-groups"]["dev"] if not needed.startswith("rondel[")]


def distribution(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9-]+", requirement)
    assert found is not None
    return found.group()


def imported() -> set[str]:
    """The top-level packages that src/rondel imports from elsewhere; what it writes for authors aside."""
    modules: set[str] = set()
    template = ROOT / "src" / "rondel" / "cli" / "template"
    for path in (ROOT / "src").rglob("*.py"):
        if path.is_relative_to(template):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                modules.add(node.module or "")
    return {module.partition(".")[0] for module in modules} - sys.stdlib_module_names - {"rondel"}


CALLED_OTHERWISE = {"opentelemetry-sdk": "opentelemetry", "python-dotenv": "dotenv"}
"""What is imported by another name than its distribution's."""


def test_every_imported_package_is_a_declared_dependency() -> None:
    declared = [distribution(requirement) for requirement in RUN_TIME]
    assert imported() <= {CALLED_OTHERWISE.get(name, name).replace("-", "_") for name in declared}


@pytest.mark.parametrize("requirement", [*RUN_TIME, *DEVELOPMENT])
def test_the_page_about_dependencies_names_it(requirement: str) -> None:
    assert distribution(requirement) in (ROOT / "docs" / "stack.md").read_text(encoding="utf-8")
