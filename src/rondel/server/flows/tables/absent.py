"""Absent players: a bot or another person takes over, or the game ends without them.

A game also ends when all its players propose it. A proposal holds until it is withdrawn or another person
takes the seat.

A bot plays for a person who keeps the seat, and sees what the seat may know. The host can make that last: a
removed player is a spectator until readmitted. Another person takes over the seat itself, by a seat link from
its player or the host. The former player is then a spectator.
Each change is published as a system message in the chat.
"""

import hmac
from collections.abc import Collection
from functools import partial
from typing import Final, Literal, TypeAlias, get_args
from uuid import UUID

from rondel.bots.registry import bots_of
from rondel.kernel import Ms, Seat
from rondel.kernel.keys import derived_key
from rondel.server.cells.cell import Cell
from rondel.server.errors import ApiError, game_missing
from rondel.server.flows.play.chat import HOUSE_NAME, house_line, limit_lines, publish
from rondel.server.flows.tables.stored import secret_of, table_row, visible_row
from rondel.server.ports.access import is_removed, seat_of
from rondel.server.ports.chats import ChatMessage
from rondel.server.ports.names import distinct
from rondel.server.ports.people import Account
from rondel.server.ports.tables import IsAbsent, PlayerRow, TableRow
from rondel.server.rooms.position import Position

HOUR_MS: Final = 3_600_000

PassKind: TypeAlias = Literal["own", "absent"]
"""A seat link for the own seat, which holds while its player stays; or for the seat of somebody absent."""

PASS_KINDS: Final[tuple[PassKind, ...]] = get_args(PassKind)

ARRIVING_MS: Final = 10_000
"""So long after the beginning nobody counts as absent: a lease is taken within seconds."""


async def stand_in(cell: Cell, account: UUID, table: UUID, seat: Seat, level: str) -> TableRow:
    """Let a bot play for the caller, or at the host's request for an absent player."""
    found = _running(await visible_row(cell, table, account))
    await _may_replace(cell, found, account, seat)
    game = cell.node.games.get(found.game)
    if game is None:
        raise game_missing()
    if level not in bots_of(game):
        raise ApiError.of("NO_SUCH_BOT")
    return await _played_by(cell, found, account, seat, level, f"BOT_PLAYS {seat} {level}")


async def come_back(cell: Cell, account: UUID, table: UUID, seat: Seat) -> TableRow:
    """Give a seat back to its player. The host may do so, too."""
    found = _running(await visible_row(cell, table, account))
    place = _person(found, seat)
    if place.account != account:
        _host_or_next(found, account, await _here(cell, found))
    if is_removed(found, place.account):
        raise was_removed() if place.account == account else removed_stays(place)
    if place.level is None:
        return found
    return await _played_by(cell, found, account, seat, None, f"PERSON_PLAYS {seat}")


async def _played_by(
    cell: Cell, found: TableRow, account: UUID, seat: Seat, level: str | None, what: str
) -> TableRow:
    """Set or clear the bot of a seat. The system message is stored atomically with it, and only once."""
    line = _line(cell, found, account, what)
    if not await cell.seating.stand_in(found.id, seat, level, line):
        raise ApiError.of("TABLE_ENDED")
    room = cell.rooms.room(found.id)
    position = await room.current()
    await room.hear_chat()
    await cell.node.bus.announce([(found.id, 0)])
    return await _woken(cell, found.id, position)


async def offer(cell: Cell, account: UUID, table: UUID, seat: Seat) -> str:
    """Return a seat link's token: for the caller's own seat, or for an absent player's.

    It is valid in this hour and the next. One for an absent player's seat ends when that player is back.
    """
    found = _running(await visible_row(cell, table, account))
    place = await _may_replace(cell, found, account, seat)
    await cell.rooms.room(table).current()
    kind: PassKind = "own" if place.account == account else "absent"
    own_version = await cell.seating.own_version(table, seat)
    facts = _seat_facts(found, seat, place)
    return _pass(await cell.tables.secret(table), kind, facts, own_version, cell.now.ms())


async def take_over(cell: Cell, account: Account, table: UUID, seat: Seat, token: str) -> TableRow:
    """Take over a seat with a seat link. The former player becomes a spectator."""
    found, secret = await cell.tables.get(table), await secret_of(cell, table)
    places = () if found is None else _people(found)
    place = next((place for place in places if place.seat == seat), None)
    own_version = await cell.seating.own_version(table, seat)
    kind = _kind_of(token, secret, _seat_facts(found, seat, place), own_version, cell.now.ms())
    if kind is None or found is None or place is None or place.account is None or found.header is None:
        raise _no_pass()  # before reading the table: its existence and state stay hidden
    await cell.rooms.room(table).current()
    if found.status != "active":
        raise ApiError.of("TABLE_ENDED")
    if is_removed(found, account.id):
        raise was_removed()
    if seat_of(found, account.id) is not None:
        raise ApiError.of("ALREADY_SEATED")
    name = distinct(account.name, (other.name for other in places if other is not place))
    is_own = kind == "own"
    done = await cell.seating.hand_over(
        table,
        seat,
        place.account,
        account.id,
        name,
        own_version=None if is_own else own_version,
        is_absent=None if is_own else partial(_is_absent, cell, found, seat),
    )
    if not done:
        raise await _not_taken(cell, place, table)
    return await _changed(
        cell, await table_row(cell, table), account.id, f"SEAT_TAKEN {seat} {place.name} by"
    )


def _seat_facts(found: TableRow | None, seat: Seat, place: PlayerRow | None) -> str:
    """What a seat link depends on: who has the seat, and how often that player was removed.

    An unknown table or seat has facts too, so that its tokens take as long to compute.
    """
    account = None if place is None else place.account
    removed = () if found is None else tuple(one.id for one in found.removed if one.account == account)
    return " ".join(map(str, (seat, account, *removed)))


def _pass(secret: bytes, kind: PassKind, facts: str, own_version: int, at_ms: Ms) -> str:
    """Return the token of a seat link, as it is in the hour of `at_ms`.

    It changes when the seat changes hands and when its player is removed; one for an absent player's seat
    also when that player has moved since.
    """
    version = own_version if kind == "absent" else 0
    text = f"{kind} {version} {at_ms // HOUR_MS} {facts}"
    return hmac.digest(derived_key(secret, "pass"), text.encode(), "sha256")[:16].hex()


def _kind_of(token: str, secret: bytes, facts: str, own_version: int, now: Ms) -> PassKind | None:
    """Return for what this token was made, in this hour or the one before; None if it opens nothing."""
    rights: list[tuple[PassKind, Ms]] = [(kind, at) for kind in PASS_KINDS for at in (now, now - HOUR_MS)]
    fits: PassKind | None = None
    for kind, at in rights:  # all of them: the time taken says nothing
        if hmac.compare_digest(_pass(secret, kind, facts, own_version, at).encode(), token.encode()):
            fits = kind
    return fits


def _no_pass() -> ApiError:
    return ApiError.of(
        "NOT_ALLOWED",
        "This seat link is not valid: it was used, its time is over, or the player has come back.",
        "Request a new one.",
    )


async def _is_absent(cell: Cell, found: TableRow, seat: Seat) -> bool:
    return seat not in await _here(cell, found)


async def _not_taken(cell: Cell, place: PlayerRow, table: UUID) -> ApiError:
    """Return why a seat could not be taken by a valid link: its player is back, or another was faster."""
    now = await table_row(cell, table)
    still = any(one.seat == place.seat and one.account == place.account for one in now.places)
    return player_here(place) if still else ApiError.of("SEAT_TAKEN")


def player_here(place: PlayerRow) -> ApiError:
    """Return the error for taking something from a player who is at the table."""
    return ApiError.of("PLAYER_HERE", f"{place.name} is at the table and plays for themselves.")


async def _may_replace(cell: Cell, found: TableRow, account: UUID, seat: Seat) -> PlayerRow:
    place = _person(found, seat)
    if place.account != account:
        here = await _here(cell, found)
        _host_or_next(found, account, here)
        if seat in here:
            raise player_here(place)
    elif is_removed(found, account):
        raise was_removed()
    return place


async def check_gone(cell: Cell, found: TableRow, account: UUID, seat: Seat) -> IsAbsent:
    """Raise ApiError unless the host may remove the player in a seat.

    The player must be absent, and a bot must play for them. Returns the check to make again when the seat
    is changed.
    """
    _running(found)
    place = await _may_replace(cell, found, account, seat)
    if place.level is None:
        raise ApiError.of(
            "NOTHING_TO_DO",
            f"A bot must play for {place.name} before you can remove them.",
            "Let a bot play for them first, then remove them.",
        )
    return partial(_is_absent, cell, found, seat)


def was_removed() -> ApiError:
    """Return the error for a player whom the host has removed."""
    return ApiError.of(
        "NOT_ALLOWED", "The host has removed you from this table.", "Ask the host to let you back."
    )


def removed_stays(place: PlayerRow) -> ApiError:
    """Return the error for giving a seat or the host's role to a removed player."""
    return ApiError.of("NOT_ALLOWED", f"{place.name} was removed from this table.", "Let them back in first.")


async def end(cell: Cell, account: UUID, table: UUID) -> TableRow:
    """End a game that all others have left, as the host. Idempotent."""
    found = await visible_row(cell, table, account)
    if found.status == "abandoned":
        return found
    _running(found)
    here = await _here(cell, found)
    _host_or_next(found, account, here)
    others = [place for place in _people(found) if place.account != account and place.seat in here]
    if others:
        names = ", ".join(place.name for place in others)
        raise ApiError.of(
            "PLAYER_HERE", f"You can end the game only when the others have left. Still here: {names}."
        )
    await _end(cell, table)
    return await _changed(cell, found, account, "TABLE_ENDED")


async def ask_end(cell: Cell, account: UUID, table: UUID, *, is_asking: bool) -> TableRow:
    """Propose to end the game, or withdraw that. It ends once all players propose it. Idempotent."""
    found = await visible_row(cell, table, account)
    if found.status == "abandoned":
        return found
    _running(found)
    seat = seat_of(found, account)
    if seat is None:
        raise ApiError.of("NOT_ALLOWED", "Only people who play at a table can ask for its end.")
    if next(place.wants_end for place in found.places if place.seat == seat) != is_asking:
        await limit_lines(cell.node, account)
        code = "END_REQUESTED" if is_asking else "END_REQUEST_WITHDRAWN"
        if await cell.seating.ask_end(table, seat, account, is_asking):
            found = await _changed(cell, found, account, f"{code} {seat}")
        else:
            found = await table_row(cell, table)  # done already, or the table has ended
    if found.status != "active" or not all(
        place.wants_end for place in _people(found) if not is_removed(found, place.account)
    ):
        return found
    await _end(cell, table)
    return await _changed(cell, found, account, "TABLE_ENDED")


async def _end(cell: Cell, table: UUID) -> None:
    """End by the game's own abandon action if it has one, else close the table."""
    position = await cell.rooms.room(table).house(
        lambda position: position.game.abandon if position.status == "active" else None
    )
    if position.status == "active":
        await cell.seating.abandon(table)


async def _changed(cell: Cell, found: TableRow, account: UUID, what: str) -> TableRow:
    """Push the change to all watchers on every node, and store it in the chat."""
    position = await cell.rooms.room(found.id).current()
    await publish(cell, _line(cell, found, account, what))
    return await _woken(cell, found.id, position)


def _line(cell: Cell, found: TableRow, account: UUID, what: str) -> ChatMessage:
    """Create the system message of a change; it ends with the actor's name."""
    who = next((place.name for place in found.places if place.account == account), HOUSE_NAME)
    return house_line(cell, found, seat_of(found, account), f"{what} {who}")


async def _woken(cell: Cell, table: UUID, position: Position) -> TableRow:
    """Wake the bots that are to move, and return the table's row."""
    if position.to_act & position.bots.keys():
        for wake in cell.room_context.on_bots:
            wake(table)
    return await table_row(cell, table)


async def _here(cell: Cell, table: TableRow) -> Collection[Seat]:
    """Return the seats of present players; in a table's first moments all of them."""
    first = await cell.journal.rows(table.id, until=1)
    if not first or cell.now.ms() - first[0].at < ARRIVING_MS:
        return range(table.seats)
    return (await cell.node.presence.here([table.id]))[table.id]


def _running(table: TableRow) -> TableRow:
    if table.header is None:
        raise ApiError.of("NOT_STARTED")
    if table.status != "active":
        raise ApiError.of("TABLE_ENDED")
    return table


def _people(table: TableRow) -> list[PlayerRow]:
    return [place for place in table.places if place.kind == "human"]


def _person(table: TableRow, seat: Seat) -> PlayerRow:
    place = next((place for place in _people(table) if place.seat == seat), None)
    if place is None:
        raise ApiError.of("UNKNOWN_PLAYER", f"Seat {seat} has no human player.")
    return place


def _host_or_next(table: TableRow, account: UUID, here: Collection[Seat]) -> None:
    """Raise ApiError unless the caller is the host, or a player while the host is absent."""
    if account == table.host:
        return
    seat, hosts = seat_of(table, account), seat_of(table, table.host)
    if seat is None or hosts is None or hosts in here:
        raise ApiError.of("NOT_HOST")
