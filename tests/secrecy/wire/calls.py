"""Actions as the calls of a game's own, under `/api/game`."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

_CAMBIO: Final[Mapping[str, str]] = {
    "CONFIRM_INITIAL_VIEW": "look",
    "DRAW_CARD": "draw",
    "SWAP_CARD": "swap",
    "DISCARD_CARD": "discard",
    "USE_POWER": "power",
    "SKIP_POWER": "power",
    "ACKNOWLEDGE_REVEAL": "acknowledge",
    "CALL_CAMBIO": "cambio",
}


class Called(NamedTuple):
    """The name of a call, and its body."""

    name: str
    body: dict[str, Any]


def cambio_call(action: bytes) -> Called | None:
    """The call that this action is, if it is one (20.2, 20.3, 20.8)."""
    fields = msgspec.json.decode(action)
    name = _CAMBIO.get(fields["type"])
    if name is None:
        return None
    return Called(name, {"skip": True} if fields["type"] == "SKIP_POWER" else fields.get("payload", {}))


def refuse_call(_: bytes) -> None:
    """The game has no calls that move."""
