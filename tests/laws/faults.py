"""Faults planted in Lots, one at a time. Each must be caught by the law it is planted for, run alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace as with_function
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from rondel.kernel import (
    EVERYONE,
    HOUSE,
    Actor,
    AnyGame,
    Audience,
    Chance,
    Clock,
    Deadline,
    Ms,
    Outcome,
    Refusal,
    Seat,
    Undo,
    Viewer,
)
from rondel.laws import Law
from rondel.laws.clocks import CLOCKS
from rondel.laws.codec import CODEC
from rondel.laws.conservation import CONSERVATION
from rondel.laws.endings import ENDINGS
from rondel.laws.legal import LEGAL
from rondel.laws.pure import PURE
from rondel.laws.replays import REPLAYS
from rondel.laws.secrecy import SECRECY
from rondel.laws.undo import UNDO
from tests.laws import lots
from tests.laws.lots import LOTS, Action, Event, Known, State, View


class Fault(NamedTuple):
    law: Law
    what: str
    game: AnyGame


# legal lists


def lists_more_than_the_purse(state: State, seat: Seat) -> Sequence[Action]:
    listed = lots.legal(state, seat)
    return [*listed, lots.Bid(state.players[seat].cash + 1)] if listed else listed


def accepts_a_second_mark(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if (
        isinstance(action, lots.Mark)
        and isinstance(actor, int)
        and lots.legal(state, 0)
        and actor < len(state.players)
    ):
        return [lots.Marked(actor, action.position)]
    return lots.decide(state, actor, action, chance, now)


def crashes_on_an_odd_position(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Mark) and isinstance(actor, int) and actor < len(state.players):
        assert state.players[actor].hand[action.position]
    return lots.decide(state, actor, action, chance, now)


def lets_spectators_act(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    return lots.decide(state, 0 if actor is None else actor, action, chance, now)


def lists_by_the_hidden_lot(state: State, seat: Seat) -> Sequence[Action]:
    listed = list(lots.legal(state, seat))
    return listed[::-1] if state.deck and state.deck[0] % 2 else listed


def still_waits_after_the_end(state: State) -> frozenset[Seat]:
    return frozenset({0}) if state.ending is not None else lots.to_act(state)


def lists_nothing_for_who_must_bid(state: State, seat: Seat) -> Sequence[Action]:
    return [] if state.players[seat].bid is None else lots.legal(state, seat)


def refuses_without_a_word(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    try:
        return lots.decide(state, actor, action, chance, now)
    except Refusal as refusal:
        raise Refusal(refusal.code, "") from None


# secrecy


def shows_the_lot(state: State, seat: Viewer) -> View:
    return replace(lots.view(state, seat), lot=state.deck[0] if state.deck else None)


def shows_spectators_seat_0(state: State, seat: Viewer) -> View:
    return lots.view(state, 0 if seat is None else seat)


def tells_all_of_bids(event: Event) -> Audience:
    return EVERYONE if isinstance(event, lots.BidSealed) else lots.audience(event)


def declares_no_sale(event: Event, viewer: Viewer) -> bool:
    return lots.reveals(event, viewer) and not isinstance(event, lots.BidsRevealed)


def refuses_in_telling_words(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    try:
        return lots.decide(state, actor, action, chance, now)
    except Refusal as refusal:
        if refusal.code == "BAD_AMOUNT":
            raise Refusal("BAD_AMOUNT", f"For {state.deck[0]} that is no bid.") from None
        raise


def refuses_a_low_bid(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    highest = max((player.bid or 0 for player in state.players), default=0)
    if isinstance(action, lots.Bid) and 0 < action.amount < highest:
        raise Refusal("TOO_LOW", "Somebody has bid more.")
    return lots.decide(state, actor, action, chance, now)


def forgets_its_note(known: Known, chance: Chance) -> State:
    state = lots.imagine(known, chance)
    return state if known.seat is None else lots.with_player(state, known.seat, note=0)


def is_due_by_the_lot(state: State) -> Deadline[Action] | None:
    due = lots.deadline(state)
    return due if due is None or not state.deck else replace(due, at_ms=due.at_ms + state.deck[0])


def says_more_for_an_even_lot(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    events = lots.decide(state, actor, action, chance, now)
    is_more = isinstance(action, lots.Jot) and state.deck[0] % 2 == 0
    return [*events, lots.Peeked(0)] if is_more else events


def says_more_when_all_leave_a_high_lot(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    """A rare moment: the house reports, the clock stands, and of twelve cards it is that one."""
    events = lots.decide(state, actor, action, chance, now)
    is_paused = state.clock is not None and state.clock.paused_at_ms is not None
    is_more = isinstance(action, lots.Abandon) and is_paused and state.deck[0] == max(lots.DECK)
    return [*events, lots.Peeked(0)] if is_more else events


# conservation


def pays_nobody(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    return replace(after, bank=state.bank) if isinstance(event, lots.LotSold) else after


def leaves_the_card_on_the_deck(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    return replace(after, deck=state.deck) if isinstance(event, lots.CardSeen | lots.LotTaken) else after


def swaps_a_card_for_another(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.LotTaken):
        return lots.with_player(after, event.seat, hand=(*state.players[event.seat].hand, 13))
    return after


# codec


def says_cards_as_a_list(state: State, seat: Viewer) -> View:
    hand: Any = [*state.players[seat].hand] if seat is not None else None
    return replace(lots.view(state, seat), hand=hand)


def says_a_number_as_text(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    text: Any = "2"
    events = lots.decide(state, actor, action, chance, now)
    return [lots.Noted(event.seat, text) if isinstance(event, lots.Noted) else event for event in events]


def stores_a_truth_for_a_number(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.Noted) and event.note < 2:
        return lots.with_player(after, event.seat, note=bool(event.note))
    return after


def knows_an_undeclared_thing(state: State, seat: Viewer) -> Known:
    view: Any = {"hand": 1}
    return replace(lots.knows(state, seat), view=view)


# undo


def keep_gives_back_time(restored: State, present: State, at: Ms) -> State:
    return restored


def keep_keeps_the_marks(restored: State, present: State, at: Ms) -> State:
    return replace(present, clock=lots.ticking(present).after_undo(at))


def keep_forgets_the_moment(restored: State, present: State, at: Ms) -> State:
    return replace(restored, clock=present.clock)


def hides_that_a_peek_reveals(event: Event, viewer: Viewer) -> bool:
    return lots.reveals(event, viewer) and not isinstance(event, lots.CardSeen)


def keep_bids_for_seat_0(restored: State, present: State, at: Ms) -> State:
    state = lots.keep(restored, present, at)
    return lots.with_player(state, 0, bid=0 if state.players[0].bid is None else None)


def keep_mints_a_coin(restored: State, present: State, at: Ms) -> State:
    return replace(lots.keep(restored, present, at), bank=restored.bank + 1)


def takes_notes_of_even_lots_only(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Jot) and state.deck and state.deck[0] % 2:
        raise Refusal("ODD", "That note may not be taken.")
    return lots.decide(state, actor, action, chance, now)


def peeks_for_nothing(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    """A note that tells its writer the lot."""
    events = lots.decide(state, actor, action, chance, now)
    if isinstance(action, lots.Jot):
        return [
            *events,
            *(lots.Noted(event.seat, state.deck[0] % 3) for event in events if isinstance(event, lots.Noted)),
        ]
    return events


# clocks


def charges_twice(state: State, event: Event, at: Ms) -> State:
    after = lots.evolve(state, event, at)
    if isinstance(event, lots.BidPlaced):
        clock = lots.ticking(after)
        banks = list(clock.banks_ms)
        banks[event.seat] = max(0, banks[event.seat] - 1000)
        return replace(after, clock=replace(clock, banks_ms=tuple(banks)))
    return after


def charges_the_neighbour(state: State, event: Event, at: Ms) -> State:
    if isinstance(event, lots.BidPlaced):
        return lots.evolve(state, lots.BidPlaced((event.seat + 1) % len(state.players)), at)
    return lots.evolve(state, event, at)


def runs_while_paused(state: State, event: Event, at: Ms) -> State:
    if isinstance(event, lots.ClockResumed):
        return replace(state, clock=replace(lots.ticking(state), paused_at_ms=None))
    if isinstance(event, lots.BidPlaced):
        awake = replace(lots.ticking(state), paused_at_ms=None)
        return lots.evolve(replace(state, clock=awake), event, at)
    return lots.evolve(state, event, at)


def falls_due_on_the_hour(state: State) -> Deadline[Action] | None:
    due = lots.deadline(state)
    return None if due is None else replace(due, at_ms=due.at_ms - due.at_ms % 3_600_000 + 3_600_000)


def expires_early(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    late = now + 600_000 if actor is HOUSE and isinstance(action, lots.Expire) else now
    return lots.decide(state, actor, action, chance, late)


def falls_due_while_paused(state: State) -> Deadline[Action] | None:
    clock = state.clock
    if clock is not None and clock.paused_at_ms is not None and state.ending is None:
        return Deadline(clock.paused_at_ms + 60_000, lots.Expire())
    return lots.deadline(state)


def takes_a_flag_back(state: State) -> Clock | None:
    clock = state.clock
    return None if clock is None else replace(clock, flags=tuple((state.sold + 1) % 2 for _ in clock.flags))


def has_less_than_nothing(state: State) -> Clock | None:
    return None if state.clock is None else replace(state.clock, banks_ms=(-1,) * len(state.players))


def runs_from_tomorrow(state: State) -> Clock | None:
    return None if state.clock is None else replace(state.clock, since_ms=state.clock.since_ms + 86_400_000)


def counts_flags_by_the_date(state: State) -> Clock | None:
    clock = state.clock
    return (
        None
        if clock is None
        else replace(clock, flags=tuple(f + clock.since_ms // 10**12 for f in clock.flags))
    )


def never_expires(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Expire):
        raise Refusal("NOT_DUE", "Nothing ever falls due.")
    return lots.decide(state, actor, action, chance, now)


def takes_no_notes_from_2033_on(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if isinstance(action, lots.Jot) and now > 2 * 10**12:
        raise Refusal("TOO_LATE", "That was possible when we were young.")
    return lots.decide(state, actor, action, chance, now)


def is_due_later_each_year(state: State) -> Deadline[Action] | None:
    due = lots.deadline(state)
    return None if due is None else replace(due, at_ms=due.at_ms + due.at_ms // 10**11)


def expires_later_each_year(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if actor is not HOUSE or not isinstance(action, lots.Expire):
        return lots.decide(state, actor, action, chance, now)
    due = is_due_later_each_year(state)
    return lots.decide(state, actor, action, chance, now if due is not None and now >= due.at_ms else 0)


def waits_for_nobody_from_2033_on(state: State) -> frozenset[Seat]:
    is_late = state.clock is not None and state.clock.since_ms > 2 * 10**12
    return frozenset() if is_late else lots.to_act(state)


# endings


def gives_standings_to_a_game_left(state: State) -> Outcome | None:
    outcome = lots.outcome(state)
    return replace(outcome, winners=(0,)) if outcome is not None and outcome.is_abandoned else outcome


def falls_due_after_the_end(state: State) -> Deadline[Action] | None:
    return Deadline(10**15, lots.Expire()) if state.ending is not None else lots.deadline(state)


def lists_after_the_end(state: State, seat: Seat) -> Sequence[Action]:
    return [lots.Jot(1)] if state.ending is not None else lots.legal(state, seat)


def falls_due_for_ever(state: State) -> Deadline[Action] | None:
    return None if state.clock is None or state.ending is not None else Deadline(0, lots.Expire())


def expires_in_vain(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if actor is HOUSE and isinstance(action, lots.Expire):
        return [lots.Peeked(0)]
    return lots.decide(state, actor, action, chance, now)


def goes_on_after_the_end(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    if state.ending is not None and isinstance(action, lots.Jot) and isinstance(actor, int):
        return [lots.Noted(actor, action.note)]
    return lots.decide(state, actor, action, chance, now)


def never_ends(state: State, event: Event, at: Ms) -> State:
    if isinstance(event, lots.GameEnded) and event.ending == "all_sold":
        return replace(state, deck=(1,), players=(lots.Player(),) * len(state.players))
    return lots.evolve(state, event, at)


def gets_stuck(state: State, seat: Seat) -> Sequence[Action]:
    return [] if state.sold else lots.legal(state, seat)


def crowns_a_stranger(state: State) -> Outcome | None:
    outcome = lots.outcome(state)
    return None if outcome is None or outcome.is_abandoned else replace(outcome, winners=(7,))


# replays

_CALLS = count()


def decides_by_the_count_of_calls(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    events = list(lots.decide(state, actor, action, chance, now))
    return [*events, lots.Peeked(0)] if next(_CALLS) % 7 == 0 else events


def evolves_by_the_count_of_calls(state: State, event: Event, at: Ms) -> State:
    return replace(lots.evolve(state, event, at), bank=state.bank + next(_CALLS) % 3)


def deals_by_the_count_of_calls(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    cut = next(_CALLS) % 5
    return [
        lots.DeckShuffled((*event.order[cut:], *event.order[:cut]))
        if isinstance(event, lots.DeckShuffled)
        else event
        for event in lots.decide(state, actor, action, chance, now)
    ]


def postpones_a_paused_clock(state: State, span_ms: Ms) -> State:
    clock = lots.ticking(state)
    return replace(state, clock=replace(clock, since_ms=clock.since_ms + span_ms))


def postpones_with_a_bid(state: State, span_ms: Ms) -> State:
    return lots.with_player(lots.postpone(state, span_ms), 0, bid=0)


def postpones_with_a_note(state: State, span_ms: Ms) -> State:
    return lots.with_player(lots.postpone(state, span_ms), 0, note=(state.players[0].note + 1) % 3)


def postpones_with_a_sale(state: State, span_ms: Ms) -> State:
    return replace(lots.postpone(state, span_ms), sold=state.sold + 1)


def postpones_by_the_lot(state: State, span_ms: Ms) -> State:
    return lots.postpone(state, span_ms + (state.deck[0] > 6 if span_ms > 1 else 0))


def imagines_no_later_time(known: Known, chance: Chance) -> State:
    state = lots.imagine(known, chance)
    clock = lots.ticking(state)
    return replace(state, clock=replace(clock, since_ms=min(clock.since_ms, 1_700_003_000_000)))


def is_always_left(state: State) -> Outcome | None:
    return None if state.ending is None else Outcome("abandoned", is_abandoned=True)


def deals_by_hash(
    state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms
) -> Sequence[Event]:
    events = lots.decide(state, actor, action, chance, now)
    return [
        lots.DeckShuffled(tuple(sorted(event.order, key=lambda card: hash(f"card {card}"))))
        if isinstance(event, lots.DeckShuffled)
        else event
        for event in events
    ]


def counts_everything(state: State) -> Mapping[str, int]:
    return {**lots.conserved(state), "bids": sum(player.bid is not None for player in state.players)}


def keep_with(keep: Any) -> Undo[State, Event]:
    return Undo(barrier=lots.barrier, keep=keep)


DEALT_BY_HASH = with_function(LOTS, decide=deals_by_hash)

FAULTS = [
    Fault(LEGAL, "lists a bid above the purse", with_function(LOTS, legal=lists_more_than_the_purse)),
    Fault(LEGAL, "accepts what is not listed", with_function(LOTS, decide=accepts_a_second_mark)),
    Fault(LEGAL, "crashes on an odd payload", with_function(LOTS, decide=crashes_on_an_odd_position)),
    Fault(LEGAL, "lets a spectator act", with_function(LOTS, decide=lets_spectators_act)),
    Fault(LEGAL, "lists by a hidden card", with_function(LOTS, legal=lists_by_the_hidden_lot)),
    Fault(LEGAL, "waits for a seat that is not there", with_function(LOTS, to_act=lambda _: frozenset({9}))),
    Fault(LEGAL, "waits for a seat after the end", with_function(LOTS, to_act=still_waits_after_the_end)),
    Fault(LEGAL, "lists nothing for who must bid", with_function(LOTS, legal=lists_nothing_for_who_must_bid)),
    Fault(LEGAL, "refuses without a word", with_function(LOTS, decide=refuses_without_a_word)),
    Fault(SECRECY, "shows the lot to everybody", with_function(LOTS, view=shows_the_lot)),
    Fault(SECRECY, "shows spectators seat 0's View", with_function(LOTS, view=shows_spectators_seat_0)),
    Fault(SECRECY, "tells everybody the sealed bid", with_function(LOTS, audience=tells_all_of_bids)),
    Fault(SECRECY, "reveals without declaring it", with_function(LOTS, reveals=declares_no_sale)),
    Fault(SECRECY, "names a hidden card in a refusal", with_function(LOTS, decide=refuses_in_telling_words)),
    Fault(SECRECY, "refuses by a sealed bid", with_function(LOTS, decide=refuses_a_low_bid)),
    Fault(SECRECY, "imagines what it knows to be otherwise", with_function(LOTS, imagine=forgets_its_note)),
    Fault(SECRECY, "falls due by a hidden card", with_function(LOTS, deadline=is_due_by_the_lot)),
    Fault(SECRECY, "says more for an even lot", with_function(LOTS, decide=says_more_for_an_even_lot)),
    Fault(
        SECRECY,
        "says more when all leave a high lot",
        with_function(LOTS, decide=says_more_when_all_leave_a_high_lot),
    ),
    Fault(SECRECY, "gives more time for a high lot", with_function(LOTS, postpone=postpones_by_the_lot)),
    Fault(CONSERVATION, "makes the price vanish", with_function(LOTS, evolve=pays_nobody)),
    Fault(CONSERVATION, "doubles a card", with_function(LOTS, evolve=leaves_the_card_on_the_deck)),
    Fault(CONSERVATION, "swaps a card for another", with_function(LOTS, evolve=swaps_a_card_for_another)),
    Fault(CONSERVATION, "counts what does change", with_function(LOTS, conserved=counts_everything)),
    Fault(
        PURE,
        "shows all together what it shows seat 0",
        with_function(LOTS, views=lambda state: lambda _: lots.view(state, 0)),
    ),
    Fault(CODEC, "says a tuple as a list", with_function(LOTS, view=says_cards_as_a_list)),
    Fault(CODEC, "says a number as text", with_function(LOTS, decide=says_a_number_as_text)),
    Fault(CODEC, "stores a truth for a number", with_function(LOTS, evolve=stores_a_truth_for_a_number)),
    Fault(CODEC, "knows an undeclared thing", with_function(LOTS, knows=knows_an_undeclared_thing)),
    Fault(UNDO, "gives back time", with_function(LOTS, undo=keep_with(keep_gives_back_time))),
    Fault(UNDO, "keeps what was undone", with_function(LOTS, undo=keep_with(keep_keeps_the_marks))),
    Fault(UNDO, "does not begin the move anew", with_function(LOTS, undo=keep_with(keep_forgets_the_moment))),
    Fault(
        UNDO,
        "undoes a peek",
        with_function(
            LOTS,
            reveals=hides_that_a_peek_reveals,
            undo=Undo(barrier=lambda event: isinstance(event, lots.BidPlaced), keep=lots.keep),
        ),
    ),
    Fault(UNDO, "bids in passing", with_function(LOTS, undo=keep_with(keep_bids_for_seat_0))),
    Fault(UNDO, "mints a coin", with_function(LOTS, undo=keep_with(keep_mints_a_coin))),
    Fault(UNDO, "is accepted by a hidden card", with_function(LOTS, decide=takes_notes_of_even_lots_only)),
    Fault(UNDO, "tells the lot in a note", with_function(LOTS, decide=peeks_for_nothing)),
    Fault(CLOCKS, "has less than nothing", with_function(LOTS, clock=has_less_than_nothing)),
    Fault(CLOCKS, "runs from tomorrow", with_function(LOTS, clock=runs_from_tomorrow)),
    Fault(CLOCKS, "counts flags by the date", with_function(LOTS, clock=counts_flags_by_the_date)),
    Fault(CLOCKS, "never expires", with_function(LOTS, decide=never_expires)),
    Fault(CLOCKS, "refuses by the date", with_function(LOTS, decide=takes_no_notes_from_2033_on)),
    Fault(
        CLOCKS,
        "is due by the year",
        with_function(LOTS, deadline=is_due_later_each_year, decide=expires_later_each_year),
    ),
    Fault(CLOCKS, "waits for nobody one day", with_function(LOTS, to_act=waits_for_nobody_from_2033_on)),
    Fault(CLOCKS, "charges too much", with_function(LOTS, evolve=charges_twice)),
    Fault(CLOCKS, "charges the neighbour", with_function(LOTS, evolve=charges_the_neighbour)),
    Fault(CLOCKS, "runs while paused", with_function(LOTS, evolve=runs_while_paused)),
    Fault(CLOCKS, "falls due by the date", with_function(LOTS, deadline=falls_due_on_the_hour)),
    Fault(CLOCKS, "expires early", with_function(LOTS, decide=expires_early)),
    Fault(CLOCKS, "falls due while paused", with_function(LOTS, deadline=falls_due_while_paused)),
    Fault(CLOCKS, "takes a flag back", with_function(LOTS, clock=takes_a_flag_back)),
    Fault(CLOCKS, "gives no time back", with_function(LOTS, postpone=lambda state, _: state)),
    Fault(CLOCKS, "gives time back while paused", with_function(LOTS, postpone=postpones_a_paused_clock)),
    Fault(CLOCKS, "bids while the server is away", with_function(LOTS, postpone=postpones_with_a_bid)),
    Fault(CLOCKS, "notes while the server is away", with_function(LOTS, postpone=postpones_with_a_note)),
    Fault(CLOCKS, "sells while the server is away", with_function(LOTS, postpone=postpones_with_a_sale)),
    Fault(CLOCKS, "cannot imagine a later time", with_function(LOTS, imagine=imagines_no_later_time)),
    Fault(ENDINGS, "ranks a game that was left", with_function(LOTS, outcome=gives_standings_to_a_game_left)),
    Fault(ENDINGS, "falls due after the end", with_function(LOTS, deadline=falls_due_after_the_end)),
    Fault(ENDINGS, "lists after the end", with_function(LOTS, legal=lists_after_the_end)),
    Fault(
        ENDINGS,
        "falls due for ever",
        with_function(LOTS, deadline=falls_due_for_ever, decide=expires_in_vain),
    ),
    Fault(ENDINGS, "ends in an undeclared way", with_function(LOTS, endings=frozenset({"abandoned"}))),
    Fault(ENDINGS, "goes on after the end", with_function(LOTS, decide=goes_on_after_the_end)),
    Fault(ENDINGS, "never ends", with_function(LOTS, evolve=never_ends)),
    Fault(ENDINGS, "gets stuck", with_function(LOTS, legal=gets_stuck)),
    Fault(ENDINGS, "crowns a stranger", with_function(LOTS, outcome=crowns_a_stranger)),
    Fault(
        ENDINGS, "declares an Ending nobody reaches", with_function(LOTS, endings=LOTS.endings | {"flood"})
    ),
    Fault(
        REPLAYS, "decides by the count of calls", with_function(LOTS, decide=decides_by_the_count_of_calls)
    ),
    Fault(
        REPLAYS, "evolves by the count of calls", with_function(LOTS, evolve=evolves_by_the_count_of_calls)
    ),
    Fault(REPLAYS, "deals by the count of calls", with_function(LOTS, decide=deals_by_the_count_of_calls)),
    Fault(
        REPLAYS,
        "deals so and is left",
        with_function(LOTS, decide=deals_by_the_count_of_calls, outcome=is_always_left),
    ),
    Fault(REPLAYS, "writes what cannot be read", with_function(LOTS, decide=says_a_number_as_text)),
    Fault(REPLAYS, "deals by the order of a hash", DEALT_BY_HASH),
]
