"""A transcript that somebody has, proved and shown again: what it comes to, as a pure function of its bytes.

And what a past version of a table looks like through somebody's eyes, which is the same for both.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from rondel.kernel import HOUSE, AnyGame, Noun, Row, Scene, Seat, observes
from rondel.kernel.replay import steps
from rondel.server.answers import Denied
from rondel.server.ports import Status
from rondel.server.position import addressed
from rondel.wire.codec import codec_of
from rondel.wire.proof import Fault, verify
from rondel.wire.shelf import NotOnTheShelf, take
from rondel.wire.transcript import Transcript, read, row_of

STEPS: Final = 40
"""How many versions one reading gives."""

FAULTS: Final = 5
"""How many faults of a transcript are told."""

Eyes: TypeAlias = Seat | Literal["all"] | None
"""Whose eyes: a seat's, a spectator's, or open to all that was hidden."""


class PastStep(Noun):
    """One version: what was seen of it, and the View after it, with its Scene where the game has a face."""

    version: int
    at: int
    events: tuple[msgspec.Raw, ...]
    view: msgspec.Raw
    scene: Scene | UnsetType = UNSET


class PastTold(Noun):
    """Some versions of a table, as `eyes` saw them; `may` lists the eyes there are to choose from."""

    table: str
    game: str
    status: Status
    head: int
    eyes: Eyes
    may: tuple[Eyes, ...]
    steps: tuple[PastStep, ...]


class Sat(Noun):
    """Who sat in a seat, as a transcript knows it."""

    kind: Literal["human", "bot"]
    level: str | None


class ReplayTold(Noun):
    """A transcript read again: what it was found to be, who sat there, and some of its versions."""

    past: PastTold
    seats: tuple[Sat, ...]
    ending: str | None
    decided_again: int
    is_secret_revealed: bool
    faults: tuple[Fault, ...]


def replay(text: bytes, *, after: int, until: int, eyes: Eyes) -> ReplayTold:
    """Some versions of a transcript, with what proving it came to; Malformed or Denied if that cannot be."""
    transcript = read(text)
    try:
        game = take(transcript.header.game)
    except NotOnTheShelf:
        raise Denied.of("NO_SUCH_GAME") from None
    proof = verify(game, text, stops_at_fault=True)
    end = transcript.end
    is_scored = end is not None and not end.outcome.is_abandoned
    may = eyes_of(game, len(transcript.header.seats)) if is_scored else (None,)
    if eyes not in may:
        raise Denied.of("NOT_FINISHED", "This transcript does not show what these eyes saw.")
    shown = () if proof.faults else tuple(_again(game, transcript, after, min(until, after + STEPS), eyes))
    status: Status = "active" if end is None else "completed" if is_scored else "abandoned"
    header = transcript.header
    return ReplayTold(
        PastTold(header.table, game.name, status, len(transcript.lines), eyes, may, shown),
        tuple(Sat(seat.kind, seat.level) for seat in header.seats),
        None if end is None else end.outcome.ending,
        proof.decided_again,
        proof.is_secret_revealed,
        proof.faults[:FAULTS],
    )


def _again(game: AnyGame, transcript: Transcript, after: int, until: int, eyes: Eyes) -> Iterator[PastStep]:
    """A proof without faults: every line folds."""
    header = transcript.header
    options = codec_of(game).options(bytes(header.options), header.rules)
    rows = [row_of(game, line) for line in transcript.lines[:until]]
    for step in steps(game, game.start(options, transcript.sitters), rows):
        if step.row.version > after:
            yield past_step(game, step.row, step.after, eyes)


def eyes_of(game: AnyGame, seats: int) -> tuple[Eyes, ...]:
    """All the eyes there are to look through when a game has been scored."""
    return (*range(seats), None, *(() if game.opened is None else ("all",)))


def past_step(game: AnyGame, row: Row, after: Any, eyes: Eyes) -> PastStep:
    """A row and the State after it, as these eyes saw them."""
    seen = shown_to(game, after, eyes)
    return PastStep(
        row.version,
        row.at,
        heard(game, row, eyes),
        msgspec.Raw(codec_of(game).noun_bytes(seen)),
        UNSET if game.face is None else game.face.scene(seen),
    )


def heard(game: AnyGame, row: Row, eyes: Eyes) -> tuple[msgspec.Raw, ...]:
    """The row's events that were for these eyes."""
    return tuple(raw for audience, raw in addressed(game, row) if _is_for(audience, eyes))


def _is_for(audience: Any, eyes: Eyes) -> bool:
    if eyes == "all":
        return audience is not HOUSE
    return observes(eyes, audience)


def shown_to(game: AnyGame, state: Any, eyes: Eyes) -> Any:
    """What these eyes saw of a State: a View."""
    if eyes != "all":
        return game.view(state, eyes)
    assert game.opened is not None
    return game.opened(state, game.view(state, None))
