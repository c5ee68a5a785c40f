"""The nightly run: what has passed is not run again, a failure is told, and Ctrl-C ends what was started."""

import io
import os
import shlex
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from rich.console import Console
from tools.nightly import State, main, run
from tools.nightly_steps import Step, steps


def counting(folder: Path, name: str = "counts", code: int = 0) -> Step:
    """A step that leaves a line in a file each time it runs."""
    return Step(name, f"sh -c 'echo run >> {folder / name}; echo the last line; exit {code}'")


def runs(folder: Path, name: str = "counts") -> int:
    path = folder / name
    return len(path.read_text().splitlines()) if path.exists() else 0


def printed() -> Console:
    return Console(file=io.StringIO(), width=200)


def text(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_step_that_passed_is_not_run_again_and_stays_in_the_table(tmp_path: Path) -> None:
    console, again = printed(), printed()

    assert run([counting(tmp_path)], State(tmp_path / "state.json"), tmp_path, console) == 0
    assert run([counting(tmp_path)], State(tmp_path / "state.json"), tmp_path, again) == 0

    assert runs(tmp_path) == 1
    assert "the last line" in text(console)
    assert "the last line" in text(again)


def test_a_step_that_failed_fails_the_night_and_runs_again(tmp_path: Path) -> None:
    chosen = [counting(tmp_path, "good"), counting(tmp_path, "bad", code=3)]
    console = printed()

    assert run(chosen, State(tmp_path / "state.json"), tmp_path, console) == 1
    assert run(chosen, State(tmp_path / "state.json"), tmp_path, printed()) == 1

    assert (runs(tmp_path, "good"), runs(tmp_path, "bad")) == (1, 2)
    assert "FAILED" in text(console)


def test_two_steps_run_side_by_side_and_one_that_measures_runs_alone(tmp_path: Path) -> None:
    def meet(name: str, other: str) -> Step:
        wait = f"touch {tmp_path / name}; while [ ! -e {tmp_path / other} ]; do sleep 0.01; done"
        return Step(name, f"timeout 20 sh -c '{wait}'")

    alone = Step("alone", f"sh -c 'test -e {tmp_path / 'one'} && test -e {tmp_path / 'two'}'", "alone")

    assert (
        run([alone, meet("one", "two"), meet("two", "one")], State(tmp_path / "s"), tmp_path, printed()) == 0
    )


def test_the_time_that_children_spent_on_a_core_is_counted(tmp_path: Path) -> None:
    state = State(tmp_path / "state.json")
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    step = Step("busy", shlex.join(["sh", "-c", shlex.join([sys.executable, "-c", burn])]))

    run([step], state, tmp_path, printed())

    assert state.results["busy"].is_ok
    assert state.results["busy"].cpu_seconds >= 0.3


def test_ctrl_c_ends_what_was_started_and_prints_the_table_so_far(tmp_path: Path) -> None:
    child = tmp_path / "child"
    endless = Step("endless", f"sh -c 'sleep 600 & echo $! > {child}; wait'")
    console, state = printed(), State(tmp_path / "state.json")

    def interrupt() -> None:
        while not (state.has_passed("counts") and child.exists() and child.read_text().strip()):
            time.sleep(0.01)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    code = run([counting(tmp_path), endless], state, tmp_path, console)

    assert code == 130
    assert state.has_passed("counts")
    assert "not run" in text(console)
    assert not _is_running(int(child.read_text()))


def _is_running(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.05)
    return True


def test_the_night_is_that_of_the_first_run_so_that_parts_do_not_change_at_midnight(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"night": 7}')

    assert State(tmp_path / "state.json").night == 7


def test_parts_of_successive_nights_are_all_parts_and_a_whole_run_has_none() -> None:
    def doors(night: int, *, is_whole: bool = False) -> str:
        every = {step.name: step.command for step in steps("0123456789ab", night, is_whole=is_whole)}
        return every["door mutants"]

    nights = [doors(night) for night in range(20)]

    assert len(set(nights)) == int(nights[0].rpartition("/")[2])
    assert "--part" not in doors(0, is_whole=True)


def test_an_unknown_step_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "nothing of that name"])

    assert "no step is called nothing of that name" in capsys.readouterr().err


def test_listing_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0

    assert "door mutants" in capsys.readouterr().out
