"""What a server tells in JSON, as a game's own nouns, for those who know the game: bots above all."""

from typing import Any

import msgspec

from rondel.kernel import AnyGame, Scene
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed


def view_of(game: AnyGame, told: Any) -> Any:
    """A View."""
    return msgspec.json.decode(msgspec.json.encode(told), type=game.nouns.view)


def scene_of(told: Any) -> Scene:
    """A Scene, of whatever game: what a table's own `scene` and those of its beats say."""
    return msgspec.convert(told, Scene)


def known_of(game: AnyGame, told: Any) -> Any:
    """All that a seat may know."""
    return codec_of(game).known(msgspec.json.encode(told))


def legal_of(game: AnyGame, told: list[dict[str, Any]]) -> list[Any]:
    """The legal Actions, without those whose payload is a text that the player must write."""
    actions = []
    for action in told:
        try:
            actions.append(codec_of(game).action(msgspec.json.encode(action)))
        except Malformed:
            continue
    return actions


def action_told(game: AnyGame, action: Any) -> dict[str, Any]:
    """An Action as it is sent."""
    told: dict[str, Any] = msgspec.json.decode(codec_of(game).action_bytes(action))
    return told
