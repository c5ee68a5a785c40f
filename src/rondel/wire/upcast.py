"""Upcasting: events written under older rules, told in today's shape."""

from collections.abc import Sequence
from typing import Any

from rondel.kernel import AnyGame


def upcast(game: AnyGame, frames: Sequence[dict[str, Any]], rules: int) -> list[dict[str, Any]]:
    """The frames of a row decided under `rules`, each carried through every change of shape since."""
    tagged = [(frame["type"], frame.get("payload", {})) for frame in frames]
    for change in sorted({older.rules for older in game.older if rules < older.rules}):
        apply_upcast = {older.tag: older.apply_upcast for older in game.older if older.rules == change}
        tagged = [
            later
            for tag, payload in tagged
            for later in (apply_upcast[tag](payload) if tag in apply_upcast else [(tag, payload)])
        ]
    return [{"type": tag, "payload": payload} for tag, payload in tagged]
