"""Cambio, 4.9: what lies between two turns, the snap window (8.2) included."""

from rondel.games.cambio.events import (
    CambioCalled,
    FinalTurnTaken,
    SnapWindowClosed,
    SnapWindowOpened,
    TurnEnded,
    TurnStarted,
)
from rondel.games.cambio.evolve import ABSENT_TURN_MS
from rondel.games.cambio.score import complete
from rondel.games.cambio.state import State, has_all_final_turns, locked_seat, seats_clockwise
from rondel.games.cambio.story import Story
from rondel.kernel import Ms, Seat

FEWEST_DISCARDS_TO_SHUFFLE = 2


def end_turn(story: Story, *, is_forfeited: bool = False) -> None:
    """4.9 (a) to (c): the turn is over; the snap window, if there is one, holds up the rest."""
    state = story.state
    seat = state.current_turn_seat
    assert seat is not None
    result = "forfeit" if is_forfeited else state.turn_result
    assert result is not None
    story.emit(TurnEnded(seat, state.turn_number, result))
    if state.phase == "final_round":
        _take_final_turn(story, seat, is_forfeited=is_forfeited)
    if state.options.snap != "off" and state.discard_version > state.turn_discard_version:
        open_snap_window(story)
    else:
        _go_on(story)


def call(story: Story, seat: Seat, *, is_automatic: bool) -> None:
    """6.4 The call ends the caller's turn at once."""
    story.emit(CambioCalled(seat, is_automatic))
    end_turn(story)


def open_snap_window(story: Story) -> None:
    """8.2 A window on the top discard; it closes at once where nobody may snap."""
    state = story.state
    story.emit(SnapWindowOpened(state.discard_version, story.now + state.options.snap_window_ms))
    close_if_all_tried(story)


def close_if_all_tried(story: Story) -> None:
    """8.2 The window closes when every seat that may snap has passed or tried."""
    if not any(may_snap(story.state, seat) for seat in range(len(story.state.players))):
        close_snap_window(story)


def close_snap_window(story: Story) -> None:
    """8.9 The window closes and 4.9 goes on at (d)."""
    window = story.state.snap
    assert window is not None
    story.emit(SnapWindowClosed(window.discard_version))
    _go_on(story)


def may_snap(state: State, seat: Seat) -> bool:
    """1.11 Whether the seat still has a try and a slot to try it on; the absent have passed (9.5)."""
    assert state.snap is not None
    if seat in state.snap.tried or not state.players[seat].is_connected or seat == locked_seat(state):
        return False
    return any(any(state.players[target].slots) for target in snap_targets(state, seat))


def snap_targets(state: State, seat: Seat) -> list[Seat]:
    """8.4, 8.6 The seats whose cards this seat may snap."""
    if not state.options.snap_others:
        return [seat]
    locked = locked_seat(state)
    return [target for target in range(len(state.players)) if target != locked]


def start_turn(story: Story, seat: Seat) -> None:
    """4.9 (f) to (h): unless the deck is out, the seat is to move; 8.10 an empty hand may call by itself."""
    state = story.state
    if _is_deck_out(state):
        complete(story, "deck_out")
        return
    story.emit(TurnStarted(seat, state.turn_number + 1, _turn_end(state, seat, story.now)))
    is_calling = state.phase == "playing" and state.options.empty_hand == "autoCall"
    if is_calling and not any(state.players[seat].slots):
        call(story, seat, is_automatic=True)


def _take_final_turn(story: Story, seat: Seat, *, is_forfeited: bool) -> None:
    """4.9 (b); 6.7 at a call the seats that are not there forfeit theirs, clockwise."""
    state = story.state
    if seat != state.cambio_caller_seat:
        story.emit(FinalTurnTaken(seat, is_forfeited))
        return
    for other in seats_clockwise(state, seat):
        if not state.players[other].is_connected:
            story.emit(FinalTurnTaken(other, forfeited=True))


def _go_on(story: Story) -> None:
    """4.9 (d) and (e): is the game complete, and if not, who is next?"""
    state = story.state
    assert state.current_turn_seat is not None
    if state.phase == "playing":
        if state.turn_number >= state.options.max_turns:
            complete(story, "turn_cap")
            return
        start_turn(story, (state.current_turn_seat + 1) % len(state.players))
    elif has_all_final_turns(state):
        complete(story, "cambio")
    else:
        clockwise = seats_clockwise(state, state.current_turn_seat)
        start_turn(story, next(seat for seat in clockwise if not state.players[seat].has_taken_final_turn))


def _is_deck_out(state: State) -> bool:
    """4.11 Nothing to draw, and nothing to make a new draw pile of."""
    if state.draw_pile:
        return False
    return state.options.deck_out == "endRound" or len(state.discard_pile) < FEWEST_DISCARDS_TO_SHUFFLE


def _turn_end(state: State, seat: Seat, now: Ms) -> Ms | None:
    """9.3 Without a limit a turn ends only for a seat that is not there."""
    if state.options.turn_ms:
        return now + state.options.turn_ms
    return None if state.players[seat].is_connected else now + ABSENT_TURN_MS
