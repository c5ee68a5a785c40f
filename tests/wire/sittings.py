"""Tables of Tally for these tests: always the same secret and nonces, so always the same bytes."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from rondel.kernel import HOUSE, Actor, AnyGame, Seat, SeatSpec, Struct, TakeBack
from rondel.kernel.digest import first_digest
from rondel.table.local import LocalTable
from rondel.wire.transcript import End, Header, Transcript, TranscriptRow, line_bytes, read
from rondel.wire.witness import Shown, Witness, with_step, with_view
from tests.kernel.tally import (
    FIRST_AT,
    NONCES,
    SECRET,
    TALLY,
    Abandon,
    Action,
    Add,
    Draw,
    Options,
    Pass,
    StartGame,
)

Move = tuple[Actor, Action | TakeBack]

SHORT: Sequence[Move] = (
    (HOUSE, StartGame()),  # version 1, line 2
    (0, Draw()),
    (0, Add(3)),
    (0, TakeBack()),  # version 4, line 5
    (0, Add(1)),
    (0, Pass()),
    (1, Add(2)),
    (1, Add(3)),  # version 8, line 9: seat 1 has reached five
)
ABANDONED: Sequence[Move] = (*SHORT[:6], (HOUSE, Abandon()))


SEALED_OTHERWISE = (
    "the seal that you were sent is of another game: something up to here was changed after you saw it"
)


def opened(game: AnyGame = TALLY, options: Struct | None = None, table_id: str = "table") -> LocalTable:
    options = Options(target=5) if options is None else options
    return LocalTable.opened(
        game, options, [SeatSpec(), SeatSpec("bot", "hard")], table_id=table_id, secret=SECRET, nonces=NONCES
    )


def go_on(table: LocalTable, moves: Sequence[Move]) -> LocalTable:
    """Play on, one second after another."""
    for actor, action in moves:
        now = FIRST_AT + 1000 * table.version
        if isinstance(action, TakeBack):
            assert isinstance(actor, int)
            table.take_back(actor, now)
        else:
            table.play(actor, action, now)
    return table


def transcript(moves: Sequence[Move] = SHORT, game: AnyGame = TALLY) -> bytes:
    return go_on(opened(game), moves).transcript()


def written(transcript: Transcript) -> bytes:
    """A transcript as a file again."""
    lines: list[Header | TranscriptRow | End] = [transcript.header, *transcript.lines]
    if transcript.end is not None:
        lines.append(transcript.end)
    return b"".join(line_bytes(line) + b"\n" for line in lines)


def sealed(transcript: Transcript) -> Transcript:
    """The same lines with digests that fit: what a forger would do."""
    digest, lines = transcript.first_digest, []
    for line in transcript.lines:
        digest = line.digest_after(digest)
        lines.append(replace(line, digest=digest.hex()))
    return replace(transcript, lines=tuple(lines))


def forged(text: bytes, number: int, change: Callable[[TranscriptRow], TranscriptRow]) -> bytes:
    """A transcript with line `number` of the file changed and every digest made to fit again."""
    transcript = read(text)
    lines = [change(line) if at == number else line for at, line in enumerate(transcript.lines, 2)]
    return written(sealed(replace(transcript, lines=tuple(lines))))


def swap(old: bytes, new: bytes) -> Callable[[TranscriptRow], TranscriptRow]:
    """A change of a line's action and events: these bytes for those."""

    def change(line: TranscriptRow) -> TranscriptRow:
        assert old in bytes(line.action) + bytes(line.events)
        action, events = (bytes(raw).replace(old, new) for raw in (line.action, line.events))
        return replace(line, action=Raw(action), events=Raw(events))

    return change


def shown_at(table: LocalTable, version: int, seat: Seat | None, epoch: int = 1) -> Shown:
    """What a `view` frame of this version says."""
    header = table.context.header
    digest = (
        bytes.fromhex(read(table.transcript()).lines[version - 1].digest)
        if version
        else first_digest(table.context.header_bytes)
    )
    seal = table.context.seal(version, digest)
    assert isinstance(seal, str)
    return Shown(
        epoch, version, header.commitment, first_digest(table.context.header_bytes).hex(), seal, seat
    )


def watched(
    table: LocalTable, seat: Seat | None = 0, *, until: int | None = None, witness: Witness | None = None
) -> Witness:
    """What a program has seen that watched the table live from its first version on, and sent its nonce."""
    header = table.context.header
    if witness is None:
        nonce = None if seat is None else header.seats[seat].nonce or None
        witness = Witness(table=header.table, nonce=nonce, seat=seat)
        witness = with_view(witness, shown_at(table, 1, seat), table.steps[0].row.at)
    first = witness.epochs[-1].version
    for step in table.steps[first:until]:
        row, seal = step.row, shown_at(table, step.row.version, seat).seal
        events = [msgspec.json.decode(raw) for raw in table.observations(row, seat)]
        witness = with_step(witness, row.version, seal, events, seat=seat, is_live=True, clock=row.at)
    return witness
