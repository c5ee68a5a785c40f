"""What an action causes, told event by event, each decided in the light of those before it."""

from rondel.games.cambio.events import Event
from rondel.games.cambio.evolve import evolve
from rondel.games.cambio.state import State
from rondel.kernel import Chance, Ms


class Story:
    """One decision under way. `state` is the State after all that has been told."""

    __slots__ = ("_folded", "_state", "chance", "events", "now")

    def __init__(self, state: State, chance: Chance, now: Ms) -> None:
        self.chance = chance
        self.now = now
        self.events: list[Event] = []
        self._state = state
        self._folded = 0

    def tell(self, event: Event) -> None:
        """And then this happened."""
        self.events.append(event)

    @property
    def state(self) -> State:
        """Folded only when somebody asks: most stories end without a question."""
        while self._folded < len(self.events):
            self._state = evolve(self._state, self.events[self._folded], self.now)
            self._folded += 1
        return self._state
