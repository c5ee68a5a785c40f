"""The pages on concepts: each fits on a screen, and its program does what it says."""

import re
import sys
from types import ModuleType

import pytest

from rondel.kernel import HOUSE, Refusal, Sitter
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


def test_the_game_with_a_deadline_obeys_the_laws_and_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    [program] = re.findall(r"^```python\n(.*?)^```$", PAGES["deadline"], re.MULTILINE | re.DOTALL)
    module = ModuleType("buzzer")
    monkeypatch.setitem(sys.modules, "buzzer", module)  # msgspec looks up annotations there
    module.__dict__["__name__"] = "buzzer"
    exec(compile(program, "deadline.md", "exec"), module.__dict__)
    game = module.__dict__["BUZZER"]
    table = LocalTable.opened(game, game.nouns.options(), [Sitter(), Sitter()])
    table.play(HOUSE, game.begin, now=0)

    with pytest.raises(Refusal, match="GAME_OVER"):
        table.play(0, module.__dict__["Press"](), now=10_001)

    assert game.outcome(table.state).ending == "time_up"
    obey(game, steps=20)


def test_the_views_that_are_shown_are_those_of_the_tutorial() -> None:
    [shown] = re.findall(r"^```text\n(.*?)^```$", PAGES["view"], re.MULTILINE | re.DOTALL)

    assert shown in [block.text for blocks, _, _ in files() for block in blocks]
