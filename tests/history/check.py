"""The checker: whether a recording can have come from one list per table that moves were appended to.

It asks for strict serializability, table by table. Every View must be that of a prefix of the final journal;
every acknowledged move stands there once, at the version of its ack; and an operation that ended before
another began comes before it: a later move has a higher version, a later View is at least as new.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tests.history.recording import Frame, Nanoseconds, Read, Recording, Sending, StoredMove


class Anomaly(NamedTuple):
    """Something that cannot be explained: its kind, and a sentence."""

    kind: str
    text: str


class TableHistory:
    """All that was recorded of one table."""

    def __init__(self, table: str, journal: Sequence[StoredMove]) -> None:
        self.table = table
        self.journal = journal
        self.sendings: list[Sending] = []
        self.reads: list[Read] = []
        self.frames: list[Frame] = []

    def sightings(self) -> Iterator[tuple[Nanoseconds, int]]:
        """Each moment at which somebody knew that a version was there."""
        yield from ((read.ended, read.version) for read in self.reads)
        yield from ((frame.at, frame.version) for frame in self.frames)
        for sending in self.sendings:
            if sending.version is not None and sending.ended is not None:
                yield sending.ended, sending.version


def check(recording: Recording) -> list[Anomaly]:
    """Every anomaly, table by table."""
    return [
        anomaly
        for history in _by_table(recording)
        for judge in (
            _check_journal,
            _check_ids,
            _check_real_time,
            _check_future,
            _check_shown,
            _check_sockets,
        )
        for anomaly in judge(history)
    ]


def _by_table(recording: Recording) -> Iterable[TableHistory]:
    tables = {table: TableHistory(table, journal) for table, journal in recording.journals.items()}
    for sending in recording.sendings:
        tables[sending.table].sendings.append(sending)
    for read in recording.reads:
        tables[read.table].reads.append(read)
    for frame in recording.frames:
        tables[frame.table].frames.append(frame)
    return tables.values()


def _check_journal(history: TableHistory) -> Iterator[Anomaly]:
    versions = [row.version for row in history.journal]
    if versions != list(range(1, len(versions) + 1)):
        yield Anomaly("gap", f"{history.table}: the versions are not 1 to {len(versions)}")
    if len({row.id for row in history.journal}) != len(versions):
        yield Anomaly("doubled", f"{history.table}: one id has two rows")


def _check_ids(history: TableHistory) -> Iterator[Anomaly]:
    """What each id was answered, and what became of it."""
    rows = {row.id: row for row in history.journal}
    by_id = defaultdict(list)
    for sending in history.sendings:
        by_id[sending.id].append(sending)
    for id_, sendings in by_id.items():
        yield from _check_acks(sendings, rows.get(id_))
        yield from _check_refusals(sendings, rows.get(id_))
        if not any(sending.is_definite for sending in sendings):
            yield Anomaly("unanswered", f"{id_}: sent {len(sendings)} times")


def _check_acks(sendings: Sequence[Sending], row: StoredMove | None) -> Iterator[Anomaly]:
    acks = [sending for sending in sendings if sending.version is not None]
    for ack in acks:
        if row is None:
            yield Anomaly("lost", f"{ack.id} was acknowledged at {ack.version}, and there is no such row")
        elif row.version != ack.version:
            yield Anomaly("moved", f"{ack.id} was acknowledged at {ack.version}, and is row {row.version}")
        elif not _is_same(ack, row):
            yield Anomaly("another move", f"{ack.id} was acknowledged; row {row.version} is not that move")
    if sum(not ack.is_dup for ack in acks) > 1:
        yield Anomaly("doubled", f"{acks[0].id} was acknowledged twice, as if it had been new each time")


def _check_refusals(sendings: Sequence[Sending], row: StoredMove | None) -> Iterator[Anomaly]:
    """A no means: not done. A copy without an answer may still arrive later, and be done."""
    if row is None:
        return
    same = [sending for sending in sendings if _is_same(sending, row)]
    if same and all(sending.code is not None for sending in same):
        yield Anomaly("refused and done", f"{row.id} was refused ({same[0].code}), and is row {row.version}")
    done_at = min((sending.ended or 0 for sending in same if sending.version is not None), default=None)
    for sending in same:
        if sending.code is not None and done_at is not None and done_at < sending.began:
            yield Anomaly("refused after ack", f"{row.id}: {sending.code}, after it was acknowledged")


def _is_same(sending: Sending, row: StoredMove) -> bool:
    return (sending.seat, sending.body) == (row.seat, row.body)


def _check_real_time(history: TableHistory) -> Iterator[Anomaly]:
    """An operation begins with all that anybody knew by then."""
    began: list[tuple[Nanoseconds, bool, int, Sending | Read | None]] = [
        (sending.began, False, sending.version, sending)
        for sending in history.sendings
        if sending.version is not None and not sending.is_dup
    ]
    began += [(read.began, False, read.version, read) for read in history.reads]
    began += [(at, True, version, None) for at, version in history.sightings()]
    floor = 0
    for _, is_known, version, operation in sorted(began, key=lambda each: each[:3]):
        if is_known:
            floor = max(floor, version)
        elif isinstance(operation, Sending) and version <= floor:
            yield Anomaly("reordered", f"{operation.id} is version {version}, begun when {floor} was there")
        elif version < floor:
            yield Anomaly("stale view", f"{history.table}: a View of {version}, requested at {floor}")


def _check_future(history: TableHistory) -> Iterator[Anomaly]:
    """Nobody knows a version before the first of its moves was sent, or one that is not in the journal."""
    first: dict[str, Nanoseconds] = {}
    for sending in history.sendings:
        first[sending.id] = min(sending.began, first.get(sending.id, sending.began))
    since = [0, *accumulate((first.get(row.id, 0) for row in history.journal), max)]
    for at, version in history.sightings():
        if version >= len(since):
            yield Anomaly("no such version", f"{history.table}: {version} of {len(history.journal)} was seen")
        elif at < since[version]:
            yield Anomaly("from the future", f"{history.table}: {version} was seen before it was requested")


def _check_shown(history: TableHistory) -> Iterator[Anomaly]:
    """Every View is that of its prefix of the journal."""
    truth = {(row.version, seat): shown for row in history.journal for seat, shown in row.shown.items()}
    views: Iterable[Read | Frame] = (*history.reads, *history.frames)
    for view in views:
        if view.shown is not None and truth.get((view.version, view.seat), view.shown) != view.shown:
            yield Anomaly("another history", f"{history.table}: what seat {view.seat} saw at {view.version}")


def _check_sockets(history: TableHistory) -> Iterator[Anomaly]:
    """On one socket versions come in order, each once, and the ack of one before the next version."""
    last: dict[int, int] = {}
    for frame in history.frames:
        before, where = last.get(frame.connection), f"{history.table}, socket {frame.connection}"
        match frame.kind:
            case "view" if before is not None and frame.version < before:
                yield Anomaly("went back", f"{where}: a View of {frame.version} after {before}")
            case "step" if frame.version != (before or 0) + 1:
                yield Anomaly("step out of order", f"{where}: {frame.version} after {before}")
            case "ack" if before is not None and frame.version < before:
                yield Anomaly("late ack", f"{where}: the ack of {frame.version} after version {before}")
        if frame.kind != "ack":
            last[frame.connection] = frame.version
