"""Real positions for the tests of our own boards in the browser: what the first seat sees after a few moves.

`uv run python -m tests.wire.boards` writes them to web/tests/boards.json.
"""

import json
from pathlib import Path
from typing import Any, Final

from rondel.kernel import HOUSE, Chance, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "boards.json"
SITTINGS: Final = {"cambio": (3, b'{"seats": 3}'), "decks": (1, b"{}"), "imperial": (3, b"{}")}
MOVES: Final = 4


def position(name: str) -> dict[str, Any]:
    """The table of a game after a few random moves, as a server sends it to the first seat."""
    game = load_game(name)
    seats, options = SITTINGS[name]
    codec = codec_of(game)
    table = LocalTable.opened(
        game,
        codec.options(options),
        [SeatSpec()] * seats,
        table_id="boards",
        secret=bytes(32),
        nonces=[bytes(16)] * seats,
    )
    table.play(HOUSE, game.begin, 0)
    rng = Chance.of_seed(f"boards of {name}")
    for at in range(MOVES):
        seat = min(game.to_act(table.state))
        table.play(seat, rng.pick(game.legal(table.state, seat)), at)
    return {
        "view": json.loads(codec.noun_bytes(game.view(table.state, 0))),
        "legal": json.loads(codec.legal_bytes(game.legal(table.state, 0))),
    }


def positions() -> dict[str, Any]:
    """All that the file holds."""
    return {name: position(name) for name in SITTINGS}


if __name__ == "__main__":
    FILE.write_text(json.dumps(positions(), ensure_ascii=False, separators=(",", ":")) + "\n")
