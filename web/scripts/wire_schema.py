"""The JSON Schema of all that travels between the client and a server, as one JSON object on stdout.

One entry per file of `src/wire`: `protocol` (socket frames), `calls` (HTTP bodies and answers) and one for
each game on the shelf. `wire-types.mjs` turns them into TypeScript.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import msgspec

from rondel.kernel import AnyGame
from rondel.server.api import moderation_responses, requests, responses
from rondel.server.errors import Code
from rondel.server.record import replay
from rondel.wire import protocol
from rondel.wire.registry import installed_games
from rondel.wire.tagged import event_frames, player_action_frames

TEMPLATE = "#/definitions/{name}"


def file_of(named: Mapping[str, Any], *, complete: Iterable[str] = ()) -> dict[str, Any]:
    """One schema whose definitions are these types, by these names, and all they are made of."""
    schemas, parts = msgspec.json.schema_components(list(named.values()), ref_template=TEMPLATE)
    definitions = dict(parts)
    for name in complete:
        _complete(definitions, name)
    for name, schema in zip(named, schemas, strict=True):
        if schema.get("$ref") != f"#/definitions/{name}":
            definitions[name] = {"title": name, **schema}
    return {"definitions": {name: definitions[name] for name in sorted(definitions)}}


def _complete(definitions: dict[str, Any], name: str) -> None:
    """What the server tells it tells in full: only what may be unset is optional."""
    schema = definitions[name]
    properties = schema.get("properties", {})
    schema["required"] = [
        field
        for field, described in properties.items()
        if field in schema.get("required", ()) or "default" in described or "const" in described
    ]


def game_file(game: AnyGame) -> dict[str, Any]:
    """A game's Options, Action, Event, View and, if any, Forecast and Order, and what its documents name."""
    sent_by_server = {"Event": event_frames(game, dated=True).union, "View": game.types.view}
    if game.types.forecast is not None:
        sent_by_server["Forecast"] = game.types.forecast
    if game.types.order is not None:
        sent_by_server["Order"] = game.types.order
    action = player_action_frames(game).union
    named = {name: action if noun is game.types.action else noun for name, noun in game.types.names.items()}
    _, parts = msgspec.json.schema_components(list(sent_by_server.values()), ref_template=TEMPLATE)
    both = set(msgspec.json.schema_components([action], ref_template=TEMPLATE)[1])
    return file_of(
        {"Options": game.types.options, "Action": action, **sent_by_server, **named},
        complete=[name for name in parts if name not in both],
    )


def calls_file() -> dict[str, Any]:
    """The bodies and answers of HTTP."""
    bodies = _nouns_of(requests)
    answers = _nouns_of(responses, moderation_responses, replay)
    named = {noun.__name__: noun for noun in (*bodies, *answers)} | {"DoorCode": Code}
    return file_of(named, complete=[noun.__name__ for noun in answers])


def protocol_file() -> dict[str, Any]:
    """The frames of a socket."""
    sent_by_server = (
        "ViewFrame",
        "StepFrame",
        "SeatsFrame",
        "Ack",
        "Nack",
        "ChatLine",
        "PresenceFrame",
        "SeatLine",
    )
    return file_of(
        {"ClientFrame": protocol.ClientFrame, "ServerFrame": protocol.ServerFrame}, complete=sent_by_server
    )


def _nouns_of(*modules: ModuleType) -> list[Any]:
    return [noun for module in modules for noun in vars(module).values() if _is_own(noun, module.__name__)]


def _is_own(noun: Any, module: str) -> bool:
    return isinstance(noun, type) and issubclass(noun, msgspec.Struct) and noun.__module__ == module


if __name__ == "__main__":
    files = {"protocol": protocol_file(), "calls": calls_file()}
    files |= {name: game_file(game) for name, game in sorted(installed_games().items())}
    json.dump(files, sys.stdout)
