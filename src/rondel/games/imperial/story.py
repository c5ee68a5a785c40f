"""A decision of Imperial under way."""

from collections.abc import Callable

from rondel import kernel
from rondel.games.imperial.atlas import Atlas
from rondel.games.imperial.events import Event
from rondel.games.imperial.state import State
from rondel.kernel import Chance, Ms


class Story(kernel.Story[State, Event]):
    """What an action causes on this board; `state` is the State after all that has been told."""

    __slots__ = ("atlas",)

    def __init__(
        self,
        atlas: Atlas,
        evolve: Callable[[State, Event, Ms], State],
        state: State,
        chance: Chance,
        now: Ms,
    ) -> None:
        super().__init__(evolve, state, chance, now)
        self.atlas = atlas
