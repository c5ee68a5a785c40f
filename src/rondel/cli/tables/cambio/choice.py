"""What a key stands for at Cambio's table: always an action of the legal list, or a step towards one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from rondel.games.cambio.actions import (
    AcknowledgeReveal,
    Action,
    CallCambio,
    ConfirmInitialView,
    DiscardCard,
    DrawCard,
    GiveCard,
    PassSnap,
    SkipPower,
    Snap,
    SwapCard,
    UsePower,
)
from rondel.games.cambio.pieces import Slot
from rondel.kernel import Seat


class Draft(NamedTuple):
    """What has been chosen so far: who acts, which slots, and whose slot is next."""

    actor: Seat | None = None
    picked: tuple[Slot, ...] = ()
    seat: Seat | None = None
    is_snapping: bool = False
    is_calling: bool = False


NOTHING: Final = Draft()

BY_NAME: Final[dict[str, Callable[[Action], bool]]] = {
    "draw": lambda action: action == DrawCard("deck"),
    "take": lambda action: action == DrawCard("discard"),
    "discard": lambda action: isinstance(action, DiscardCard),
    "call": lambda action: isinstance(action, CallCambio),
    "look": lambda action: isinstance(action, UsePower) and not action.slots,
    "skip": lambda action: isinstance(action, SkipPower),
    "done": lambda action: action in (ConfirmInitialView(), AcknowledgeReveal(swap=False)),
    "exchange": lambda action: action == AcknowledgeReveal(swap=True),
    "snap": lambda action: isinstance(action, Snap),
    "pass": lambda action: isinstance(action, PassSnap),
}
"""The keys that need no card, by the name of what they do: which actions they ask for."""


def action_named(name: str, legal: Iterable[Action]) -> Action | None:
    """The legal action a key asks for, if there is one."""
    return next((action for action in legal if BY_NAME[name](action)), None)


def targets(legal: Sequence[Action], draft: Draft) -> frozenset[Slot]:
    """Every slot that may be chosen next."""
    step = len(draft.picked)
    offered = [slots_of(action, draft) for action in legal]
    return frozenset(slots[step] for slots in offered if len(slots) > step and slots[:step] == draft.picked)


def seats_to_choose(legal: Sequence[Action], draft: Draft) -> frozenset[Seat]:
    """The seats of which one must be chosen before its slot, because there are several."""
    seats = frozenset(slot.seat for slot in targets(legal, draft))
    return seats if draft.seat is None and len(seats) > 1 else frozenset()


def chosen(number: int, legal: Sequence[Action], draft: Draft) -> Action | Draft | None:
    """What a number key comes to: a seat, a slot that is not yet all, an action, or nothing.

    Seats are numbered from 0, as they are everywhere; cards from 1, as the keys lie on the keyboard.
    """
    if seats := seats_to_choose(legal, draft):
        return draft._replace(seat=number) if number in seats else None
    slots = {slot for slot in targets(legal, draft) if draft.seat in (None, slot.seat)}
    slot = next((slot for slot in slots if slot.position == number - 1), None)
    if slot is None:
        return None
    draft = draft._replace(picked=(*draft.picked, slot), seat=None)
    return next((action for action in legal if slots_of(action, draft) == draft.picked), draft)


def a_step_back(draft: Draft) -> Draft:
    """Without the latest choice."""
    if draft.seat is not None:
        return draft._replace(seat=None)
    if draft.picked:
        return draft._replace(picked=draft.picked[:-1])
    return NOTHING


def slots_of(action: Action, draft: Draft) -> tuple[Slot, ...]:
    """The slots an action is about, in the order they are chosen in."""
    assert draft.actor is not None
    match action:
        case Snap() if draft.is_snapping:
            return (Slot(action.target_seat, action.position),)
        case UsePower():
            return action.slots
        case SwapCard() | GiveCard():
            return (Slot(draft.actor, action.position),)
        case _:
            return ()
