"""One turn: decide, then evolve. The only way a State moves."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from rondel.kernel.chance import Chance
from rondel.kernel.game import Action, AnyGame, Event, Game, Known, Options, State, View
from rondel.kernel.seat import Actor, Ms
from rondel.kernel.story import Story
from rondel.kernel.struct import Struct

S = TypeVar("S")
E = TypeVar("E")


class Turn(Struct, Generic[S, E]):
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
    decision = game.decide(state, actor, action, chance, at)
    events = tuple(decision)
    assert events, f"{game.name}: {action!r} was accepted and nothing happened"
    if isinstance(decision, Story) and decision.is_folded_by(game.evolve, state, at):
        return Turn(decision.state, events)
    return Turn(evolve_all(game, state, events, at), events)


def evolve_all(game: AnyGame, state: State, events: Sequence[Event], at: Ms) -> State:
    """The State after these events."""
    for event in events:
        state = game.evolve(state, event, at)
    return state
