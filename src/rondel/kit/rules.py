"""The rules that every game of the kit shares: who may act, the ladder of refusals, the standings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rondel.kernel import (
    HOUSE,
    Actor,
    Chance,
    Deadline,
    Ms,
    Outcome,
    Refusal,
    Seat,
    Standing,
    TimeControl,
    Viewer,
)
from rondel.kit.events import Telling
from rondel.kit.story import Story
from rondel.kit.structs import OVER, SETUP, Action, Begin, Event, HouseAction
from rondel.kit.timed import ClockStarted, charge


def evolve(state: Any, event: Any, at: Ms) -> Any:
    """The State after an event. The public half of one that was told in two halves changes nothing."""
    return event.apply(state) if isinstance(event, Event) else state


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """The verbs of a Game, from an author's nouns."""

    view: Callable[[Any, Viewer], Any]
    actions: Sequence[type[Action]]
    tellings: Mapping[type, Telling]
    deal: Callable[[Story], None]
    control: Callable[[Any], TimeControl | None] | None = None

    @cached_property
    def by_phase(self) -> Mapping[str, Sequence[type[Action]]]:
        """The actions of each phase, in the order in which they are listed."""
        phases = dict.fromkeys(phase for action in self.actions for phase in action.when)
        return {phase: [action for action in self.actions if phase in action.when] for phase in phases}

    def to_act(self, state: Any) -> frozenset[Seat]:
        """Who owes an action, by what everybody sees."""
        if state.phase in (SETUP, OVER):
            return frozenset()
        return frozenset(self.view(state, None).to_act())

    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        """What the seat may do, by what it sees."""
        possible = self.by_phase.get(state.phase, ())
        if not possible:
            return ()
        view = self.view(state, seat)
        if seat not in view.to_act():
            return ()
        return [choice for action in possible for choice in action.choices(view, seat)]

    def deadline(self, state: Any) -> Deadline[Any] | None:
        """What falls due, by what everybody sees."""
        if state.phase in (SETUP, OVER):
            return None
        due: Deadline[Any] | None = self.view(state, None).deadline()
        return due

    def decide(self, state: Any, actor: Actor | None, action: Any, chance: Chance, now: Ms) -> Story:
        """The story of an action, or its Refusal."""
        story = Story(self.tellings, evolve, state, chance, now)
        if actor is HOUSE:
            self._house_acts(story, state, action)
        elif actor is None or not 0 <= actor < len(state.players):
            raise Refusal("NOT_SEATED", "Only players at the table may act; you are watching.")
        else:
            self._seat_acts(story, state, actor, action)
        return story

    def _seat_acts(self, story: Story, state: Any, seat: Seat, action: Any) -> None:
        if not isinstance(action, Action):
            raise Refusal("HOUSE_ONLY", "Only the table itself does this, not a player.")
        if state.phase == OVER:
            raise Refusal("GAME_OVER", "The game is over.")
        if state.phase not in action.when:
            raise Refusal(
                "WRONG_PHASE", f"{type(action).__name__} is not possible in this phase: {state.phase}."
            )
        view = self.view(state, seat)
        owed = view.to_act()
        if seat not in owed:
            raise Refusal("NOT_YOUR_TURN", f"It is not the turn of seat {seat}.")
        if not action.is_legal(view, seat):
            raise Refusal("NOT_LEGAL", f"Seat {seat} may not do this now; see the list of legal actions.")
        action.do(story, seat)
        if state.clock is not None:
            charge(story, (seat,), tuple(owed))

    def _house_acts(self, story: Story, state: Any, action: Any) -> None:
        if isinstance(action, Begin):
            self._begin(story, state)
            return
        if not isinstance(action, HouseAction):
            raise Refusal("NOT_SEATED", "The table itself has no seat; it may not play.")
        if state.phase == OVER:
            raise Refusal("GAME_OVER", "The game is over.")
        if state.phase not in action.when or not action.is_legal(self.view(state, None)):
            raise Refusal("WRONG_PHASE", f"{type(action).__name__} is not possible now.")
        if action.is_report:
            action.do(story)
            return
        due = self.deadline(state)
        if due is None or due.action != action or not due.is_due(story.now):
            raise Refusal("NOT_DUE", f"{type(action).__name__} has not fallen due.")
        owed = self.to_act(state)
        action.do(story)
        charge(story, owed, owed)

    def _begin(self, story: Story, state: Any) -> None:
        if state.phase != SETUP:
            raise Refusal("STARTED", "The game has begun already.")
        control = None if self.control is None else self.control(state.options)
        if control is not None:
            story.emit(ClockStarted(control, story.now))
        self.deal(story)
        if story.state.phase == SETUP:
            raise AssertionError("The deal must lead to a phase: let its last event change `phase`.")

    def outcome(self, state: Any) -> Outcome | None:
        """The winners, and everybody's place: winners first, then by score."""
        if state.ending is None:
            return None
        scores = self.view(state, None).scores()
        ranks = [(seat in state.winners, score) for seat, score in enumerate(scores)]
        order = sorted(range(len(scores)), key=lambda seat: ranks[seat], reverse=True)
        places = {rank: place for place, rank in reversed([*enumerate((ranks[seat] for seat in order), 1)])}
        standings = tuple(Standing(seat, places[ranks[seat]], scores[seat]) for seat in order)
        return Outcome(state.ending, standings, state.winners)
