"""A story: what an action causes, told event by event, each decided in the light of those before it."""

from collections.abc import Callable
from typing import Generic, TypeVar

from rondel.kernel.chance import Chance
from rondel.kernel.seat import Ms

State = TypeVar("State")
Event = TypeVar("Event")


class Story(list[Event], Generic[State, Event]):
    """The events of one decision under way. A `decide` that returns its Story has them folded only once."""

    __slots__ = ("_began", "_evolve", "_folded", "_state", "chance", "now")

    def __init__(
        self, evolve: Callable[[State, Event, Ms], State], state: State, chance: Chance, now: Ms
    ) -> None:
        self.chance = chance
        self.now = now
        self._evolve = evolve
        self._began = self._state = state
        self._folded = 0

    def emit(self, event: Event) -> None:
        """And then this happened."""
        self.append(event)

    def is_folded_by(self, evolve: Callable[[State, Event, Ms], State], state: State, now: Ms) -> bool:
        """Whether its State is what this `evolve` makes of its events, from that State and at that time."""
        return self._evolve is evolve and self._began is state and self.now == now

    @property
    def state(self) -> State:
        """The State after all that has been told, folded when somebody asks."""
        if self._folded < len(self):
            for event in self[self._folded :]:
                self._state = self._evolve(self._state, event, self.now)
            self._folded = len(self)
        return self._state
