"""Write the board and where it is drawn: `python -m tests.games.imperial.make_board`."""

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

from rondel.games.imperial.geography import Board, Drawing, Power, Setup, Spots, Territory

ROOT = Path(__file__).parents[3]
JSON = ROOT / "docs" / "rulebooks" / "imperial_board.json"
TARGET = ROOT / "src" / "rondel" / "games" / "imperial" / "board.py"

MAP = ROOT / "web" / "src" / "faces" / "imperial" / "map" / "europe.json"
WHEEL = MAP.parents[1] / "Rondel.tsx"
DRAWN = TARGET.with_name("drawn.py")

DRAWN_HEADER = '''"""Imperial, 3.8: where pieces are drawn. Made from the client's map by `just board`."""

from typing import Final

from rondel.games.imperial.geography import Drawing, Spots

EUROPE_DRAWN: Final = '''

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
        nations=tuple(msgspec.convert(data["countries"], list[Power])),
        territories=tuple(msgspec.convert(data["territories"], list[Territory])),
        mountains=tuple((one, other) for one, other in data["variants"]["mountains"]["removeEdges"]),
    )


def source() -> str:
    """The module as it should stand in the tree."""
    made = msgspec.convert(msgspec.to_builtins(board()), Board)
    return _formatted(HEADER + repr(made) + "\n")


def drawing() -> Drawing:
    """3.8 Where the client's map draws units, factories and chips; the middle where it never draws one."""
    data: dict[str, Any] = msgspec.json.decode(MAP.read_bytes())
    found = re.search(r"const \[(.*)\] = \[(.*)\];", WHEEL.read_text(encoding="utf-8"))
    assert found is not None
    sizes = dict(zip(found[1].split(", "), map(int, found[2].split(", ")), strict=True))
    middle, away = sizes["MIDDLE"], sizes["MIDWAY"]
    return Drawing(
        width=data["width"],
        height=data["height"],
        wheel_size=2 * middle,
        wheel=tuple(
            (round(middle + away * math.sin(angle)), round(middle - away * math.cos(angle)))
            for angle in (index * math.tau / 8 for index in range(8))
        ),
        territories={
            name: Spots(
                unit=(spot["slots"][0][0], spot["slots"][0][1]),
                factory=tuple(spot.get("works", spot["at"])),
                tax_chip=tuple(spot.get("flag", spot["at"])),
            )
            for name, spot in data["places"].items()
        },
    )


def drawn_source() -> str:
    """The module of the drawing as it should stand in the tree."""
    return _formatted(DRAWN_HEADER + repr(drawing()) + "\n")


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
    DRAWN.write_text(drawn_source(), encoding="utf-8")
