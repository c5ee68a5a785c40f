"""Cambio, chapter 4: a turn."""

from typing import Literal

from rondel.games.cambio.events import (
    CardDiscarded,
    CardDrawn,
    CardSwapped,
    DeckReshuffled,
    DeckShuffled,
    DrawnCardSeen,
    Source,
    TurnPassed,
)
from rondel.games.cambio.next_turn import FEWEST_DISCARDS_TO_SHUFFLE, end_turn
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import Position
from rondel.games.cambio.powers import open_power
from rondel.games.cambio.state import State, card_at
from rondel.games.cambio.story import Story
from rondel.kernel import Refusal, Seat


def draw(story: Story, seat: Seat, source: Source) -> None:
    """4.2, 4.3 The top card of a pile becomes the held card."""
    if source == "deck":
        _draw_from_deck(story, seat)
    else:
        _draw_from_discards(story, seat)


def swap(story: Story, seat: Seat, position: Position) -> None:
    """4.5 The held card goes face down to `position`; the card that lay there is discarded face up."""
    state = story.state
    discarded = card_at(state, seat, position)
    if discarded is None:
        raise Refusal("INVALID_POSITION", f"Seat {seat} has no card at position {position} to swap.")
    face = faces_of(state.options)[discarded]
    story.emit(CardSwapped(seat, position, face, state.discard_version + 1))
    if state.options.power_trigger == "any_discard":
        open_power(story, seat, discarded)
    else:
        end_turn(story)


def discard(story: Story, seat: Seat) -> None:
    """4.6 The held card goes on the discard pile; 4.8 a power card opens its power."""
    held = story.state.held
    assert held is not None
    if held.source == "discard":
        raise Refusal("MUST_SWAP", f"Seat {seat} drew from the discard pile and must swap, not discard.")
    _put_down(story, "chosen")
    open_power(story, seat, held.card)


def expire(story: Story) -> None:
    """4.13 Before the draw the turn is passed; after it the held card is discarded without power."""
    seat = story.state.current_turn_seat
    assert seat is not None
    if story.state.step == "holding":
        _put_down(story, "time")
    else:
        story.emit(TurnPassed(seat))
    end_turn(story)


def lay_down_when_absent(story: Story) -> None:
    """9.2 The held card goes on the discard pile without power."""
    _put_down(story, "disconnected")


def fill_draw_pile(story: Story) -> None:
    """4.10 An empty draw pile is made anew of every discard but the top one, if there are any."""
    state = story.state
    if state.draw_pile or len(state.discard_pile) < FEWEST_DISCARDS_TO_SHUFFLE:
        return
    buried = state.discard_pile[:-1]
    story.emit(DeckReshuffled(len(buried)))
    story.emit(DeckShuffled(story.chance.stream("deck").shuffled(buried), state.batch + 1))


def _draw_from_deck(story: Story, seat: Seat) -> None:
    """4.2 Only the drawer sees it."""
    fill_draw_pile(story)
    state = story.state
    story.emit(CardDrawn(seat, "deck"))
    story.emit(DrawnCardSeen(seat, faces_of(state.options)[state.draw_pile[0]]))


def _draw_from_discards(story: Story, seat: Seat) -> None:
    """4.3 Everyone knows it."""
    state = story.state
    if (refusal := refuse_discard_draw(state, seat)) is not None:
        raise refusal
    story.emit(CardDrawn(seat, "discard", faces_of(state.options)[state.discard_pile[-1]]))


def refuse_discard_draw(state: State, seat: Seat) -> Refusal | None:
    """4.3 Why the seat may not draw from the discard pile, or None if it may."""
    if not state.options.discard_draw:
        return Refusal("DISCARD_DRAW_OFF", "Nobody may draw from the discard pile at this table.")
    if not state.discard_pile:
        return Refusal("DISCARD_EMPTY", "There is no discard to draw.")
    if not any(state.players[seat].slots):
        return Refusal(
            "NO_CARD_TO_SWAP", f"Seat {seat} has no card to swap for a discard; it may draw from the deck."
        )
    return None


def _put_down(story: Story, reason: Literal["chosen", "time", "disconnected"]) -> None:
    state = story.state
    held = state.held
    assert held is not None
    face = faces_of(state.options)[held.card]
    story.emit(CardDiscarded(held.seat, face, state.discard_version + 1, reason))
