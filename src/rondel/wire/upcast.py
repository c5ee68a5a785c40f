"""Upcasting: events written under older rules, told in today's shape."""

from collections.abc import Sequence
from typing import Any

from rondel.kernel import AnyGame


def upcast(game: AnyGame, frames: Sequence[dict[str, Any]], rules: int) -> list[dict[str, Any]]:
    """The frames of a row decided under `rules`, each carried through every change of shape since."""
    told = [(frame["type"], frame.get("payload", {})) for frame in frames]
    for older in sorted(game.older, key=lambda older: older.rules):
        if rules < older.rules:
            told = [
                later
                for tag, payload in told
                for later in (older.retell(payload) if tag == older.tag else [(tag, payload)])
            ]
    return [{"type": tag, "payload": payload} for tag, payload in told]
