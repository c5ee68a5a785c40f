"""Absent players: a bot or another person plays for somebody, or a table that its players have left is ended.

A bot plays for a person who keeps the seat; it is given what the seat may know. Another person gets the seat
itself, by a pass from whoever may give it away; from then on the former player is a spectator.
Each of these is told at the table as a line of the House, so that everybody can read afterwards who did what.
"""

import hmac
from collections.abc import Collection
from typing import Final
from uuid import UUID

from rondel.bots.shelf import bots_of
from rondel.kernel import Seat
from rondel.server.access import authorize, seat_of
from rondel.server.answers import Denied
from rondel.server.flows.chat import publish
from rondel.server.flows.tables import table_row
from rondel.server.node import Node
from rondel.server.ports import Account, ChatMessage, Place, TableRow
from rondel.server.position import Position

HOUSE_NAME: Final = "House"

ARRIVING_MS: Final = 10_000
"""So long after the beginning nobody counts as absent: a lease is taken within seconds."""


async def stand_in(node: Node, account: UUID, table: UUID, seat: Seat, level: str) -> TableRow:
    """A bot plays for somebody: for whoever asks, or for somebody who has gone, if the host asks."""
    found = _running(await table_row(node, table), account)
    await _may_replace(node, found, account, seat)
    if level not in bots_of(node.games[found.game]):
        raise Denied.of("NO_SUCH_BOT")
    if not await node.seating.stand_in(table, seat, level):
        raise Denied.of("TABLE_ENDED")
    return await _changed(node, found, account, f"BOT_PLAYS {seat} {level}")


async def come_back(node: Node, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """The person plays again; the host may send a bot away that was called too soon."""
    found = _running(await table_row(node, table), account)
    place = _person(found, seat)
    if place.account != account:
        _host_or_next(found, account, await _here(node, found))
    if place.level is None:
        return found
    if not await node.seating.stand_in(table, seat, None):
        raise Denied.of("TABLE_ENDED")
    return await _changed(node, found, account, f"PERSON_PLAYS {seat}")


async def offer(node: Node, account: UUID, table: UUID, seat: Seat) -> str:
    """A pass by which somebody else may take the seat: one's own, or that of somebody who has gone."""
    found = _running(await table_row(node, table), account)
    place = await _may_replace(node, found, account, seat)
    return _pass(await node.rooms.room(table).current(), place)


async def take_over(node: Node, account: Account, table: UUID, seat: Seat, token: str) -> TableRow:
    """Sit down in the seat of somebody who has gone, by a pass; the former player may watch."""
    found = await node.tables.get(table)
    if found is None:
        raise _no_pass()  # as with a wrong pass: nobody learns which private tables there are
    place = next((place for place in _people(found) if place.seat == seat), None)
    if place is None or place.account is None or found.header is None:
        raise _no_pass()
    position = await node.rooms.room(table).current()
    if not hmac.compare_digest(_pass(position, place).encode(), token.encode()):
        raise _no_pass()
    if found.status != "active":
        raise Denied.of("TABLE_ENDED")
    if seat_of(found, account.id) is not None:
        raise Denied.of("ALREADY_SEATED")
    if not await node.seating.hand_over(table, seat, place.account, account.id, account.name):
        raise Denied.of("SEAT_TAKEN")
    return await _changed(
        node, await table_row(node, table), account.id, f"SEAT_TAKEN {seat} {place.name} by"
    )


def _pass(position: Position, place: Place) -> str:
    """It is for this seat of this player: once somebody else sits there, it opens nothing."""
    return position.played.context.token("pass", place.seat, place.account)[:16].hex()


def _no_pass() -> Denied:
    return Denied.of("NOT_ALLOWED", "This pass opens no seat here; it may have been used.")


async def _may_replace(node: Node, found: TableRow, account: UUID, seat: Seat) -> Place:
    place = _person(found, seat)
    if place.account != account:
        here = await _here(node, found)
        _host_or_next(found, account, here)
        if seat in here:
            raise Denied.of("PLAYER_HERE", f"{place.name} is at the table and plays for themselves.")
    return place


async def end(node: Node, account: UUID, table: UUID) -> TableRow:
    """The host ends a table where nobody else is left. Ending twice is once."""
    found = await table_row(node, table)
    if found.status == "abandoned":
        authorize(found, account)
        return found
    _running(found, account)
    here = await _here(node, found)
    _host_or_next(found, account, here)
    others = [place for place in _people(found) if place.account != account and place.seat in here]
    if others:
        names = ", ".join(place.name for place in others)
        raise Denied.of("PLAYER_HERE", f"A table is ended when the others have left; still here: {names}.")
    await _end(node, table)
    return await _changed(node, found, account, "TABLE_ENDED")


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
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    text = f"{what} {who}"
    message = ChatMessage(found.id, None, HOUSE_NAME, seat_of(found, account), text, node.now.ms())
    await publish(node, message)
    if position.to_act & position.bots.keys():
        for wake in node.room_ports.on_bots:
            wake(found.id)
    return await table_row(node, found.id)


async def _here(node: Node, table: TableRow) -> Collection[Seat]:
    """The seats whose players are there; in a table's first moments all of them, who are on their way."""
    first = await node.journal.rows(table.id, until=1)
    if not first or node.now.ms() - first[0].at < ARRIVING_MS:
        return range(table.seats)
    return await node.presence.here(table.id)


def _running(table: TableRow, account: UUID) -> TableRow:
    authorize(table, account)
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
