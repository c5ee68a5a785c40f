"""Secrecy: no byte sent to a viewer depends on what that viewer may not know.

Two worlds: the true State, and one imagined from what the observer knows, or a neighbour of the true
one. The observer must not be able to tell them apart: not by View, legal list, deadline, clock or who
is to act, and not along further play by the same script, until an event that the game declares a
reveal tells it something.

And twins: where another seat might have chosen otherwise and the observer would know the same, it must
have heard the same. So a sealed choice stays sealed.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

from rondel.kernel import HOUSE, Actor, AnyGame, Chance, Ms, Refusal, Viewer, observes
from rondel.kernel.replay import Step
from rondel.kernel.turn import evolve_all
from rondel.laws.differences import differences
from rondel.laws.draw import ActionBias, draw_action, every
from rondel.laws.law import OUTAGES, Law, LawViolation, Moment, Rng, words
from rondel.laws.neighbour import TRIES, neighbour
from rondel.laws.scenes import drawn
from rondel.laws.situation import situation_of
from rondel.wire.codec import codec_of

Sort: TypeAlias = Literal["deadline", "house", "own", "listed"]
"""A coming deadline, a report of the house, anything at all by the observer, a listed action of any seat."""

_SORTS: Final[Sequence[Sort]] = ("deadline", "house", "own", *("listed",) * 7)
"""How often a script tries each sort."""

_PROBES: Final[Sequence[Sort]] = ("deadline", *("house",) * 4, *("own",) * 3, *("listed",) * 4)
"""What is tried in the imagined world, beside all that the house might report."""

_FAR: Final = 20
"""One pair in so many plays on in the imagined world, where everything hidden may differ."""

SCRIPT_STEPS: Final = 25
LONG_STEPS: Final = 20
_CANDIDATES: Final = 12
"""How many moves are tried to find one that does not part the worlds: all of them are judged."""

_PICKY: Final = 7
"""How many of them are of a kind the pair is in the mood for."""

_STARTS: Final = 12
"""Of so many moments of the sitting, the one in the rarest situation begins a pair."""


_LONELY: Final = 30
"""A game of which so many worlds had no neighbour, and none had one, is hardly asked any more."""

_OUTAGE: Final = 30
"""Before one action in so many there was an outage."""

_ENDED: Final = 8
"""One action in so many that would end the game is played; all of them are judged."""


class Worlds:
    """The same script in two worlds, watched by one observer."""

    def __init__(self, moment: Moment, step: Step[Any], viewer: Viewer) -> None:
        self.game: AnyGame = moment.game
        self.rng: Rng = moment.rng
        self.seats = moment.seats
        self.viewer = viewer
        self.observer = moment.observer(viewer)
        self.true: Any = step.after
        self.known = self.game.knows(self.true, viewer)
        self.other: Any = self.game.imagine(self.known, moment.own_chance())
        self.version = step.row.version
        self.now: Ms = step.row.at
        self.rng_seed = moment.rng.below(1 << 48)
        self.mood = ActionBias()
        self.tally = moment.tally
        self.house_kinds = moment.tally.house_kinds

    def run(self) -> int:
        """Play the script; how many actions it ran before the observer lawfully learnt something."""
        if not self.is_alike:
            raise self._broken("knows another thing in the State it imagined")
        self._look_alike("at once")
        self._probe()
        self._move_next_door()
        for done in range(SCRIPT_STEPS):
            if self.rng.below(_OUTAGE) == _OUTAGE - 1:
                self._lose_time()
            if not self._act():
                return done
        return SCRIPT_STEPS

    @property
    def is_alike(self) -> bool:
        """Whether the observer knows the same in both worlds."""
        return bool(self.game.knows(self.other, self.viewer) == self.known)

    def _lose_time(self) -> None:
        """Time lost by an outage is given back in both worlds; they must go on looking alike."""
        postpone = self.game.postpone
        if postpone is None or self.game.outcome(self.true) is not None:
            return
        lost = self.rng.pick(OUTAGES)
        self.now += lost
        self.version += 1
        self.true, self.other = postpone(self.true, lost), postpone(self.other, lost)
        self._look_alike(f"after an outage of {lost} ms")

    def _probe(self) -> None:
        """Whatever anybody might do now is answered alike in both worlds.

        Nothing is played, so everything hidden may differ: a leak by one certain card shows here, while
        a neighbouring world would seldom differ in that card.
        """
        now = self.now
        for sort in _PROBES:
            actor, action = self._candidate(sort, is_picky=False)
            if action is not None:
                self._twin(actor, action)
                self._note(sort, action, self._answers(actor, action))
            self.now = now
        for kind in self.house_kinds:
            for report in every(kind, len(self.seats)):
                self._answers(HOUSE, report)

    def _note(self, sort: Sort, action: Any, answers: object) -> None:
        """Remember what kinds of thing the house may report: guessing them takes long."""
        if sort == "house" and isinstance(answers, tuple):
            self.house_kinds[type(action)] = None

    def _listed(self) -> Sequence[Any]:
        return () if self.viewer is None else self.game.legal(self.true, self.viewer)

    def _move_next_door(self) -> None:
        """Mostly play on in a neighbouring world: so little differs there that scripts run long."""
        if self.rng.below(_FAR) == 0:
            return
        tally = self.tally
        tries = TRIES if tally.neighbours or tally.lonely < _LONELY else 1
        next_door = neighbour(self.game, self.true, self.known, self.viewer, self.rng, tries)
        if next_door is None:
            tally.lonely += 1
            return
        tally.neighbours += 1
        self.other = next_door
        self._look_alike("in a neighbouring world")

    def _act(self) -> bool:
        """One action in both worlds, if one is found that keeps them alike."""
        now = self.now + self.rng.pick((0, 1, 300, 2000))
        for attempt in range(_CANDIDATES):
            self.now = now
            actor, action = self._candidate(self.rng.pick(_SORTS), is_picky=attempt < _PICKY)
            if action is None:
                continue
            self._twin(actor, action)
            if self._both(actor, action):
                return True
        return False

    def _candidate(self, sort: Sort, *, is_picky: bool) -> tuple[Actor | None, Any]:
        """An action of this sort, or what has fallen due, which goes first."""
        deadline = self.game.deadline(self.true)
        if deadline is not None and (sort == "deadline" or deadline.is_due(self.now)):
            self.now = max(self.now, deadline.at_ms)
            return HOUSE, deadline.action
        if sort == "house":
            kinds = list(self.house_kinds) if self.rng.below(4) else None
            return HOUSE, draw_action(self.game, self.rng, (), kinds, seats=len(self.seats))
        if sort == "own":
            return self.viewer, draw_action(self.game, self.rng, self._listed())
        by_seat = [(seat, self.game.legal(self.true, seat)) for seat in self.seats]
        choices = [(seat, listed) for seat, listed in by_seat if listed]
        if not choices:
            return HOUSE, None
        seat, listed = self.rng.pick(choices)
        return seat, self.mood.pick(listed, self.rng) if is_picky else self.rng.pick(listed)

    def _both(self, actor: Actor | None, action: Any) -> bool:
        """Decide in both worlds and play on; False where they lawfully part, or nothing came of it."""
        answers = self._answers(actor, action)
        if not isinstance(answers, tuple):
            return answers
        here, there = answers
        true = evolve_all(self.game, self.true, here, self.now)
        if self.game.outcome(true) is not None and self.rng.below(_ENDED):
            return False  # it was judged; play rather goes on
        other = true if self.are_one else evolve_all(self.game, self.other, there, self.now)
        self.true, self.other = true, other
        self.version += 1
        self._look_alike(f"after {action!r}")
        return True

    def _answers(self, actor: Actor | None, action: Any) -> tuple[Sequence[Any], Sequence[Any]] | bool:
        """The events in both worlds; True if both refuse alike, False where the worlds lawfully part."""
        here = self._decide(self.true, actor, action, self.version + 1)
        there = here if self.are_one else self._decide(self.other, actor, action, self.version + 1)
        if isinstance(here, Refusal) or isinstance(there, Refusal):
            return self._refused(actor, action, here, there)
        if self._own_affair(actor, here) != self._own_affair(actor, there):
            return False
        return (here, there) if self._sound_alike(f"{action!r}", here, there) else False

    def _own_affair(self, actor: Actor | None, events: Sequence[Any]) -> list[type]:
        """What kinds of thing the actor alone of both is told: where they differ, it did other things."""
        if actor is None or actor is HOUSE or actor == self.viewer:
            return []
        audiences = [(event, self.game.audience(event)) for event in events]
        return [
            type(event)
            for event, audience in audiences
            if observes(actor, audience) and not observes(self.viewer, audience)
        ]

    def _twin(self, actor: Actor | None, action: Any) -> None:
        """Another choice of the same kind in the other world: known alike, it must sound alike."""
        if actor is None or actor is HOUSE or actor == self.viewer:
            return
        others = [other for other in self.game.legal(self.other, actor) if type(other) is type(action)]
        other = self.rng.pick(others or [action])
        if other == action and self.are_one:
            return
        here = self._decide(self.true, actor, action, self.version + 1)
        there = self._decide(self.other, actor, other, self.version + 1)
        if (
            isinstance(here, Refusal)
            or isinstance(there, Refusal)
            or self._knows(here) != self._knows(there, twin=True)
        ):
            return
        self._sound_alike(f"{action!r} or {other!r}", here, there, but=self.game.announces)

    def _knows(self, events: Sequence[Any], *, twin: bool = False) -> Any:
        state = self.other if twin else self.true
        return self.game.knows(evolve_all(self.game, state, events, self.now), self.viewer)

    def _decide(self, state: Any, actor: Actor | None, action: Any, version: int) -> Sequence[Any] | Refusal:
        try:
            chance = Chance.of_seed(f"{self.rng_seed} {version}")  # the same in both worlds
            return self.game.decide(state, actor, action, chance, self.now)
        except Refusal as refusal:
            return refusal

    def _refused(self, actor: Actor | None, action: Any, here: Any, there: Any) -> bool:
        """What the observer itself asks must be answered alike; another's answer is its own affair."""
        if actor != self.viewer:
            return isinstance(here, Refusal) and isinstance(there, Refusal)
        if not (isinstance(here, Refusal) and isinstance(there, Refusal)):
            raise self._broken(f"learns from whether {action!r} is refused")
        if (here.code, here.message, here.quiet) != (there.code, there.message, there.quiet):
            raise self._broken(f"is refused {action!r} in different words: {here} / {there}")
        return True

    def _sound_alike(
        self,
        after: str,
        here: Sequence[Any],
        there: Sequence[Any],
        but: Callable[[Any], bool] = lambda _: False,
    ) -> bool:
        """Whether the observer hears the same; where it does not, a declared reveal must be why."""
        observed_here, observed_there = self._select_observed(here), self._select_observed(there)
        for one, other in zip(observed_here, observed_there, strict=False):
            if self._bytes(one) != self._bytes(other):
                if all(self.game.reveals(event, self.viewer) or but(event) for event in (one, other)):
                    return False
                raise self._broken(f"is told {one!r} or {other!r} after {after}: not a declared reveal")
        if len(observed_here) != len(observed_there):
            raise self._broken(f"is told {len(observed_here)} events or {len(observed_there)} after {after}")
        return True

    def _select_observed(self, events: Sequence[Any]) -> list[Any]:
        return [event for event in events if observes(self.viewer, self.game.audience(event))]

    def _bytes(self, event: Any) -> bytes:
        return codec_of(self.game).observation(event, self.version + 1, self.now)

    @property
    def are_one(self) -> bool:
        """Whether nothing is hidden that differs: what is computed of equal States is equal."""
        return bool(self.true == self.other)

    def _look_alike(self, when: str) -> None:
        if self.are_one:
            return
        for name, shown in _SHOWN.items():
            if shown(self.game, self.true, self.viewer) != shown(self.game, self.other, self.viewer):
                differs = _differing(self.game, self.true, self.other, self.viewer)
                raise self._broken(f"can tell the worlds apart {when} by {name}", differs)
        if self.game.face is None:
            return
        here, there = (drawn(self.game, state, self.viewer, self.seats) for state in (self.true, self.other))
        if here != there:
            raise self._broken(f"can tell the worlds apart {when} by its Scene", differences(here, there))

    def _broken(self, message: str, differs: Sequence[str] = ()) -> LawViolation:
        return LawViolation(f"{words(self.viewer)} {message}", observer=self.observer, differs=differs)


def _view(game: AnyGame, state: Any, viewer: Viewer) -> bytes:
    return codec_of(game).noun_bytes(game.view(state, viewer))


def _differing(game: AnyGame, one: Any, other: Any, viewer: Viewer) -> tuple[str, ...]:
    return differences(game.view(one, viewer), game.view(other, viewer)) or differences(
        game.knows(one, viewer), game.knows(other, viewer)
    )


_SHOWN: Final[dict[str, Any]] = {
    "its View": _view,
    "its legal list": lambda game, state, viewer: [] if viewer is None else game.legal(state, viewer),
    "what it knows": lambda game, state, viewer: game.knows(state, viewer),
    "the deadline": lambda game, state, _: game.deadline(state),
    "the clock": lambda game, state, _: game.clock(state),
    "who is to act": lambda game, state, _: game.to_act(state),
    "the outcome": lambda game, state, _: game.outcome(state),
}


def rare_step(moment: Moment) -> Step[Any]:
    """Of some steps so far, the one in whose situation the fewest pairs began."""
    began = moment.tally.situations
    steps = [moment.rng.pick(moment.table.steps) for _ in range(_STARTS)]
    return min(steps, key=lambda step: began.get(situation_of(moment.game, step.after, moment.seats), 0))


def run_pair(moment: Moment, viewer: Viewer) -> None:
    """One pair of worlds for one observer, now or from any moment so far, counted in the tally."""
    tally, observer = moment.tally, moment.observer(viewer)
    step = moment.step if moment.rng.below(2) else rare_step(moment)
    situation = situation_of(moment.game, step.after, moment.seats)
    tally.situations[situation] = tally.situations.get(situation, 0) + 1
    worlds = Worlds(moment, step, viewer)
    are_unlike = not worlds.are_one
    ran = worlds.run()
    tally.unlike_pairs += are_unlike
    tally.pairs[observer] = tally.pairs.get(observer, 0) + 1
    tally.long_pairs += ran >= LONG_STEPS


def _check(moment: Moment) -> None:
    """Where the game has ended there is nothing left to play: what is shown then is all there is to check."""
    if moment.game.outcome(moment.table.state) is None or moment.rng.below(8) == 0:
        run_pair(moment, moment.rng.pick(moment.viewers))


SECRECY = Law(name="secrecy", after_step=_check, share=12)
