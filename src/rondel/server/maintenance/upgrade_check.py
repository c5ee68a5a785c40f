"""Refolding: a running table, folded from its first row by the code that is here, beside what is stored.

Run by a new version before an upgrade, it says whether every running table goes on as the old one left it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rondel.kernel import AnyGame, Viewer
from rondel.server.errors import ApiError
from rondel.server.ports.journal import Journal, Snapshot
from rondel.server.ports.tables import NO_TABLE, TableRow, Tables
from rondel.server.ports.value import Value
from rondel.server.rooms.frames import FrameViewer, view_frame
from rondel.server.rooms.loading import check_rules, context_of
from rondel.server.rooms.position import Position
from rondel.table.fold import begin, folding
from rondel.wire.codec import codec_of
from rondel.wire.transcript import draws_bytes

PAGE: Final = 100


class Refolded(Value, frozen=True):
    """How many rows were folded, and the first thing that is not as it is stored; None if all is."""

    rows: int
    difference: str | None = None


async def running(tables: Tables) -> Sequence[TableRow]:
    """Every table that is played, by its id."""
    found: list[TableRow] = []
    while page := await tables.active(after=found[-1].id if found else NO_TABLE, limit=PAGE):
        found += page
    return found


async def refold(journal: Journal, tables: Tables, games: Mapping[str, AnyGame], table: TableRow) -> Refolded:
    """Fold the table up to the version of its record, and compare."""
    if table.game not in games:
        return Refolded(0, f"the game {table.game} is not installed here")
    rows = await journal.rows(table.id, until=table.version)
    try:
        context = await context_of(tables, games, table)
        check_rules(context, rows)
    except ApiError:
        return Refolded(
            0, f"it is played under newer rules than {games[table.game].rules}, those that are here"
        )
    snapshots = {each.version: each for each in await _snapshots(journal, table)}
    folded = 0
    try:
        position = Position(table, begin(context))
        for played in folding(position.played, rows):
            folded = played.version
            position = Position(table, played)
            if _differs(snapshots.get(folded), position):
                return Refolded(folded, f"version {folded}: the State is not the one of its snapshot")
        difference = next(_differences(position), None)
    except Exception as error:  # noqa: BLE001 - whatever the code fails at, the host is to read it
        return Refolded(folded, f"after version {folded}: {type(error).__name__}: {error}")
    return Refolded(folded, difference)


async def _snapshots(journal: Journal, table: TableRow) -> Sequence[Snapshot]:
    found: list[Snapshot] = []
    until = table.version
    while snapshot := await journal.snapshot(table.id, until=until):
        found.append(snapshot)
        until = snapshot.version - 1
    return found


def _differs(snapshot: Snapshot | None, position: Position) -> bool:
    """A snapshot under other rules says nothing: it is not used."""
    if snapshot is None or snapshot.rules != position.game.rules:
        return False
    return (
        codec_of(position.game).state_bytes(position.state) != snapshot.state
        or draws_bytes(position.played.draws) != snapshot.draws
    )


def _differences(position: Position) -> Iterator[str]:
    """Where the record of the newest version and the folded table part; then everything is shown once."""
    table, version = position.table, position.version
    if version != table.version:
        yield f"its record is at version {table.version}, its journal ends at {version}"
    for what, stored, now in (
        ("to act", table.to_act, tuple(sorted(position.to_act))),
        ("status", table.status, position.status),
        ("deadline", table.due_at, position.due_at),
    ):
        if stored != now:
            yield f"version {version}: {what} is stored as {_describe(stored)}, and is {_describe(now)} here"
    for viewer in _viewers(position):
        view_frame(position, FrameViewer(viewer, is_bot=viewer is not None), epoch=0, now=position.at)


def _viewers(position: Position) -> Sequence[Viewer]:
    return (None, *(place.seat for place in position.table.places))


def _describe(value: object) -> str:
    if isinstance(value, tuple):
        return f"seats {', '.join(map(str, value))}" if value else "nobody"
    return "none" if value is None else str(value)
