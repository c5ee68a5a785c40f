"""Cambio, chapters 15 and 20: what may be requested by name, what is answered, and whom a refusal blames.

An answer is told from a View and from what its seat heard, so it can say nothing the seat does not know.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    SkipPower,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.events import Ending, Event, PowerActivated, PowerSkipped, Source, SwapCompleted
from rondel.games.cambio.pieces import Card, Position, PowerType, Slot
from rondel.games.cambio.state import Phase, Reveal, Step
from rondel.games.cambio.view import View
from rondel.kernel import Asker, Call, Ms, Refusal, Seat, Struct
from rondel.kernel.hosting import Blame

BLAMES: Final[Mapping[str, Blame]] = {
    "INVALID_POSITION": "request",
    "INVALID_TARGET": "request",
    "WRONG_POWER": "request",
    "CALLER_LOCKED": "request",
    "SWAP_NOT_OFFERED": "request",
    "NOT_SEATED": "asker",
    "HOUSE_ONLY": "asker",
    "NOT_YOUR_TURN": "asker",
    "UNKNOWN_PLAYER": "missing",
}
"""15.1 What a refusal is about; every other one is about the moment."""


class PowerRequest(Struct):
    """20.2 A power and the cards it is used on, as positions or as slots; or that it is skipped."""

    power_type: PowerType | UnsetType = UNSET
    position: Position | UnsetType = UNSET
    target_player_id: str | UnsetType = UNSET
    target_position: Position | UnsetType = UNSET
    slots: Annotated[tuple[Slot, ...], Meta(max_length=2)] | UnsetType = UNSET
    skip: bool = False


class RevealedCard(Struct):
    """A card that the seat is being shown, and until when."""

    seat: Seat
    position: Position
    card: Card
    until: Ms


class PowerResponse(Struct):
    """20.2 What became of the power."""

    power_type: PowerType | None
    skipped: bool
    revealed: tuple[RevealedCard, ...]
    swapped: tuple[Slot, ...] | None


class TurnResponse(Struct):
    """20.8 Where the turn stands: what the seat holds, what lies on top, and the power it may use now."""

    phase: Phase
    current_turn_player_id: str | None
    step: Step | None
    source: Source | None
    card: Card | None
    discard_top: Card | None
    power_type: PowerType | None


class CambioResponse(Struct):
    """20.3 Who called; the game may be complete at once, if nobody else is there (6.8)."""

    phase: Phase
    cambio_caller_id: str | None


class PlayerScore(Struct):
    """20.4 What one player comes to."""

    player_id: str
    seat: Seat
    base_score: int
    final_score: int
    is_cambio_caller: bool
    penalty_applied: bool
    is_winner: bool
    cards_summary: tuple[Card, ...]


class ScoresResponse(Struct):
    """20.4 How the game ended, players by their ids."""

    phase: Phase
    ending: Ending | None
    cambio_caller_id: str | None
    winner_id: str | None
    winners: tuple[str, ...]
    scores: tuple[PlayerScore, ...]


def ask_power(body: PowerRequest, asker: Asker) -> UsePower | SkipPower:
    """20.2 The Action that was meant; whether the power takes such slots is for the rules to say (5.4)."""
    if body.skip:
        if body != PowerRequest(skip=True):
            raise ValueError("skip stands alone, a power is used or skipped")
        return SkipPower()
    if body.power_type is UNSET:
        raise ValueError("powerType is missing, name the power or skip it")
    return UsePower(body.power_type, _slots(body, asker))


def tell_power(view: View, events: Sequence[Event], _players: Sequence[str]) -> Mapping[str, Any]:
    """20.2 What the seat did with its power; faces come from the View, so only what is still shown."""
    used = _used(view, events)
    swaps = [event.slots for event in events if isinstance(event, SwapCompleted) and event.seat == view.you]
    return _response(
        PowerResponse(
            power_type=None if used is None else used.power_type,
            skipped=isinstance(used, PowerSkipped),
            revealed=() if used is None or isinstance(used, PowerSkipped) else _still_shown(view, used.slots),
            swapped=swaps[0] if swaps else None,
        )
    )


def tell_turn(view: View, _events: Sequence[Event], players: Sequence[str]) -> Mapping[str, Any]:
    """20.8 What the move has led to; the face of a held card and a power only to the seat that has them."""
    held = view.held if view.held is not None and view.held.seat == view.you else None
    power = view.power if view.power is not None and view.power.seat == view.you else None
    return _response(
        TurnResponse(
            phase=view.phase,
            current_turn_player_id=_player_in(view.current_turn_seat, players),
            step=view.step,
            source=None if held is None else held.source,
            card=None if held is None else held.card,
            discard_top=view.discard_top,
            power_type=None if power is None else power.power_type,
        )
    )


def tell_cambio(view: View, _events: Sequence[Event], players: Sequence[str]) -> Mapping[str, Any]:
    """20.3 What the call has led to."""
    return _response(CambioResponse(view.phase, _player_in(view.cambio_caller_seat, players)))


def tell_scores(view: View, _events: Sequence[Event], players: Sequence[str]) -> Mapping[str, Any]:
    """20.4 The scores; before the game is completed, and of an abandoned one, there are none."""
    if view.phase != "completed":
        raise Refusal(
            "NOT_COMPLETED", f"There are no scores; the game is {view.status}, in phase {view.phase}."
        )
    scores = tuple(
        PlayerScore(
            player_id=players[score.seat],
            seat=score.seat,
            base_score=score.base_score,
            final_score=score.final_score,
            is_cambio_caller=score.is_cambio_caller,
            penalty_applied=score.penalty_applied,
            is_winner=score.is_winner,
            cards_summary=score.cards,
        )
        for score in view.scores
    )
    return _response(
        ScoresResponse(
            phase=view.phase,
            ending=view.ending,
            cambio_caller_id=_player_in(view.cambio_caller_seat, players),
            winner_id=_player_in(view.winner_seat, players),
            winners=tuple(players[seat] for seat in view.winners),
            scores=scores,
        )
    )


def _move(body: type[Struct]) -> Call[View, Action, Event]:
    """20.8 A call whose body is the Action's own payload."""
    return Call(body=body, ask=lambda body, _: body, respond=tell_turn)


CALLS: Final[Mapping[str, Call[View, Action, Event]]] = {
    "look": _move(ConfirmInitialView),
    "draw": _move(DrawCard),
    "swap": _move(SwapCard),
    "discard": _move(DiscardCard),
    "acknowledge": _move(AcknowledgeReveal),
    "power": Call(body=PowerRequest, ask=ask_power, respond=tell_power),
    "cambio": Call(body=CallCambio, ask=lambda call, _: call, respond=tell_cambio),
    "scores": Call(respond=tell_scores),
}
"""20.2 to 20.4 and 20.8 The doors of Cambio; an empty body is the call itself."""


def _slots(body: PowerRequest, asker: Asker) -> tuple[Slot, ...]:
    own = () if body.position is UNSET else (Slot(asker.seat, body.position),)
    named = own + _target(body, asker)
    if body.slots is UNSET:
        return named
    if named:
        raise ValueError("slots replace position, targetPlayerId and targetPosition")
    return body.slots


def _target(body: PowerRequest, asker: Asker) -> tuple[Slot, ...]:
    player, position = body.target_player_id, body.target_position
    if player is UNSET and position is UNSET:
        return ()
    if player is UNSET or position is UNSET:
        raise ValueError("targetPlayerId and targetPosition go together")
    if player not in asker.players:
        raise Refusal("UNKNOWN_PLAYER", "No player of that id sits at this table.")
    return (Slot(asker.players.index(player), position),)


def _used(view: View, events: Sequence[Event]) -> PowerActivated | PowerSkipped | Reveal | None:
    """The use that the seat heard of; whoever hears nothing any more (20.1) may still see it."""
    for event in events:
        if isinstance(event, PowerActivated | PowerSkipped) and event.seat == view.you:
            return event
    return _own_reveal(view)


def _still_shown(view: View, slots: Sequence[Slot]) -> tuple[RevealedCard, ...]:
    reveal = _own_reveal(view)
    if reveal is None:
        return ()
    return tuple(
        RevealedCard(slot.seat, slot.position, card, reveal.until)
        for slot in slots
        if (card := view.players[slot.seat].slots[slot.position].card) is not None
    )


def _own_reveal(view: View) -> Reveal | None:
    """What the seat itself is being shown; what others are shown is none of its business."""
    return view.reveal if view.reveal is not None and view.reveal.seat == view.you else None


def _player_in(seat: Seat | None, players: Sequence[str]) -> str | None:
    return None if seat is None else players[seat]


def _response(noun: Struct) -> dict[str, Any]:
    response: dict[str, Any] = msgspec.to_builtins(noun)
    return response
