"""A situation: what a State is like, for a walk that knows nothing of the game.

Most States of a walk are alike, and what goes wrong in a rare situation is seldom seen by chance. Whoever
counts situations can turn to the rare ones.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

from rondel.kernel import AnyGame, Seat

Situation: TypeAlias = tuple[frozenset[type], type | None]
"""Which kinds of action are listed for any seat, and which kind falls due next."""


def situation_of(game: AnyGame, state: Any, seats: Iterable[Seat]) -> Situation:
    """The situation of a State."""
    deadline = game.deadline(state)
    return (
        frozenset(type(action) for seat in seats for action in game.legal(state, seat)),
        None if deadline is None else type(deadline.action),
    )
