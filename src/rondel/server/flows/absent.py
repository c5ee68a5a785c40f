"""Absent players: a bot or another person plays for somebody, or a table that its players have left is ended.

A bot plays for a person who keeps the seat; it is given what the seat may know. Another person gets the seat
itself, by a pass from whoever may give it away; from then on the former player is a spectator.
Each of these is told at the table as a line of the House, so that everybody can read afterwards who did what.
"""

import hmac
from collections.abc import Collection
from typing import Final
from uuid import UUID

import msgspec

from rondel.bots.shelf import bots_of
from rondel.kernel import Seat
from rondel.server.answers import Denied
from rondel.server.flows.halt import halting
from rondel.server.flows.load import authorize, load, row, seat_of
from rondel.server.flows.play import fire_due, house
from rondel.server.flows.watch import fresh
from rondel.server.node import Node
from rondel.server.ports import Account, Place, Said, TableRow
from rondel.server.sitting import Sitting

HOUSE_NAME: Final = "House"

ARRIVING_MS: Final = 10_000
"""So long after the beginning nobody counts as absent: a lease is taken within seconds."""


class Changed(msgspec.Struct, frozen=True):
    """The table as it is now, and what the House says of it; nothing if it was so before."""

    table: TableRow
    said: Said | None = None


async def stand_in(node: Node, account: UUID, table: UUID, seat: Seat, level: str) -> Changed:
    """A bot plays for somebody: for whoever asks, or for somebody who has gone, if the host asks."""
    found = _running(await row(node, table), account)
    await _may_replace(node, found, account, seat)
    if level not in bots_of(node.games[found.game]):
        raise Denied.of("NO_SUCH_BOT")
    if not await node.seating.stand_in(table, seat, level):
        raise Denied.of("TABLE_ENDED")
    return await _changed(node, found, account, f"BOT_PLAYS {seat} {level}")


async def come_back(node: Node, account: UUID, table: UUID, seat: Seat) -> Changed:
    """The person plays again; the host may send a bot away that was called too soon."""
    found = _running(await row(node, table), account)
    place = _person(found, seat)
    if place.account != account:
        _host_or_next(found, account, await _here(node, found))
    if place.level is None:
        return Changed(found)
    if not await node.seating.stand_in(table, seat, None):
        raise Denied.of("TABLE_ENDED")
    return await _changed(node, found, account, f"PERSON_PLAYS {seat}")


async def offer(node: Node, account: UUID, table: UUID, seat: Seat) -> str:
    """A pass by which somebody else may take the seat: one's own, or that of somebody who has gone."""
    found = _running(await row(node, table), account)
    place = await _may_replace(node, found, account, seat)
    sitting = await fresh(node, table)
    return _pass(sitting, place)


async def take_over(node: Node, account: Account, table: UUID, seat: Seat, token: str) -> Changed:
    """Sit down in the seat of somebody who has gone, by a pass; the former player may watch."""
    found = await node.tables.get(table)
    if found is None:
        raise _no_pass()  # as with a wrong pass: nobody learns which private tables there are
    place = next((place for place in _people(found) if place.seat == seat), None)
    if place is None or place.account is None or found.header is None:
        raise _no_pass()
    sitting = await load(node, table)
    if not hmac.compare_digest(_pass(sitting, place).encode(), token.encode()):
        raise _no_pass()
    if found.status != "active":
        raise Denied.of("TABLE_ENDED")
    if seat_of(found, account.id) is not None:
        raise Denied.of("ALREADY_SEATED")
    if not await node.seating.hand_over(table, seat, place.account, account.id, account.name):
        raise Denied.of("SEAT_TAKEN")
    return await _changed(node, await row(node, table), account.id, f"SEAT_TAKEN {seat} {place.name} by")


def _pass(sitting: Sitting, place: Place) -> str:
    """It is for this seat of this player: once somebody else sits there, it opens nothing."""
    told = f"pass {place.seat} {place.account}".encode()
    return hmac.digest(sitting.ground.secret, told, "sha256")[:16].hex()


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


async def end(node: Node, account: UUID, table: UUID) -> Changed:
    """The host ends a table where nobody else is left. Ending twice is once."""
    found = await row(node, table)
    if found.status == "abandoned":
        authorize(found, account)
        return Changed(found)
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
    async with halting(node, table), node.live.turn(table):
        sitting = await fire_due(node, await load(node, table))
        action = sitting.game.abandon
        if action is None:
            await node.seating.abandon(table)
        while action is not None and sitting.status == "active":
            sitting = await house(node, sitting, action, node.now.ms())


async def _changed(node: Node, found: TableRow, account: UUID, told: str) -> Changed:
    """Everybody is told, here and at the other nodes; and it stays to be read."""
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    said = Said(found.id, None, HOUSE_NAME, seat_of(found, account), f"{told} {who}", node.now.ms())
    await node.chats.say(said)
    sitting = await fresh(node, found.id)
    await node.bus.announce([(found.id, 0)])
    if sitting.to_act & sitting.bots.keys():
        for wake in node.on_bots:
            wake(found.id)
    return Changed(await row(node, found.id), said)


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
