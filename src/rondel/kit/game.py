"""`game(...)`: the kernel's Game from an author's nouns, with everything that can be derived."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Union, get_args, get_type_hints

from rondel.kernel import AnyGame, Game, GameTypes, SeatSpec, TimeControl, Viewer
from rondel.kernel.hosting import Blame
from rondel.kit.definition import DefinitionError
from rondel.kit.events import Telling, check_action, sealed_fields, tellings_of
from rondel.kit.face import FaceOf, face_of
from rondel.kit.knows import Fits, conserved_of, forms_of, imaginer_of
from rondel.kit.rules import Rules, evolve
from rondel.kit.shape import Shape, shape_of
from rondel.kit.story import Story
from rondel.kit.structs import Action, Begin, Event, GameEnded, HouseAction, Player, State
from rondel.kit.timed import ClockCharged, ClockStarted, postponer_of, undo_of
from rondel.kit.views import opener_of, seer_of

_BLAMES: Mapping[str, Blame] = {"NOT_SEATED": "asker", "HOUSE_ONLY": "asker"}


def game(
    *,
    name: str,
    title: str,
    seats: range,
    state: type[State],
    actions: Sequence[type[Action]],
    events: Sequence[type[Event]],
    deal: Callable[[Story], None],
    house: Sequence[type[HouseAction]] = (),
    endings: Collection[str] = ("won",),
    rules: int = 1,
    start: Callable[[Any, int], Any] | None = None,
    fits: Fits | None = None,
    control: Callable[[Any], TimeControl | None] | None = None,
    undo: Sequence[type[Event]] | None = None,
    error_blame: Mapping[str, Blame] | None = None,
    face: FaceOf | None = None,
    **more: Any,
) -> AnyGame:
    """A Game of these nouns; DefinitionError where a mark is missing or makes no sense.

    `deal(story)` opens the table. `start(options, seats)` is the State before it, where the default one
    (every field its default) will not do. `fits(state, viewer)` refuses imagined States that contradict
    what the viewer could conclude. `control(options)` gives every seat a clock. `undo` names the events
    that undo never crosses; without it there is none. `face` says what it looks like: a Face, or a function
    that is given the one guessed from the places and returns another. `more` are fields of the kernel's Game;
    they replace derived ones.

    A clock of a minute with five seconds for each move, and undo that never crosses a new round:

    >>> minute = TimeControl(bank_ms=60_000, allowance_ms=5_000)
    >>> coins = kit.game(
    ...     name="coins", title="Coins", seats=range(2, 5), state=Coins, actions=[Flip], events=[RoundBegun],
    ...     deal=lambda story: story.emit(RoundBegun()), control=lambda _: minute, undo=[RoundBegun],
    ... )
    >>> coins.undo is not None
    True
    """
    action_types: list[type[Action | HouseAction]] = [*actions, *house]
    clocks: list[type[Event]] = [] if control is None else [ClockStarted, ClockCharged]
    player = _player_of(state)
    shape = _checked_shape(state, action_types)
    tellings = tellings_of([*events, GameEnded, *clocks], shape.secrets())
    game_types = _nouns(shape, action_types, tellings)
    view = seer_of(shape)
    verbs = Rules(view=view, actions=tuple(actions), tellings=tellings, deal=deal, control=control)
    derived = {
        **_secrecy(shape, view, fits),
        **_travel(action_types, tellings),
        **_verbs(verbs),
        **_time(shape, tellings, undo, has_clock=control is not None),
    }
    return Game(
        name=name,
        title=title,
        rules=rules,
        seats=seats,
        types=game_types,
        begin=Begin(),
        start=_starter(state, player, start),
        endings=frozenset(endings),
        error_blame={**_BLAMES, **(error_blame or {})},
        face=face_of(shape, actions, face),
        **{**derived, **more},
    )


def _player_of(state: type[State]) -> type[Player]:
    """What a player of this State is made of."""
    player = get_args(get_type_hints(state)["players"])[0]
    if not (isinstance(player, type) and issubclass(player, Player)):
        message = f"{state.__name__}.players must say what a player has: players: tuple[Player, ...]"
        raise DefinitionError(message, state, "players")
    return player


def _checked_shape(state: type[State], action_types: Sequence[type[Action | HouseAction]]) -> Shape:
    """The shape of the State; DefinitionError where it or an action has a mark too few or too many."""
    shape = shape_of(state)
    for action in action_types:
        check_action(action, shape.secrets())
    return shape


def _nouns(
    shape: Shape, action_types: Sequence[type[Action | HouseAction]], tellings: Mapping[type, Telling]
) -> GameTypes[Any, Any, Any, Any, Any, Any]:
    event_types = [kind for how in tellings.values() for kind in how.kinds]
    _check_names([Begin, *action_types])
    _check_names(event_types)
    return GameTypes(
        state=shape.noun,
        action=Union[(Begin, *action_types)],
        event=Union[tuple(event_types)],  # noqa: UP007 - made at run time
        view=shape.seen,
        known=shape.seen,
        options=get_type_hints(shape.noun)["options"],
    )


def _secrecy(shape: Shape, view: Callable[[Any, Viewer], Any], fits: Fits | None) -> dict[str, Any]:
    """What is seen, what is known, and what no move creates or destroys."""
    opened = opener_of(shape)
    return {
        "view": view,
        "knows": view,
        "imagine": imaginer_of(shape, fits),
        "conserved": conserved_of(shape),
        "hidden_forms": forms_of(shape),
        "opened": lambda state, _: opened(state),
    }


def _travel(
    action_types: Sequence[type[Action | HouseAction]], tellings: Mapping[type, Telling]
) -> dict[str, Any]:
    """Who hears of an event and learns by it, and who knows what was asked."""
    how_of = {kind: how for how in tellings.values() for kind in how.kinds}
    sealed = {action: sealed_fields(action) for action in action_types}
    return {
        "audience": lambda event: how_of[type(event)].audience(event),
        "reveals": lambda event, viewer: how_of[type(event)].reveals(event, viewer),
        "announces": lambda event: how_of[type(event)].event.announced,
        "sealed": lambda _, action: sealed.get(type(action), frozenset()),
    }


def _verbs(rules: Rules) -> dict[str, Any]:
    """How a game goes on."""
    return {
        "to_act": rules.to_act,
        "legal": rules.legal,
        "decide": rules.decide,
        "evolve": evolve,
        "deadline": rules.deadline,
        "outcome": rules.outcome,
        "is_open_ended": lambda action: isinstance(action, Action) and action.is_open,
    }


def _time(
    shape: Shape, tellings: Mapping[type, Telling], undo: Sequence[type[Event]] | None, *, has_clock: bool
) -> dict[str, Any]:
    """Clocks, moments that move after an outage, and taking back."""
    return {
        "clock": lambda state: state.clock,
        "postpone": postponer_of(shape, has_clock=has_clock),
        "undo": None if undo is None else undo_of(shape, list(tellings.values()), undo),
    }


def _starter(
    state: type[State], player: type[Player], start: Callable[[Any, int], Any] | None
) -> Callable[[Any, Sequence[SeatSpec]], Any]:
    def started(options: Any, seat_specs: Sequence[SeatSpec]) -> Any:
        if start is not None:
            return start(options, len(seat_specs))
        return state(options=options, players=tuple(player() for _ in seat_specs))

    return started


def _check_names(game_types: Sequence[type]) -> None:
    """A Noun travels by its name, so no two may have the same."""
    by_name = Counter(noun.__name__ for noun in game_types)
    for noun in reversed(game_types):
        if by_name[noun.__name__] > 1:
            message = f"Two nouns are called {noun.__name__}: each needs a name of its own"
            raise DefinitionError(message, noun)
