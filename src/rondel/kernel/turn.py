"""One turn: decide, then evolve. The only way a State moves."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from rondel.kernel.chance import Chance
from rondel.kernel.game import Action, AnyGame, Event, Game, Known, Options, State, View
from rondel.kernel.noun import Noun
from rondel.kernel.seat import Actor, Ms
from rondel.kernel.story import Story

S = TypeVar("S")
E = TypeVar("E")


class Turn(Noun, Generic[S, E]):
    """What an accepted action caused, and the State after it."""

    state: S
    events: tuple[E, ...]


def take_turn(
    game: Game[State, Action, Event, View, Known, Options],
    state: State,
    actor: Actor | None,
    action: Action,
    chance: Chance,
    at: Ms,
) -> Turn[State, Event]:
    """Decide `action` and evolve the State by its events, or raise the Refusal."""
    told = game.decide(state, actor, action, chance, at)
    events = tuple(told)
    assert events, f"{game.name}: {action!r} was accepted and nothing happened"
    if isinstance(told, Story) and told.is_told_by(game.evolve, state, at):
        return Turn(told.state, events)
    return Turn(evolve_all(game, state, events, at), events)


def evolve_all(game: AnyGame, state: State, events: Sequence[Event], at: Ms) -> State:
    """The State after these events."""
    for event in events:
        state = game.evolve(state, event, at)
    return state
