"""The tool that opens doors can count: what it plants applies, runs, and is guarded by tests that exist."""

import ast
import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from rich.console import Console

from tests.doors.__main__ import report
from tests.doors.mutant import Mutant
from tests.doors.mutants import ALL
from tests.doors.planting import Found, Judge, check_baseline, judged
from tests.planting import ROOT, SOURCE, SourceCopy, Unfit, check_all_apply, drawn, planted

ONCE_SURVIVED = (
    "the token of a bot opens every seat of bots",
    "a socket whose Origin equals its Host is let in",
    "codes may be guessed by many accounts from one address",
    "a refusal takes 5 ms longer by hidden state",
    "a call forgets its id: a retry is a second move",
    "a lagging socket drops acks",
    "a worker takes a request of which a part is missing",
    "two workers serve one connection",
    "every worker runs bots",
    "the secret of an abandoned table is archived",
    "what one viewer may see is made once for all of them",
    "an order always waits as long, and is told from a move by hand",
)
GUARD = ("server/api/test_outbound.py::test_large_answers_count_by_their_bytes",)
NOTHING = Mutant(
    "no api is open", "server/api/context/outbound.py", '"""The send queue of', '"""The queue of', GUARD
)


def named(what: str) -> Mutant:
    (found,) = [mutant for mutant in ALL if mutant.what == what]
    return found


def test_every_mutant_still_applies_exactly_once() -> None:
    check_all_apply(ALL)


def test_there_are_enough_mutants_and_no_two_alike() -> None:
    assert len(ALL) >= 60
    assert len({mutant.what for mutant in ALL}) == len(ALL)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in ALL}) == len(ALL)
    assert {mutant.file.split("/")[0] for mutant in ALL} == {
        "cli",
        "games",
        "kernel",
        "kit",
        "server",
        "table",
        "wire",
    }


@pytest.mark.parametrize("what", ONCE_SURVIVED)
def test_what_once_survived_is_among_them(what: str) -> None:
    assert named(what).tests


def test_every_guard_is_a_test_that_exists() -> None:
    for path in {test.partition("::")[0] for mutant in ALL for test in mutant.tests}:
        tree = ast.parse((ROOT / "tests" / path).read_text())
        names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        for mutant in ALL:
            for file, _, name in (test.partition("::") for test in mutant.tests):
                assert file != path or not name or name.partition("[")[0] in names, (mutant.what, name)


def test_no_mutant_names_what_is_not_there(tmp_path: Path) -> None:
    """A text that is no program would fail every test, and no api would have been tried."""
    for number, mutant in enumerate(ALL):
        (tmp_path / f"mutant_{number}.py").write_text(planted(mutant, (SOURCE / mutant.file).read_text()))

    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "F821,F823,E9", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


Court: TypeAlias = tuple[Judge, SourceCopy]


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    """A copy of the sources, and a process that judges it. Slow: it imports a dozen libraries."""
    copy = SourceCopy(tmp_path_factory.mktemp("court") / "copy")
    with Judge(copy) as judge:
        yield judge, copy


def test_an_open_door_is_found_in_a_process_that_a_test_starts(court: Court) -> None:
    confined = named("the process of a proof is not confined")

    found = judged(*court, confined)

    assert found.by is not None
    assert found.by.partition("::")[2] == "test_a_proof_knows_nothing_of_the_server_and_has_its_limits"
    assert confined.old in (SOURCE / confined.file).read_text()


def test_an_edit_that_opens_no_door_survives(court: Court) -> None:
    assert judged(*court, NOTHING).by is None


@pytest.mark.parametrize(
    ("file", "new", "message"),
    [
        pytest.param(NOTHING.file, '][ """Outbound: ', "SyntaxError", id="no Python"),
        pytest.param(NOTHING.file, 'import nowhere\n"""Outbound: ', "nowhere", id="cannot be imported"),
        pytest.param(NOTHING.file, 'nowhere\n"""Outbound: ', "NameError", id="names what is not there"),
    ],
)
def test_a_mutant_that_cannot_run_is_an_error_and_not_a_catch(
    court: Court, file: str, new: str, message: str
) -> None:
    with pytest.raises(Unfit, match=message):
        judged(*court, Mutant("broken", file, NOTHING.old, new, GUARD))


def test_a_guard_that_is_not_there_or_fails_by_itself_is_an_error(court: Court) -> None:
    judge, copy = court
    open_door = named("large answers are counted by their number alone")

    with pytest.raises(Unfit, match="pytest ended with"):
        judged(judge, copy, NOTHING._replace(tests=("server/api/test_outbound.py::test_that_nobody_wrote",)))
    with copy.holding(open_door), pytest.raises(Unfit, match="although nothing is planted"):
        check_baseline(judge, open_door.tests)


def test_a_survivor_is_named_and_counted() -> None:
    output = io.StringIO()
    killed = Found(named(ONCE_SURVIVED[0]), "test_x", "assert", 1.0)

    code = report([killed, Found(NOTHING, None, "", 1.0)], Console(file=output, width=200))

    assert code == 1
    assert output.getvalue().splitlines() == [
        "SURVIVED server/api/context/outbound.py: no api is open",
        "killed 1 / planted 2",
    ]


def test_the_same_text_draws_the_same_mutants() -> None:
    assert drawn(ALL, 10, "a") == drawn(ALL, 10, "a") != drawn(ALL, 10, "b")
