"""What Cambio's table says: cards, seats, what is to be done, and what has happened."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rondel.cli.tables.cambio.choice import Draft, action_named, seats_to_choose, targets
from rondel.cli.tables.outage import time_returned
from rondel.games.cambio.actions import Action, Snap
from rondel.games.cambio.events import (
    CambioCalled,
    CardDiscarded,
    CardDrawn,
    CardGiven,
    CardSwapped,
    DeckReshuffled,
    Event,
    FinalTurnTaken,
    InitialViewEnded,
    PenaltyDealt,
    PowerActivated,
    PowerSkipped,
    SnapFailed,
    SnapPassed,
    SnapSucceeded,
    SwapCompleted,
    TurnPassed,
)
from rondel.games.cambio.options import Options
from rondel.games.cambio.pieces import Card, PowerType, Slot
from rondel.games.cambio.view import View
from rondel.kernel import Ms, Seat, TimeReturned, Viewer

SUITS: Final = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", None: ""}
RED: Final = ("hearts", "diamonds")

KEYS: Final = """\
d       draw from the pile         t       take the top discard
1 … 6   swap the held card         x       discard the held card;
        for that card of yours             its power opens, if it has one
c       call Cambio, before         Enter   you have seen it
        drawing: y yes, n no       Esc     one step back

Power   7 8  look at a card of yours      9 10  look at a rival's
        J Q  exchange two cards unseen    K     look at a card of yours
0 … 6   the seat, where there are several; then the card
l look  e exchange  k skip

s       snap, then the card        p       pass: nothing to snap

Fewest points win: K 0, A 1, 2 to 10 as printed, J and Q 10, if the
table has no other rules. A caller who has not the fewest pays for it.
?       this help                  q       quit; the sitting is kept"""


def card_name(card: Card) -> str:
    """Rank and suit; red and black are told by the suit too."""
    return "Joker" if card.suit is None else f"{card.rank}{SUITS[card.suit]}"


def points(card: Card) -> str:
    """What it counts."""
    return "1 pt" if card.point_value == 1 else f"{card.point_value} pts".replace("-", "−")


def who(seat: Seat, you: Viewer) -> str:
    """A seat at the beginning of a sentence."""
    return "You" if seat == you else f"Seat {seat}"


def whom(seat: Seat, you: Viewer) -> str:
    """A seat within a sentence."""
    return "you" if seat == you else f"Seat {seat}"


def whose(seat: Seat, you: Viewer, *, actor: Viewer = None) -> str:
    """A seat as an owner."""
    if seat == you:
        return "your"
    return "its own" if seat == actor else f"Seat {seat}'s"


def all_of(names: Sequence[str]) -> str:
    """Several, with an `and` before the last."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def span(numbers: Collection[int]) -> str:
    """The number keys that may be pressed: 1–4, or 1 2 4."""
    low, high = min(numbers), max(numbers)
    if len(numbers) > 2 and high - low + 1 == len(numbers):
        return f"{low}–{high}"
    return " ".join(str(number) for number in sorted(numbers))


def countdown(left_ms: Ms) -> str:
    """A time that is left, as on a clock; 0:00 only when there is none."""
    seconds = -(-max(0, left_ms) // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


# What is to be done


def headline(view: View) -> str:
    """Whose turn it is, or which moment."""
    you, seat = view.you, view.current_turn_seat
    if view.status != "active":
        return "The game is over"
    if view.phase == "initial_view":
        return "Before the first turn"
    if view.step == "snap_window":
        return "Snap!"
    if view.giving is not None:
        return f"{who(view.giving.seat, you)} snapped another's card"
    return "Your turn" if seat == you else f"Seat {seat}'s turn"


def banner(view: View) -> str:
    """The round: who has called, and who has a last turn left."""
    caller = view.cambio_caller_seat
    if view.phase != "final_round" or caller is None:
        return f"Turn {view.turn_number}" if view.turn_number else ""
    left = all_of([whom(seat, view.you) for seat in view.final_turns_left])
    return f"FINAL ROUND: {whom(caller, view.you)} called Cambio; last turns: {left or 'none'}"


def task(view: View, legal: Sequence[Action], draft: Draft) -> str:
    """What the seat may do now, with its keys; or what it waits for."""
    if not legal:
        return _waiting(view)
    if draft.is_calling:
        return "Call Cambio? Your turn ends, and everybody else has one more. y calls, n does not."
    match view.step:
        case "awaiting_draw":
            return _before_drawing(view, legal)
        case "holding":
            return _while_holding(view, legal, draft)
        case "power_pending":
            return _with_a_power(view, legal, draft)
        case "revealing":
            exchange = "; e exchanges the two" if action_named("exchange", legal) else ""
            return f"Only you can see this. Enter when you have seen it{exchange}."
        case "snap_window":
            return _to_snap(view, legal, draft)
        case "giving":
            return f"Give one of your cards: {_slot_keys(legal, draft)}."
        case _:
            return "Remember your two cards: only you see them, and only now. Enter when you have them."


def _before_drawing(view: View, legal: Sequence[Action]) -> str:
    ways = ["d from the pile"]
    if action_named("take", legal) and view.discard_top is not None:
        ways.append(f"t takes the discard {card_name(view.discard_top)}")
    call = " Or call Cambio: c." if action_named("call", legal) else ""
    return f"Draw a card: {', '.join(ways)}.{call}"


def _while_holding(view: View, legal: Sequence[Action], draft: Draft) -> str:
    assert view.held is not None
    assert view.held.card is not None
    card = view.held.card
    told = [f"You hold {card_name(card)}."]
    if targets(legal, draft):
        told.append(f"{_slot_keys(legal, draft)} swaps it for that card of yours.")
    if action_named("discard", legal):
        power = view.held.power
        then = "." if power is None else f", and you may {_does(power, view.options)}."
        told.append(f"x discards it{then}")
    return " ".join(told)


def _with_a_power(view: View, legal: Sequence[Action], draft: Draft) -> str:
    assert view.power is not None
    skip = "; k skips" if action_named("skip", legal) else ""
    back = "; Esc goes back" if draft.picked or draft.seat is not None else ""
    does = _does(view.power.power_type, view.options)
    if action_named("look", legal):
        return f"You may {does}: l looks{skip}."
    return f"You may {does}. {_next_choice(legal, draft)}{back}{skip}."


def _next_choice(legal: Sequence[Action], draft: Draft) -> str:
    """Which key is to be pressed next, in words."""
    if seats := seats_to_choose(legal, draft):
        return f"Whose card? Seat {span(seats)}"
    seat = next(slot.seat for slot in targets(legal, draft) if draft.seat in (None, slot.seat))
    return f"Which of {whose(seat, draft.actor)} cards? {_slot_keys(legal, draft)}"


def _to_snap(view: View, legal: Sequence[Action], draft: Draft) -> str:
    assert view.discard_top is not None
    if draft.is_snapping:
        snapper = "" if view.you is not None else f"Seat {draft.actor} snaps. "
        return f"{snapper}{_next_choice(legal, draft)}; Esc goes back."
    told = f"Is there another {view.discard_top.rank} in front of you?"
    if any(isinstance(action, Snap) and action.target_seat != draft.actor for action in legal):
        told = f"Is there another {view.discard_top.rank} on the table?"
    return f"{told} s snaps it, p passes."


def _slot_keys(legal: Sequence[Action], draft: Draft) -> str:
    slots = [slot for slot in targets(legal, draft) if draft.seat in (None, slot.seat)]
    return span({slot.position + 1 for slot in slots})


def _waiting(view: View) -> str:
    """What the others are doing, as far as anybody can see it."""
    seat = view.current_turn_seat
    if view.phase == "initial_view":
        left = [f"Seat {other}" for other, player in enumerate(view.players) if not player.confirmed]
        return f"{all_of(left)} still {'looks' if len(left) == 1 else 'look'} at two cards."
    if view.giving is not None:
        return f"It owes a card to {whom(view.giving.target_seat, view.you)}."
    if view.snap is not None:
        return "The others may still snap."
    if view.held is not None:
        return f"Seat {seat} holds a card from the {_pile(view)}."
    if view.reveal is not None:
        return f"Seat {seat} looks at {_slots(view.reveal.slots, view.you, view.reveal.seat)}."
    if view.power is not None:
        return f"Seat {seat} may {_does_it(view.power.power_type)}."
    return f"Seat {seat} is to draw, or to call."


def _pile(view: View) -> str:
    assert view.held is not None
    return "pile" if view.held.source == "deck" else "discards"


def _does(power: PowerType, options: Options) -> str:
    """What a power lets you do."""
    if power == "look_own" and options.king_power != "look_random":
        more = "" if options.king_power == "look_choose" else " and a rival's, and exchange them"
        return f"look at one of yours{more}"
    return {
        "peek_own": "look at one of yours",
        "peek_opponent": "look at a rival's card",
        "blind_swap": "exchange two cards unseen",
        "look_own": "look at one of yours, by lot",
    }[power]


def _does_it(power: PowerType) -> str:
    """What a power lets another seat do."""
    return {
        "peek_own": "look at a card of its own",
        "peek_opponent": "look at a rival's card",
        "blind_swap": "exchange two cards unseen",
        "look_own": "look at a card of its own",
    }[power]


# What has happened


def story(events: Iterable[Event | TimeReturned], you: Viewer, lines: int) -> list[str]:
    """The latest lines of what everyone was told."""
    told = [line for event in events if (line := _told(event, you))]
    return told[-lines:] if lines > 0 else []


def _told(event: Event | TimeReturned, you: Viewer) -> str:
    match event:
        case InitialViewEnded():
            return "Everybody has seen two cards. Play begins."
        case CardDrawn(card=card) if card is not None:
            return f"{who(event.seat, you)} took {card_name(card)} from the discards."
        case CardSwapped():
            lay = f"{card_name(event.discarded)} is discarded"
            return f"{who(event.seat, you)} swapped card {event.position + 1}; {lay}."
        case CardDiscarded():
            late = "" if event.reason == "chosen" else ", for want of time"
            return f"{who(event.seat, you)} discarded {card_name(event.card)}{late}."
        case TurnPassed():
            return f"{who(event.seat, you)} drew nothing, for want of time."
        case CambioCalled():
            return f"{who(event.seat, you)} called Cambio{' with no cards left' if event.automatic else ''}!"
        case FinalTurnTaken(forfeited=True):
            return f"{who(event.seat, you)} lost the last turn."
        case TimeReturned():
            return time_returned(event)
        case DeckReshuffled():
            return f"{event.count} discards were shuffled into a new draw pile."
        case _:
            return _told_of_power(event, you) or _told_of_snap(event, you)


def _told_of_power(event: Event, you: Viewer) -> str:
    match event:
        case PowerActivated() if event.power_type != "blind_swap":
            return f"{who(event.seat, you)} looked at {_slots(event.slots, you, event.seat)}."
        case SwapCompleted():
            return f"{who(event.seat, you)} exchanged {_slots(event.slots, you, event.seat)}."
        case PowerSkipped(reason="no_target"):
            return "There was no card to use the power on."
        case PowerSkipped():
            late = " for want of time" if event.reason == "time" else ""
            return f"{who(event.seat, you)} did not use the power{late}."
        case _:
            return ""


def _told_of_snap(event: Event, you: Viewer) -> str:
    match event:
        case SnapSucceeded():
            owner = whose(event.target_seat, you, actor=event.seat)
            return (
                f"{who(event.seat, you)} snapped {owner} card {event.position + 1}: {card_name(event.card)}."
            )
        case SnapFailed():
            owner = whose(event.target_seat, you, actor=event.seat)
            snapped = f"{who(event.seat, you)} snapped {owner} card {event.position + 1}"
            return f"{snapped}, but it is {card_name(event.card)}; it stays."
        case SnapPassed():
            return ""
        case PenaltyDealt():
            return f"Penalty for {whom(event.seat, you)}: card {span({p + 1 for p in event.positions})}."
        case CardGiven():
            return f"{who(event.seat, you)} gave card {event.position + 1} to {whom(event.target_seat, you)}."
        case _:
            return ""


def _slots(slots: Sequence[Slot], you: Viewer, actor: Seat) -> str:
    return " and ".join(f"{whose(slot.seat, you, actor=actor)} card {slot.position + 1}" for slot in slots)
