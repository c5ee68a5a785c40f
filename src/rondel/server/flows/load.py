"""Load: the sitting of a table, from this node's memory or folded from the journal."""

from uuid import UUID

from rondel.kernel import AnyGame, Seat
from rondel.server.answers import Denied
from rondel.server.node import Node
from rondel.server.ports import TableRow
from rondel.server.sitting import FoldsFromEarlier, Ground, Sitting, folded, from_snapshot


async def row(node: Node, table: UUID) -> TableRow:
    """The table as stored, or Denied."""
    found = await node.tables.get(table)
    if found is None:
        raise Denied.of("UNKNOWN_GAME")
    return found


async def load(node: Node, table: UUID) -> Sitting:
    """The sitting, as new as this node knows it; it may be behind the head."""
    sitting = node.live.get(table)
    return sitting if sitting is not None else node.live.put(await _cold(node, await row(node, table)))


async def reload(node: Node, sitting: Sitting) -> Sitting:
    """The sitting at the head: the rows since are folded onto what is known."""
    rows = await node.journal.rows(sitting.id, after=sitting.version)
    try:
        return node.live.put(folded(sitting, rows))
    except FoldsFromEarlier:
        return node.live.put(await _cold(node, sitting.ground.table))


async def reseat(node: Node, sitting: Sitting) -> Sitting:
    """Somebody else plays a seat now, or the table was ended: everybody who looks is told."""
    found = await row(node, sitting.id)
    node.hub.reseated(found)
    return node.live.put(sitting.reseated(found))


async def at_version(node: Node, sitting: Sitting, version: int) -> Sitting:
    """The same table at an earlier version, with the rows from there on to be read off the journal."""
    snapshot = await node.journal.snapshot(sitting.id, until=version)
    if snapshot is not None and snapshot.rules == sitting.game.rules:
        rows = await node.journal.rows(sitting.id, after=snapshot.version, until=version)
        try:
            return folded(from_snapshot(sitting.ground, snapshot), rows)
        except FoldsFromEarlier:
            pass
    return folded(sitting.ground.start(), await node.journal.rows(sitting.id, until=version))


async def _cold(node: Node, table: TableRow) -> Sitting:
    ground = Ground(_game_of(node, table), _begun(table), await node.tables.secret(table.id))
    snapshot = await node.journal.snapshot(table.id)
    if snapshot is not None and snapshot.rules == ground.game.rules:
        try:
            rows = await node.journal.rows(table.id, after=snapshot.version)
            return folded(from_snapshot(ground, snapshot), rows)
        except FoldsFromEarlier:
            pass
    rows = await node.journal.rows(table.id)
    if rows and rows[-1].rules > ground.game.rules:
        raise Denied.of("NEWER_RULES")
    return folded(ground.start(), rows)


def _begun(table: TableRow) -> TableRow:
    if table.header is None:
        raise Denied.of("NOT_STARTED")
    return table


def _game_of(node: Node, table: TableRow) -> AnyGame:
    game = node.games.get(table.game)
    if game is None:
        raise Denied.of("NO_SUCH_GAME")
    if table.rules > game.rules:
        raise Denied.of("NEWER_RULES")
    return game


async def enter(
    node: Node, account: UUID | None, table: UUID, key: str | None = None
) -> tuple[Sitting, Seat | None]:
    """The sitting and the asker's seat. Whoever may not look does not learn whether play has begun."""
    known = node.live.get(table)
    seat = authorize(await row(node, table) if known is None else known.ground.table, account, key)
    return await load(node, table), seat


def seat_of(table: TableRow, account: UUID | None) -> Seat | None:
    """The seat of an account at a table; None for whoever only looks on."""
    if account is None:
        return None
    return next((place.seat for place in table.places if place.account == account), None)


def authorize(table: TableRow, account: UUID | None, key: str | None = None) -> Seat | None:
    """The asker's seat, or None for a spectator; Denied where it may not even look.

    A private table is entered by its host, by those who sit there and by its key. Nobody else learns of it.
    """
    seat = seat_of(table, account)
    if seat is None and table.access == "private" and table.host != account and key != table.key:
        raise Denied.of("UNKNOWN_GAME")
    return seat
