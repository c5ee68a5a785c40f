"""Cambio, chapter 6: the call."""

from rondel.games.cambio import next_turn
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.state import NOBODY, State, cards_of, mark
from rondel.games.cambio.story import Story
from rondel.kernel import Refusal, Seat


def call_cambio(story: Story, seat: Seat) -> None:
    """6.1 Cambio! The others have one turn each."""
    if (refusal := refuse_call(story.state, seat)) is not None:
        raise refusal
    next_turn.call(story, seat, is_automatic=False)


def refuse_call(state: State, seat: Seat) -> Refusal | None:
    """6.2, 6.3 Why the seat may not call yet, or None if it may."""
    least = state.options.min_turns_before_call
    if state.players[seat].completed_turns < least:
        return Refusal("CALL_TOO_EARLY", f"Seat {seat} may not call before {least} turns of its own.")
    limit = state.options.call_limit
    if limit is not None and not _knows_at_most(state, seat, limit):
        return Refusal(
            "CALL_OVER_LIMIT",
            f"Seat {seat} may not call; it must know its cards to be at most {limit} points.",
        )
    return None


def _knows_at_most(state: State, seat: Seat, limit: int) -> bool:
    """6.3 The points of cards the seat has not seen are never looked at."""
    cards = cards_of(state, seat)
    bit = mark(seat)
    if not all(state.known_by.get(code, NOBODY) & bit for code in cards):
        return False
    faces = faces_of(state.options)
    return sum(faces[code].point_value for code in cards) <= limit
