"""JSON Schema of what a game sends and takes."""

from typing import Any

import msgspec

from rondel.kernel import AnyGame
from rondel.wire.frames import asked_frames, event_frames


def schemas(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the game's Options, Action, Event and View, by these names."""
    nouns = game.nouns
    described = {
        "Options": nouns.options,
        "Action": asked_frames(game).union,
        "Event": event_frames(game, dated=True).union,
        "View": nouns.view,
    }
    return {name: msgspec.json.schema(noun) for name, noun in described.items()}
