"""Lots: a tiny auction with everything the laws look at. Sealed bids, hidden cards, a clock, undo.

Each round one card lies face down. Every seat bids, sealed; the highest bid (of equal ones the lowest
seat) pays the bank and gets the card unseen by others. A seat may peek at the card for one coin, mark
its own cards in the open, and keep a private note.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from rondel.kernel import (
    EVERYONE,
    HOUSE,
    Actor,
    Audience,
    Chance,
    Clock,
    Deadline,
    Game,
    GameTypes,
    Ms,
    Outcome,
    Refusal,
    Seat,
    SeatSpec,
    Standing,
    Struct,
    TimeControl,
    Undo,
    Viewer,
)

DECK = tuple(range(1, 13))
CASH = 9


class Options(Struct):
    rounds: Annotated[int, Meta(ge=1, le=6)] = 4
    bank_s: Annotated[int, Meta(ge=1, le=300)] = 30
    allowance_s: Annotated[int, Meta(ge=0, le=60)] = 5
    patience_s: Annotated[int, Meta(ge=0, le=600)] = 60


class StartGame(Struct): ...


class Bid(Struct):
    amount: int


class Peek(Struct): ...


class Mark(Struct):
    position: int


class Jot(Struct):
    note: int


class PauseClock(Struct): ...


class ResumeClock(Struct): ...


class Expire(Struct): ...


class Abandon(Struct): ...


Action: TypeAlias = StartGame | Bid | Peek | Mark | Jot | PauseClock | ResumeClock | Expire | Abandon


class GameStarted(Struct):
    options: Options


class DeckShuffled(Struct):
    order: tuple[int, ...]


class BidPlaced(Struct):
    seat: Seat


class BidSealed(Struct):
    seat: Seat
    amount: int


class BidsRevealed(Struct):
    bids: tuple[int, ...]


class LotSold(Struct):
    seat: Seat
    price: int


class LotTaken(Struct):
    seat: Seat
    card: int


class Peeked(Struct):
    seat: Seat


class CardSeen(Struct):
    seat: Seat
    card: int


class Marked(Struct):
    seat: Seat
    position: int


class Noted(Struct):
    seat: Seat
    note: int


class ClockPaused(Struct): ...


class ClockResumed(Struct): ...


class GameEnded(Struct):
    ending: Literal["all_sold", "abandoned"]
    hands: tuple[tuple[int, ...], ...]


Event: TypeAlias = (
    GameStarted
    | DeckShuffled
    | BidPlaced
    | BidSealed
    | BidsRevealed
    | LotSold
    | LotTaken
    | Peeked
    | CardSeen
    | Marked
    | Noted
    | ClockPaused
    | ClockResumed
    | GameEnded
)


class Player(Struct):
    cash: int = CASH
    hand: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    bid: int | None = None
    note: int = 0
    has_peeked: bool = False
    has_noted: bool = False


class State(Struct):
    options: Options
    players: tuple[Player, ...]
    deck: tuple[int, ...] = ()
    sold: int = 0
    bank: int = 0
    clock: Clock | None = None
    ending: Literal["all_sold", "abandoned"] | None = None
    bids: tuple[int, ...] | None = None


class PlayerView(Struct):
    cash: int
    cards: int
    marks: tuple[int, ...]
    has_bid: bool
    has_peeked: bool
    has_noted: bool


class View(Struct):
    players: tuple[PlayerView, ...]
    lots_left: int
    sold: int
    bank: int
    ending: str | None
    hand: tuple[int, ...] | None = None
    bid: int | None = None
    note: int | None = None
    lot: int | None = None
    hands: tuple[tuple[int, ...], ...] | None = None
    bids: tuple[int, ...] | None = None


class Known(Struct):
    seat: Viewer
    view: View
    options: Options
    clock: Clock | None


def start(options: Options, seat_specs: Sequence[SeatSpec]) -> State:
    return State(options, (Player(),) * len(seat_specs))


def to_act(state: State) -> frozenset[Seat]:
    if state.clock is None or state.ending is not None:
        return frozenset()
    return frozenset(seat for seat, player in enumerate(state.players) if player.bid is None)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    if state.clock is None or state.ending is not None:
        return []
    player = state.players[seat]
    pause: Action = PauseClock() if state.clock.paused_at_ms is None else ResumeClock()
    listed: list[Action] = [pause, *(Jot(note) for note in range(3) if note != player.note)]
    listed += [Mark(position) for position in range(len(player.hand)) if position not in player.marks]
    if player.bid is None:
        listed += [Bid(amount) for amount in sorted({0, player.cash // 2, player.cash})]
        if player.cash and not player.has_peeked:
            listed.append(Peek())
    return listed


def decide(state: State, actor: Actor | None, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    if actor is HOUSE:
        return decide_house(state, action, chance, now)
    if actor is None or actor not in range(len(state.players)):
        raise Refusal("NOT_SEATED", "Only the seats of this table may act.")
    if isinstance(action, StartGame | Expire | Abandon):
        raise Refusal("HOUSE_ONLY", "Only the house may do that.")
    if state.ending is not None:
        raise Refusal("GAME_OVER", "The auction is over.")
    if state.clock is None:
        raise Refusal("NOT_STARTED", "The auction has not begun.")
    return decide_seat(state, state.clock, actor, action)


def decide_seat(state: State, clock: Clock, seat: Seat, action: Action) -> Sequence[Event]:
    player = state.players[seat]
    match action:
        case Bid(amount):
            if player.bid is not None:
                raise Refusal("ALREADY_BID", f"Seat {seat} has bid for this lot already.")
            if not 0 <= amount <= player.cash:
                raise Refusal("BAD_AMOUNT", f"Seat {seat} may bid from 0 to {player.cash}.")
            return [BidPlaced(seat), BidSealed(seat, amount), *close(state, {seat: amount})]
        case Peek():
            if player.bid is not None or not player.cash or player.has_peeked:
                raise Refusal("NO_PEEK", f"Seat {seat} may not peek now.")
            return [Peeked(seat), CardSeen(seat, state.deck[0])]
        case Mark(position):
            if position not in range(len(player.hand)) or position in player.marks:
                raise Refusal("NO_CARD", f"Seat {seat} has no unmarked card at {position}.")
            return [Marked(seat, position)]
        case Jot(note):
            if note not in range(3) or note == player.note:
                raise Refusal("BAD_NOTE", "A note is 0, 1 or 2, and another one than before.")
            return [Noted(seat, note)]
        case PauseClock():
            if clock.paused_at_ms is not None:
                raise Refusal("ALREADY_PAUSED", "The clock stands already.")
            return [ClockPaused()]
        case _:
            if clock.paused_at_ms is None:
                raise Refusal("NOT_PAUSED", "The clock is running.")
            return [ClockResumed()]


def decide_house(state: State, action: Action, chance: Chance, now: Ms) -> Sequence[Event]:
    if state.ending is not None:
        raise Refusal("GAME_OVER", "The auction is over.")
    if isinstance(action, StartGame) and state.clock is None:
        return [GameStarted(state.options), DeckShuffled(chance.shuffled(DECK)[: state.options.rounds])]
    if isinstance(action, Abandon) and state.clock is not None:
        return [GameEnded("abandoned", ())]
    due = deadline(state)
    if due is None or due.action != action or now < due.at_ms:
        raise Refusal("NOT_DUE", "Nothing falls due now.")
    return close(state, {seat: 0 for seat, player in enumerate(state.players) if player.bid is None})


def close(state: State, late: Mapping[Seat, int]) -> Sequence[Event]:
    """With these bids: if the ballot is complete, reveal it and sell the lot."""
    placed = [late.get(seat, player.bid) for seat, player in enumerate(state.players)]
    bids = [bid for bid in placed if bid is not None]
    if len(bids) < len(placed):
        return []
    seat = max(range(len(bids)), key=lambda seat: (bids[seat], -seat))
    sale: list[Event] = [BidsRevealed(tuple(bids)), LotSold(seat, bids[seat]), LotTaken(seat, state.deck[0])]
    if len(state.deck) > 1:
        return sale
    hands = [player.hand + (state.deck if seat == s else ()) for s, player in enumerate(state.players)]
    return [*sale, GameEnded("all_sold", tuple(hands))]


def evolve(state: State, event: Event, at: Ms) -> State:
    match event:
        case GameStarted(options):
            control = TimeControl(options.bank_s * 1000, options.allowance_s * 1000, flag_bank_ms=9000)
            return replace(state, clock=Clock.started(control, len(state.players), at))
        case DeckShuffled(order):
            return replace(state, deck=order)
        case BidSealed(seat, amount):
            return with_player(state, seat, bid=amount)
        case BidPlaced(seat):
            waiting = [s for s, player in enumerate(state.players) if player.bid is None and s != seat]
            return replace(state, clock=ticking(state).charged([seat], at, is_ballot_open=bool(waiting)))
        case BidsRevealed(bids):
            late = [s for s, player in enumerate(state.players) if player.bid is None]
            return replace(state, clock=ticking(state).charged(late, at), bids=bids)
        case LotSold(seat, price):
            state = with_player(state, seat, cash=state.players[seat].cash - price)
            return replace(state, bank=state.bank + price, sold=state.sold + 1)
        case LotTaken(seat, card):
            state = with_player(state, seat, hand=(*state.players[seat].hand, card))
            players = tuple(replace(player, bid=None, has_peeked=False) for player in state.players)
            return replace(state, deck=state.deck[1:], players=players, bids=None)
        case CardSeen(seat):
            state = with_player(state, seat, has_peeked=True, cash=state.players[seat].cash - 1)
            return replace(state, bank=state.bank + 1)
        case Marked(seat, position):
            return with_player(state, seat, marks=tuple(sorted((*state.players[seat].marks, position))))
        case Noted(seat, note):
            return with_player(state, seat, note=note, has_noted=True)
        case ClockPaused():
            return replace(state, clock=ticking(state).paused(at))
        case ClockResumed():
            return replace(state, clock=ticking(state).resumed(at))
        case GameEnded(ending):
            return replace(state, ending=ending)
        case Peeked():
            return state


def ticking(state: State) -> Clock:
    assert state.clock is not None
    return state.clock


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def view(state: State, seat: Viewer) -> View:
    shown = View(
        tuple(
            PlayerView(
                player.cash,
                len(player.hand),
                player.marks,
                player.bid is not None,
                player.has_peeked,
                player.has_noted,
            )
            for player in state.players
        ),
        len(state.deck),
        state.sold,
        state.bank,
        state.ending,
        hands=tuple(player.hand for player in state.players) if state.ending == "all_sold" else None,
        bids=state.bids,
    )
    if seat is None:
        return shown
    own = state.players[seat]
    lot = state.deck[0] if own.has_peeked else None
    return replace(shown, hand=own.hand, bid=own.bid, note=own.note, lot=lot)


def audience(event: Event) -> Audience:
    match event:
        case DeckShuffled():
            return HOUSE
        case BidSealed(seat) | LotTaken(seat) | CardSeen(seat) | Noted(seat):
            return seat
        case _:
            return EVERYONE


def reveals(event: Event, viewer: Viewer) -> bool:
    return isinstance(event, BidsRevealed | LotSold | LotTaken | CardSeen | GameEnded)


def sealed(_state: State, action: Action) -> frozenset[str]:
    match action:
        case Bid():
            return frozenset({"amount"})
        case Jot():
            return frozenset({"note"})
        case _:
            return frozenset()


def knows(state: State, seat: Viewer) -> Known:
    return Known(seat, view(state, seat), state.options, state.clock)


def imagine(known: Known, chance: Chance) -> State:
    seen = known.view
    if seen.hands is not None:
        hidden: list[int] = []
    else:
        certain = {*(seen.hand or ()), *([] if seen.lot is None else [seen.lot])}
        hidden = list(chance.shuffled([card for card in DECK if card not in certain]))
    hands = [
        seen.hands[seat]
        if seen.hands is not None
        else (seen.hand or () if seat == known.seat else tuple(hidden.pop() for _ in range(player.cards)))
        for seat, player in enumerate(seen.players)
    ]
    players = tuple(
        Player(
            player.cash,
            hands[seat],
            player.marks,
            (seen.bid if seat == known.seat else chance.below(player.cash + 1)) if player.has_bid else None,
            (seen.note or 0) if seat == known.seat else chance.below(3) * player.has_noted,
            player.has_peeked,
            player.has_noted,
        )
        for seat, player in enumerate(seen.players)
    )
    lot = () if seen.lot is None else (seen.lot,)
    deck = (*lot, *(hidden.pop() for _ in range(seen.lots_left - len(lot))))
    ending: Any = seen.ending
    return State(known.options, players, deck, seen.sold, seen.bank, known.clock, ending, seen.bids)


def deadline(state: State) -> Deadline[Action] | None:
    clock, patience = state.clock, state.options.patience_s
    if clock is None or state.ending is not None or clock.paused_at_ms is not None or not patience:
        return None
    return Deadline(clock.since_ms + patience * 1000, Expire())


def outcome(state: State) -> Outcome | None:
    if state.ending is None:
        return None
    if state.ending == "abandoned":
        return Outcome("abandoned", is_abandoned=True)
    clock = ticking(state)
    scores = [sum(player.hand) + clock.points(seat) for seat, player in enumerate(state.players)]
    standings = [
        Standing(seat, 1 + sum(other > score for other in scores), score) for seat, score in enumerate(scores)
    ]
    return Outcome("all_sold", tuple(standings), tuple(s.seat for s in standings if s.place == 1))


def conserved(state: State) -> Mapping[str, int]:
    hands = [player.hand for player in state.players]
    return {
        "coins": state.bank + sum(player.cash for player in state.players),
        "cards": len(state.deck) + sum(len(hand) for hand in hands),
        "pips": sum(state.deck) + sum(sum(hand) for hand in hands),
    }


def barrier(event: Event) -> bool:
    return not isinstance(event, Marked | Noted)


def keep(restored: State, present: State, at: Ms) -> State:
    return replace(restored, clock=ticking(present).after_undo(at))


def postpone(state: State, span_ms: Ms) -> State:
    return replace(state, clock=ticking(state).postponed(span_ms))


LOTS: Game[State, Action, Event, View, Known, Options] = Game(
    name="lots",
    title="Lots",
    rules=1,
    seats=range(2, 5),
    types=GameTypes(state=State, action=Action, event=Event, view=View, known=Known, options=Options),
    begin=StartGame(),
    start=start,
    to_act=to_act,
    legal=legal,
    is_open_ended=lambda action: isinstance(action, Bid),
    decide=decide,
    evolve=evolve,
    view=view,
    audience=audience,
    reveals=reveals,
    sealed=sealed,
    knows=knows,
    imagine=imagine,
    deadline=deadline,
    outcome=outcome,
    conserved=conserved,
    endings=frozenset({"all_sold", "abandoned"}),
    undo=Undo(barrier=barrier, keep=keep),
    clock=lambda state: state.clock,
    postpone=postpone,
)
