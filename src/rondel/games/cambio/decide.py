"""Cambio, chapter 10: what an action causes, or why it is refused."""

from collections.abc import Sequence
from typing import Final, TypeGuard, assert_never, get_args

from rondel.games.cambio import call, connection, opening, powers, snap, turn
from rondel.games.cambio.actions import (
    Abandon,
    AcknowledgeReveal,
    Action,
    CallCambio,
    CloseSnapWindow,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    EndInitialView,
    ExpireGive,
    ExpirePower,
    ExpireTurn,
    GiveCard,
    HideCard,
    PassSnap,
    SeatAction,
    SetConnected,
    SkipPower,
    Snap,
    StartGame,
    SwapCard,
    TakeOver,
    TimedAction,
    UsePower,
)
from rondel.games.cambio.deadline import deadline
from rondel.games.cambio.events import Event
from rondel.games.cambio.evolve import evolve
from rondel.games.cambio.guards import refuse_out_of_place
from rondel.games.cambio.next_turn import close_snap_window
from rondel.games.cambio.state import State
from rondel.games.cambio.story import Story
from rondel.kernel import HOUSE, Actor, Chance, Ms, Refusal, Seat

_SEAT_ACTIONS: Final[frozenset[type]] = frozenset(get_args(SeatAction))


def decide(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    """The events `action` causes at `now`, or its Refusal (1.7)."""
    story = Story(evolve, state, chance, now)
    if actor is HOUSE:
        _decide_house(story, action)
    elif actor is None or not 0 <= actor < len(state.players):
        raise Refusal("NOT_SEATED", "Only those who sit at the table may act; you watch.")
    elif _is_for_seats(action):
        _refuse_over(state)
        refuse_out_of_place(state, actor, action)
        _decide_seat(story, actor, action)
    else:
        raise Refusal("HOUSE_ONLY", f"Seat {actor} may not do this; it is for the house to do.")
    return story


def _is_for_seats(action: Action) -> TypeGuard[SeatAction]:
    """By look-up: every move asks it, and to try the classes one after another takes a microsecond."""
    return type(action) in _SEAT_ACTIONS


def _decide_seat(story: Story, seat: Seat, action: SeatAction) -> None:
    match action:
        case DrawCard(source):
            turn.draw(story, seat, source)
        case SwapCard(position):
            turn.swap(story, seat, position)
        case DiscardCard():
            turn.discard(story, seat)
        case UsePower(power_type, slots):
            powers.use(story, seat, power_type, slots)
        case SkipPower():
            powers.skip(story, seat)
        case AcknowledgeReveal(is_swapping):
            powers.acknowledge(story, seat, is_swapping=is_swapping)
        case CallCambio():
            call.call_cambio(story, seat)
        case Snap():
            snap.snap(story, seat, action)
        case PassSnap():
            snap.pass_snap(story, seat)
        case GiveCard(position):
            snap.give(story, seat, position)
        case ConfirmInitialView():
            opening.confirm(story, seat)
        case _:
            assert_never(action)


def _decide_house(story: Story, action: Action) -> None:
    match action:
        case StartGame():
            _refuse_over(story.state)
            opening.start_game(story)
        case SetConnected(seat, is_connected):
            _refuse_over(story.state)
            connection.set_connected(story, seat, is_connected=is_connected)
        case _ if isinstance(action, TimedAction):
            _refuse_over(story.state)
            _refuse_not_due(story, action)
            _decide_timed(story, action)
        case _:
            raise Refusal("NOT_SEATED", "The house has no seat; it may not play.")


def _decide_timed(story: Story, action: TimedAction) -> None:
    match action:
        case ExpireTurn():
            turn.expire(story)
        case ExpirePower():
            powers.expire(story)
        case HideCard():
            powers.expire_reveal(story)
        case CloseSnapWindow():
            close_snap_window(story)
        case ExpireGive():
            snap.give_lowest(story)
        case EndInitialView():
            opening.end_view(story)
        case TakeOver(seat):
            connection.take_over(story, seat)
        case Abandon():
            connection.abandon(story)
        case _:
            assert_never(action)


def _refuse_over(state: State) -> None:
    if state.status != "active":
        raise Refusal("GAME_OVER", f"Nothing more may be done; the game is {state.status}.")


def _refuse_not_due(story: Story, action: TimedAction) -> None:
    """10.1 The house may only do what its deadline says, and not before."""
    due = deadline(story.state)
    if due is None or due.action != action or not due.is_due(story.now):
        raise Refusal("NOT_DUE", "The house may not do this; it has not fallen due.")
