"""Imperial, chapter 12: what a submission costs, and when the house acts."""

from msgspec.structs import replace

from rondel.games.imperial.actions import Action, AutoAct, ClockAction, PauseClock
from rondel.games.imperial.events import ClockPaused, ClockResumed, Submitted, TimeCharged
from rondel.games.imperial.ledger import resumed
from rondel.games.imperial.state import State, to_act
from rondel.games.imperial.story import Story
from rondel.kernel import HOUSE, Actor, Clock, Deadline, Ms, Refusal, Seat, TimeControl

FLAG_BANK = 60


def submit(story: Story, seat: Seat, *, auto: bool = False) -> None:
    """15.1, 12.3, 12.4, 12.6 A submission: it resumes the clock, and its seat is charged."""
    state, now = story.state, story.now
    timer = resumed(state.timer, now)
    story.emit(Submitted(seat, state.turn_id + 1, auto))
    if state.timer.pause:
        story.emit(ClockResumed(seat, now - state.timer.pause))
    if not timer.timed:
        return
    elapsed = (now - timer.last_move) // 1000
    left = state.players[seat].banked - elapsed + timer.increment
    is_flagged = left < 0
    most = timer.banked if state.options.bank_cap else left
    story.emit(TimeCharged(seat, elapsed, FLAG_BANK if is_flagged else min(most, left), is_flagged))


def pause_or_resume(story: Story, actor: Actor, action: ClockAction) -> None:
    """12.6 Neither is a submission."""
    state = story.state
    seat = None if actor is HOUSE else actor
    refusal = refuse_pause(state, actor, is_pausing=isinstance(action, PauseClock))
    if refusal is not None:
        raise refusal
    if isinstance(action, PauseClock):
        story.emit(ClockPaused(seat))
    else:
        story.emit(ClockResumed(seat, story.now - state.timer.pause))


def refuse_pause(state: State, actor: Actor, *, is_pausing: bool) -> Refusal | None:
    """12.6 Why the clock may not be paused or resumed."""
    options = state.options
    if not options.timed and options.auto_action_seconds is None:
        return Refusal("CLOCK_OFF", "There is no clock at this table.")
    if actor is not HOUSE and options.pause_by == "house":
        return Refusal("PAUSE_NOT_ALLOWED", f"Seat {actor} may not touch the clock; the house may.")
    if is_pausing and state.timer.pause:
        return Refusal("ALREADY_PAUSED", "The clock cannot be paused; it stands still already.")
    if not is_pausing and not state.timer.pause:
        return Refusal("NOT_PAUSED", "The clock cannot be resumed; it is running.")
    return None


def deadline(state: State) -> Deadline[Action] | None:
    """12.8, 18.1 When the house acts for those who do not."""
    seconds, timer = state.options.auto_action_seconds, state.timer
    if seconds is None or state.mode in (None, "game-over") or timer.pause:
        return None
    if timer.timed:
        seconds += max(state.players[seat].banked for seat in to_act(state)) + timer.increment
    return Deadline(timer.last_move + 1000 * seconds, AutoAct())


def postpone(state: State, span_ms: Ms) -> State:
    """12.10, 13.6 As if the time had not passed; across a row of the House nothing is taken back."""
    timer = state.timer
    if not timer.pause:
        timer = replace(timer, last_move=timer.last_move + span_ms)
    return replace(state, timer=timer, undo=None)


def clock(state: State) -> Clock | None:
    """12.1 The clock as the kernel has it."""
    timer = state.timer
    if not timer.timed:
        return None
    return Clock(
        TimeControl(
            bank_ms=1000 * timer.banked,
            allowance_ms=1000 * timer.increment,
            is_capped=state.options.bank_cap,
        ),
        banks_ms=tuple(1000 * player.banked for player in state.players),
        flags=tuple(-player.score_modifier for player in state.players),
        since_ms=timer.last_move,
        paused_at_ms=timer.pause or None,
    )
