"""Cambio, chapter 13: what one seat may be shown. Built up from nothing, never State cut down."""

from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from rondel.games.cambio.events import Controller, Ending, Score, Seen, Source
from rondel.games.cambio.options import Options, faces_of
from rondel.games.cambio.pieces import INITIALLY_SEEN, SLOTS, Card, Code
from rondel.games.cambio.state import (
    NOBODY,
    Giving,
    Phase,
    Player,
    Power,
    Reveal,
    SnapWindow,
    State,
    Status,
    Step,
    mark,
)
from rondel.kernel import Ms, Noun, Seat, Viewer

Visibility: TypeAlias = Literal["empty", "hidden", "peeking", "revealed"]


class SlotView(Noun):
    """A slot as it lies there; a face only where the viewer is being shown it."""

    visibility: Visibility
    card: Card | None = None


class PlayerView(Noun):
    """A seat as everybody sees it."""

    kind: Controller
    controller: Controller
    is_connected: bool
    has_taken_final_turn: bool
    is_cambio_caller: bool
    confirmed: bool
    score: int | None
    slots: tuple[SlotView, ...]


class HeldView(Noun):
    """Who holds a card from where; its face if the viewer may see it."""

    seat: Seat
    source: Source
    card: Card | None


class View(Noun):
    """13.1 The table, as one seat or a spectator may see it now."""

    you: Seat | None
    phase: Phase
    status: Status
    ending: Ending | None
    options: Options
    turn_number: int
    current_turn_seat: Seat | None
    step: Step | None
    turn_ends_at: Ms | None
    players: tuple[PlayerView, ...]
    draw_pile_count: int
    discard_count: int
    discard_top: Card | None
    discard_version: int
    held: HeldView | None
    power: Power | None
    reveal: Reveal | None
    snap: SnapWindow | None
    giving: Giving | None
    cambio_caller_seat: Seat | None
    final_turns_left: tuple[Seat, ...]
    scores: tuple[Score, ...]
    winners: tuple[Seat, ...]
    winner_seat: Seat | None
    memory: tuple[Seen, ...] | UnsetType = UNSET


_EMPTY: Final = SlotView("empty")
_HIDDEN: Final = SlotView("hidden")


def view(state: State, viewer: Viewer) -> View:
    """13.1 What this viewer may be shown."""
    faces = faces_of(state.options)
    return View(
        you=viewer,
        phase=state.phase,
        status=state.status,
        ending=state.ending,
        options=state.options,
        turn_number=state.turn_number,
        current_turn_seat=state.current_turn_seat,
        step=state.step,
        turn_ends_at=state.turn_ends_at,
        players=_players(state, viewer, faces),
        draw_pile_count=len(state.draw_pile),
        discard_count=len(state.discard_pile),
        discard_top=faces[state.discard_pile[-1]] if state.discard_pile else None,
        discard_version=state.discard_version,
        held=_held(state, viewer, faces),
        power=state.power,
        reveal=state.reveal,
        snap=state.snap,
        giving=state.giving,
        cambio_caller_seat=state.cambio_caller_seat,
        final_turns_left=_final_turns_left(state),
        scores=state.scores,
        winners=tuple([score.seat for score in state.scores if score.is_winner]),
        winner_seat=state.winner_seat,
        memory=UNSET if viewer is None or not state.options.memory_aid else _memory(state, viewer, faces),
    )


def _players(state: State, viewer: Viewer, faces: dict[Code, Card]) -> tuple[PlayerView, ...]:
    caller = state.cambio_caller_seat
    return tuple(
        [
            PlayerView(
                player.kind,
                player.controller,
                player.is_connected,
                player.has_taken_final_turn,
                seat == caller,
                player.confirmed,
                player.score,
                _slots(state, seat, player, viewer, faces),
            )
            for seat, player in enumerate(state.players)
        ]
    )


def _slots(
    state: State, seat: Seat, player: Player, viewer: Viewer, faces: dict[Code, Card]
) -> tuple[SlotView, ...]:
    """13.2 Faces by phase."""
    if state.phase == "completed":
        return tuple([_EMPTY if card is None else SlotView("revealed", faces[card]) for card in player.slots])
    hidden = [_EMPTY if card is None else _HIDDEN for card in player.slots]
    for position in _shown(state, seat, player, viewer):
        card = player.slots[position]
        assert card is not None
        hidden[position] = SlotView("peeking", faces[card])
    return tuple(hidden)


def _shown(state: State, seat: Seat, player: Player, viewer: Viewer) -> list[int]:
    """3.6, 5.12 The positions of `seat` that the viewer alone is being shown."""
    if viewer is None or state.status != "active":
        return []
    if state.phase == "initial_view":
        return list(INITIALLY_SEEN) if viewer == seat and not player.confirmed else []
    if state.reveal is None or state.reveal.seat != viewer:
        return []
    return [slot.position for slot in state.reveal.slots if slot.seat == seat]


def _held(state: State, viewer: Viewer, faces: dict[Code, Card]) -> HeldView | None:
    """4.2, 4.3 The face for the holder, and for everyone if it lay on the discard pile."""
    held = state.held
    if held is None:
        return None
    is_seen = held.source == "discard" or viewer == held.seat
    return HeldView(held.seat, held.source, faces[held.card] if is_seen else None)


def _final_turns_left(state: State) -> tuple[Seat, ...]:
    if state.phase != "final_round":
        return ()
    return tuple(seat for seat, player in enumerate(state.players) if not player.has_taken_final_turn)


def _memory(state: State, seat: Seat, faces: dict[Code, Card]) -> tuple[Seen, ...]:
    """17.1 Every card on the table that the seat knows, for a table that helps the memory."""
    bit = mark(seat)
    return tuple(
        Seen(SLOTS[owner][position], faces[card])
        for owner, player in enumerate(state.players)
        for position, card in enumerate(player.slots)
        if card is not None and state.known_by.get(card, NOBODY) & bit
    )
