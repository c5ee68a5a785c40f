"""Imperial, 1.7 and 14.1: in which order an action out of place is refused."""

from collections.abc import Mapping
from typing import Final

from rondel.games.imperial.actions import (
    Agree,
    AnswerPeace,
    Bid,
    BuyBid,
    BuyStock,
    DeferUnit,
    MoveUnit,
    Propose,
    PuntBuy,
    Submission,
    Vote,
    VotePeace,
)
from rondel.games.imperial.pieces import Mode
from rondel.games.imperial.state import State, to_act, voted_in
from rondel.kernel import Refusal, Seat
from rondel.kernel.hosting import Blame

_MODES: Final[dict[type[Submission], tuple[Mode, ...]]] = {
    Bid: ("bid",),
    BuyBid: ("buy-bid",),
    Propose: ("proposal", "proposal-opp"),
    Agree: ("proposal-opp",),
    Vote: ("vote",),
    MoveUnit: ("continue-man",),
    DeferUnit: ("continue-man",),
    AnswerPeace: ("continue-man",),
    VotePeace: ("peace-vote",),
    BuyStock: ("buy",),
    PuntBuy: ("buy",),
}

BLAMES: Final[Mapping[str, Blame]] = {
    **dict.fromkeys(("INVALID_AMOUNT", "BAD_TERRITORY", "FIELD_NOT_ALLOWED", "DUPLICATE"), "request"),
    **dict.fromkeys(("NOT_SEATED", "HOUSE_ONLY", "NOT_YOUR_TURN"), "asker"),
}
"""19.1 What a refusal is about; every other one is about the moment."""


def refuse_over(state: State) -> None:
    """20.5 Nothing changes a game that is over."""
    if state.mode == "game-over":
        raise Refusal("GAME_OVER", f"Nothing more may be done; the game has ended: {state.ending}.")


def refuse_out_of_place(state: State, seat: Seat, action: Submission) -> None:
    """1.7 From WRONG_MODE to NOT_YOUR_TURN; what remains is the action's own affair."""
    if state.mode not in _MODES[type(action)] or not _fits_the_pending_peace(state, action):
        raise Refusal("WRONG_MODE", f"Seat {seat} may not do this in mode {state.mode}.")
    up = to_act(state)
    if seat in up:
        return
    if _has_submitted(state, seat):
        raise Refusal("ALREADY_SUBMITTED", f"Seat {seat} has answered already; others have not.")
    raise Refusal("NOT_YOUR_TURN", f"Seat {seat} may not do this now; seat {up[0]} is up.")


def _fits_the_pending_peace(state: State, action: Submission) -> bool:
    """14.1 An answer needs an offer, and no unit moves before it."""
    plan = state.current_maneuver
    if plan is None or state.mode != "continue-man":
        return True
    return isinstance(action, AnswerPeace) == (plan.pending_peace is not None)


def _has_submitted(state: State, seat: Seat) -> bool:
    """14.1 A bid or a vote in a ballot that is still open."""
    if state.mode == "bid":
        return state.players[seat].bid is not None
    return seat in voted_in(state)
