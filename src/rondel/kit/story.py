"""The story of one action: what comes of it, told event by event."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import astuple

from rondel.kernel import Chance, Ms
from rondel.kernel.story import Story as KernelStory
from rondel.kit.events import Telling
from rondel.kit.structs import Event


class Story(KernelStory[Any, Any]):
    """What an action causes: `state` is the State after what was told, `chance` is luck, `now` the time."""

    __slots__ = ("_tellings",)

    def __init__(
        self, tellings: Mapping[type, Telling], evolve: Any, state: Any, chance: Chance, now: Ms
    ) -> None:
        super().__init__(evolve, state, chance, now)
        self._tellings = tellings

    def emit(self, event: Event) -> None:
        """And then this happened. Private fields reach those they are for, all others reach everybody."""
        how = self._tellings.get(type(event))
        if how is None:
            raise TypeError(f"{type(event).__name__} is not among the events of this game")
        if how.public is None or how.to is None:
            self.append(event)
            return
        values = astuple(event)
        team = (self._team(getattr(event, str(how.to.whom))),) if how.to.with_team else ()
        self.append(how.whole(*values, *team))
        self.append(how.public(*[values[at] for at in how.public_at]))

    def _team(self, seat: int) -> tuple[int, ...]:
        state = self.state
        team = state.team(seat)
        return tuple(other for other in range(len(state.players)) if state.team(other) == team)
