"""The tutorial, followed as it is written: its files after each step, its commands, and what they print."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from rondel.kernel import AnyGame
from tests.cli.terminal.plain.seated import Seated
from tests.docs.tutorial import EXAMPLE, PAGE, WHOLE, Block, code_lines, files, merged, run, write_files

STEPS = list(files())
MOST_LINES = 149


@pytest.mark.drawn(1 / 3)
@pytest.mark.parametrize("number", range(1, len(STEPS)))
def test_the_commands_of_a_step_print_what_the_page_says(number: int, tmp_path: Path) -> None:
    blocks, project, source = STEPS[number]
    followed = 0
    for at, block in enumerate(blocks):
        if block.language != "console" or "rondel play" in block.text:
            continue  # a screen is for the test below
        before, answer = blocks[at - 1], blocks[at + 1]
        write_files(tmp_path, project, merged(source, before.text) if before.title == "wrong" else source)
        if before.title == "look.py":
            (tmp_path / before.title).write_text(before.text)
        printed = run(tmp_path, "bash", "-c", block.text.removeprefix("$ ")).splitlines()
        assert missing(answer, printed) == [], "\n".join(printed)
        followed += 1
    assert followed or number in (5, 6)


def missing(shown: Block, printed: list[str]) -> list[str]:
    """Lines of the page that the command does not print in this order; `…` stands for anything."""
    rest = iter(line.strip() for line in printed)
    wanted = [line.strip() for line in shown.text.splitlines()]
    return [line for line in wanted if not any(re.fullmatch(_pattern(line), other) for other in rest)]


def _pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…"))


@pytest.mark.parametrize("number", [5, 6])
async def test_the_screen_of_a_step_shows_what_the_page_says(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks, _, source = STEPS[number]
    [shown] = [after for block, after in pairwise(blocks) if "rondel play" in block.text]
    seated = Seated(game_of(source, monkeypatch), tmp_path, bots=1)

    async with seated.on_screen(size=(100, 40)):
        await seated.choose("Light lantern 3")

        assert missing(shown, seated.text.splitlines()) == [], seated.text


def game_of(source: str, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    module = ModuleType("moths")
    monkeypatch.setitem(sys.modules, "moths", module)  # msgspec looks up annotations there
    exec(compile(source, "moths.py", "exec"), module.__dict__)
    game: AnyGame = module.__dict__["GAME"]
    return game


def test_every_step_ends_with_a_command_and_what_it_prints() -> None:
    assert len(STEPS) == 1 + 8
    for blocks, _, _ in STEPS[1:]:
        assert [block.language for block in blocks[-2:]] == ["console", "text"]


def test_the_finished_game_is_short() -> None:
    assert code_lines(STEPS[-1][2]) <= MOST_LINES


def test_docstrings_and_empty_lines_are_not_counted() -> None:
    source = (
        '"""A."""\n\nONE = 1\n\n\ndef two() -> int:\n    """In\n    three lines.\n    """\n    return 2\n'
    )

    assert code_lines(source) == 3


def test_the_page_ends_with_the_file_its_steps_make_and_examples_have_it_too() -> None:
    _, project, source = STEPS[-1]

    assert f'```python title="moths.py"\n{source}```' in PAGE.read_text(encoding="utf-8").partition(WHOLE)[2]
    assert (EXAMPLE / "moths.py").read_text(encoding="utf-8") == source
    assert (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8") == project


def test_a_block_replaces_what_has_its_name_and_new_things_go_above_their_use() -> None:
    source = '"""A."""\n\nfrom typing import Any\n\nONE = 1\n\n\ndef two() -> Any:\n    return ONE\n'
    block = "from typing import Final\n\nTHREE: Final = 3\n\n\ndef two() -> int:\n    return THREE\n"

    assert merged(source, block) == source.replace("Any\n", "Final\n", 1).replace(
        "ONE = 1\n\n\ndef two() -> Any:\n    return ONE\n",
        "ONE = 1\nTHREE: Final = 3\n\n\ndef two() -> int:\n    return THREE\n",
    )
