"""Open a table: the secret of its luck is committed to before anybody sits down."""

import secrets
from uuid import UUID

import msgspec

from rondel.kernel import AnyGame, commitment
from rondel.kernel.chance import SECRET_BYTES
from rondel.server.access import seat_of
from rondel.server.answers import Denied
from rondel.server.flows.chat import publish_house
from rondel.server.flows.tables import table_row, visible_row
from rondel.server.ids import new_code, new_id, new_key
from rondel.server.names import table_name
from rondel.server.node import Node
from rondel.server.ports import Access, Account, TableRow, TooManyOpen
from rondel.server.position import options_of
from rondel.server.watchdog import GAME_CODE
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed


async def open_table(
    node: Node,
    account: Account,
    *,
    game: str,
    options: bytes = b"{}",
    access: Access = "unlisted",
    seats: int | None = None,
    name: str | None = None,
    rematch_of: UUID | None = None,
    lesson: str | None = None,
) -> TableRow:
    """A new table with these options; its code and, if private, its key open it to others.

    It is opened in the cell that is its host's; a rematch in that of the table before.
    """
    if rematch_of is None:
        node = await node.cells.place(account.id)
    rules = node.games.get(game)
    if rules is None:
        raise Denied.of("NO_SUCH_GAME")
    if not node.settings.offers(game):
        raise Denied.of("NO_SUCH_GAME", f"This server does not offer new tables of {rules.title}.")
    with GAME_CODE:
        chosen = codec_of(rules).options(_with_seats(rules, options, seats))
    called = None if name is None else table_name(name)
    table_id, secret = new_id(node.cell), secrets.token_bytes(SECRET_BYTES)
    while True:
        table = TableRow(
            id=table_id,
            game=game,
            rules=rules.rules,
            options=codec_of(rules).noun_bytes(chosen),
            seats=_seats(rules, chosen, seats),
            code=new_code(),
            access=access,
            key=new_key() if access == "private" else None,
            host=account.id,
            commitment=commitment(secret, str(table_id)),
            created_at=node.now.ms(),
            rematch_of=rematch_of,
            lesson=lesson,
            name=called,
        )
        if await _opened(node, table, secret):
            return table


async def _opened(node: Node, table: TableRow, secret: bytes) -> bool:
    """Whether it was opened: not if another table, in whichever cell, has its code."""
    placement = node.cells.placement
    if placement is not None and not await placement.reserve(table.code, table.id):
        return False
    try:
        is_opened = await node.tables.open(table, secret, most=node.settings.open_tables)
    except TooManyOpen:
        if placement is not None:
            await placement.release(table.code, table.id)
        raise Denied.of("TOO_MANY_TABLES") from None
    return is_opened


async def rematch(node: Node, account: Account, table: UUID) -> TableRow:
    """The same game with the same options once more: one new table, whoever asks for it first."""
    before = await visible_row(node, table, account.id)
    if seat_of(before, account.id) is None and before.host != account.id:
        raise Denied.of("NOT_ALLOWED", "Only those who played may ask for a rematch.")
    if before.lesson is not None:
        raise Denied.of("NOT_ALLOWED", "A lesson has no rematch; it can be taken again.")
    if before.status not in ("completed", "abandoned"):
        raise Denied.of("NOT_FINISHED")
    if (known := await node.tables.rematch_of(table)) is not None:
        return known
    opened = await open_table(
        node,
        account,
        game=before.game,
        options=_options_of(node, before),
        access=before.access,
        seats=before.seats,
        name=before.name,
        rematch_of=table,
    )
    first = await node.tables.rematch_of(table) or opened
    if first.id == opened.id:
        seat = seat_of(before, account.id)
        who = next((place.name for place in before.places if place.seat == seat), account.name)
        await publish_house(node, before, seat, f"REMATCH {who}")
    return first


async def rename(node: Node, account: UUID, table: UUID, name: str) -> TableRow:
    """The host calls the table something, or nothing."""
    found = await visible_row(node, table, account)
    if found.host != account:
        raise Denied.of("NOT_HOST")
    called = table_name(name)
    if called != found.name:
        await node.tables.rename(table, called)
        node.rooms.room(table).bring_up()
        await node.bus.announce([(table, 0)])
    return await table_row(node, table)


def _options_of(node: Node, table: TableRow) -> bytes:
    game = node.games.get(table.game)
    if game is None:
        return table.options
    with GAME_CODE:
        return options_of(game, table)


def _with_seats(game: AnyGame, options: bytes, seats: int | None) -> bytes:
    """The options with the number of seats in them, for games that have it among their options."""
    if seats is None or "seats" not in game.nouns.options.__struct_fields__:
        return options
    try:
        said = msgspec.json.decode(options, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{error}.") from None
    if "seats" in said:
        return options
    return msgspec.json.encode({"seats": seats, **said})


def _seats(game: AnyGame, options: object, seats: int | None) -> int:
    wanted = getattr(options, "seats", None) or seats or game.seats[0]
    if wanted not in game.seats:
        raise Malformed(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {wanted}.")
    return int(wanted)
