"""The page on the fair shuffle: its program shares no code with ours and comes to the same deck."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from rondel.wire.transcript import read
from tests.wire.sittings import written

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/guides/fair-shuffle.md").read_text(encoding="utf-8")
SCORED = ["ending_cambio", "ending_deck_out", "ending_turn_cap", "snap_race"]


def program() -> str:
    (found,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def run(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program(), str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("name", SCORED)
def test_the_program_of_the_page_finds_the_deck_that_was_dealt(name: str) -> None:
    done = run(ROOT / f"tests/games/cambio/transcripts/{name}.jsonl")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("The deck was ")


def test_the_program_of_the_page_notices_another_secret(tmp_path: Path) -> None:
    text = (ROOT / "tests/games/cambio/transcripts/ending_cambio.jsonl").read_text(encoding="utf-8")
    forged = tmp_path / "forged.jsonl"
    forged.write_text(re.sub(r'"secret":"..', '"secret":"00', text), encoding="utf-8")

    assert run(forged).returncode != 0


def test_the_program_shares_no_code_with_rondel() -> None:
    assert not re.search(r"^\s*(import|from) .*rondel", program(), re.MULTILINE)


def test_the_program_of_the_page_misses_moves_that_were_left_out_at_the_end(tmp_path: Path) -> None:
    transcript = read((ROOT / "tests/games/cambio/transcripts/ending_cambio.jsonl").read_bytes())
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(written(replace(transcript, lines=transcript.lines[:-1])))

    assert "moves are missing" in run(cut).stderr


def test_the_program_of_the_page_notices_a_move_that_was_changed(tmp_path: Path) -> None:
    text = (ROOT / "tests/games/cambio/transcripts/ending_cambio.jsonl").read_text(encoding="utf-8")
    forged = tmp_path / "forged.jsonl"
    lines = text.splitlines(keepends=True)
    lines[4] = re.sub(r'"at":(\d+)', lambda found: f'"at":{int(found[1]) + 1}', lines[4], count=1)
    forged.write_text("".join(lines), encoding="utf-8")

    assert "version 4 was changed" in run(forged).stderr
