"""Tally, a game of our own for these tests: add points, draw secret cards, pass; first to the target wins.

Two or three seats. Adding and drawing keep the turn, passing ends it. A drawn card is seen by its seat
alone. When everybody passes in a row the game is stalled. An optional clock makes the house pass.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias, assert_never

from msgspec import Meta
from msgspec.structs import replace

from rondel.kernel import (
    EVERYONE,
    HOUSE,
    Actor,
    Audience,
    Chance,
    Clock,
    Deadline,
    Game,
    GameTypes,
    Ms,
    Outcome,
    Refusal,
    Row,
    Seat,
    SeatSpec,
    Standing,
    Struct,
    TakeBack,
    TimeControl,
    Undo,
    Viewer,
    take_back,
    take_turn,
)
from rondel.kernel.game import AnyGame
from rondel.kernel.replay import Step, fold

SECRET = bytes(range(32))
NONCES = (b"n" * 16, b"")
FIRST_AT = 1_700_000_000_000


class Options(Struct):
    target: Annotated[int, Meta(ge=1, le=1000)] = 10
    bank_ms: Annotated[int, Meta(ge=0)] = 0


class StartGame(Struct):
    pass


class Add(Struct):
    amount: int


class Draw(Struct):
    pass


class Pass(Struct):
    pass


class PauseClock(Struct):
    pass


class ResumeClock(Struct):
    pass


class Expire(Struct):
    pass


class Abandon(Struct):
    pass


Action: TypeAlias = StartGame | Add | Draw | Pass | PauseClock | ResumeClock | Expire | Abandon


class GameStarted(Struct):
    pass


class Added(Struct):
    seat: Seat
    amount: int


class CardDrawn(Struct):
    seat: Seat


class CardSeen(Struct):
    seat: Seat
    card: int


class Passed(Struct):
    seat: Seat
    is_expired: bool = False


class ClockPaused(Struct):
    pass


class ClockResumed(Struct):
    pass


class GameEnded(Struct):
    ending: str


Event: TypeAlias = (
    GameStarted | Added | CardDrawn | CardSeen | Passed | ClockPaused | ClockResumed | GameEnded
)


class State(Struct):
    options: Options
    points: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    turn: Seat = 0
    passes: int = 0
    is_started: bool = False
    ending: str | None = None
    clock: Clock | None = None


class View(Struct):
    points: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    own_hand: tuple[int, ...] | None
    turn: Seat
    ending: str | None


class Known(Struct):
    viewer: Viewer
    own_hand: tuple[int, ...]
    public: State
    """The State with every card face down."""


def start(options: Options, seat_specs: Sequence[SeatSpec]) -> State:
    return State(options, (0,) * len(seat_specs), ((),) * len(seat_specs))


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn} if state.is_started and state.ending is None else ())


def legal(state: State, seat: Seat) -> Sequence[Action]:
    if seat not in to_act(state):
        return []
    return [Add(1), Add(2), Add(3), Draw(), Pass()]


def decide(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    if actor is HOUSE:
        return _decide_house(state, action, now)
    if actor is None or actor not in to_act(state):
        raise Refusal("NOT_YOUR_TURN", f"It is not your turn; seat {state.turn} is to move.")
    match action:
        case Add(amount):
            return _add(state, actor, amount)
        case Draw():
            return [CardDrawn(actor), CardSeen(actor, chance.below(100))]
        case Pass():
            return _pass(state, Passed(actor))
        case PauseClock() | ResumeClock():
            return _stop_clock(state, action)
        case StartGame() | Expire() | Abandon():
            raise Refusal("HOUSE_ONLY", "Only the house does this.")
        case _:
            assert_never(action)


def _decide_house(state: State, action: Action, now: Ms) -> Sequence[Event]:
    match action:
        case StartGame() if not state.is_started:
            return [GameStarted()]
        case Expire() if (due := deadline(state)) is not None and due.is_due(now):
            return _pass(state, Passed(state.turn, is_expired=True))
        case Abandon() if to_act(state):
            return [GameEnded("abandoned")]
        case _:
            raise Refusal("NOT_DUE", "The house has nothing of this kind to do.")


def _add(state: State, seat: Seat, amount: int) -> Sequence[Event]:
    if not 1 <= amount <= 3:
        raise Refusal("BAD_AMOUNT", f"One may add 1 to 3, not {amount}.")
    is_reached = state.points[seat] + amount >= state.options.target
    return [Added(seat, amount), *([GameEnded("reached")] if is_reached else [])]


def _pass(state: State, passed: Passed) -> Sequence[Event]:
    is_stalled = state.passes + 1 == len(state.points)
    return [passed, *([GameEnded("stalled")] if is_stalled else [])]


def _stop_clock(state: State, action: PauseClock | ResumeClock) -> Sequence[Event]:
    if state.clock is None or (state.clock.paused_at_ms is None) == isinstance(action, ResumeClock):
        raise Refusal("CLOCK_OFF", "The clock does not do this now.")
    return [ClockPaused() if isinstance(action, PauseClock) else ClockResumed()]


def evolve(state: State, event: Event, at: Ms) -> State:
    match event:
        case GameStarted():
            control = TimeControl(state.options.bank_ms, 1000)
            clock = Clock.started(control, len(state.points), at) if state.options.bank_ms else None
            return replace(state, is_started=True, clock=clock)
        case Added(seat, amount):
            return _moved(replace(state, points=_raised(state.points, seat, amount), passes=0), at)
        case CardDrawn():
            return _moved(replace(state, passes=0), at)
        case CardSeen(seat, card):
            hands = tuple((*h, card) if s == seat else h for s, h in enumerate(state.hands))
            return replace(state, hands=hands)
        case Passed():
            moved = _moved(state, at)
            return replace(moved, turn=(state.turn + 1) % len(state.points), passes=state.passes + 1)
        case ClockPaused():
            return replace(state, clock=_clock(state).paused(at))
        case ClockResumed():
            return replace(state, clock=_clock(state).resumed(at))
        case GameEnded(ending):
            return replace(state, ending=ending)
        case _:
            assert_never(event)


def _clock(state: State) -> Clock:
    assert state.clock is not None
    return state.clock


def _moved(state: State, at: Ms) -> State:
    return state if state.clock is None else replace(state, clock=state.clock.charged([state.turn], at))


def _raised(points: tuple[int, ...], seat: Seat, amount: int) -> tuple[int, ...]:
    return tuple(has + amount if s == seat else has for s, has in enumerate(points))


def view(state: State, viewer: Viewer) -> View:
    own = None if viewer is None else state.hands[viewer]
    return View(state.points, tuple(len(hand) for hand in state.hands), own, state.turn, state.ending)


def audience(event: Event) -> Audience:
    return event.seat if isinstance(event, CardSeen) else EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    return isinstance(event, CardSeen)


def knows(state: State, viewer: Viewer) -> Known:
    own = () if viewer is None else state.hands[viewer]
    return Known(viewer, own, replace(state, hands=tuple((0,) * len(hand) for hand in state.hands)))


def imagine(known: Known, chance: Chance) -> State:
    hands = tuple(
        known.own_hand if seat == known.viewer else tuple(chance.below(100) for _ in hand)
        for seat, hand in enumerate(known.public.hands)
    )
    return replace(known.public, hands=hands)


def deadline(state: State) -> Deadline[Action] | None:
    due = None if state.clock is None else state.clock.runs_out_ms(to_act(state))
    return None if due is None else Deadline(due, Expire())


def outcome(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    if state.ending == "abandoned":
        return Outcome("abandoned", is_abandoned=True)
    best = max(state.points)
    places = [1 + sum(other > has for other in state.points) for has in state.points]
    standings = tuple(Standing(s, places[s], has) for s, has in enumerate(state.points))
    return Outcome(state.ending, standings, tuple(s for s, has in enumerate(state.points) if has == best))


def conserved(state: State) -> Mapping[str, int]:
    return {"seats": len(state.points)}


def keep(restored: State, present: State, at: Ms) -> State:
    return restored if present.clock is None else replace(restored, clock=present.clock.after_undo(at))


def postpone(state: State, span_ms: Ms) -> State:
    return state if state.clock is None else replace(state, clock=state.clock.postponed(span_ms))


TALLY: Game[State, Action, Event, View, Known, Options] = Game(
    name="tally",
    title="Tally",
    rules=1,
    seats=range(2, 4),
    types=GameTypes(state=State, action=Action, event=Event, view=View, known=Known, options=Options),
    begin=StartGame(),
    start=start,
    to_act=to_act,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
    audience=audience,
    reveals=reveals,
    knows=knows,
    imagine=imagine,
    deadline=deadline,
    outcome=outcome,
    conserved=conserved,
    endings=frozenset({"reached", "stalled", "abandoned"}),
    undo=Undo(barrier=lambda event: isinstance(event, GameStarted | Passed), keep=keep),
    clock=lambda state: state.clock,
    postpone=postpone,
)


def chance_of(drawn: int = 0) -> Chance:
    """The luck after so many rows that drew."""
    return Chance(SECRET, "table", NONCES, {"": drawn})


def started(game: AnyGame = TALLY, options: Options | None = None) -> list[Step[Any]]:
    """The steps of a table of two that has just been started."""
    return play(game, [], [(HOUSE, StartGame())], options=options)


def play(
    game: AnyGame,
    steps: Sequence[Step[Any]],
    moves: Sequence[tuple[Actor, Action | TakeBack]],
    *,
    options: Options | None = None,
    every_ms: Ms = 1000,
) -> list[Step[Any]]:
    """More steps, so many milliseconds apart: the kernel's own way to play, without wire or table."""
    played = list(steps)
    state = played[-1].after if played else game.start(options or Options(), [SeatSpec(), SeatSpec()])
    for version, (actor, action) in enumerate(moves, len(played) + 1):
        at = FIRST_AT + every_ms * version
        events: tuple[Any, ...]
        chance = chance_of(sum(1 for step in played if step.row.draws))
        if isinstance(action, TakeBack):
            assert isinstance(actor, int)
            events = (take_back(game, played, actor),)
        else:
            events = take_turn(game, state, actor, action, chance, at).events
        row = Row(version, at, actor, game.rules, action, events, chance.draws)
        played.append(fold(game, state, row, lambda target: played[target].before))
        state = played[-1].after
    return played
