"""Cambio, 1.7 and 1.8: in which order an action out of place is refused."""

from typing import Final

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SeatAction,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.state import Phase, State, Step
from rondel.kernel import Refusal, Seat

_PLAY: Final[tuple[Phase, ...]] = ("playing", "final_round")
_PHASES: Final[dict[type[SeatAction], tuple[Phase, ...]]] = {
    ConfirmInitialView: ("initial_view",),
    CallCambio: ("playing",),
}
_STEP: Final[dict[type[SeatAction], Step]] = {
    DrawCard: "awaiting_draw",
    CallCambio: "awaiting_draw",
    SwapCard: "holding",
    DiscardCard: "holding",
    UsePower: "power_pending",
    SkipPower: "power_pending",
    AcknowledgeReveal: "revealing",
    Snap: "snap_window",
    PassSnap: "snap_window",
    GiveCard: "giving",
}


def refuse_out_of_place(state: State, seat: Seat, action: SeatAction) -> None:
    """1.7 From SNAP_OFF to WRONG_STEP; what remains is the action's own affair."""
    match action:
        case DrawCard() | SwapCard() | DiscardCard():  # checked first: the most common actions
            _refuse_phase(state, seat, action)
            _refuse_step(state, seat, action)
        case Snap() | PassSnap():
            if state.options.snap == "off":
                raise Refusal("SNAP_OFF", "Nobody may snap at this table.")
            _refuse_phase(state, seat, action)
            _refuse_stale(state, seat, action)
        case CallCambio() if state.cambio_caller_seat is not None:
            raise Refusal(
                "CAMBIO_ALREADY_CALLED",
                f"Seat {state.cambio_caller_seat} has called Cambio; it is called once.",
            )
        case ConfirmInitialView():
            _refuse_phase(state, seat, action)
        case _:
            _refuse_phase(state, seat, action)
            _refuse_step(state, seat, action)


def _refuse_phase(state: State, seat: Seat, action: SeatAction) -> None:
    phases = _PHASES.get(type(action), _PLAY)
    if state.phase not in phases:
        raise Refusal("WRONG_PHASE", f"Seat {seat} may not do this in phase {state.phase}.")


def _refuse_stale(state: State, seat: Seat, action: Snap | PassSnap) -> None:
    """1.8 An old discard in any step; the present one while no window is open."""
    if action.discard_version != state.discard_version:
        raise Refusal("STALE_DISCARD", f"Discard {action.discard_version} is not the present one.")
    if state.step != "snap_window":
        raise Refusal("WRONG_STEP", f"Seat {seat} may not snap; no snap window is open.")


def _refuse_step(state: State, seat: Seat, action: SeatAction) -> None:
    step = state.step
    if step == "snap_window":
        if isinstance(action, DrawCard | CallCambio):
            raise Refusal("SNAP_WINDOW_OPEN", f"Seat {seat} must wait; the snap window is still open.")
    elif seat != (owner := _owner(state)):
        raise Refusal("NOT_YOUR_TURN", f"Seat {seat} may not do this now; it is for seat {owner} to move.")
    wanted = _STEP[type(action)]
    if wanted == step:
        return
    if wanted == "power_pending":
        raise Refusal("NO_POWER", f"Seat {seat} has no power to use or to skip.")
    if step in ("power_pending", "revealing"):
        raise Refusal("POWER_PENDING", f"Seat {seat} must finish its power first.")
    raise Refusal("WRONG_STEP", f"Seat {seat} may not do this in step {step}.")


def _owner(state: State) -> Seat | None:
    """1.8 The seat that the step belongs to."""
    return state.current_turn_seat if state.giving is None else state.giving.seat
