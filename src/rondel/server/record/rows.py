"""The relational record of a table: its rows from the journal, written, rebuilt and checked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from rondel.kernel import AnyGame, Commit, Row, Rows
from rondel.kernel.hosting import DatabaseRow
from rondel.kernel.replay import fold
from rondel.server.ports.journal import Journal, StoredRow
from rondel.server.ports.projection import Projection, ProjectionWrite
from rondel.server.ports.tables import TableRow, Tables
from rondel.server.rooms.position import Position
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.table.fold import line_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError
from rondel.wire.transcript import Header, row_of

CHUNK: Final = 64
"""How many versions are folded before others have their turn on the loop, and written at once."""

ATTEMPTS: Final = 8

SESSION_AT_FIRST: Final[DatabaseRow] = {
    "phase": "setup",
    "current_turn_player_id": None,
    "cambio_caller_id": None,
    "winner_id": None,
    "turn_number": 0,
}


class Sources(NamedTuple):
    """Where the record is read from."""

    journal: Journal
    tables: Tables
    games: Mapping[str, AnyGame]

    def recorded_games(self) -> list[str]:
        """The games that have a record."""
        return sorted(name for name, game in self.games.items() if game.record is not None)


class Projectable(msgspec.Struct, frozen=True):
    """A committed row with the States around it, of a game that has a record."""

    game: AnyGame
    table: UUID
    players: tuple[str, ...]
    before: Any
    row: Row
    after: Any
    digest: bytes

    @property
    def version(self) -> int:
        """The version of its row."""
        return self.row.version


def projectable(before: Position, after: Position) -> Projectable:
    """What the record of the newest row is made of."""
    played = after.played
    return Projectable(
        after.game, after.id, after.players, before.state, played.recent[-1].row, after.state, played.digest
    )


class ProjectionReadError(Exception):
    """The record of this table cannot be made here: the game is not installed, or its rules are newer."""


def rows_of(step: Projectable) -> Rows:
    """The rows of the record that one committed row leaves."""
    record = step.game.record
    if record is None or step.row.undoes_to is not None:
        return {}
    commit = Commit(str(step.table), step.row.version, step.row.at, step.players)
    events = () if step.row.is_tables_own else step.row.events
    return record.rows(step.before, events, step.after, commit)


def merged(steps: Sequence[Projectable]) -> dict[str, dict[str, DatabaseRow]]:
    """The rows of several versions by table and id; a later value counts.

    None is taken back to null, except in the tables whose rows are whole.
    """
    found: dict[str, dict[str, DatabaseRow]] = {}
    for step in steps:
        record = step.game.record
        for name, rows in rows_of(step).items():
            is_whole = record is not None and name in record.whole
            for row in rows:
                values = {column: value for column, value in row.items() if is_whole or value is not None}
                found.setdefault(name, {}).setdefault(row["id"], {}).update(values)
    return found


def write_of(steps: Sequence[Projectable]) -> ProjectionWrite:
    """The write for consecutive versions of one table."""
    first, last = steps[0], steps[-1]
    rows = {name: list(by_id.values()) for name, by_id in merged(steps).items()}
    return ProjectionWrite(
        table=first.table,
        after=first.version - 1,
        version=last.version,
        digest=last.digest,
        rows=msgspec.json.encode(rows),
        is_last=last.game.outcome(last.after) is not None,
    )


async def read_steps(
    sources: Sources, table: UUID, *, after: int, until: int | None = None
) -> AsyncIterator[Sequence[Projectable]]:
    """The table's rows after a version, folded from the journal, in chunks; may raise ProjectionReadError."""
    found = await sources.tables.get(table)
    if found is None or found.header is None:
        return
    game = sources.games.get(found.game)
    if game is None or found.rules > game.rules:
        raise ProjectionReadError(f"{found.game} with rules {found.rules} is not installed here")
    version, state, digest = await _base(sources, game, found, after)
    stored = await sources.journal.rows(table, after=version, until=until)
    if version and not _goes_on(game, stored, version, digest):
        version, state = 0, _start(game, found)
        stored = await sources.journal.rows(table, until=until)
    players = tuple(str(place.id) for place in found.places)
    states, chunk = {version: state}, list[Projectable]()
    for each in stored:
        if each.rules > game.rules:
            raise ProjectionReadError(f"{found.game} with rules {each.rules} is not installed here")
        with GAME_CODE:
            step = fold(game, state, row_of(game, line_of(each)), states.__getitem__)
        state = step.after
        if game.undo is not None:
            states[each.version] = state
        if each.version > after:
            chunk.append(Projectable(game, table, players, step.before, step.row, step.after, each.digest))
        if each.version % CHUNK == 0:
            await asyncio.sleep(0)
            if chunk:
                yield chunk
                chunk = []
    if chunk:
        yield chunk


async def _base(sources: Sources, game: AnyGame, table: TableRow, after: int) -> tuple[int, Any, bytes]:
    """A State not newer than a version, with its digest: of a snapshot that can be read, or the first one."""
    snapshot = await sources.journal.snapshot(table.id, until=after) if after else None
    if snapshot is not None and snapshot.rules == game.rules:
        try:
            return snapshot.version, codec_of(game).state(snapshot.state), snapshot.digest
        except (MalformedError, ValueError):
            pass  # the journal can tell the same
    return 0, _start(game, table), b""


def _goes_on(game: AnyGame, stored: Sequence[StoredRow], version: int, digest: bytes) -> bool:
    """Whether the rows can be folded on the State of a snapshot.

    The database may have been restored between the two readings: then the rows are of another history. And a
    row that takes back what came before the snapshot needs the States before it.
    """
    if stored and line_of(stored[0]).digest_after(digest) != stored[0].digest:
        return False
    return not any(_undoes_before(game, row, version) for row in stored)


def _start(game: AnyGame, table: TableRow) -> Any:
    assert table.header is not None
    header = msgspec.json.decode(table.header, type=Header)
    with GAME_CODE:
        options = codec_of(game).options(bytes(header.options), header.rules)
        return game.start(options, [line.sitter for line in header.seats])


def _undoes_before(game: AnyGame, stored: StoredRow, version: int) -> bool:
    if game.undo is None:
        return False
    to = row_of(game, line_of(stored)).undoes_to
    return to is not None and to < version


async def sync(
    sources: Sources,
    projection: Projection,
    table: UUID,
    written: Callable[[Sequence[Projectable]], None] = lambda _: None,
) -> int:
    """Project the table up to the journal's head, however far it is; returns the version it is at then.

    `written` is called with each run of versions that was written. Raises Rejected, ProjectionReadError,
    Unavailable, or what the game's record raises.
    """
    version = (await projection.versions([table])).get(table, 0)
    for _ in range(ATTEMPTS):
        async for steps in read_steps(sources, table, after=version):
            with GAME_CODE:
                write = write_of(steps)
            if table not in await projection.write([write]):
                break  # another node was faster, or the journal is not what was read
            version = steps[-1].version
            written(steps)
        else:
            break
        version = (await projection.versions([table])).get(table, 0)
    return version


async def rebuild(sources: Sources, projection: Projection, table: UUID) -> int:
    """Delete the record of a table and write it again from the journal; returns its version.

    Killed in between, the table is behind, and any node brings it up.
    """
    await projection.reset(table)
    return await sync(sources, projection, table)


async def check(sources: Sources, projection: Projection, table: UUID) -> Sequence[str]:
    """Where the stored record differs from the one that the journal implies at the same version."""
    stored = await projection.read(table)
    found = await sources.tables.get(table)
    if found is None:
        return [f"{table} is no table"]
    implied: dict[str, dict[str, DatabaseRow]] = {}
    async for steps in read_steps(sources, table, after=0, until=stored.version):
        for name, by_id in merged(steps).items():
            for row_id, row in by_id.items():
                implied.setdefault(name, {}).setdefault(row_id, {}).update(row)
    return [
        difference
        for name in sorted(implied.keys() | stored.rows.keys())
        for difference in _differences(name, implied.get(name, {}), stored.rows.get(name, ()))
    ]


def _differences(
    name: str, implied: Mapping[str, DatabaseRow], stored: Sequence[Mapping[str, Any]]
) -> list[str]:
    there = {row["id"]: row for row in stored}
    differences = [f"{name} {row_id}: missing" for row_id in implied.keys() - there.keys()]
    for row_id, row in there.items():
        if row_id in implied:
            differences += _columns_that_differ(name, row, implied[row_id])
        elif name not in ("game_session", "player"):
            differences.append(f"{name} {row_id}: not in the journal")
    return sorted(differences)


def _columns_that_differ(name: str, stored: Mapping[str, Any], implied: DatabaseRow) -> list[str]:
    """Others write columns of a session and of a player; of the other tables all columns are compared."""
    if name == "game_session":
        expected = {column: implied.get(column, first) for column, first in SESSION_AT_FIRST.items()}
        expected |= {column: implied[column] for column in ("options",) if column in implied}
    elif name == "player":
        expected = implied
    else:
        expected = {column: implied.get(column) for column in stored}
    return [
        f"{name} {stored['id']}: {column} is {stored.get(column)!r}, the journal implies {value!r}"
        for column, value in expected.items()
        if stored.get(column, SESSION_AT_FIRST.get(column)) != value
    ]
