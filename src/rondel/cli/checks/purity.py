"""Is it pure? The same question has the same answer, and no clock, dice or files are imported."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from rondel.cli.checks.bounded import bounded
from rondel.cli.checks.line import CheckResult, not_ok, ok
from rondel.kernel import AnyGame
from rondel.laws import run
from rondel.laws.pure import PURE

NAME: Final = "pure"
STEPS: Final = 120
IMPURE: Final = frozenset(
    ("asyncio", "datetime", "http", "io", "logging", "os", "random", "secrets", "socket", "subprocess")
) | frozenset(("tempfile", "threading", "time", "urllib", "uuid"))
ADVICE: Final = (
    "Draw luck from the Chance that is given, take the time from `now`, and keep all else in the State."
)


def check_purity(game: AnyGame, seed: int, cpu_s: float) -> CheckResult:
    """Whether the rules use nothing but their arguments."""
    with bounded(game, cpu_s):
        report = run(game, laws=(replace(PURE, share=1),), steps=STEPS, seed=seed)
        if report.violations:
            return not_ok(NAME, f"{report.violations[0].message}.", ADVICE)
    imported = [f"{file.name}:{line} imports {name}" for file, line, name in _impure_imports(game)]
    if imported:
        return not_ok(NAME, f"{', '.join(imported)}.", ADVICE)
    return ok(NAME, "the same question has the same answer; no clock, dice or files are imported.")


def _impure_imports(game: AnyGame) -> Iterator[tuple[Path, int, str | None]]:
    for file in sorted(_files(game)):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module]
                yield from (
                    (file, node.lineno, name) for name in names if (name or "").partition(".")[0] in IMPURE
                )


def _files(game: AnyGame) -> set[Path]:
    """The files of the game's own package that its rules have loaded; bots may import what they like."""
    module = game.types.state.__module__
    package = module.rpartition(".")[0] or module
    bots = {f"{package}.bot", f"{package}.bots"}
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    found = [getattr(sys.modules[name], "__file__", None) for name in names if name not in bots]
    return {Path(file) for file in found if file and file.endswith(".py")}
