"""Cambio, chapter 5: powers."""

from typing import Literal, assert_never

from rondel.games.cambio.events import (
    CardHidden,
    CardRevealed,
    PowerActivated,
    PowerAvailable,
    PowerCancelled,
    PowerSkipped,
    Seen,
    SwapCompleted,
)
from rondel.games.cambio.next_turn import end_turn
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import POWER_OF, SLOTS, Code, PowerType, Slot
from rondel.games.cambio.state import Power, Reveal, State, card_at, card_in, locked_seat, positions_of
from rondel.games.cambio.story import Story
from rondel.kernel import Refusal, Seat


def open_power(story: Story, seat: Seat, code: Code) -> None:
    """5.1, 5.2 A power card opens its power; 5.5 one that cannot be used is skipped at once."""
    power_type = POWER_OF[code]
    if power_type is None:
        end_turn(story)
        return
    state = story.state
    if not has_use(state, seat, power_type):
        story.emit(PowerSkipped(seat, power_type, "no_target"))
        end_turn(story)
        return
    span = state.options.power_decision_ms
    story.emit(PowerAvailable(seat, power_type, story.now + span if span else None))


def use(story: Story, seat: Seat, power_type: PowerType, slots: tuple[Slot, ...]) -> None:
    """5.4 The power is used on these slots: cards are shown, or change places."""
    state = story.state
    open_type = _power(state).power_type
    if power_type != open_type:
        raise Refusal("WRONG_POWER", f"Seat {seat} may not use {power_type}; {open_type} is open.")
    _refuse_bad_slots(state, seat, power_type, slots)
    if power_type == "blind_swap":
        story.emit(PowerActivated(seat, power_type, slots))
        story.emit(SwapCompleted(seat, slots))
        end_turn(story)
    else:
        _show(story, seat, power_type, slots or _random_own_slot(story, seat))


def skip(story: Story, seat: Seat) -> None:
    """5.14 The turn ends without effect."""
    if story.state.options.compulsory_powers:
        raise Refusal("POWER_COMPULSORY", f"Seat {seat} may not skip; powers must be used at this table.")
    _skip(story, "chosen")


def expire(story: Story) -> None:
    """5.14 A time out counts as a skip."""
    _skip(story, "time")


def cancel(story: Story) -> None:
    """9.2 The power is lost with the connection."""
    power = _power(story.state)
    story.emit(PowerCancelled(power.seat, power.power_type))


def acknowledge(story: Story, seat: Seat, *, is_swapping: bool) -> None:
    """5.13 The seat has seen enough; 5.11 it may exchange the two cards it was shown."""
    reveal = _reveal(story.state)
    if is_swapping and not offers_swap(reveal):
        raise Refusal("SWAP_NOT_OFFERED", f"Seat {seat} may not swap; this power only shows.")
    hide(story, "acknowledged")
    if is_swapping:
        story.emit(SwapCompleted(seat, reveal.slots))
    end_turn(story)


def hide(story: Story, reason: Literal["acknowledged", "expired", "disconnected", "abandoned"]) -> None:
    """5.13 What was shown is face down again."""
    reveal = _reveal(story.state)
    story.emit(CardHidden(reveal.seat, reveal.slots, reason))


def expire_reveal(story: Story) -> None:
    """5.13 The time of the peek is over."""
    hide(story, "expired")
    end_turn(story)


def offers_swap(reveal: Reveal) -> bool:
    """5.11 Whether the two cards shown may be exchanged."""
    return len(reveal.slots) > 1


def own_slots(state: State, seat: Seat) -> list[Slot]:
    """The seat's slots that hold a card."""
    return [SLOTS[seat][position] for position in positions_of(state, seat)]


def other_slots(state: State, seat: Seat) -> list[Slot]:
    """The slots of other seats that hold a card and may be touched."""
    locked = locked_seat(state)
    others = [other for other in range(len(state.players)) if other not in (seat, locked)]
    return [slot for other in others for slot in own_slots(state, other)]


def has_use(state: State, seat: Seat, power_type: PowerType) -> bool:
    """5.5 Whether the power has a legal use."""
    match power_type:
        case "peek_own" | "look_own":
            return any(state.players[seat].slots)
        case "peek_opponent":
            return bool(other_slots(state, seat))
        case "blind_swap":
            return bool(swaps(state, seat))
        case _:
            assert_never(power_type)


def swaps(state: State, seat: Seat) -> list[tuple[Slot, Slot]]:
    """5.8 The pairs that may change places: an own slot first; of two opponents the lower seat first."""
    own, others = own_slots(state, seat), other_slots(state, seat)
    pairs = [(mine, theirs) for mine in own for theirs in others]
    if state.options.blind_swap_any_two:
        pairs += [(one, two) for one in others for two in others if one.seat < two.seat]
    return pairs


def looks(state: State, seat: Seat) -> list[tuple[Slot, ...]]:
    """5.9 to 5.11 What a king may be used on."""
    own = own_slots(state, seat)
    match state.options.king_power:
        case "look_random":
            return [()]
        case "look_choose":
            return [(slot,) for slot in own]
        case "look_and_swap":
            others = other_slots(state, seat)
            return [(mine, theirs) for mine in own for theirs in others] or [(mine,) for mine in own]
        case _:
            assert_never(state.options.king_power)


def uses(state: State, seat: Seat, power_type: PowerType) -> list[tuple[Slot, ...]]:
    """5.6 to 5.11 Every choice of slots the power accepts."""
    match power_type:
        case "peek_own":
            return [(slot,) for slot in own_slots(state, seat)]
        case "peek_opponent":
            return [(slot,) for slot in other_slots(state, seat)]
        case "blind_swap":
            return list(swaps(state, seat))
        case "look_own":
            return looks(state, seat)
        case _:
            assert_never(power_type)


def _refuse_bad_slots(state: State, seat: Seat, power_type: PowerType, slots: tuple[Slot, ...]) -> None:
    """5.4 In this order: no such card, the wrong owners or number, the caller's cards."""
    for slot in slots:
        if card_at(state, slot.seat, slot.position) is None:
            raise Refusal("INVALID_POSITION", f"Seat {slot.seat} has no card at position {slot.position}.")
    if not _fits(state, seat, power_type, slots):
        raise Refusal("INVALID_TARGET", f"Seat {seat} may not use {power_type} on these slots.")
    locked = locked_seat(state)
    if any(slot.seat == locked for slot in slots):
        raise Refusal("CALLER_LOCKED", f"Nobody may touch the cards of seat {locked}, who called Cambio.")


def _fits(state: State, seat: Seat, power_type: PowerType, slots: tuple[Slot, ...]) -> bool:
    """Whether the slots have the owners and the number that the power asks for."""
    owners = [slot.seat for slot in slots]
    match power_type:
        case "peek_own":
            return owners == [seat]
        case "peek_opponent":
            return len(owners) == 1 and owners != [seat]
        case "blind_swap":
            return _is_swap(state, seat, owners)
        case "look_own":
            return _is_look(state, seat, owners)
        case _:
            assert_never(power_type)


def _is_swap(state: State, seat: Seat, owners: list[Seat]) -> bool:
    """5.8 An own slot, then another's; or with `blindSwapAnyTwo` two opponents', the lower seat first."""
    match owners:
        case [one, other] if one == seat:
            return other != seat
        case [one, other] if other != seat:
            return state.options.blind_swap_any_two and one < other
        case _:
            return False


def _is_look(state: State, seat: Seat, owners: list[Seat]) -> bool:
    """5.9 None, 5.10 one own, 5.11 one own and another's if there is one that may be used."""
    match state.options.king_power:
        case "look_random":
            return not owners
        case "look_choose":
            return owners == [seat]
        case "look_and_swap":
            if owners == [seat]:
                return not other_slots(state, seat)
            return len(owners) == 2 and owners[0] == seat and owners[1] != seat
        case _:
            assert_never(state.options.king_power)


def _show(story: Story, seat: Seat, power_type: PowerType, slots: tuple[Slot, ...]) -> None:
    """5.12 The faces to the seat alone, the slots to everyone."""
    state = story.state
    faces = faces_of(state.options)
    seen = tuple(Seen(slot, faces[card_in(state, slot)]) for slot in slots)
    story.emit(PowerActivated(seat, power_type, slots))
    story.emit(CardRevealed(seat, seen, story.now + state.options.peek_ms, power_type))


def _random_own_slot(story: Story, seat: Seat) -> tuple[Slot, ...]:
    """5.9 Chance picks one of the seat's own cards, each equally likely."""
    return (story.chance.pick(own_slots(story.state, seat)),)


def _skip(story: Story, reason: Literal["chosen", "time"]) -> None:
    power = _power(story.state)
    story.emit(PowerSkipped(power.seat, power.power_type, reason))
    end_turn(story)


def _power(state: State) -> Power:
    assert state.power is not None
    return state.power


def _reveal(state: State) -> Reveal:
    assert state.reveal is not None
    return state.reveal
