"""`rondel dev`: a server that follows what its author saves. Processes are started, so seconds go by."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from rondel.cli.arguments.bot_speed import thinking
from rondel.cli.commands.dev import paced
from rondel.cli.serving.file_watcher import Saves
from rondel.cli.serving.law_worker import findings
from rondel.client import Http, ServerUnreachableError, create_guest
from rondel.server.settings import Settings
from tests.cli.invoke import assert_wrong_use, rondel
from tests.cli.served import RONDEL, Served, started
from tests.cli.walk import table_with_bots
from tests.cli.written import plant, written

PLAYED = "story.emit(CardPlayed(seat, self.card))"


@pytest.mark.drawn(1 / 3)
def test_a_saved_file_is_served_at_once_and_tables_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path, monkeypatch)

    with started(*RONDEL, "dev", "--port", "0", "--pace", "0", "--steps", "1") as served:
        served.wait_for("river_kings. Press Ctrl-C to stop")
        asyncio.run(_break_and_repair(served, package))
        assert served.stop(signal.SIGINT) == 0
        children = f"/proc/{served.child.pid}/task/{served.child.pid}/children"
        assert not os.path.exists(children) or not Path(children).read_text()  # noqa: PTH110 - gone, or none


async def _break_and_repair(served: Served, package: Path) -> None:
    doors = Http(_url(served), await create_guest(_url(served), "Ada"))
    table = await table_with_bots(doors, "river_kings")
    await _play(doors, table, lambda status: status == 200)

    plant(package, (PLAYED, "raise KeyError(self.card)"))
    await _until(served, "Laws: river_kings breaks")
    await _play(doors, table, lambda _: served.has_printed("The table is halted"))
    assert served.has_printed("raise KeyError(self.card)")

    plant(package, ("raise KeyError(self.card)", f"{PLAYED} +"))
    await _until(served, "Left out")
    assert served.has_printed("SyntaxError")

    plant(package, (f"{PLAYED} +", PLAYED))
    await _play(doors, table, lambda status: status == 200)


def _url(served: Served) -> str:
    line = next(line for line in served.lines if line.startswith("Serving "))
    return line.split()[3].partition("/new/")[0]


async def _play(doors: Http, table: str, is_done: Callable[[int], bool]) -> None:
    """Move whenever it is my turn, until it is done; while the package is loaded again nobody answers."""
    async with asyncio.timeout(240):
        status = 0
        while not is_done(status):
            await asyncio.sleep(0.2)
            with suppress(ServerUnreachableError):
                view = (await doors.ask("GET", f"{table}/view")).json()
                if legal := view.get("legal"):
                    move = {"action": legal[0], "id": str(uuid4()), "expectedVersion": view["version"]}
                    status = (await doors.ask("POST", f"{table}/act", move)).status


async def _until(served: Served, text: str) -> None:
    await asyncio.to_thread(served.wait_for, text)


def test_what_the_laws_say_is_one_line_or_the_first_finding() -> None:
    found = "X breaks the laws.\nBroken: told: no. To see it again: so\n  row 1: that\nBroken: legal: no\n"

    assert list(findings("x", 5, 0, "", "")) == ["Laws: x obeys them (5 steps)."]
    assert list(findings("x", 5, 1, found, "")) == [
        "Laws: x breaks 2. The first: told: no. To see it again: so",
        "  row 1: that",
    ]
    assert "never end?" in next(findings("x", 5, -24, "", ""))
    assert next(findings("x", 5, 2, "", "There is no game.\n")).endswith("There is no game.")


async def test_a_save_is_noticed_and_compiled_files_are_not(tmp_path: Path) -> None:
    code = tmp_path / "src"
    (code / "__pycache__").mkdir(parents=True)
    (code / "game.py").write_text("1")
    saves = Saves(code)

    (code / "__pycache__" / "game.pyc").write_text("2")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.7):
            await saves.next()

    (code / "game.py").write_text("22")
    async with asyncio.timeout(30):
        await saves.next()


@pytest.mark.parametrize(
    ("pace", "expected", "undo_wait_ms"),
    [(0, "0.00-0.00", 0), (1, "0.40-1.20", 3_000), (3, "1.20-3.60", 9_000)],
)
def test_pace_is_a_share_of_the_usual_time(pace: float, expected: str, undo_wait_ms: int) -> None:
    assert thinking(pace) == expected
    assert paced(Settings(), pace).constants.undo_wait_ms == undo_wait_ms


def test_wrong_use_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert_wrong_use(rondel("dev"), "There is no pyproject.toml", "rondel new")
    assert_wrong_use(rondel("dev", "nowhere"), "nowhere")
    assert_wrong_use(rondel("dev", "--pace", "-1"), "--pace")
