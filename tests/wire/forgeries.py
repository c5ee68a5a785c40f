"""Games of a host who chooses the luck and keeps to its commitment: digests fit, and rows follow."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from rondel.games.cambio.game import CAMBIO
from rondel.games.cambio.options import Options
from rondel.kernel import HOUSE, Chance, Ms, SeatSpec
from rondel.table.local import LocalTable
from rondel.wire.transcript import TranscriptRow, line_bytes, read
from tests.wire.sittings import sealed, written

SECRET: Final = bytes(range(32))
TABLE: Final = "0b6f0000-0000-4000-8000-000000000001"
MINE: Final = bytes(range(16))
"""The nonce of the player in seat 0; a bot of the host has seat 1."""

BEGIN: Final[Ms] = 1_700_000_000_000


class Forgery(NamedTuple):
    """A forged game, and what each checker says of it: the browser names checks that do not hold."""

    text: bytes
    verify: str
    page: str
    browser: Sequence[str]


def opened(mine: bytes = MINE, others: bytes = b"") -> LocalTable:
    """A table whose header has these nonces."""
    options = Options(seats=2, initial_view_ms=1000, peek_ms=1000, max_turns=20)
    return LocalTable.opened(
        CAMBIO,
        options,
        [SeatSpec(), SeatSpec("bot", "medium")],
        table_id=TABLE,
        secret=SECRET,
        nonces=[mine, others],
    )


def finished(table: LocalTable) -> bytes:
    """The game played to its end at random."""
    rng = Chance.of_seed("forgeries")
    table.play(HOUSE, CAMBIO.begin, BEGIN)
    while table.now.outcome is None:
        now = table.at + 500
        if table.fire_due(now):
            continue
        seat = rng.pick(sorted(table.now.to_act))
        table.play(seat, rng.pick(CAMBIO.legal(table.state, seat)), now)
    return table.transcript()


def rewritten(text: bytes, change: Callable[[tuple[TranscriptRow, ...]], Sequence[TranscriptRow]]) -> bytes:
    """The game with other rows, all digests made to fit, and an end that says how many they are."""
    before = read(text)
    assert before.end is not None
    lines = tuple(change(before.lines))
    return written(sealed(replace(before, lines=lines, end=replace(before.end, versions=len(lines)))))


def of_another_draw(number: int) -> LocalTable:
    """A table that counts so many draws of the deck before its first one."""
    table = opened()
    table.now = replace(table.now, draws={"deck": number})
    return table


def with_a_row_before(lines: tuple[TranscriptRow, ...]) -> Sequence[TranscriptRow]:
    """The House gives time back before the game begins."""
    row = replace(
        lines[0],
        action=Raw(b'{"type":"RETURN_TIME","payload":{"lostMs":5}}'),
        events=Raw(b'[{"type":"TIME_RETURNED","payload":{"lostMs":5}}]'),
        draws={},
    )
    return [replace(line, version=version) for version, line in enumerate((row, *lines), 1)]


def from_777(lines: tuple[TranscriptRow, ...]) -> Sequence[TranscriptRow]:
    return [replace(line, version=776 + line.version) for line in lines]


def under_older_rules() -> bytes:
    """The header and all rows say that the game was played by rules that nobody has: rows are folded only."""
    before = read(finished(opened()))
    header = replace(before.header, rules=CAMBIO.rules - 1)
    lines = tuple(replace(line, rules=CAMBIO.rules - 1) for line in before.lines)
    return written(sealed(replace(before, header=header, header_bytes=line_bytes(header), lines=lines)))


def honest() -> bytes:
    return finished(opened())


def forgeries() -> Mapping[str, Forgery]:
    """Each of them, by what the host did."""
    return {
        "the host gives its bot a nonce": Forgery(
            finished(opened(others=b"chosen by a host")),
            "seat 1 is a bot's and has a nonce: the host could choose the luck by it",
            "a nonce of the host",
            ["nonces"],
        ),
        "the host makes a nonce longer": Forgery(
            finished(opened(mine=MINE + b"!")),
            "the nonce of seat 0 has 17 bytes; a player's program sends 16",
            "a nonce of the host",
            ["nonces"],
        ),
        "rows of the House come before the start": Forgery(
            rewritten(honest(), with_a_row_before),
            "version 1: the game does not begin with its start, so the host could choose the first draw",
            "another deck",
            ["deck"],
        ),
        "versions begin where the host likes": Forgery(
            rewritten(finished(of_another_draw(777)), from_777),
            "version 777 stands after version 0",
            "version 777 stands in place 1",
            ["chain", "draws", "deck"],
        ),
        "the host takes another draw": Forgery(
            finished(of_another_draw(5)),
            "version 1: its draw from deck has number 5, but 0 earlier rows drew from deck",
            "version 1 has another draw than the next",
            ["draws", "deck"],
        ),
        "the host says nothing of a draw": Forgery(
            rewritten(honest(), lambda lines: [replace(lines[0], draws={}), *lines[1:]]),
            "version 1: deciding it again draws luck",
            "another deck",
            ["deck"],
        ),
    }
