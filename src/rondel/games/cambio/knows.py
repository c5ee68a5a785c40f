"""Cambio, 17.4: all that one seat may know, as a value."""

from functools import cache
from typing import TypeAlias

from rondel.games.cambio.events import TurnResult
from rondel.games.cambio.options import deck_of
from rondel.games.cambio.pieces import LOOK_OF, SLOTS, Code, Slot, deck
from rondel.games.cambio.state import NOBODY, Marks, Player, State, mark
from rondel.games.cambio.view import View, view
from rondel.kernel import Ms, Seat, Struct, Viewer

CardFace: TypeAlias = Code
"""A card as it looks: its code, or X for either joker."""


class CardLocation(Struct):
    """A card where it lies: its look if the viewer knows it, who knows it, and of which shuffle it is."""

    card: CardFace | None
    known_by: Marks
    batch: int


class KnownPlayer(Struct):
    """What is public of a seat and not in the View, and its slots (None: empty)."""

    bot_level: str | None
    completed_turns: int
    disconnected_at: Ms | None
    slots: tuple[CardLocation | None, ...]


class Known(Struct):
    """The View, and whatever else the viewer has lawfully seen.

    Nobody knows a card of the draw pile, and all its cards are of the present batch. `batches` has the
    cards of each shuffle, which everybody can tell. `call_hand` has a look where the viewer knows the
    card or it has lain face up since, and else the slot where that card lies now.
    """

    view: View
    players: tuple[KnownPlayer, ...]
    held: CardLocation | None
    discard_pile: tuple[CardFace, ...]
    discard_batches: tuple[int, ...]
    batches: tuple[tuple[CardFace, ...], ...]
    batch: int
    call_hand: tuple[CardFace | Slot, ...]
    call_batch: int
    first_seat: Seat | None
    turn_result: TurnResult | None
    turn_discard_version: int
    turn_restarted: bool
    view_ends_at: Ms | None


def knows(state: State, viewer: Viewer) -> Known:
    """17.4 Everything this viewer may know."""
    bit = mark(viewer)
    return Known(
        view=view(state, viewer),
        players=tuple([_player(state, player, bit) for player in state.players]),
        held=None if state.held is None else _place(state, state.held.card, bit),
        discard_pile=tuple([LOOK_OF[code] for code in state.discard_pile]),
        discard_batches=tuple([state.batch_of[code] for code in state.discard_pile]),
        batches=_batches(state),
        batch=state.batch,
        call_hand=tuple([_call_card(state, code, bit) for code in state.call_hand]),
        call_batch=state.call_batch,
        first_seat=state.first_seat,
        turn_result=state.turn_result,
        turn_discard_version=state.turn_discard_version,
        turn_restarted=state.turn_restarted,
        view_ends_at=state.view_ends_at,
    )


def _player(state: State, player: Player, bit: Marks) -> KnownPlayer:
    places = [None if code is None else _place(state, code, bit) for code in player.slots]
    return KnownPlayer(player.bot_level, player.completed_turns, player.disconnected_at, tuple(places))


def _place(state: State, code: Code, bit: Marks) -> CardLocation:
    marks = state.known_by.get(code, NOBODY)
    return CardLocation(LOOK_OF[code] if marks & bit else None, marks, state.batch_of[code])


def _batches(state: State) -> tuple[tuple[CardFace, ...], ...]:
    if state.batch == 0:
        return (_whole_deck(state.options.jokers),)
    batches: list[list[CardFace]] = [[] for _ in range(state.batch + 1)]
    for code in deck_of(state.options):
        batches[state.batch_of[code]].append(LOOK_OF[code])
    return tuple([tuple(batch) for batch in batches])


@cache
def _whole_deck(jokers: int) -> tuple[CardFace, ...]:
    """The one batch of a table that has not shuffled again."""
    return tuple([LOOK_OF[code] for code in deck(jokers)])


def _call_card(state: State, code: Code, bit: Marks) -> CardFace | Slot:
    """A card shuffled in after the call has lain face up since."""
    if state.known_by.get(code, NOBODY) & bit or state.batch_of[code] > state.call_batch:
        return LOOK_OF[code]
    return next(
        SLOTS[seat][player.slots.index(code)]
        for seat, player in enumerate(state.players)
        if code in player.slots
    )
