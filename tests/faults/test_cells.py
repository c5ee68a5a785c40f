"""A drill that is ended, or fails, leaves nothing behind that it has started."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.cluster import Postgres
from tests.planting import ROOT

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="it looks at processes in /proc")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where everything is made that is made for a while; PostgreSQL's own user may come in."""
    path = Path(tempfile.mkdtemp(prefix="rondel-drill-"))
    path.chmod(0o711)
    monkeypatch.setattr(tempfile, "tempdir", str(path))
    yield path
    for pid in running(path):
        os.kill(pid, signal.SIGKILL)
    shutil.rmtree(path, ignore_errors=True)


def running(folder: Path) -> list[int]:
    """The processes whose command names this folder: clusters, and whatever makes them."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if os.fsencode(folder) in command:
            found.append(int(process.name))
    return found


def until(is_so: Callable[[], bool], drill: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + 120
    while not is_so():
        assert drill.poll() is None, "it has ended by itself"
        assert time.monotonic() < end
        time.sleep(0.02)


def clusters(folder: Path) -> int:
    """How many clusters have been started."""
    return len(list(folder.glob("rondel-pg-*/data/postmaster.pid")))


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize(
    ("number", "is_for_all", "clusters_before"),
    [
        pytest.param(signal.SIGTERM, False, 1, id="SIGTERM while clusters are made"),
        pytest.param(signal.SIGINT, True, 2, id="Ctrl-C while clusters are made"),
        pytest.param(signal.SIGHUP, True, 3, id="the terminal is closed"),
    ],
)
def test_a_drill_that_is_ended_leaves_nothing_behind(
    folder: Path, number: signal.Signals, is_for_all: bool, clusters_before: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.cells", "--tables", "1", "--seconds", "600"],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as drill:
        try:
            until(lambda: clusters(folder) == clusters_before, drill)
            (os.killpg if is_for_all else os.kill)(drill.pid, number)
            output, _ = drill.communicate(timeout=120)
        finally:
            drill.kill()

    assert running(folder) == []
    assert list(folder.iterdir()) == []
    assert (drill.returncode, output) == (130, "stopped\n")


def test_a_cluster_that_cannot_be_made_leaves_nothing_behind(folder: Path) -> None:
    """It starts, and does not listen where its database is made."""
    with pytest.raises(subprocess.CalledProcessError), Postgres(settings=("listen_addresses=''",)):
        pass

    assert running(folder) == []
    assert list(folder.iterdir()) == []
