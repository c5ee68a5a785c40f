"""Folding: stored rows become the table they lead to. Each must follow on the one before, by its digest."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec

from rondel.kernel import HOUSE, Ms, Seat
from rondel.kernel.digest import next_digest
from rondel.kernel.draws import follows
from rondel.kernel.replay import fold as fold_row
from rondel.kernel.undo import HistoryTruncatedError
from rondel.table.state import TableContext, TableState
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import End, TranscriptRow, draws_from, line_bytes, row_of


class RowBytes(Protocol):
    """A row as its bytes are stored. Seat None is the house."""

    @property
    def version(self) -> int:
        """The version it made."""
        ...

    @property
    def seat(self) -> Seat | None:
        """Who acted."""
        ...

    @property
    def rules(self) -> int:
        """The rules it was decided under."""
        ...

    @property
    def action(self) -> bytes:
        """The action, encoded."""
        ...

    @property
    def events(self) -> bytes:
        """The events, encoded."""
        ...

    @property
    def draws(self) -> bytes:
        """The streams of luck that it drew from, encoded; no bytes if none."""
        ...

    @property
    def at(self) -> Ms:
        """When."""
        ...

    @property
    def digest(self) -> bytes:
        """Its digest."""
        ...


class JournalReadError(Exception):
    """Something we have stored cannot be read: our own fault, never the client's."""


class DigestMismatchError(Exception):
    """A row does not follow on the table it is folded onto: one of the two is of another history."""


def begin(context: TableContext) -> TableState:
    """The table before its first row; Unreadable if its header cannot be played."""
    try:
        return context.start()
    except MalformedError as malformed:
        raise JournalReadError(f"the header: {malformed}") from malformed


def from_snapshot(
    context: TableContext, version: int, at: Ms, state: bytes, draws: bytes, digest: bytes
) -> TableState:
    """The table as a snapshot has it; Unreadable if it has none that can be used."""
    try:
        decoded = codec_of(context.game).state(state)
        return TableState(context, version, at, digest, decoded, draws_from(draws))
    except (ValueError, msgspec.DecodeError) as error:
        raise JournalReadError(f"the snapshot of version {version}: {error}") from error


def fold(table: TableState, rows: Iterable[RowBytes]) -> TableState:
    """The table after these rows."""
    last = deque(folding(table, rows), maxlen=1)
    return last.pop() if last else table


def folding(table: TableState, rows: Iterable[RowBytes]) -> Iterator[TableState]:
    """The table after each of these rows.

    Unreadable, DigestMismatchError, or HistoryTruncatedError if a row goes back to before what is remembered.
    """
    for stored in rows:
        _check(table, stored)
        try:
            row = row_of(table.game, line_of(stored))
        except MalformedError as malformed:
            raise JournalReadError(f"row {stored.version}: {malformed}") from malformed
        step = fold_row(table.game, table.state, row, _states_of(table))
        table = table.after(row, step.after, stored.digest)
        yield table


def line_of(stored: RowBytes) -> TranscriptRow:
    """The row as a line of a transcript."""
    return TranscriptRow(
        stored.version,
        stored.at,
        stored.seat,
        stored.rules,
        msgspec.Raw(stored.action),
        msgspec.Raw(stored.events),
        draws_from(stored.draws),
        stored.digest.hex(),
    )


def text_of(header: bytes, rows: Iterable[RowBytes], end: End | None) -> bytes:
    """A table as a transcript."""
    lines = [header, *(line_bytes(line_of(row)) for row in rows)]
    if end is not None:
        lines.append(line_bytes(end))
    return b"\n".join(lines) + b"\n"


def _check(table: TableState, stored: RowBytes) -> None:
    actor = HOUSE if stored.seat is None else stored.seat
    digest = next_digest(
        table.digest,
        stored.version,
        stored.at,
        actor,
        stored.rules,
        stored.action,
        stored.events,
        stored.draws,
    )
    if stored.version != table.version + 1 or digest != stored.digest:
        raise DigestMismatchError(f"row {stored.version} does not follow on version {table.version}")
    if stored.draws and not follows(table.draws, draws_from(stored.draws)):
        raise DigestMismatchError(f"row {stored.version}: its draws do not follow on {dict(table.draws)}")


def _states_of(table: TableState) -> Any:
    def state_of(version: int) -> Any:
        state = table.state_at(version)
        if state is None:
            raise HistoryTruncatedError(f"a row goes back to version {version}")
        return state

    return state_of
