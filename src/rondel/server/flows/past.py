"""The past: a table as it was shown at earlier versions, and a transcript's as if it were one.

While a table runs, its past is what everybody may know: what a seat alone was shown is shown once. When it
was scored, any seat's eyes may be looked through, or all is open. Of an abandoned one each keeps its own.
"""

import asyncio
from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, AnyGame, Noun, Row, Seat, Viewer, observes
from rondel.kernel.replay import steps
from rondel.server.answers import Denied
from rondel.server.flows.watch import present
from rondel.server.loading import between
from rondel.server.node import Node
from rondel.server.ports import Status
from rondel.server.position import Position, addressed
from rondel.wire.codec import codec_of
from rondel.wire.proof import Fault, verify
from rondel.wire.transcript import Transcript, read, row_of

STEPS: Final = 40
"""How many versions one reading gives."""

FAULTS: Final = 5
"""How many faults of a transcript are told."""

Eyes: TypeAlias = Seat | Literal["all"] | None
"""Whose eyes: a seat's, a spectator's, or open to all that was hidden."""


class PastStep(Noun):
    """One version: what was seen of it, and the View after it."""

    version: int
    at: int
    events: tuple[msgspec.Raw, ...]
    view: msgspec.Raw


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


async def past(
    node: Node,
    account: UUID | None,
    table: UUID,
    *,
    after: int,
    until: int,
    eyes: Eyes = None,
    key: str | None = None,
) -> PastTold:
    """The versions after one, up to and with another, through these eyes; or Denied."""
    position, seat = await present(node, account, table, key)
    may = _may(position, seat)
    if eyes not in may:
        raise Denied.of("NOT_FINISHED", "Through these eyes a table may be looked at when its game is over.")
    until = min(until, after + STEPS, position.version)
    game, context = position.game, position.played.context
    versions = await between(node.journal, context, table, after, until) if after < until else ()
    shown = [
        PastStep(
            then.version, then.at, _heard(game, then.recent[-1].row, eyes), _shown(game, then.state, eyes)
        )
        for then in versions
    ]
    return PastTold(str(table), game.name, position.status, position.version, eyes, may, tuple(shown))


async def last_move(node: Node, account: UUID, table: UUID, *, key: str | None = None) -> int:
    """The version of the asker's own last move; 0 if there is none."""
    position, seat = await present(node, account, table, key)
    if seat is None:
        raise Denied.of("NO_SEAT")
    played = position.played
    remembered = [recent.row.version for recent in played.recent if recent.row.actor == seat]
    if remembered or not played.first_remembered:
        return max(remembered, default=0)
    rows = await node.journal.rows(table, until=played.first_remembered)
    return max((row.version for row in rows if row.seat == seat), default=0)


async def replayed(node: Node, text: bytes, *, after: int, until: int, eyes: Eyes = None) -> ReplayTold:
    """Some versions of a transcript somebody has, with what proving it came to."""
    transcript = read(text)
    game = node.games.get(transcript.header.game)
    if game is None:
        raise Denied.of("NO_SUCH_GAME")
    return await asyncio.to_thread(_replayed, game, transcript, text, after, until, eyes)


def _replayed(
    game: AnyGame, transcript: Transcript, text: bytes, after: int, until: int, eyes: Eyes
) -> ReplayTold:
    proof = verify(game, text)
    end = transcript.end
    is_scored = end is not None and not end.outcome.is_abandoned
    may = _eyes(game, len(transcript.header.seats)) if is_scored else (None,)
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
    options = codec_of(game).options(bytes(transcript.header.options))
    rows = [row_of(game, line) for line in transcript.lines[:until]]
    for step in steps(game, game.start(options, transcript.sitters), rows):
        if step.row.version > after:
            seen = _shown(game, step.after, eyes)
            yield PastStep(step.row.version, step.row.at, _heard(game, step.row, eyes), seen)


def _may(position: Position, seat: Viewer) -> tuple[Eyes, ...]:
    match position.status:
        case "completed":
            return _eyes(position.game, len(position.table.places))
        case "abandoned":
            return (None,) if seat is None else (seat, None)
        case _:
            return (None,)


def _eyes(game: AnyGame, seats: int) -> tuple[Eyes, ...]:
    return (*range(seats), None, *(() if game.opened is None else ("all",)))


def _heard(game: AnyGame, row: Row, eyes: Eyes) -> tuple[msgspec.Raw, ...]:
    return tuple(raw for audience, raw in addressed(game, row) if _is_for(audience, eyes))


def _is_for(audience: Any, eyes: Eyes) -> bool:
    if eyes == "all":
        return audience is not HOUSE
    return observes(eyes, audience)


def _shown(game: AnyGame, state: Any, eyes: Eyes) -> msgspec.Raw:
    if eyes != "all":
        seen = game.view(state, eyes)
    else:
        assert game.opened is not None
        seen = game.opened(state, game.view(state, None))
    return msgspec.Raw(codec_of(game).noun_bytes(seen))
