"""What a server tells in JSON, as a game's own nouns, for those who know the game: bots above all."""

from typing import Any

import msgspec

from rondel.kernel import AnyGame, Scene
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError


def view_of(game: AnyGame, data: Any) -> Any:
    """A View."""
    return msgspec.json.decode(msgspec.json.encode(data), type=game.types.view)


def scene_of(data: Any) -> Scene:
    """A Scene, of whatever game: what a table's own `scene` and those of its beats say."""
    return msgspec.convert(data, Scene)


def known_of(game: AnyGame, data: Any) -> Any:
    """All that a seat may know."""
    return codec_of(game).known(msgspec.json.encode(data))


def legal_of(game: AnyGame, frames: list[dict[str, Any]]) -> list[Any]:
    """The legal Actions, without those whose payload is a text that the player must write."""
    actions = []
    for action in frames:
        try:
            actions.append(codec_of(game).action(msgspec.json.encode(action)))
        except MalformedError:
            continue
    return actions


def frame_of(game: AnyGame, action: Any) -> dict[str, Any]:
    """An Action as it is sent."""
    frame: dict[str, Any] = msgspec.json.decode(codec_of(game).action_bytes(action))
    return frame
