"""Cambio, chapter 8: snap."""

from rondel.games.cambio.actions import Snap
from rondel.games.cambio.events import CardGiven, PenaltyDealt, SnapFailed, SnapPassed, SnapSucceeded
from rondel.games.cambio.next_turn import close_if_all_tried, close_snap_window, may_snap, open_snap_window
from rondel.games.cambio.options import faces_of
from rondel.games.cambio.pieces import MAX_SLOTS, RANK_OF, Position
from rondel.games.cambio.state import Giving, State, card_at, locked_seat, positions_of
from rondel.games.cambio.story import Story
from rondel.games.cambio.turn import fill_draw_pile
from rondel.kernel import Refusal, Seat


def snap(story: Story, seat: Seat, action: Snap) -> None:
    """8.4 One try for each discard: right (8.5, 8.6) or wrong (8.7)."""
    state = story.state
    _refuse_spent(state, seat)
    if locked_seat(state) in (seat, action.target_seat):
        raise Refusal("CALLER_LOCKED", "The caller may not snap, and nobody may snap its cards.")
    if action.target_seat != seat and not state.options.snap_others:
        raise Refusal("INVALID_TARGET", f"Seat {seat} may only snap its own cards at this table.")
    code = card_at(state, action.target_seat, action.position)
    if code is None:
        raise Refusal(
            "INVALID_POSITION", f"Seat {action.target_seat} has no card at position {action.position}."
        )
    if RANK_OF[code] == RANK_OF[state.discard_pile[-1]]:
        face, version = faces_of(state.options)[code], state.discard_version + 1
        story.emit(SnapSucceeded(seat, action.target_seat, action.position, face, version))
        if story.state.step != "giving":
            _finish_snap(story)
    else:
        face, version = faces_of(state.options)[code], state.discard_version
        story.emit(SnapFailed(seat, action.target_seat, action.position, face, version))
        _deal_penalty(story, seat)
        close_if_all_tried(story)


def pass_snap(story: Story, seat: Seat) -> None:
    """8.8 The seat gives up its try."""
    _refuse_spent(story.state, seat)
    if not may_snap(story.state, seat):
        raise Refusal("SNAP_ALREADY_TRIED", f"Seat {seat} has no try to give up; it may not snap anything.")
    count_as_passed(story, seat)


def count_as_passed(story: Story, seat: Seat) -> None:
    """8.8, 9.5 The seat's try is gone; perhaps it was the last."""
    story.emit(SnapPassed(seat))
    close_if_all_tried(story)


def give(story: Story, seat: Seat, position: Position) -> None:
    """8.6 The snapper's card goes into the slot it emptied."""
    if card_at(story.state, seat, position) is None:
        raise Refusal("INVALID_POSITION", f"Seat {seat} has no card at position {position} to give.")
    giving = _giving(story.state)
    story.emit(CardGiven(seat, position, giving.target_seat, giving.target_position))
    _finish_snap(story)


def give_lowest(story: Story) -> None:
    """8.6, 9.5 Time or the connection has run out: the lowest own position is given."""
    giver = _giving(story.state).seat
    give(story, giver, positions_of(story.state, giver)[0])


def _finish_snap(story: Story) -> None:
    """8.5 After a success the window closes (`first`) or opens anew (`chain`)."""
    if story.state.options.snap == "chain":
        open_snap_window(story)
    else:
        close_snap_window(story)


def _refuse_spent(state: State, seat: Seat) -> None:
    """8.4 One try per discard; 9.5 a seat that is not there has passed."""
    assert state.snap is not None
    if seat in state.snap.tried or not state.players[seat].is_connected:
        raise Refusal("SNAP_ALREADY_TRIED", f"Seat {seat} has had its try at this discard.")


def _deal_penalty(story: Story, seat: Seat) -> None:
    """8.7 Cards from the draw pile, each to the lowest free slot, as far as cards and slots last."""
    left: int = story.state.options.wrong_snap_cards
    while left:
        fill_draw_pile(story)
        state = story.state
        positions = _free_positions(state, seat)[: min(left, len(state.draw_pile))]
        if not positions:
            return
        story.emit(PenaltyDealt(seat, tuple(positions)))
        left -= len(positions)


def _free_positions(state: State, seat: Seat) -> list[Position]:
    """Where a card may be laid, the lowest first: empty slots, then new ones."""
    slots = state.players[seat].slots
    empty = [position for position, card in enumerate(slots) if card is None]
    return [*empty, *range(len(slots), MAX_SLOTS)]


def _giving(state: State) -> Giving:
    assert state.giving is not None
    return state.giving
