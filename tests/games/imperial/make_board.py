"""Write the board as a typed literal from its JSON: `python -m tests.games.imperial.make_board`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from rondel.games.imperial.geography import Board, Power, Setup, Territory

ROOT = Path(__file__).parents[3]
JSON = ROOT / "docs" / "rulebooks" / "imperial_board.json"
TARGET = ROOT / "src" / "rondel" / "games" / "imperial" / "board.py"

HEADER = '''"""Imperial, 3.9: the board. Generated from docs/rulebooks/imperial_board.json by `just board`."""

from typing import Final

from rondel.games.imperial.geography import Board, Power, Setup, Territory

EUROPE: Final = '''


def board() -> Board:
    """The board as the JSON has it."""
    data: dict[str, Any] = msgspec.json.decode(JSON.read_bytes())
    return Board(
        name=data["name"],
        setups=msgspec.convert(data["setups"], dict[str, Setup]),
        countries=tuple(msgspec.convert(data["countries"], list[Power])),
        territories=tuple(msgspec.convert(data["territories"], list[Territory])),
        mountains=tuple((one, other) for one, other in data["variants"]["mountains"]["removeEdges"]),
    )


def source() -> str:
    """The module as it should stand in the tree."""
    made = msgspec.convert(msgspec.to_builtins(board()), Board)
    return _formatted(HEADER + repr(made) + "\n")


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
