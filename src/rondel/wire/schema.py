"""JSON Schema of what a game sends and takes."""

from typing import Any

import msgspec

from rondel.kernel import AnyGame
from rondel.wire.frames import asked_frames, event_frames


def schemas(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema (2020-12) of Options, Action, Event, View and, if any, Forecast and Order."""
    nouns = game.nouns
    described = {
        "Options": nouns.options,
        "Action": asked_frames(game).union,
        "Event": event_frames(game, dated=True).union,
        "View": nouns.view,
    }
    if nouns.forecast is not None:
        described["Forecast"] = nouns.forecast
    if nouns.order is not None:
        described["Order"] = nouns.order
    return {name: msgspec.json.schema(noun) for name, noun in described.items()}
