"""Cambio, chapters 11 and 12: what each event makes of the State. Nothing is judged here."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rondel.games.cambio.events import (
    CambioCalled,
    CardDiscarded,
    CardDrawn,
    CardGiven,
    CardHidden,
    CardRevealed,
    CardsDealt,
    CardSwapped,
    ConnectionChanged,
    ControllerChanged,
    DeckReshuffled,
    DeckShuffled,
    DrawnCardSeen,
    Event,
    FinalTurnTaken,
    GameAbandoned,
    GameCompleted,
    GameStarted,
    InitialViewEnded,
    InitialViewStarted,
    PenaltyDealt,
    PowerActivated,
    PowerAvailable,
    PowerCancelled,
    PowerSkipped,
    SnapFailed,
    SnapPassed,
    SnapSucceeded,
    SnapWindowClosed,
    SnapWindowOpened,
    SwapCompleted,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    ViewConfirmed,
)
from rondel.games.cambio.pieces import SLOTS, Code, Position
from rondel.games.cambio.state import (
    EVERYBODY,
    NOBODY,
    Giving,
    Held,
    Marks,
    Player,
    Power,
    Reveal,
    SnapWindow,
    State,
    card_in,
    mark,
)
from rondel.kernel import Ms, Seat

ABSENT_TURN_MS: Final[Ms] = 60_000
"""9.3 How long an absent seat keeps a turn that has no limit of its own."""
GIVE_MS: Final[Ms] = 30_000
"""14.1 How long a giver may take where powers have no limit."""


def evolve(state: State, event: Event, at: Ms) -> State:
    """The State after the event, decided at `at`."""
    return _EVOLVE[type(event)](state, event, at)


def _card_drawn(state: State, event: CardDrawn, _at: Ms) -> State:
    """4.2, 4.3 From the top of either pile into the hand."""
    if event.source == "deck":
        held = Held(event.seat, state.draw_pile[0], "deck")
        return replace(state, held=held, draw_pile=state.draw_pile[1:], step="holding")
    held = Held(event.seat, state.discard_pile[-1], "discard")
    return replace(state, held=held, discard_pile=state.discard_pile[:-1], step="holding")


def _drawn_card_seen(state: State, event: DrawnCardSeen, _at: Ms) -> State:
    """4.2 The drawer knows what it holds."""
    return replace(state, known_by=_known_too(state, _held(state).card, mark(event.seat)))


def _card_discarded(state: State, _event: CardDiscarded, _at: Ms) -> State:
    """4.6 The held card is the top discard."""
    code = _held(state).card
    return replace(
        state,
        held=None,
        turn_result="discard",
        discard_pile=(*state.discard_pile, code),
        discard_version=state.discard_version + 1,
        known_by=_known_too(state, code, EVERYBODY),
    )


def _card_swapped(state: State, event: CardSwapped, _at: Ms) -> State:
    """4.5 The held card takes the place, the card that lay there the top of the discard pile."""
    seat, position = event.seat, event.position
    player = state.players[seat]
    discarded = card_in(state, SLOTS[seat][position])
    slots = (*player.slots[:position], _held(state).card, *player.slots[position + 1 :])
    return replace(
        state,
        players=_put(state.players, seat, replace(player, slots=slots)),
        held=None,
        turn_result="swap",
        discard_pile=(*state.discard_pile, discarded),
        discard_version=state.discard_version + 1,
        known_by=_known_too(state, discarded, EVERYBODY),
    )


def _turn_started(state: State, event: TurnStarted, _at: Ms) -> State:
    """4.1 A turn begins."""
    return replace(
        state,
        turn_number=event.turn_number,
        current_turn_seat=event.seat,
        step="awaiting_draw",
        turn_result=None,
        turn_ends_at=event.ends_at,
        turn_restarted=False,
        turn_discard_version=state.discard_version,
    )


def _turn_ended(state: State, event: TurnEnded, _at: Ms) -> State:
    """4.9 (a) The seat stays the current one until the next turn starts."""
    before = state.players[event.seat]
    player = replace(before, completed_turns=before.completed_turns + 1)
    return replace(
        state,
        players=_put(state.players, event.seat, player),
        step=None,
        turn_result=event.result,
        turn_ends_at=None,
    )


def _card_revealed(state: State, event: CardRevealed, _at: Ms) -> State:
    """3.6, 5.12 The seat knows these cards from now on."""
    known_by = state.known_by
    for seen in event.cards:
        code = card_in(state, seen.slot)
        known_by = {**known_by, code: known_by.get(code, NOBODY) | mark(event.seat)}
    if event.reason == "initial_view":
        return replace(state, known_by=known_by)
    reveal = Reveal(event.seat, event.reason, tuple(seen.slot for seen in event.cards), event.until)
    return replace(state, known_by=known_by, reveal=reveal, step="revealing")


def _swap_completed(state: State, event: SwapCompleted, _at: Ms) -> State:
    """5.8 Two cards exchange places; who knows a card goes on knowing it."""
    one, other = event.slots
    ones = card_in(state, one)
    others = card_in(state, other)
    return _laid(_laid(state, one.seat, one.position, others), other.seat, other.position, ones)


def _cambio_called(state: State, event: CambioCalled, _at: Ms) -> State:
    """6.4 The caller, its hand as it called, and the final round."""
    player = replace(state.players[event.seat], has_taken_final_turn=True)
    return replace(
        state,
        players=_put(state.players, event.seat, player),
        phase="final_round",
        cambio_caller_seat=event.seat,
        call_hand=tuple(code for code in player.slots if code is not None),
        call_batch=state.batch,
        turn_result="cambio",
    )


def _tried(state: State, seat: Seat) -> State:
    """8.4, 8.8 The seat's try at this discard is gone."""
    assert state.snap is not None
    return replace(state, snap=replace(state.snap, tried=(*state.snap.tried, seat)))


def _snap_succeeded(state: State, event: SnapSucceeded, at: Ms) -> State:
    """8.5 The card is discarded and its slot empty; 8.6 whoever snapped another's card owes one."""
    code = card_in(state, SLOTS[event.target_seat][event.position])
    after = _tried(_on_discards(_laid(state, event.target_seat, event.position, None), code), event.seat)
    is_owing = event.seat != event.target_seat and any(state.players[event.seat].slots)
    if not is_owing:
        return after
    expires_at = at + (state.options.power_decision_ms or GIVE_MS)
    giving = Giving(event.seat, event.target_seat, event.position, expires_at)
    return replace(after, step="giving", giving=giving)


def _penalty_dealt(state: State, event: PenaltyDealt, _at: Ms) -> State:
    """8.7 Cards from the top of the draw pile to these positions, unseen by anybody."""
    slots = list(state.players[event.seat].slots)
    for position, code in zip(event.positions, state.draw_pile, strict=False):
        if position == len(slots):
            slots.append(code)
        else:
            slots[position] = code
    player = replace(state.players[event.seat], slots=tuple(slots))
    draw_pile = state.draw_pile[len(event.positions) :]
    return replace(state, players=_put(state.players, event.seat, player), draw_pile=draw_pile)


def _card_given(state: State, event: CardGiven, _at: Ms) -> State:
    """8.6 From the snapper's slot into the one it emptied."""
    code = card_in(state, SLOTS[event.seat][event.position])
    taken = _laid(state, event.seat, event.position, None)
    return _laid(taken, event.target_seat, event.target_position, code)


def _deck_shuffled(state: State, event: DeckShuffled, _at: Ms) -> State:
    """3.3, 4.10 A new draw pile under the top discard; nobody knows its cards any more (17.1)."""
    shuffled = frozenset(event.order)
    return replace(
        state,
        draw_pile=event.order,
        discard_pile=state.discard_pile[-1:],
        batch=event.batch,
        batch_of=state.batch_of | dict.fromkeys(event.order, event.batch),
        known_by={code: marks for code, marks in state.known_by.items() if code not in shuffled},
    )


def _cards_dealt(state: State, event: CardsDealt, _at: Ms) -> State:
    """3.4 Seat s receives the deck cards 4s to 4s+3; the next card is the first discard."""
    size = event.hand_size
    hands = [state.draw_pile[first : first + size] for first in range(0, len(state.players) * size, size)]
    dealt = len(hands) * size
    players = tuple(replace(player, slots=hand) for player, hand in zip(state.players, hands, strict=True))
    laid = replace(state, players=players, draw_pile=state.draw_pile[dealt + 1 :])
    return _on_discards(laid, state.draw_pile[dealt])


def _connection_changed(state: State, event: ConnectionChanged, at: Ms) -> State:
    """9.1 Here or gone; 9.3 and 9.7 say what becomes of the time of a turn under way."""
    player = replace(
        state.players[event.seat],
        is_connected=event.connected,
        disconnected_at=None if event.connected else at,
    )
    after = _with_player(state, event.seat, player)
    if state.current_turn_seat != event.seat or state.step not in ("awaiting_draw", "holding"):
        return after
    if state.options.turn_ms == 0:
        return replace(after, turn_ends_at=None if event.connected else at + ABSENT_TURN_MS)
    if event.connected and not state.turn_restarted:
        return replace(after, turn_ends_at=at + state.options.turn_ms, turn_restarted=True)
    return after


def _game_completed(state: State, event: GameCompleted, _at: Ms) -> State:
    """7.1, 7.8 Everyone sees every hand."""
    players = tuple(
        replace(player, score=score.final_score)
        for player, score in zip(state.players, event.scores, strict=True)
    )
    hands = [code for player in players for code in player.slots if code is not None]
    return replace(
        state,
        players=players,
        phase="completed",
        status="completed",
        ending=event.ending,
        current_turn_seat=None,
        step=None,
        winner_seat=event.winner_seat,
        scores=event.scores,
        known_by=state.known_by | dict.fromkeys(hands, EVERYBODY),
    )


def _power_available(state: State, event: PowerAvailable, _at: Ms) -> State:
    """5.2 The window of a power is open."""
    power = Power(event.seat, event.power_type, event.expires_at)
    return replace(state, power=power, step="power_pending", turn_result="power")


def _power_gone(state: State, _event: PowerActivated | PowerSkipped | PowerCancelled, _at: Ms) -> State:
    """5.2 Used, skipped or cancelled: the window is closed."""
    return replace(state, power=None)


def _card_hidden(state: State, _event: CardHidden, _at: Ms) -> State:
    """5.13 Nobody is being shown anything."""
    return replace(state, reveal=None)


def _turn_passed(state: State, _event: TurnPassed, _at: Ms) -> State:
    """4.13 No card moves."""
    return replace(state, turn_result="pass")


def _final_turn_taken(state: State, event: FinalTurnTaken, _at: Ms) -> State:
    """6.6, 6.7 No further turn for this seat."""
    return _with_player(state, event.seat, replace(state.players[event.seat], has_taken_final_turn=True))


def _snap_window_opened(state: State, event: SnapWindowOpened, _at: Ms) -> State:
    """8.2 Everybody may try this discard."""
    window = SnapWindow(event.discard_version, event.closes_at)
    return replace(state, step="snap_window", snap=window, giving=None)


def _snap_window_closed(state: State, _event: SnapWindowClosed, _at: Ms) -> State:
    """8.2 Nobody may try any more."""
    return replace(state, step=None, snap=None, giving=None)


def _snap_passed(state: State, event: SnapPassed, _at: Ms) -> State:
    """8.8 The seat's try is given up."""
    return _tried(state, event.seat)


def _snap_failed(state: State, event: SnapFailed, _at: Ms) -> State:
    """8.7 Everyone has seen the card, and it stays."""
    code = card_in(state, SLOTS[event.target_seat][event.position])
    return replace(_tried(state, event.seat), known_by=_known_too(state, code, EVERYBODY))


def _controller_changed(state: State, event: ControllerChanged, _at: Ms) -> State:
    """9.6, 9.7 Another plays the seat."""
    return _with_player(state, event.seat, replace(state.players[event.seat], controller=event.controller))


def _game_started(state: State, event: GameStarted, _at: Ms) -> State:
    """3.3 Who plays first is settled."""
    return replace(state, first_seat=event.first_seat)


def _initial_view_started(state: State, event: InitialViewStarted, _at: Ms) -> State:
    """3.6 Each seat may look."""
    return replace(state, phase="initial_view", view_ends_at=event.ends_at)


def _initial_view_ended(state: State, _event: InitialViewEnded, _at: Ms) -> State:
    """3.8 Play begins."""
    return replace(state, phase="playing", view_ends_at=None)


def _view_confirmed(state: State, event: ViewConfirmed, _at: Ms) -> State:
    """3.7 The seat has looked."""
    return _with_player(state, event.seat, replace(state.players[event.seat], confirmed=True))


def _game_abandoned(state: State, _event: GameAbandoned, _at: Ms) -> State:
    """9.8 The phase stays what it was."""
    return replace(state, status="abandoned", ending="abandoned")


def _deck_reshuffled(state: State, _event: DeckReshuffled, _at: Ms) -> State:
    """4.10 DECK_SHUFFLED follows and moves the cards."""
    return state


def _held(state: State) -> Held:
    assert state.held is not None
    return state.held


def _known_too(state: State, code: Code, marks: Marks) -> dict[Code, Marks]:
    known_by = state.known_by.copy()
    known_by[code] = known_by.get(code, NOBODY) | marks
    return known_by


def _on_discards(state: State, code: Code) -> State:
    """4.7 Face up on the discard pile, which is one version further."""
    return replace(
        state,
        discard_pile=(*state.discard_pile, code),
        discard_version=state.discard_version + 1,
        known_by=_known_too(state, code, EVERYBODY),
    )


def _laid(state: State, seat: Seat, position: Position, code: Code | None) -> State:
    player = state.players[seat]
    slots = (*player.slots[:position], code, *player.slots[position + 1 :])
    return _with_player(state, seat, replace(player, slots=slots))


def _with_player(state: State, seat: Seat, player: Player) -> State:
    return replace(state, players=_put(state.players, seat, player))


def _put(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    after = list(players)
    after[seat] = player
    return tuple(after)


_EVOLVE: Final[dict[type[Event], Callable[[State, Any, Ms], State]]] = {
    CardDrawn: _card_drawn,
    DrawnCardSeen: _drawn_card_seen,
    CardDiscarded: _card_discarded,
    CardSwapped: _card_swapped,
    TurnEnded: _turn_ended,
    TurnStarted: _turn_started,
    PowerAvailable: _power_available,
    PowerActivated: _power_gone,
    PowerSkipped: _power_gone,
    PowerCancelled: _power_gone,
    CardRevealed: _card_revealed,
    CardHidden: _card_hidden,
    SwapCompleted: _swap_completed,
    TurnPassed: _turn_passed,
    CambioCalled: _cambio_called,
    FinalTurnTaken: _final_turn_taken,
    SnapWindowOpened: _snap_window_opened,
    SnapWindowClosed: _snap_window_closed,
    SnapPassed: _snap_passed,
    SnapSucceeded: _snap_succeeded,
    SnapFailed: _snap_failed,
    PenaltyDealt: _penalty_dealt,
    CardGiven: _card_given,
    DeckReshuffled: _deck_reshuffled,
    DeckShuffled: _deck_shuffled,
    ConnectionChanged: _connection_changed,
    ControllerChanged: _controller_changed,
    GameStarted: _game_started,
    CardsDealt: _cards_dealt,
    InitialViewStarted: _initial_view_started,
    InitialViewEnded: _initial_view_ended,
    ViewConfirmed: _view_confirmed,
    GameCompleted: _game_completed,
    GameAbandoned: _game_abandoned,
}
"""By kind of event: a look-up, for a long `match` is slow and every move folds several events twice."""
