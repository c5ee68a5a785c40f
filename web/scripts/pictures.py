"""The Views that pictures are drawn from, as JSON on stdout: those of a lesson's learner, and of each setup.

`uv run python web/scripts/pictures.py cambio > web/src/faces/cambio/pictures/views.json`
"""

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from rondel.kernel import AnyGame, SeatSpec
from rondel.table.lesson import play_script
from rondel.wire.codec import codec_of
from rondel.wire.registry import load_game

PICTURES: Final[Mapping[str, Mapping[str, int]]] = {
    "cambio": {"look": 0, "draw": 2, "swap": 3, "discards": 6, "power": 8, "take": 12, "end": -1},
    "decks": {"discard": 2, "plan": 5, "locked": 7},
    "imperial": {"rondel": 20},
}
"""By game and name: the number of the step that the picture is taken before; -1 is after the last one."""


def pictures(name: str) -> dict[str, Any]:
    """The Views of a game's pictures, each with what may be done."""
    game = load_game(name)
    assert game.lesson is not None
    states = [state for _, state in play_script(game, game.lesson)]
    codec = codec_of(game)
    steps = {
        picture: {
            "view": json.loads(msgspec.json.encode(game.view(states[at], 0))),
            "legal": json.loads(
                codec.legal_bytes([a for a in game.legal(states[at], 0) if not game.is_open_ended(a)])
            ),
        }
        for picture, at in PICTURES[name].items()
    }
    return steps | {f"setup.{setup}": _setup(game, setup) for setup in game.setups}


def _setup(game: AnyGame, setup: str) -> dict[str, Any]:
    """What everybody sees of a table with this setup that has not begun."""
    state = game.start(game.types.options(setup=setup), [SeatSpec("human", None)] * min(game.seats))
    return {"view": json.loads(msgspec.json.encode(game.view(state, None))), "legal": []}


if __name__ == "__main__":
    json.dump(pictures(sys.argv[1]), sys.stdout, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.write("\n")
