"""Cambio, chapter 9: connection, bots, abandonment."""

from collections.abc import Mapping
from typing import Final

from rondel.games.cambio import powers, snap, turn
from rondel.games.cambio.actions import Action, SetConnected
from rondel.games.cambio.events import (
    CardHidden,
    ConnectionChanged,
    ControllerChanged,
    FinalTurnTaken,
    GameAbandoned,
)
from rondel.games.cambio.next_turn import end_turn, may_snap
from rondel.games.cambio.opening import (
    count_as_confirmed,
    end_view_if_all_confirmed,
    initial_slots,
    unconfirmed_seats,
)
from rondel.games.cambio.state import State
from rondel.games.cambio.story import Story
from rondel.kernel import Presence, Refusal, Seat

PRESENCE: Final[Presence[State, Action]] = Presence(
    report=SetConnected,
    is_connected=lambda state, seat: state.players[seat].is_connected,
    grace_ms=lambda state: state.options.disconnect_grace_ms,
)
"""9.1 How the house is told who is there."""


def set_connected(story: Story, seat: Seat, *, is_connected: bool) -> None:
    """9.1 The seat's Player has gone, or is back."""
    players = story.state.players
    if not 0 <= seat < len(players) or players[seat].is_connected == is_connected:
        raise Refusal("NO_CHANGE", f"Seat {seat} is as connected as before.")
    if players[seat].kind == "bot":
        raise Refusal("NO_CHANGE", f"A bot sits in seat {seat}; it is always connected.")
    if is_connected:
        _return(story, seat)
    else:
        _leave(story, seat)


def bots(state: State) -> Mapping[Seat, str | None]:
    """9.6, 9.9 The seats that a bot plays, with its level; it has none where it has taken over."""
    players = enumerate(state.players)
    return {seat: player.bot_level for seat, player in players if player.controller == "bot"}


def take_over(story: Story, seat: Seat) -> None:
    """9.6 A bot plays the seat; the seat itself is still not there."""
    story.emit(ControllerChanged(seat, "bot"))


def abandon(story: Story) -> None:
    """9.8 Nobody is left: whatever is shown is hidden (5.13), and nothing is turned over."""
    state = story.state
    if state.reveal is not None:
        powers.hide(story, "abandoned")
    if state.phase == "initial_view":
        for seat in unconfirmed_seats(state):
            story.emit(CardHidden(seat, initial_slots(seat), "abandoned"))
    story.emit(GameAbandoned())


def _return(story: Story, seat: Seat) -> None:
    """9.7 The seat is its Player's again."""
    controller = story.state.players[seat].controller
    story.emit(ConnectionChanged(seat, connected=True))
    if controller == "bot":
        story.emit(ControllerChanged(seat, "human"))


def _leave(story: Story, seat: Seat) -> None:
    """9.2 to 9.5 What a lost connection costs."""
    before = story.state
    story.emit(ConnectionChanged(seat, connected=False))
    if before.phase == "initial_view":
        _leave_initial_view(story, before, seat)
    elif before.phase in ("playing", "final_round"):
        _leave_play(story, before, seat)


def _leave_initial_view(story: Story, before: State, seat: Seat) -> None:
    """9.5 It counts as confirmed."""
    if not before.players[seat].confirmed:
        count_as_confirmed(story, seat)
        end_view_if_all_confirmed(story)


def _leave_play(story: Story, before: State, seat: Seat) -> None:
    """9.4 In the final round the seat loses the turn it has not had, its own turn after what 9.2 asks."""
    is_forfeiting = before.phase == "final_round" and not before.players[seat].has_taken_final_turn
    is_own_turn = seat == before.current_turn_seat and before.step not in ("snap_window", "giving")
    if is_own_turn:
        _leave_own_turn(story, before, is_forfeiting=is_forfeiting)
        return
    if is_forfeiting:
        story.emit(FinalTurnTaken(seat, forfeited=True))
    if before.step == "snap_window" and may_snap(before, seat):
        snap.count_as_passed(story, seat)
    elif before.giving is not None and before.giving.seat == seat:
        snap.give_lowest(story)


def _leave_own_turn(story: Story, before: State, *, is_forfeiting: bool) -> None:
    """9.2 Power, peek and held card are lost; 9.3 before the draw the turn waits, unless it is forfeited."""
    match before.step:
        case "power_pending":
            powers.cancel(story)
        case "revealing":
            powers.hide(story, "disconnected")
        case "holding":
            turn.lay_down_when_absent(story)
        case _:
            if not is_forfeiting:
                return
    end_turn(story, is_forfeited=is_forfeiting)
