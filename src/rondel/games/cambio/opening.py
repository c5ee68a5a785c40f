"""Cambio, chapter 3: deal and initial view."""

from rondel.games.cambio.events import (
    CardHidden,
    CardRevealed,
    CardsDealt,
    DeckShuffled,
    GameStarted,
    InitialViewEnded,
    InitialViewStarted,
    Seen,
    ViewConfirmed,
)
from rondel.games.cambio.next_turn import start_turn
from rondel.games.cambio.options import deck_of, faces_of
from rondel.games.cambio.pieces import HAND_SIZE, INITIALLY_SEEN, SLOTS, Slot
from rondel.games.cambio.state import State, card_in
from rondel.games.cambio.story import Story
from rondel.kernel import Refusal, Seat, SeatSpec


def start_game(story: Story) -> None:
    """3.3 to 3.6 Shuffle, deal, and let every seat look at its two cards."""
    state = story.state
    options = state.options
    if state.phase != "setup":
        raise Refusal("WRONG_PHASE", "The game has already started.")
    if len(state.players) < options.seats:
        raise Refusal(
            "TOO_FEW_SEATS", f"{len(state.players)} of {options.seats} seats are filled; all must be."
        )
    seats = range(len(state.players))
    first = story.chance.below(len(seats)) if options.first_seat == "random" else options.first_seat
    seat_specs = tuple(SeatSpec(player.kind, player.bot_level) for player in state.players)
    order = story.chance.stream("deck").shuffled(deck_of(options))
    until = story.now + options.initial_view_ms
    story.emit(GameStarted(seat_specs, options, first))
    story.emit(DeckShuffled(order, 0))
    story.emit(CardsDealt(HAND_SIZE, faces_of(options)[order[HAND_SIZE * len(seats)]]))
    story.emit(InitialViewStarted(until))
    dealt = story.state
    for seat in seats:
        story.emit(CardRevealed(seat, _initial_cards(dealt, seat), until, "initial_view"))
    for seat in seats:
        if not state.players[seat].is_connected:
            count_as_confirmed(story, seat)
    end_view_if_all_confirmed(story)


def confirm(story: Story, seat: Seat) -> None:
    """3.7 The seat has seen its cards; they are hidden from it at once."""
    if story.state.players[seat].confirmed:
        raise Refusal("ALREADY_CONFIRMED", f"Seat {seat} has looked at its cards already.")
    story.emit(ViewConfirmed(seat))
    story.emit(CardHidden(seat, initial_slots(seat), "acknowledged"))
    end_view_if_all_confirmed(story)


def count_as_confirmed(story: Story, seat: Seat) -> None:
    """9.5 Whoever is not there has looked."""
    story.emit(ViewConfirmed(seat))
    story.emit(CardHidden(seat, initial_slots(seat), "disconnected"))


def end_view_if_all_confirmed(story: Story) -> None:
    """3.8 The phase ends when every seat has confirmed or is disconnected."""
    if all(player.confirmed for player in story.state.players):
        _begin_play(story)


def end_view(story: Story) -> None:
    """3.8 Time is up: cards still shown are hidden, and play begins."""
    for seat in unconfirmed_seats(story.state):
        story.emit(CardHidden(seat, initial_slots(seat), "expired"))
    _begin_play(story)


def unconfirmed_seats(state: State) -> list[Seat]:
    """The seats that still see their two cards."""
    return [seat for seat, player in enumerate(state.players) if not player.confirmed]


def initial_slots(seat: Seat) -> tuple[Slot, ...]:
    """3.6 The two slots a seat may look into."""
    return tuple(SLOTS[seat][position] for position in INITIALLY_SEEN)


def _begin_play(story: Story) -> None:
    story.emit(InitialViewEnded())
    first = story.state.first_seat
    assert first is not None
    start_turn(story, first)


def _initial_cards(state: State, seat: Seat) -> tuple[Seen, ...]:
    faces = faces_of(state.options)
    return tuple(Seen(slot, faces[card_in(state, slot)]) for slot in initial_slots(seat))
