"""Told: what an event tells a viewer is known right after it, and what is known moves only by what is told.

In two worlds that the viewer knows alike, whatever anybody might do now is told event by event; and so is
another choice of the same kind. See `lockstep`.
"""

from collections.abc import Sequence
from typing import Any, Final

from rondel.kernel import HOUSE, Actor, Refusal
from rondel.laws.law import Law, Moment
from rondel.laws.lockstep import World, WorldPair
from rondel.laws.secrecy import Sort, Worlds, rare_step

_TRIED: Final[tuple[Sort, ...]] = ("deadline", "house", "own", "listed", "listed", "listed", "listed")


class _ConsistencyWorlds(Worlds):
    """The two worlds of the law of secrecy; nothing is played on, everything is told."""

    def judge(self, moment: Moment) -> None:
        now = self.now
        for sort in _TRIED:
            actor, action = self._candidate(sort, is_picky=False)
            if action is not None:
                step = WorldPair(moment, self.viewer, self.version + 1, self.now)
                self._in_both_worlds(step, actor, action)
                self._otherwise(step, actor, action)
            self.now = now

    def _in_both_worlds(self, step: WorldPair, actor: Actor | None, action: Any) -> None:
        if self.are_one:
            return
        here = self._decide(self.true, actor, action, self.version + 1)
        there = self._decide(self.other, actor, action, self.version + 1)
        if not isinstance(here, Refusal) and not isinstance(there, Refusal):
            is_others = actor is not HOUSE and actor != self.viewer
            why = f"worlds in which {action!r} is done"
            one, other = self._world(self.true, here), self._world(self.other, there)
            step.compare(why, one, other, is_own_affair=is_others)

    def _world(self, state: Any, events: Sequence[Any]) -> World:
        return World(self.game, state, events, self.now)

    def _otherwise(self, step: WorldPair, actor: Actor | None, action: Any) -> None:
        """Another choice of the same kind, by another seat, in the same world."""
        if actor is None or actor is HOUSE or actor == self.viewer:
            return
        listed = self.game.legal(self.true, actor)
        other = self.rng.pick([each for each in listed if type(each) is type(action)] or [action])
        here = self._decide(self.true, actor, action, self.version + 1)
        there = self._decide(self.true, actor, other, self.version + 1)
        if other != action and not isinstance(here, Refusal) and not isinstance(there, Refusal):
            why = f"{action!r} and {other!r}"
            one, another = self._world(self.true, here), self._world(self.true, there)
            step.compare(why, one, another, is_own_affair=True)


def _check(moment: Moment) -> None:
    step = moment.step if moment.rng.below(2) else rare_step(moment)
    worlds = _ConsistencyWorlds(moment, step, moment.rng.pick(moment.viewers))
    if worlds.is_alike:
        worlds.judge(moment)


CONSISTENCY = Law(name="consistency", after_step=_check, share=12)
