"""Absent players: a bot or another person plays for somebody, or a table is ended that its players have left.

A table also ends when all its people ask for it. A request is a line of the House: it holds while the table
shows it, until it is taken back or somebody else takes the seat.

A bot plays for a person who keeps the seat; it is given what the seat may know. The host can make that last:
who was removed is a spectator until let back. Another person gets the seat itself, by a pass from whoever may
give it away; from then on the former player is a spectator.
Each of these is told at the table as a line of the House, so that everybody can read afterwards who did what.
"""

import hmac
from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from rondel.bots.shelf import bots_of
from rondel.kernel import Seat
from rondel.server.access import is_removed, seat_of
from rondel.server.answers import Denied, game_missing
from rondel.server.flows.chat import HOUSE_NAME, house_line, latest, limit_lines, publish
from rondel.server.flows.tables import secret_of, table_row, visible_row
from rondel.server.names import distinct
from rondel.server.node import Node
from rondel.server.ports import Account, ChatMessage, Place, TableRow
from rondel.server.position import Position
from rondel.table.state import token_of

ARRIVING_MS: Final = 10_000
"""So long after the beginning nobody counts as absent: a lease is taken within seconds."""


async def stand_in(node: Node, account: UUID, table: UUID, seat: Seat, level: str) -> TableRow:
    """A bot plays for somebody: for whoever asks, or for somebody who has gone, if the host asks."""
    found = _running(await visible_row(node, table, account))
    await _may_replace(node, found, account, seat)
    game = node.games.get(found.game)
    if game is None:
        raise game_missing()
    if level not in bots_of(game):
        raise Denied.of("NO_SUCH_BOT")
    return await _played_by(node, found, account, seat, level, f"BOT_PLAYS {seat} {level}")


async def come_back(node: Node, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """The person plays again; the host may send a bot away that was called too soon."""
    found = _running(await visible_row(node, table, account))
    place = _person(found, seat)
    if place.account != account:
        _host_or_next(found, account, await _here(node, found))
    if is_removed(found, place.account):
        raise was_removed() if place.account == account else removed_stays(place)
    if place.level is None:
        return found
    return await _played_by(node, found, account, seat, None, f"PERSON_PLAYS {seat}")


async def _played_by(
    node: Node, found: TableRow, account: UUID, seat: Seat, level: str | None, what: str
) -> TableRow:
    """A bot plays for a seat, or none; the line is stored with the change, so that two who ask cause one."""
    line = _line(node, found, account, what)
    if not await node.seating.stand_in(found.id, seat, level, line):
        raise Denied.of("TABLE_ENDED")
    room = node.rooms.room(found.id)
    position = await room.current()
    await room.hear_chat()
    await node.bus.announce([(found.id, 0)])
    return await _woken(node, found.id, position)


async def offer(node: Node, account: UUID, table: UUID, seat: Seat) -> str:
    """A pass by which somebody else may take the seat: one's own, or that of somebody who has gone."""
    found = _running(await visible_row(node, table, account))
    place = await _may_replace(node, found, account, seat)
    await node.rooms.room(table).current()
    return _pass(await node.tables.secret(table), found, place)


async def take_over(node: Node, account: Account, table: UUID, seat: Seat, token: str) -> TableRow:
    """Sit down in the seat of somebody who has gone, by a pass; the former player may watch."""
    found, secret = await node.tables.get(table), await secret_of(node, table)
    places = () if found is None else _people(found)
    place = next((place for place in places if place.seat == seat), None)
    is_right = _is_pass(secret, found, place, token)
    if not is_right or found is None or place is None or place.account is None or found.header is None:
        raise _no_pass()  # before the table is read: nobody learns which there are, or why one waits
    await node.rooms.room(table).current()
    if found.status != "active":
        raise Denied.of("TABLE_ENDED")
    if is_removed(found, account.id):
        raise was_removed()
    if seat_of(found, account.id) is not None:
        raise Denied.of("ALREADY_SEATED")
    name = distinct(account.name, (other.name for other in places if other is not place))
    if not await node.seating.hand_over(table, seat, place.account, account.id, name):
        raise Denied.of("SEAT_TAKEN")
    return await _changed(
        node, await table_row(node, table), account.id, f"SEAT_TAKEN {seat} {place.name} by"
    )


def _pass(secret: bytes, found: TableRow, place: Place) -> str:
    """It is for this seat of this player: once somebody else sits there, it opens nothing.

    Nor does one that a player made who was removed since.
    """
    removed = (one.id for one in found.removed if one.account == place.account)
    return token_of(secret, "pass", place.seat, place.account, *removed)[:16].hex()


def _is_pass(secret: bytes, found: TableRow | None, place: Place | None, token: str) -> bool:
    if found is None or place is None:
        return False
    return hmac.compare_digest(_pass(secret, found, place).encode(), token.encode())


def _no_pass() -> Denied:
    return Denied.of("NOT_ALLOWED", "This pass opens no seat here; it may have been used.")


async def _may_replace(node: Node, found: TableRow, account: UUID, seat: Seat) -> Place:
    place = _person(found, seat)
    if place.account != account:
        here = await _here(node, found)
        _host_or_next(found, account, here)
        if seat in here:
            raise Denied.of("PLAYER_HERE", f"{place.name} is at the table and plays for themselves.")
    elif is_removed(found, account):
        raise was_removed()
    return place


async def check_gone(node: Node, found: TableRow, account: UUID, seat: Seat) -> None:
    """Denied unless the host may remove the person in a seat: somebody who has gone, for whom a bot plays."""
    _running(found)
    place = await _may_replace(node, found, account, seat)
    if place.level is None:
        raise Denied.of(
            "NOTHING_TO_DO",
            f"No bot plays for {place.name} yet, so the table would wait for ever.",
            "Let a bot play for them first, then remove them.",
        )


def was_removed() -> Denied:
    """The answer to somebody whom the host has removed."""
    return Denied.of(
        "NOT_ALLOWED", "The host has removed you from this table.", "Ask the host to let you back."
    )


def removed_stays(place: Place) -> Denied:
    """The answer to whoever would give something to somebody who was removed."""
    return Denied.of("NOT_ALLOWED", f"{place.name} was removed from this table.", "Let them back in first.")


async def end(node: Node, account: UUID, table: UUID) -> TableRow:
    """The host ends a table where nobody else is left. Ending twice is once."""
    found = await visible_row(node, table, account)
    if found.status == "abandoned":
        return found
    _running(found)
    here = await _here(node, found)
    _host_or_next(found, account, here)
    others = [place for place in _people(found) if place.account != account and place.seat in here]
    if others:
        names = ", ".join(place.name for place in others)
        raise Denied.of("PLAYER_HERE", f"A table is ended when the others have left; still here: {names}.")
    await _end(node, table)
    return await _changed(node, found, account, "TABLE_ENDED")


async def ask_end(node: Node, account: UUID, table: UUID, *, is_asking: bool) -> TableRow:
    """Ask that the table ends, or take that back. Once all its people ask, it ends. Asking twice is once."""
    found = await visible_row(node, table, account)
    if found.status == "abandoned":
        return found
    _running(found)
    seat = seat_of(found, account)
    if seat is None:
        raise Denied.of("NOT_ALLOWED", "Only people who play at a table can ask for its end.")
    if (seat in _asking(await latest(node, table))) != is_asking:
        await limit_lines(node, account)
        found = await _changed(
            node, found, account, f"{'END_ASKED' if is_asking else 'END_NOT_ASKED'} {seat}"
        )
    people = {place.seat for place in _people(found) if not is_removed(found, place.account)}
    if not people <= _asking(await latest(node, table)):
        return found
    await _end(node, table)
    return await _changed(node, found, account, "TABLE_ENDED")


def _asking(lines: Sequence[ChatMessage]) -> set[Seat]:
    """The seats whose players ask for the end, by the lines of the House."""
    asking: set[Seat] = set()
    for line in lines:
        if (line.account, line.name) != (None, HOUSE_NAME):
            continue
        code, seat, *_ = *line.text.split(), ""
        if code == "END_ASKED":
            asking.add(int(seat))
        elif code in ("END_NOT_ASKED", "SEAT_TAKEN"):
            asking.discard(int(seat))
    return asking


async def _end(node: Node, table: UUID) -> None:
    """By the rules, where they have a word for it; else the table itself ends."""
    position = await node.rooms.room(table).house(
        lambda position: position.game.abandon if position.status == "active" else None
    )
    if position.status == "active":
        await node.seating.abandon(table)


async def _changed(node: Node, found: TableRow, account: UUID, what: str) -> TableRow:
    """Everybody who looks is shown it, here and at the other nodes; and it stays in the chat."""
    position = await node.rooms.room(found.id).current()
    await publish(node, _line(node, found, account, what))
    return await _woken(node, found.id, position)


def _line(node: Node, found: TableRow, account: UUID, what: str) -> ChatMessage:
    """What the House says of it: the name of whoever did it comes last."""
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    return house_line(node, found, seat_of(found, account), f"{what} {who}")


async def _woken(node: Node, table: UUID, position: Position) -> TableRow:
    """The table's row, after the bots were told that it may be their turn."""
    if position.to_act & position.bots.keys():
        for wake in node.room_ports.on_bots:
            wake(table)
    return await table_row(node, table)


async def _here(node: Node, table: TableRow) -> Collection[Seat]:
    """The seats whose players are there; in a table's first moments all of them, who are on their way."""
    first = await node.journal.rows(table.id, until=1)
    if not first or node.now.ms() - first[0].at < ARRIVING_MS:
        return range(table.seats)
    return (await node.presence.here([table.id]))[table.id]


def _running(table: TableRow) -> TableRow:
    if table.header is None:
        raise Denied.of("NOT_STARTED")
    if table.status != "active":
        raise Denied.of("TABLE_ENDED")
    return table


def _people(table: TableRow) -> list[Place]:
    return [place for place in table.places if place.kind == "human"]


def _person(table: TableRow, seat: Seat) -> Place:
    place = next((place for place in _people(table) if place.seat == seat), None)
    if place is None:
        raise Denied.of("UNKNOWN_PLAYER", f"Nobody sits in seat {seat} for whom a bot could play.")
    return place


def _host_or_next(table: TableRow, account: UUID, here: Collection[Seat]) -> None:
    """The host; or, while the host's own seat is empty, whoever plays there."""
    if account == table.host:
        return
    seat, hosts = seat_of(table, account), seat_of(table, table.host)
    if seat is None or hosts is None or hosts in here:
        raise Denied.of("NOT_HOST")
