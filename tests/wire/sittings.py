"""Tables of Tally for these tests: always the same secret and nonces, so always the same bytes."""

from collections.abc import Callable, Sequence

from msgspec import Raw
from msgspec.structs import replace

from rondel.kernel import HOUSE, Actor, AnyGame, Sitter, TakeBack
from rondel.table.local import LocalTable
from rondel.wire.transcript import End, Header, Line, Transcript, line_bytes, read
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


def opened(game: AnyGame = TALLY, options: Options | None = None, table_id: str = "table") -> LocalTable:
    options = Options(target=5) if options is None else options
    return LocalTable.opened(
        game, options, [Sitter(), Sitter("bot", "hard")], table_id=table_id, secret=SECRET, nonces=NONCES
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


def written(told: Transcript) -> bytes:
    """A transcript as a file again."""
    lines: list[Header | Line | End] = [told.header, *told.lines]
    if told.end is not None:
        lines.append(told.end)
    return b"".join(line_bytes(line) + b"\n" for line in lines)


def sealed(told: Transcript) -> Transcript:
    """The same lines with digests that fit: what a forger would do."""
    digest, lines = told.first_digest, []
    for line in told.lines:
        digest = line.digest_after(digest)
        lines.append(replace(line, digest=digest.hex()))
    return replace(told, lines=tuple(lines))


def forged(text: bytes, number: int, change: Callable[[Line], Line]) -> bytes:
    """A transcript with line `number` of the file changed and every digest made to fit again."""
    told = read(text)
    lines = [change(line) if at == number else line for at, line in enumerate(told.lines, 2)]
    return written(sealed(replace(told, lines=tuple(lines))))


def swap(old: bytes, new: bytes) -> Callable[[Line], Line]:
    """A change of a line's action and events: these bytes for those."""

    def change(line: Line) -> Line:
        assert old in bytes(line.action) + bytes(line.events)
        action, events = (bytes(raw).replace(old, new) for raw in (line.action, line.events))
        return replace(line, action=Raw(action), events=Raw(events))

    return change
