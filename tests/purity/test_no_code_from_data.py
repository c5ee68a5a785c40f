"""Row 66 of the fault catalogue: nothing that is stored or sent is ever run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rondel

SOURCE = Path(rondel.__file__).parent
NAMES = frozenset(("eval", "exec", "compile", "__import__"))
MODULES = frozenset(("pickle", "marshal", "shelve", "yaml", "dill", "cloudpickle", "jsonpickle"))


def faults(source: str) -> Iterator[str]:
    """Whatever turns data into code."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name) if name in NAMES:
                yield f"line {node.lineno}: {name}"
            case ast.Import(names=names):
                yield from (f"line {node.lineno}: {each.name}" for each in names if _is_banned(each.name))
            case ast.ImportFrom(module=str(module)) if _is_banned(module):
                yield f"line {node.lineno}: {module}"


def _is_banned(module: str) -> bool:
    return module.partition(".")[0] in MODULES


def test_66_nothing_in_the_package_runs_what_it_reads() -> None:
    paths = sorted(SOURCE.rglob("*.py"))

    assert len(paths) > 200
    assert [(path.name, fault) for path in paths for fault in faults(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    ["eval(text)", "f = exec", "import pickle", "from marshal import loads", "import yaml.reader as y"],
)
def test_66_a_way_to_run_data_is_found(line: str) -> None:
    assert len(list(faults(line))) == 1
