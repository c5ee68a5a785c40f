"""Cambio, chapter 14: what falls due, and when."""

from rondel.games.cambio.actions import (
    Abandon,
    Action,
    CloseSnapWindow,
    EndInitialView,
    ExpireGive,
    ExpirePower,
    ExpireTurn,
    HideCard,
    TakeOver,
)
from rondel.games.cambio.state import State, takeovers
from rondel.kernel import Deadline, Ms


def deadline(state: State) -> Deadline[Action] | None:
    """14.1 The earliest row that applies; at equal times the upper row, then the lower seat."""
    if state.status != "active":
        return None
    earliest = _of_step(state)
    if all(player.is_connected for player in state.players):
        return earliest
    bots = [Deadline[Action](at, TakeOver(seat)) for seat, at in takeovers(state).items()]
    for later in (*bots, *_abandonment(state)):
        if earliest is None or later.at_ms < earliest.at_ms:
            earliest = later
    return earliest


def _of_step(state: State) -> Deadline[Action] | None:
    """The rows of the steps: at most one of them applies."""
    if state.power is not None:
        return _at(state.power.expires_at, ExpirePower())
    if state.reveal is not None:
        return Deadline(state.reveal.until, HideCard())
    if state.giving is not None:
        return Deadline(state.giving.expires_at, ExpireGive())
    if state.snap is not None:
        return Deadline(state.snap.closes_at, CloseSnapWindow())
    if state.view_ends_at is not None:
        return Deadline(state.view_ends_at, EndInitialView())
    return _at(state.turn_ends_at, ExpireTurn())


def _abandonment(state: State) -> list[Deadline[Action]]:
    """9.8 When every human seat is absent, counted from the last to go."""
    gone = [player.disconnected_at for player in state.players if player.kind == "human"]
    absences = [at for at in gone if at is not None]
    if len(absences) < len(gone):
        return []
    return [Deadline(max(absences) + state.options.abandon_after_ms, Abandon())]


def _at(at: Ms | None, action: Action) -> Deadline[Action] | None:
    return None if at is None else Deadline(at, action)
