"""The pages on concepts: each fits on a screen, and its program does what it says."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from rondel.kernel import HOUSE, Refusal, SeatSpec
from rondel.laws import obey
from rondel.table.local import LocalTable
from tests.docs.site import ROOT
from tests.docs.tutorial import files

PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs/concepts").glob("*.md")}
MOST_WORDS = 350


def test_there_is_a_page_for_each_concept() -> None:
    assert set(PAGES) == {"view", "known", "chance", "deadline", "laws"}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_on_a_screen(name: str) -> None:
    prose = re.sub(r"^```.*?^```$", "", PAGES[name], flags=re.MULTILINE | re.DOTALL)

    assert len(prose.split()) <= MOST_WORDS


def test_the_game_with_a_deadline_obeys_the_laws_and_ends_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [program] = re.findall(r"^```python\n(.*?)^```$", PAGES["deadline"], re.MULTILINE | re.DOTALL)
    (tmp_path / "buzzer.py").write_text(program, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # a law walks once more in a fresh process
    buzzer = import_module("buzzer")
    game = buzzer.BUZZER
    table = LocalTable.opened(game, game.types.options(), [SeatSpec(), SeatSpec()])
    table.play(HOUSE, game.begin, now=0)

    with pytest.raises(Refusal, match="GAME_OVER"):
        table.play(0, buzzer.Press(), now=10_001)

    assert game.outcome(table.state).ending == "time_up"
    obey(game, steps=20)


def test_the_views_that_are_shown_are_those_of_the_tutorial() -> None:
    [shown] = re.findall(r"^```text\n(.*?)^```$", PAGES["view"], re.MULTILINE | re.DOTALL)

    assert shown in [block.text for blocks, _, _ in files() for block in blocks]
