"""Seats: join, leave, get ready, add bots, start."""

from typing import Final
from uuid import UUID

from rondel.bots.registry import bots_of
from rondel.kernel import AnyGame, Seat
from rondel.kernel.chance import NONCE_BYTES
from rondel.server.cells.cell import Cell
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import HOUSE_NAME, publish_house
from rondel.server.flows.play.presence import report
from rondel.server.flows.tables.absent import check_gone, removed_stays, was_removed
from rondel.server.flows.tables.stored import table_row, visible_row
from rondel.server.ports.access import is_removed, seat_of
from rondel.server.ports.ids import new_id
from rondel.server.ports.names import distinct
from rondel.server.ports.people import Account
from rondel.server.ports.tables import PlayerRow, Removed, TableRow
from rondel.server.rooms.position import Position, header_of
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.wire.strict import MalformedError

ATTEMPTS: Final = 32
"""How often a change of the seats is tried again because the table has changed meanwhile."""


async def take_seat(
    cell: Cell,
    account: Account,
    table: UUID,
    *,
    seat: Seat | None = None,
    nonce: bytes | None = None,
    key: str | None = None,
) -> TableRow:
    """Take a seat; by default the lowest empty one. Idempotent.

    A nonce is the player's own share of the randomness: nobody draws one for a player who sends none.
    """
    for _ in range(ATTEMPTS):
        if (seated := await _take_seat(cell, account, table, seat, nonce, key)) is not None:
            return seated
    raise _outrun()


def _outrun() -> ApiError:
    return ApiError.of("UNAVAILABLE", "The seats of this table change too fast. Nothing was changed.")


async def _take_seat(
    cell: Cell, account: Account, table: UUID, seat: Seat | None, nonce: bytes | None, key: str | None
) -> TableRow | None:
    """Return the table with the account in a seat; None if the table has changed meanwhile."""
    found = await visible_row(cell, table, account.id, key)
    if seat_of(found, account.id) is not None:
        return found
    if account.id != found.host and (await cell.node.blocks.blocked(found.host)).get(account.id) == "block":
        raise ApiError.of(
            "NOT_ALLOWED", "The host does not allow you to join this table.", "Find another table."
        )
    _check_admission(found, account.id)
    if nonce is not None and len(nonce) != NONCE_BYTES:
        raise MalformedError(f"A nonce has {NONCE_BYTES} bytes, not {len(nonce)}.")
    place = PlayerRow(
        new_id(),
        _empty_seat(found, seat),
        account.id,
        distinct(account.name, names_at(found)),
        "human",
        nonce=nonce or b"",
    )
    if not await cell.seating.take(table, place, revision=found.revision):
        return None
    return await _seated(cell, table)


def names_at(table: TableRow, but: UUID | None = None) -> list[str]:
    """Return the names at a table, without that of one account."""
    return [place.name for place in table.places if place.kind == "human" and place.account != but]


async def rename(cell: Cell, account: Account, table: UUID) -> None:
    """Apply an account's new name to its seat at a running table, and publish it there."""
    for _ in range(ATTEMPTS):
        found = await table_row(cell, table)
        place = next((place for place in found.places if place.account == account.id), None)
        if place is None or found.status not in ("open", "active"):
            return
        name = distinct(account.name, names_at(found, account.id))
        if name == place.name:
            return
        if await cell.seating.rename(table, place.seat, account.id, name, revision=found.revision):
            await _seated(cell, table)
            await publish_house(cell, found, place.seat, f"RENAMED {place.seat} {place.name} to {name}")
            return


async def leave(cell: Cell, account: UUID, table: UUID) -> TableRow:
    """Leave a seat before the start; later, mark the player as away without a grace period. (Cambio 9.1)"""
    found = await visible_row(cell, table, account)
    seat = _own_seat(found, account)
    if found.status == "active":
        await report(cell, table, seat, False)
        return await table_row(cell, table)
    _open(found)
    if not await cell.seating.leave(table, seat, account):
        _open(await table_row(cell, table))
    return await _seated(cell, table)


async def ready(cell: Cell, account: UUID, table: UUID, is_ready: bool) -> TableRow:
    """Mark the player as ready, or not ready."""
    found = await visible_row(cell, table, account)
    seat = _own_seat(found, account)
    _open(found)
    if not await cell.seating.ready(table, seat, account, is_ready):
        _open(await table_row(cell, table))
    return await _seated(cell, table)


async def add_bot(
    cell: Cell, account: UUID, table: UUID, *, level: str, seat: Seat | None = None
) -> TableRow:
    """Add a bot, as the host."""
    for _ in range(ATTEMPTS):
        found = _hosted(await visible_row(cell, table, account), account)
        if level not in bots_of(_game(cell.node, found)):
            raise ApiError.of("NO_SUCH_BOT")
        name = f"Bot {level}"
        place = PlayerRow(new_id(), _empty_seat(found, seat), None, name, "bot", level, is_ready=True)
        if await cell.seating.take(table, place):
            return await _seated(cell, table)
    raise _outrun()


async def remove_bot(cell: Cell, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """Remove a bot, as the host."""
    found = _open(_hosted(await visible_row(cell, table, account), account))
    if not any(place.seat == seat and place.kind == "bot" for place in found.places):
        raise ApiError.of("NO_SEAT", f"No bot sits in seat {seat}.")
    await cell.seating.leave(table, seat, None)
    return await _seated(cell, table)


async def remove(cell: Cell, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """Remove a player, as the host. After the start, the player must be absent and a bot must play for them.

    A removed player cannot rejoin unless readmitted. At a running table, they become a spectator.
    """
    found = _hosted(await visible_row(cell, table, account), account)
    place = _other_person(found, account, seat)
    assert place.account is not None
    removed = Removed(new_id(), place.account, place.name)
    if found.header is not None:
        is_absent = await check_gone(cell, found, account, seat)
        if not await cell.seating.remove_absent(table, seat, removed, is_absent=is_absent):
            raise ApiError.of("UNKNOWN_PLAYER", "That player has just come back, or the table has ended.")
    elif not await cell.seating.remove(table, seat, removed):
        _open(await table_row(cell, table))
    return await _decided(cell, found, account, seat, f"REMOVED {seat} {place.name} by")


async def readmit(cell: Cell, account: UUID, table: UUID, removed: UUID) -> TableRow:
    """Readmit a removed player, as the host."""
    found = _hosted(await visible_row(cell, table, account), account)
    if found.status not in ("open", "active"):
        raise ApiError.of("TABLE_ENDED")
    if not await cell.seating.readmit(table, removed):
        raise ApiError.of("NOTHING_TO_DO", "No such removed player.")
    name = next((one.name for one in found.removed if one.id == removed), "")
    return await _decided(cell, found, account, None, f"LET_BACK 0 {name} by")


async def shut(cell: Cell, account: UUID, table: UUID, *, is_locked: bool) -> TableRow:
    """Lock or unlock the table for new players before the start, as the host. Idempotent."""
    found = _open(_hosted(await visible_row(cell, table, account), account))
    if not await cell.seating.shut(table, is_locked):
        return _open(await table_row(cell, table))
    return await _decided(cell, found, account, None, "LOBBY_CLOSED" if is_locked else "LOBBY_OPENED")


async def make_host(cell: Cell, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """Make another player the host, before or after the start."""
    found = _hosted(await visible_row(cell, table, account), account)
    if found.lesson is not None or found.status not in ("open", "active"):
        raise ApiError.of("TABLE_ENDED")
    place = _other_person(found, account, seat)
    assert place.account is not None
    if is_removed(found, place.account):
        raise removed_stays(place)
    if not await cell.seating.make_host(table, account, place.account):
        raise ApiError.of("UNKNOWN_PLAYER", "That player has just left the table, or it has ended.")
    return await _decided(cell, found, account, seat, f"NEW_HOST {seat}")


async def _decided(cell: Cell, found: TableRow, account: UUID, seat: Seat | None, what: str) -> TableRow:
    """Push the host's decision to all watchers, and store it in the chat."""
    await _seated(cell, found.id)
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    await publish_house(cell, found, seat, f"{what} {who}")
    return await table_row(cell, found.id)


def _other_person(table: TableRow, account: UUID, seat: Seat) -> PlayerRow:
    place = next((one for one in table.places if one.seat == seat and one.account is not None), None)
    if place is None or place.account == account:
        raise ApiError.of("UNKNOWN_PLAYER", f"Nobody else sits in seat {seat}.")
    return place


def _check_admission(table: TableRow, account: UUID) -> None:
    """Raise ApiError for players the host removed, and for new players while the table is locked."""
    if is_removed(table, account):
        raise was_removed()
    if table.is_locked and account != table.host:
        raise ApiError.of(
            "NOT_ALLOWED", "The host has closed this table to new players.", "Ask the host to open it."
        )


async def start(cell: Cell, account: UUID, table: UUID) -> Position:
    """Start the game, as the host, once every seat is taken and all others are ready. Idempotent."""
    found = _hosted(await visible_row(cell, table, account), account, seated_too=True)
    if found.header is None:
        await _begin(cell, found, account)
    return await cell.rooms.room(table).house(
        lambda position: position.game.begin if position.version == 0 else None
    )


async def _begin(cell: Cell, found: TableRow, account: UUID) -> None:
    _open(found)
    if len(found.places) < found.seats:
        missing = found.seats - len(found.places)
        raise ApiError.of("NOT_READY", f"Waiting for {missing} more before the game can start.")
    waiting = [place.name for place in found.places if not place.is_ready and place.account != account]
    if waiting:
        raise ApiError.of("NOT_READY", f"Waiting for {', '.join(waiting)} to get ready.")
    with GAME_CODE:
        header = header_of(_game(cell.node, found), found)
    if not await cell.seating.begin(found.id, header, [place.id for place in found.places]):
        raise ApiError.of("NOT_READY", "The seats have just changed. Check them, then start again.")


async def close(cell: Cell, account: UUID, table: UUID) -> TableRow:
    """Close a table that has not started, as the host."""
    _open(_hosted(await visible_row(cell, table, account), account))
    await cell.seating.close(table)
    return await _seated(cell, table)


def _game(node: NodeContext, table: TableRow) -> AnyGame:
    game = node.games.get(table.game)
    if game is None:
        raise ApiError.of("NO_SUCH_GAME")
    return game


def _open(table: TableRow) -> TableRow:
    if table.status != "open" or table.header is not None:
        raise ApiError.of("ALREADY_STARTED")
    return table


def _hosted(table: TableRow, account: UUID, *, seated_too: bool = False) -> TableRow:
    is_alone = seated_too and len([place for place in table.places if place.kind == "human"]) == 1
    if table.host != account and not (is_alone and seat_of(table, account) is not None):
        raise ApiError.of("NOT_HOST")
    return table


def _own_seat(table: TableRow, account: UUID) -> Seat:
    seat = seat_of(table, account)
    if seat is None:
        raise ApiError.of("NO_SEAT")
    return seat


def _empty_seat(table: TableRow, wanted: Seat | None) -> Seat:
    """Return the wanted seat if it is empty, or the lowest empty one."""
    _open(table)
    taken = {place.seat for place in table.places}
    if wanted is not None:
        if not 0 <= wanted < table.seats:
            raise MalformedError(f"This table has seats 0 to {table.seats - 1}, no seat {wanted}.")
        if wanted in taken:
            raise ApiError.of("SEAT_TAKEN")
        return wanted
    empty = [seat for seat in range(table.seats) if seat not in taken]
    if not empty:
        raise ApiError.of("TABLE_FULL")
    return empty[0]


async def _seated(cell: Cell, table: UUID) -> TableRow:
    """Push the changed seats to all watchers, and return the table's row."""
    cell.rooms.room(table).sync()
    await cell.node.bus.announce([(table, 0)])
    return await table_row(cell, table)
