"""Folding stored rows: each must follow on the one before; what cannot be read is our own fault."""

import msgspec
import pytest

from rondel.kernel import HOUSE, Outcome, SeatSpec, TakeBack
from rondel.kernel.digest import next_digest
from rondel.kernel.undo import HistoryTruncatedError
from rondel.table.decide import Decision, decide
from rondel.table.fold import (
    DigestMismatchError,
    JournalReadError,
    begin,
    fold,
    folding,
    from_snapshot,
    line_of,
    text_of,
)
from rondel.table.local import LocalTable
from rondel.table.state import RECENT, TableContext, TableState
from rondel.wire.codec import codec_of
from rondel.wire.transcript import End, draws_bytes, read
from tests.kernel.tally import FIRST_AT, SECRET, TALLY, Add, Draw, Options, Pass, StartGame
from tests.wire.sittings import opened


class Stored(msgspec.Struct, frozen=True):
    """A row as a journal has it."""

    version: int
    seat: int | None
    rules: int
    action: bytes
    events: bytes
    draws: bytes
    at: int
    digest: bytes


def stored(decision: Decision) -> Stored:
    row = decision.row
    return Stored(
        row.version,
        decision.seat,
        row.rules,
        decision.action,
        decision.events,
        decision.draws,
        row.at,
        decision.after.digest,
    )


def played(*moves: object, options: Options | None = None) -> tuple[TableState, list[Stored], TableState]:
    """A table before its first row, its rows, and the table after them."""
    local = opened(TALLY, options or Options(target=1000))
    start = now = local.context.start()
    rows = []
    for number, action in enumerate((StartGame(), *moves)):
        decision = decide(now, HOUSE if number == 0 else 0, action, FIRST_AT + number)
        rows.append(stored(decision))
        now = decision.after
    return start, rows, now


def test_rows_lead_to_the_table_they_were_decided_on() -> None:
    start, rows, now = played(Add(1), Add(2), TakeBack(), Add(3))

    folded = fold(start, rows)

    assert (folded.version, folded.state, folded.digest) == (now.version, now.state, now.digest)
    assert [table.version for table in folding(start, rows)] == [1, 2, 3, 4, 5]
    assert fold(start, []) is start
    assert line_of(rows[0]).digest == rows[0].digest.hex()


def test_rows_are_written_as_a_transcript() -> None:
    start, rows, now = played(Add(1), Add(2))
    end = End(now.version, Outcome("target", winners=(0,)), None)

    unended, ended = (read(text_of(start.context.header_bytes, rows, each)) for each in (None, end))

    assert ended.lines == unended.lines == tuple(line_of(row) for row in rows)
    assert (unended.end, ended.end) == (None, end)
    assert ended.header_bytes == start.context.header_bytes


@pytest.mark.parametrize(
    "change",
    [
        {"at": FIRST_AT + 9},
        {"seat": 1},
        {"digest": bytes(32)},
        {"version": 3},
        {"draws": b'{"":0}'},
    ],
)
def test_a_row_of_another_history_does_not_fold(change: dict[str, object]) -> None:
    start, rows, _ = played(Add(1))
    rows[1] = msgspec.structs.replace(rows[1], **change)

    with pytest.raises(DigestMismatchError):
        fold(start, rows)


def test_a_row_that_cannot_be_read_is_our_own_fault() -> None:
    start, rows, _ = played(Add(1))
    row = msgspec.structs.replace(rows[1], events=b'[{"type":"NO_SUCH_EVENT"}]')
    digest = next_digest(rows[0].digest, 2, row.at, 0, row.rules, row.action, row.events, row.draws)

    with pytest.raises(JournalReadError, match="row 2"):
        fold(start, [rows[0], msgspec.structs.replace(row, digest=digest)])


def test_a_header_that_cannot_be_played_is_our_own_fault() -> None:
    header = opened(TALLY).context.header_bytes.replace(b'"target":', b'"goal":')

    with pytest.raises(JournalReadError, match="the header"):
        begin(TableContext(TALLY, header, SECRET))


def test_a_snapshot_leads_on_like_the_rows_before_it() -> None:
    start, rows, now = played(Add(1), Add(2), Add(3))
    middle = fold(start, rows[:2])
    state = codec_of(TALLY).state_bytes(middle.state)

    taken = from_snapshot(start.context, middle.version, middle.at, state, b"", middle.digest)

    assert fold(taken, rows[2:]).state == now.state
    with pytest.raises(JournalReadError, match="snapshot of version 2"):
        from_snapshot(start.context, 2, middle.at, b"\xc1", b"", middle.digest)


def test_a_table_knows_how_many_rows_have_drawn_and_so_does_its_snapshot() -> None:
    start, rows, now = played(Add(1), Draw(), Pass())
    middle = fold(start, rows[:3])
    state = codec_of(TALLY).state_bytes(middle.state)

    taken = from_snapshot(start.context, 3, middle.at, state, draws_bytes(middle.draws), middle.digest)

    assert [row.draws for row in rows] == [b"", b"", b'{"":0}', b""]
    assert (middle.draws, now.draws) == ({"": 1}, {"": 1})
    assert fold(taken, rows[3:]).draws == now.draws
    assert taken.chance.below(100) == middle.chance.below(100) != start.chance.below(100)


def test_a_snapshot_that_counts_other_draws_is_found_by_the_next_one() -> None:
    start, rows, _ = played(Add(1), Draw())
    middle = fold(start, rows[:2])
    state = codec_of(TALLY).state_bytes(middle.state)
    taken = from_snapshot(start.context, 2, middle.at, state, b'{"":1}', middle.digest)

    with pytest.raises(DigestMismatchError, match="row 3: its draws do not follow on"):
        fold(taken, rows[2:])


def test_a_row_that_goes_back_to_before_what_is_remembered_asks_for_more() -> None:
    start, rows, _ = played(Add(1), Add(2), TakeBack(), TakeBack())
    middle = fold(start, rows[:3])
    state = codec_of(TALLY).state_bytes(middle.state)
    taken = from_snapshot(start.context, middle.version, middle.at, state, b"", middle.digest)

    with pytest.raises(HistoryTruncatedError):
        fold(taken, rows[3:])


def test_only_the_latest_rows_are_remembered() -> None:
    start, rows, now = played(*[Add(1)] * (RECENT + 5))

    assert len(now.recent) == RECENT
    assert now.first_remembered == now.version - RECENT
    assert [recent.row.version for recent in now.since(now.version - 2)] == [now.version - 1, now.version]
    assert now.state_at(now.version) is now.state
    assert now.state_at(now.first_remembered - 1) is None
    assert now.state_at(now.version - 1) == fold(start, rows[:-1]).state
    assert now.digest_at(now.version) == now.digest
    assert now.digest_at(now.version - 1) == fold(start, rows[:-1]).digest
    assert now.digest_at(now.first_remembered - 1) is None
    assert now.digest_at(now.version + 1) is None


def test_a_move_older_than_what_is_remembered_is_taken_back_by_all_steps() -> None:
    table = LocalTable.opened(TALLY, Options(target=1000), [SeatSpec(), SeatSpec()], secret=SECRET)
    table.play(HOUSE, StartGame(), FIRST_AT)
    for _ in range(RECENT):
        table.play(0, Add(1), FIRST_AT)
    for _ in range(RECENT - 1):
        table.take_back(0, FIRST_AT)

    with pytest.raises(HistoryTruncatedError):
        decide(table.now, 0, TakeBack(), FIRST_AT)

    table.take_back(0, FIRST_AT)
    assert table.steps[-1].row.undoes_to == 1
