"""Leaks planted in Lots, each with declarations that would talk a trusting law out of it."""

import random
import secrets
from collections.abc import Sequence
from dataclasses import replace as with_function
from itertools import count

from msgspec.structs import replace

from rondel.kernel import EVERYONE, HOUSE, Actor, Audience, Chance, Ms, Outcome, Refusal, Viewer
from rondel.laws.calibration import CALIBRATION
from rondel.laws.consistency import CONSISTENCY
from rondel.laws.endings import ENDINGS
from rondel.laws.pure import PURE
from rondel.laws.randomness import RANDOMNESS
from rondel.laws.sealed import SEALED
from tests.laws import lots
from tests.laws.faults import Fault, tells_all_of_bids
from tests.laws.lots import LOTS, Action, Event, Known, State


def everything_reveals(_event: Event, _viewer: Viewer) -> bool:
    return True


# told


def forgets_the_bids(state: State, event: Event, at: Ms) -> State:
    return replace(lots.evolve(state, event, at), bids=None)


def pays_for_a_sealed_bid(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.BidSealed):
        return replace(after, bank=state.bank + event.amount)
    return after


def shows_the_lot_too_soon(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    return lots.with_player(after, event.seat, has_peeked=True) if isinstance(event, lots.Peeked) else after


def tells_two_of_a_peek(event: Event) -> Audience:
    if isinstance(event, lots.CardSeen):
        return frozenset({event.seat, 0})
    return lots.audience(event)


# luck


def counts_odd_lots(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.DeckShuffled):
        return replace(after, sold=sum(card % 2 for card in event.order))
    return after


def pays_seat_0_for_a_high_lot(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.DeckShuffled):
        return lots.with_player(after, 0, cash=lots.CASH + (event.order[0] > 6))
    return after


def tells_all_of_the_deck(event: Event) -> Audience:
    return EVERYONE if isinstance(event, lots.DeckShuffled) else lots.audience(event)


# sealed


def speaks_of_a_high_bid(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    events = lots.decide(state, actor, action, chance, now)
    is_high = isinstance(action, lots.Bid) and action.amount > 0
    return [*events, lots.Peeked(0)] if is_high and len(events) == 2 else events


def counts_notes(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    return replace(after, sold=state.sold + event.note) if isinstance(event, lots.Noted) else after


# pure


def deals_by_pythons_dice(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    events = lots.decide(state, actor, action, chance, now)
    if actor is HOUSE and isinstance(action, lots.StartGame):
        order = tuple(random.sample(lots.DECK, state.options.rounds))
        return [events[0], lots.DeckShuffled(order)]
    return events


def imagines_by_a_secret(known: Known, chance: Chance) -> State:
    return replace(lots.imagine(known, chance), bank=secrets.randbelow(10**9))


CALLS = count()


def imagines_by_the_count_of_calls(known: Known, chance: Chance) -> State:
    return replace(lots.imagine(known, chance), bank=next(CALLS))


def refuses_by_the_count_of_calls(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Jot) and next(CALLS) % 2:
        raise Refusal("ODD", "Not every time.")
    return lots.decide(state, actor, action, chance, now)


# calibration


def imagines_low_lots(known: Known, chance: Chance) -> State:
    state = lots.imagine(known, chance)
    return replace(state, deck=chance.shuffled(range(1, 7))[: len(state.deck)])


def imagines_lots_in_order(known: Known, chance: Chance) -> State:
    state = lots.imagine(known, chance)
    return replace(state, deck=tuple(sorted(state.deck)))


def pays_the_bank_by_the_lot(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.DeckShuffled):
        return replace(after, bank=(event.order[0] - 1) // 4)
    return after


def lets_the_highest_card_pay(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if not isinstance(event, lots.DeckShuffled):
        return after
    for seat in range(len(state.players)):
        after = lots.with_player(after, seat, hand=(event.order[seat % len(event.order)],))
    highest = max(range(len(state.players)), key=lambda seat: after.players[seat].hand)
    return lots.with_player(after, highest, cash=lots.CASH - 1)


# endings


def ranks_all_but_one(state: State) -> Outcome | None:
    outcome = lots.outcome(state)
    return None if outcome is None else replace(outcome, standings=outcome.standings[:-1])


LEAKS = [
    Fault(
        CONSISTENCY,
        "tells everybody the sealed bid, as a reveal",
        with_function(LOTS, audience=tells_all_of_bids, reveals=everything_reveals),
    ),
    Fault(CONSISTENCY, "forgets the bids it laid open", with_function(LOTS, evolve=forgets_the_bids)),
    Fault(CONSISTENCY, "banks a sealed bid", with_function(LOTS, evolve=pays_for_a_sealed_bid)),
    Fault(CONSISTENCY, "shows the lot before it is told", with_function(LOTS, evolve=shows_the_lot_too_soon)),
    Fault(
        CONSISTENCY, "lets seat 0 see what others peek at", with_function(LOTS, audience=tells_two_of_a_peek)
    ),
    Fault(RANDOMNESS, "counts the odd lots in the open", with_function(LOTS, evolve=counts_odd_lots)),
    Fault(RANDOMNESS, "pays for a high lot", with_function(LOTS, evolve=pays_seat_0_for_a_high_lot)),
    Fault(
        RANDOMNESS,
        "tells everybody the deck, as a reveal",
        with_function(LOTS, audience=tells_all_of_the_deck, reveals=everything_reveals),
    ),
    Fault(SEALED, "banks a sealed bid", with_function(LOTS, evolve=pays_for_a_sealed_bid)),
    Fault(SEALED, "speaks of a high bid", with_function(LOTS, decide=speaks_of_a_high_bid)),
    Fault(
        SEALED,
        "speaks of a high bid, as a reveal",
        with_function(LOTS, decide=speaks_of_a_high_bid, reveals=everything_reveals),
    ),
    Fault(SEALED, "counts what is noted", with_function(LOTS, evolve=counts_notes)),
    Fault(PURE, "deals by Python's own dice", with_function(LOTS, decide=deals_by_pythons_dice)),
    Fault(PURE, "imagines by a secret", with_function(LOTS, imagine=imagines_by_a_secret)),
    Fault(
        PURE, "imagines by the count of calls", with_function(LOTS, imagine=imagines_by_the_count_of_calls)
    ),
    Fault(PURE, "refuses by the count of calls", with_function(LOTS, decide=refuses_by_the_count_of_calls)),
    Fault(CALIBRATION, "imagines low lots only", with_function(LOTS, imagine=imagines_low_lots)),
    Fault(CALIBRATION, "imagines the lots in order", with_function(LOTS, imagine=imagines_lots_in_order)),
    Fault(CALIBRATION, "pays the bank by the lot", with_function(LOTS, evolve=pays_the_bank_by_the_lot)),
    Fault(
        CALIBRATION,
        "lets the highest card pay",
        with_function(LOTS, evolve=lets_the_highest_card_pay),
    ),
    Fault(ENDINGS, "leaves a seat out of the standings", with_function(LOTS, outcome=ranks_all_but_one)),
]
