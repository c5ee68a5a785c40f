"""Replay of a transcript: verification and display, as a pure function of its bytes.

It also renders past versions of a table from a perspective, which tables and transcripts share.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import HOUSE, AnyGame, Row, Scene, Seat, Struct, observes
from rondel.kernel.replay import steps
from rondel.server.errors import ApiError
from rondel.server.ports.tables import Status
from rondel.server.rooms.position import addressed
from rondel.wire.codec import codec_of
from rondel.wire.proof import Fault, verify
from rondel.wire.registry import GameNotFoundError, load_game
from rondel.wire.transcript import Transcript, read, row_of

STEPS: Final = 40
"""How many versions one reading gives."""

FAULTS: Final = 5
"""How many faults of a transcript are told."""

Perspective: TypeAlias = Seat | Literal["all"] | None
"""Whose eyes: a seat's, a spectator's, or open to all that was hidden."""


class PastStep(Struct):
    """One version: its visible events and the View after it.

    It has a Scene if the game has a face that is not drawn on request.
    """

    version: int
    at: int
    events: tuple[msgspec.Raw, ...]
    view: msgspec.Raw
    scene: Scene | UnsetType = UNSET


class PastResponse(Struct):
    """Some versions of a table from a perspective; `may` lists the available perspectives."""

    table: str
    game: str
    status: Status
    head: int
    perspective: Perspective
    may: tuple[Perspective, ...]
    steps: tuple[PastStep, ...]


class SeatRecord(Struct):
    """A seat's kind and bot level, as in the transcript."""

    kind: Literal["human", "bot"]
    level: str | None


class ReplayResponse(Struct):
    """A replayed transcript: the verification result, its seats and some of its versions."""

    past: PastResponse
    seats: tuple[SeatRecord, ...]
    ending: str | None
    decided_again: int
    is_secret_revealed: bool
    faults: tuple[Fault, ...]


def replay(text: bytes, *, after: int, until: int, perspective: Perspective) -> ReplayResponse:
    """Verify a transcript, and return the requested versions with the result.

    Raises MalformedError or ApiError.
    """
    transcript = read(text)
    try:
        game = load_game(transcript.header.game)
    except GameNotFoundError:
        raise ApiError.of("NO_SUCH_GAME") from None
    proof = verify(game, text, stops_at_fault=True)
    faults = (*proof.faults, *_under_newer_rules(game, transcript))
    end = transcript.end
    is_scored = end is not None and not end.outcome.is_abandoned
    may = eyes_of(game, len(transcript.header.seats)) if is_scored else (None,)
    if perspective not in may:
        raise ApiError.of("NOT_FINISHED", "This transcript does not contain that perspective.")
    shown = () if faults else tuple(_again(game, transcript, after, min(until, after + STEPS), perspective))
    status: Status = "active" if end is None else "completed" if is_scored else "abandoned"
    header = transcript.header
    return ReplayResponse(
        PastResponse(header.table, game.name, status, len(transcript.lines), perspective, may, shown),
        tuple(SeatRecord(seat.kind, seat.level) for seat in header.seats),
        None if end is None else end.outcome.ending,
        proof.decided_again,
        proof.is_secret_revealed,
        faults[:FAULTS],
    )


def _under_newer_rules(game: AnyGame, transcript: Transcript) -> Iterator[Fault]:
    """Yield a fault for the first row that this server's rules cannot read."""
    for number, line in enumerate(transcript.lines, 2):
        if line.rules > game.rules:
            yield Fault(number, f"played under rules {line.rules}; this server has rules {game.rules}")
            return


def _again(
    game: AnyGame, transcript: Transcript, after: int, until: int, perspective: Perspective
) -> Iterator[PastStep]:
    """Yield the versions of a transcript without faults."""
    header = transcript.header
    options = codec_of(game).options(bytes(header.options), header.rules)
    rows = [row_of(game, line) for line in transcript.lines[:until]]
    for step in steps(game, game.start(options, transcript.seat_specs), rows):
        if step.row.version > after:
            yield past_step(game, step.row, step.after, perspective)


def eyes_of(game: AnyGame, seats: int) -> tuple[Perspective, ...]:
    """Return all perspectives on a scored game: spectator, each seat, and everything revealed."""
    return (*range(seats), None, *(() if game.opened is None else ("all",)))


def past_step(game: AnyGame, row: Row, after: Any, perspective: Perspective) -> PastStep:
    """Return a row and the State after it from a perspective."""
    seen, face = shown_to(game, after, perspective), game.face
    return PastStep(
        row.version,
        row.at,
        visible_events(game, row, perspective),
        msgspec.Raw(codec_of(game).noun_bytes(seen)),
        UNSET if face is None or face.is_on_request else face.scene(seen),
    )


def visible_events(game: AnyGame, row: Row, perspective: Perspective) -> tuple[msgspec.Raw, ...]:
    """Return the row's events that are visible from a perspective."""
    return tuple(raw for audience, raw in addressed(game, row) if _is_for(audience, perspective))


def _is_for(audience: Any, perspective: Perspective) -> bool:
    if perspective == "all":
        return audience is not HOUSE
    return observes(perspective, audience)


def shown_to(game: AnyGame, state: Any, perspective: Perspective) -> Any:
    """Return the View of a State from a perspective."""
    if perspective != "all":
        return game.view(state, perspective)
    assert game.opened is not None
    return game.opened(state, game.view(state, None))
