"""Cambio, chapter 13: what one seat may be shown. Built up from nothing, never State cut down."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rondel.games.cambio.events import Controller, Ending, Score, Seen, Source
from rondel.games.cambio.options import Options, faces_of
from rondel.games.cambio.pieces import INITIALLY_SEEN, POWER_OF, SLOTS, Card, Code, PowerType, Slot
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
    card_in,
    mark,
    takeovers,
)
from rondel.kernel import Ms, Seat, Struct, Viewer

Visibility: TypeAlias = Literal["empty", "hidden", "peeking", "revealed"]


class SlotView(Struct):
    """A slot as it lies there; a face only where the viewer is being shown it."""

    visibility: Visibility
    card: Card | None = None


class PlayerView(Struct):
    """A seat as everybody sees it."""

    kind: Controller
    controller: Controller
    is_connected: bool
    has_taken_final_turn: bool
    is_cambio_caller: bool
    confirmed: bool
    score: int | None
    slots: tuple[SlotView, ...]
    bot_at: Ms | None = None
    """9.6 When a bot will play for the seat, if nobody comes back."""


class HeldView(Struct):
    """Who holds a card from where; if the viewer may see it, its face and the power its discard opens."""

    seat: Seat
    source: Source
    card: Card | None
    power: PowerType | None = None


class View(Struct):
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
    return views(state)(viewer)


def views(state: State) -> Callable[[Viewer], View]:
    """13.1 The same for every viewer. By position: twenty-five names would cost seven times as much."""
    faces = faces_of(state.options)
    face_down = _face_down(state)
    discard_top = faces[state.discard_pile[-1]] if state.discard_pile else None
    final_turns_left = _final_turns_left(state)
    winners = tuple([score.seat for score in state.scores if score.is_winner])

    def view_of(viewer: Viewer) -> View:
        return View(
            viewer,
            state.phase,
            state.status,
            state.ending,
            state.options,
            state.turn_number,
            state.current_turn_seat,
            state.step,
            state.turn_ends_at,
            _players(state, viewer, face_down, faces),
            len(state.draw_pile),
            len(state.discard_pile),
            discard_top,
            state.discard_version,
            _held(state, viewer, faces),
            state.power,
            state.reveal,
            state.snap,
            state.giving,
            state.cambio_caller_seat,
            final_turns_left,
            state.scores,
            winners,
            state.winner_seat,
            UNSET if viewer is None or not state.options.memory_aid else _memory(state, viewer, faces),
        )

    return view_of


def _players(
    state: State, viewer: Viewer, face_down: tuple[PlayerView, ...], faces: dict[Code, Card]
) -> tuple[PlayerView, ...]:
    """13.2 Faces by phase."""
    if state.phase == "completed":
        hands = [_revealed(player, faces) for player in state.players]
    elif shown := _shown(state, viewer):
        hands = [_peeking(state, seen.slots, seat, shown, faces) for seat, seen in enumerate(face_down)]
    else:
        return face_down
    return tuple([replace(seen, slots=hand) for seen, hand in zip(face_down, hands, strict=True)])


def _face_down(state: State) -> tuple[PlayerView, ...]:
    """The seats as all viewers see them who are not shown a face."""
    is_everybody_there = all(player.is_connected for player in state.players)
    bots = {} if is_everybody_there else takeovers(state)
    return tuple(
        [
            PlayerView(
                player.kind,
                player.controller,
                player.is_connected,
                player.has_taken_final_turn,
                seat == state.cambio_caller_seat,
                player.confirmed,
                player.score,
                tuple([_EMPTY if card is None else _HIDDEN for card in player.slots]),
                bots.get(seat),
            )
            for seat, player in enumerate(state.players)
        ]
    )


def _revealed(player: Player, faces: dict[Code, Card]) -> tuple[SlotView, ...]:
    """7.8 Everyone sees every hand."""
    return tuple([_EMPTY if card is None else SlotView("revealed", faces[card]) for card in player.slots])


def _peeking(
    state: State, hand: tuple[SlotView, ...], seat: Seat, shown: Sequence[Slot], faces: dict[Code, Card]
) -> tuple[SlotView, ...]:
    """3.6, 5.12 The hand of `seat`, for the one viewer who is shown these slots."""
    seen = list(hand)
    for slot in shown:
        if slot.seat == seat:
            seen[slot.position] = SlotView("peeking", faces[card_in(state, slot)])
    return tuple(seen)


def _shown(state: State, viewer: Viewer) -> Sequence[Slot]:
    """3.6, 5.12 The slots that the viewer alone is being shown."""
    if viewer is None or state.status != "active":
        return ()
    if state.phase == "initial_view":
        is_looking = not state.players[viewer].confirmed
        first = card_in(state, SLOTS[viewer][INITIALLY_SEEN[0]])
        if not is_looking or not _is_known(state, first, viewer):
            return ()
        return [SLOTS[viewer][position] for position in INITIALLY_SEEN]
    if state.reveal is None or state.reveal.seat != viewer:
        return ()
    return state.reveal.slots


def _held(state: State, viewer: Viewer, faces: dict[Code, Card]) -> HeldView | None:
    """4.2, 4.3 The face for whoever was told: the holder, or all if it was a discard; 5.1 its power."""
    held = state.held
    if held is None:
        return None
    is_seen = _is_known(state, held.card, viewer)
    power = POWER_OF[held.card] if is_seen and held.source == "deck" else None
    return HeldView(held.seat, held.source, faces[held.card] if is_seen else None, power)


def _is_known(state: State, card: Code, viewer: Viewer) -> bool:
    """Whether the viewer has been told: a face is shown right after the event that tells it, not before."""
    return bool(state.known_by.get(card, NOBODY) & mark(viewer))


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
