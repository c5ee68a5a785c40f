"""The page on the fair shuffle: its program shares no code with ours and comes to the same deck."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/guides/fair-shuffle.md").read_text(encoding="utf-8")
SCORED = ["ending_cambio", "ending_deck_out", "ending_turn_cap", "snap_race"]


def program() -> str:
    (found,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


def run(path: Path, *seen: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program(), str(path), *seen],
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
    assert "rondel" not in program()


def test_the_program_of_the_page_compares_what_was_seen() -> None:
    path = ROOT / "tests/games/cambio/transcripts/ending_cambio.jsonl"
    first = path.read_bytes().split(b"\n")[0]
    header, digest = json.loads(first), hashlib.sha256(first).hexdigest()
    seen = (header["commitment"], header["seats"][0]["nonce"], digest)

    assert run(path, *seen).returncode == 0
    for index, because in enumerate(("another commitment", "my nonce is missing", "another header")):
        other = [value if at != index else "00" for at, value in enumerate(seen)]
        assert because in run(path, *other).stderr


def test_the_program_of_the_page_notices_a_move_that_was_changed(tmp_path: Path) -> None:
    text = (ROOT / "tests/games/cambio/transcripts/ending_cambio.jsonl").read_text(encoding="utf-8")
    forged = tmp_path / "forged.jsonl"
    lines = text.splitlines(keepends=True)
    lines[4] = re.sub(r'"at":(\d+)', lambda found: f'"at":{int(found[1]) + 1}', lines[4], count=1)
    forged.write_text("".join(lines), encoding="utf-8")

    assert "version 4 was changed" in run(forged).stderr
