"""`game(...)`: the kernel's Game from an author's nouns, with everything that can be derived."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Union, get_args, get_type_hints

from rondel.kernel import AnyGame, Game, Nouns, Sitter, TimeControl
from rondel.kernel.hosting import Blame
from rondel.kit.events import check_action, sealed_fields, tellings_of
from rondel.kit.face import FaceOf, face_of
from rondel.kit.knows import Fits, conserved_of, domain, imaginer_of
from rondel.kit.marks import Sealed
from rondel.kit.nouns import Action, Begin, Event, GameEnded, HouseAction, Player, State
from rondel.kit.rules import Rules, evolve
from rondel.kit.shape import Shape, shape_of
from rondel.kit.story import Story
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
    blames: Mapping[str, Blame] | None = None,
    face: FaceOf | None = None,
    **more: Any,
) -> AnyGame:
    """A Game of these nouns; TypeError where a mark is missing or makes no sense.

    `deal(story)` opens the table. `start(options, seats)` is the State before it, where the default one
    (every field its default) will not do. `fits(state, viewer)` refuses imagined States that contradict
    what the viewer could conclude. `control(options)` gives every seat a clock. `undo` names the events
    that undo never crosses; without it there is none. `face` says what it looks like: a Face, or a function
    that is given the one guessed from the places and returns another. `more` goes to the kernel's Game as it
    is.
    """
    shape = shape_of(state)
    _check_sealed(shape)
    clocks: list[type[Event]] = [] if control is None else [ClockStarted, ClockCharged]
    tellings = tellings_of([*events, GameEnded, *clocks], shape.secrets())
    asked: list[type[Action | HouseAction]] = [*actions, *house]
    for action in asked:
        check_action(action, shape.secrets())
    told = [kind for how in tellings.values() for kind in how.kinds]
    _check_names([Begin, *asked])
    _check_names(told)
    view, opened = seer_of(shape), opener_of(shape)
    verbs = Rules(view=view, actions=tuple(actions), tellings=tellings, deal=deal, control=control)
    how_of = {kind: how for how in tellings.values() for kind in how.kinds}
    sealed: dict[type, frozenset[str]] = {action: sealed_fields(action) for action in asked}
    return Game(
        name=name,
        title=title,
        rules=rules,
        seats=seats,
        nouns=Nouns(
            state=state,
            action=Union[(Begin, *asked)],
            event=Union[tuple(told)],  # noqa: UP007 - made at run time
            view=shape.seen,
            known=shape.seen,
            options=get_type_hints(state)["options"],
        ),
        begin=Begin(),
        start=_starter(state, start),
        to_act=verbs.to_act,
        legal=verbs.legal,
        decide=verbs.decide,
        evolve=evolve,
        view=view,
        audience=lambda event: how_of[type(event)].audience(event),
        reveals=lambda event, viewer: how_of[type(event)].reveals(event, viewer),
        announces=lambda event: how_of[type(event)].event.announced,
        sealed=lambda _, action: sealed.get(type(action), frozenset()),
        knows=view,
        imagine=imaginer_of(shape, fits),
        deadline=verbs.deadline,
        outcome=verbs.outcome,
        conserved=conserved_of(shape),
        endings=frozenset(endings),
        open=lambda action: isinstance(action, Action) and action.is_open,
        undo=None if undo is None else undo_of(shape, list(tellings.values()), undo),
        postpone=postponer_of(shape, has_clock=control is not None),
        clock=lambda it: it.clock,
        opened=lambda it, _: opened(it),
        blames={**_BLAMES, **(blames or {})},
        face=face_of(shape, actions, face),
        **more,
    )


def _starter(
    state: type[State], start: Callable[[Any, int], Any] | None
) -> Callable[[Any, Sequence[Sitter]], Any]:
    player = get_args(get_type_hints(state)["players"])[0]
    if not (isinstance(player, type) and issubclass(player, Player)):
        raise TypeError(f"{state.__name__}.players must say what a player has: players: tuple[Player, ...]")

    def started(options: Any, sitters: Sequence[Sitter]) -> Any:
        if start is not None:
            return start(options, len(sitters))
        return state(options=options, players=tuple(player() for _ in sitters))

    return started


def _check_names(nouns: Sequence[type]) -> None:
    """A Noun travels by its name, so no two may have the same."""
    [(name, count)] = Counter(noun.__name__ for noun in nouns).most_common(1)
    if count > 1:
        raise TypeError(f"Two nouns are called {name}: each needs a name of its own")


def _check_sealed(shape: Shape) -> None:
    for part in shape.marked():
        if isinstance(part.mark, Sealed) and part.mark.among is None:
            domain(part.piece)
