"""Seats: take one, leave it, be ready, let a bot sit down, begin."""

import secrets
from typing import Final
from uuid import UUID

from rondel.bots.shelf import bots_of
from rondel.kernel import AnyGame, Seat
from rondel.kernel.chance import NONCE_BYTES
from rondel.server.access import is_removed, seat_of
from rondel.server.answers import Denied
from rondel.server.flows.absent import check_gone, removed_stays, was_removed
from rondel.server.flows.chat import HOUSE_NAME, publish_house
from rondel.server.flows.presence import report
from rondel.server.flows.tables import table_row, visible_row
from rondel.server.ids import new_id
from rondel.server.names import distinct
from rondel.server.node import Node
from rondel.server.ports import Account, Place, Removed, TableRow
from rondel.server.position import Position, header_of
from rondel.server.watchdog import GAME_CODE
from rondel.wire.strict import Malformed

ATTEMPTS: Final = 32
"""How often a seat is given its new name again because the table has changed meanwhile."""


async def take_seat(
    node: Node,
    account: Account,
    table: UUID,
    *,
    seat: Seat | None = None,
    nonce: bytes | None = None,
    key: str | None = None,
) -> TableRow:
    """Sit down, with a nonce for the luck; in the lowest empty seat if none is named. Again is once."""
    found = await visible_row(node, table, account.id, key)
    if seat_of(found, account.id) is not None:
        return found
    if account.id != found.host and (await node.blocks.blocked(found.host)).get(account.id) == "block":
        raise Denied.of("NOT_ALLOWED", "The host does not let you sit down here.", "Find another table.")
    _not_kept_out(found, account.id)
    if nonce is not None and len(nonce) != NONCE_BYTES:
        raise Malformed(f"A nonce has {NONCE_BYTES} bytes, not {len(nonce)}.")
    place = Place(
        new_id(),
        _empty_seat(found, seat),
        account.id,
        distinct(account.name, names_at(found)),
        "human",
        nonce=nonce or secrets.token_bytes(NONCE_BYTES),
    )
    if not await node.seating.take(table, place, revision=found.revision):
        return await take_seat(node, account, table, seat=seat, nonce=nonce, key=key)
    return await _seated(node, table)


def names_at(table: TableRow, but: UUID | None = None) -> list[str]:
    """What the people at a table are called, but for one account."""
    return [place.name for place in table.places if place.kind == "human" and place.account != but]


async def rename(node: Node, account: Account, table: UUID) -> None:
    """The account has another name: so has its seat at a table that has not ended, and the table is told."""
    for _ in range(ATTEMPTS):
        found = await table_row(node, table)
        place = next((place for place in found.places if place.account == account.id), None)
        if place is None or found.status not in ("open", "active"):
            return
        name = distinct(account.name, names_at(found, account.id))
        if name == place.name:
            return
        if await node.seating.rename(table, place.seat, account.id, name, revision=found.revision):
            await _seated(node, table)
            await publish_house(node, found, place.seat, f"RENAMED {place.seat} {place.name} to {name}")
            return


async def leave(node: Node, account: UUID, table: UUID) -> TableRow:
    """Stand up before play begins. Once it has, go: the table hears of it without grace. (Cambio 9.1)"""
    found = await visible_row(node, table, account)
    seat = _own_seat(found, account)
    if found.status == "active":
        await report(node, table, seat, False)
        return await table_row(node, table)
    _open(found)
    if not await node.seating.leave(table, seat, account):
        _open(await table_row(node, table))
    return await _seated(node, table)


async def ready(node: Node, account: UUID, table: UUID, is_ready: bool) -> TableRow:
    """Say that one is ready to begin, or is not."""
    found = await visible_row(node, table, account)
    seat = _own_seat(found, account)
    _open(found)
    if not await node.seating.ready(table, seat, account, is_ready):
        _open(await table_row(node, table))
    return await _seated(node, table)


async def add_bot(
    node: Node, account: UUID, table: UUID, *, level: str, seat: Seat | None = None
) -> TableRow:
    """The host lets a bot sit down."""
    found = _hosted(await visible_row(node, table, account), account)
    if level not in bots_of(_game(node, found)):
        raise Denied.of("NO_SUCH_BOT")
    name = f"Bot {level}"
    place = Place(new_id(), _empty_seat(found, seat), None, name, "bot", level, is_ready=True)
    if not await node.seating.take(table, place):
        return await add_bot(node, account, table, level=level, seat=seat)
    return await _seated(node, table)


async def remove_bot(node: Node, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """The host sends a bot away."""
    found = _open(_hosted(await visible_row(node, table, account), account))
    if not any(place.seat == seat and place.kind == "bot" for place in found.places):
        raise Denied.of("NO_SEAT", f"No bot sits in seat {seat}.")
    await node.seating.leave(table, seat, None)
    return await _seated(node, table)


async def remove(node: Node, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """The host removes somebody: before play out of the seat, later if they have gone and a bot plays.

    They have no seat here again unless let back: at a table that has begun they are a spectator.
    """
    found = _hosted(await visible_row(node, table, account), account)
    place = _other_person(found, account, seat)
    assert place.account is not None
    removed = Removed(new_id(), place.account, place.name)
    if found.header is not None:
        await check_gone(node, found, account, seat)
        if not await node.seating.remove_absent(table, seat, removed):
            raise Denied.of("UNKNOWN_PLAYER", "That player has just come back, or the table has ended.")
    elif not await node.seating.remove(table, seat, removed):
        _open(await table_row(node, table))
    return await _decided(node, found, account, seat, f"REMOVED {seat} {place.name} by")


async def let_back(node: Node, account: UUID, table: UUID, removed: UUID) -> TableRow:
    """The host lets somebody sit down again who was removed, or play again in their seat."""
    found = _hosted(await visible_row(node, table, account), account)
    if found.status not in ("open", "active"):
        raise Denied.of("TABLE_ENDED")
    if not await node.seating.let_back(table, removed):
        raise Denied.of("NOTHING_TO_DO", "Nobody of that kind was removed here.")
    name = next((one.name for one in found.removed if one.id == removed), "")
    return await _decided(node, found, account, None, f"LET_BACK 0 {name} by")


async def shut(node: Node, account: UUID, table: UUID, *, is_shut: bool) -> TableRow:
    """The host closes the table to new people before play, or opens it again. Doing it twice is once."""
    found = _open(_hosted(await visible_row(node, table, account), account))
    if not await node.seating.shut(table, is_shut):
        return _open(await table_row(node, table))
    return await _decided(node, found, account, None, "LOBBY_CLOSED" if is_shut else "LOBBY_OPENED")


async def make_host(node: Node, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """The host makes somebody else who is seated the host, before play or during it."""
    found = _hosted(await visible_row(node, table, account), account)
    if found.lesson is not None or found.status not in ("open", "active"):
        raise Denied.of("TABLE_ENDED")
    place = _other_person(found, account, seat)
    assert place.account is not None
    if is_removed(found, place.account):
        raise removed_stays(place)
    if not await node.seating.make_host(table, account, place.account):
        raise Denied.of("UNKNOWN_PLAYER", "That player has just left the table, or it has ended.")
    return await _decided(node, found, account, seat, f"NEW_HOST {seat}")


async def _decided(node: Node, found: TableRow, account: UUID, seat: Seat | None, what: str) -> TableRow:
    """Everybody who looks is shown what the host decided, and it stays in the chat."""
    await _seated(node, found.id)
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    await publish_house(node, found, seat, f"{what} {who}")
    return await table_row(node, found.id)


def _other_person(table: TableRow, account: UUID, seat: Seat) -> Place:
    place = next((one for one in table.places if one.seat == seat and one.account is not None), None)
    if place is None or place.account == account:
        raise Denied.of("UNKNOWN_PLAYER", f"Nobody else sits in seat {seat}.")
    return place


def _not_kept_out(table: TableRow, account: UUID) -> None:
    """Denied to those whom the host has removed, and to everybody new while the host has closed the table."""
    if is_removed(table, account):
        raise was_removed()
    if table.is_shut and account != table.host:
        raise Denied.of(
            "NOT_ALLOWED", "The host has closed this table to new people.", "Ask the host to open it."
        )


async def start(node: Node, account: UUID, table: UUID) -> Position:
    """Begin: the host, once every seat is taken and everybody else is ready. Beginning twice is once."""
    found = _hosted(await visible_row(node, table, account), account, seated_too=True)
    if found.header is None:
        await _begin(node, found, account)
    return await node.rooms.room(table).house(
        lambda position: position.game.begin if position.version == 0 else None
    )


async def _begin(node: Node, found: TableRow, account: UUID) -> None:
    _open(found)
    if len(found.places) < found.seats:
        missing = found.seats - len(found.places)
        raise Denied.of("NOT_READY", f"{missing} more must sit down before the game can begin.")
    waiting = [place.name for place in found.places if not place.is_ready and place.account != account]
    if waiting:
        raise Denied.of("NOT_READY", f"The game begins when these are ready: {', '.join(waiting)}.")
    with GAME_CODE:
        header = header_of(_game(node, found), found)
    if not await node.seating.begin(found.id, header, [place.id for place in found.places]):
        raise Denied.of("NOT_READY", "Somebody sat down or stood up just now. Look again, then begin.")


async def close(node: Node, account: UUID, table: UUID) -> TableRow:
    """The host gives up a table that has not begun."""
    _open(_hosted(await visible_row(node, table, account), account))
    await node.seating.close(table)
    return await _seated(node, table)


def _game(node: Node, table: TableRow) -> AnyGame:
    game = node.games.get(table.game)
    if game is None:
        raise Denied.of("NO_SUCH_GAME")
    return game


def _open(table: TableRow) -> TableRow:
    if table.status != "open" or table.header is not None:
        raise Denied.of("ALREADY_STARTED")
    return table


def _hosted(table: TableRow, account: UUID, *, seated_too: bool = False) -> TableRow:
    is_alone = seated_too and len([place for place in table.places if place.kind == "human"]) == 1
    if table.host != account and not (is_alone and seat_of(table, account) is not None):
        raise Denied.of("NOT_HOST")
    return table


def _own_seat(table: TableRow, account: UUID) -> Seat:
    seat = seat_of(table, account)
    if seat is None:
        raise Denied.of("NO_SEAT")
    return seat


def _empty_seat(table: TableRow, wanted: Seat | None) -> Seat:
    """The wanted seat if it is empty, else the lowest empty one."""
    _open(table)
    taken = {place.seat for place in table.places}
    if wanted is not None:
        if not 0 <= wanted < table.seats:
            raise Malformed(f"This table has seats 0 to {table.seats - 1}, no seat {wanted}.")
        if wanted in taken:
            raise Denied.of("SEAT_TAKEN")
        return wanted
    empty = [seat for seat in range(table.seats) if seat not in taken]
    if not empty:
        raise Denied.of("TABLE_FULL")
    return empty[0]


async def _seated(node: Node, table: UUID) -> TableRow:
    """Who sits where has changed: tell everybody who looks."""
    node.rooms.room(table).bring_up()
    await node.bus.announce([(table, 0)])
    return await table_row(node, table)
