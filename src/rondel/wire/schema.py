"""JSON Schema of what a game sends and takes."""

from typing import Any

import msgspec

from rondel.kernel import AnyGame
from rondel.wire.tagged import event_frames, player_action_frames


def schemas(game: AnyGame) -> dict[str, Any]:
    """The JSON Schema (2020-12) of Options, Action, Event, View and, if any, Forecast and Order."""
    game_types = game.types
    described = {
        "Options": game_types.options,
        "Action": player_action_frames(game).union,
        "Event": event_frames(game, dated=True).union,
        "View": game_types.view,
    }
    if game_types.forecast is not None:
        described["Forecast"] = game_types.forecast
    if game_types.order is not None:
        described["Order"] = game_types.order
    return {name: msgspec.json.schema(noun) for name, noun in described.items()}
