"""Opening a table: its random secret is committed before anybody joins."""

import secrets
from typing import Final
from uuid import UUID

import msgspec

from rondel.kernel import AnyGame, commitment
from rondel.kernel.chance import SECRET_BYTES
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.chat import publish_house
from rondel.server.flows.tables.stored import table_row, visible_row
from rondel.server.ports.access import seat_of
from rondel.server.ports.ids import new_code, new_id, new_key
from rondel.server.ports.names import table_name
from rondel.server.ports.people import Account
from rondel.server.ports.placement import Placement
from rondel.server.ports.tables import Access, RematchExistsError, TableLimitError, TableRow
from rondel.server.rooms.position import options_of
from rondel.server.runtime.watchdog import GAME_CODE
from rondel.wire.codec import codec_of
from rondel.wire.strict import MalformedError

CODES: Final = 32
"""How many codes are tried for a table: one in 2^40 is taken by each table that there is."""


async def open_table(
    cells: Cells,
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
    """Open a table with these options. Others join by its code and, if private, its key.

    It is stored in its host's cell; a rematch in the cell of the table before.
    """
    cell = await cells.place(account.id) if rematch_of is None else cells.at(rematch_of)
    rules = cells.node.games.get(game)
    if rules is None:
        raise ApiError.of("NO_SUCH_GAME")
    if not cells.node.settings.offers(game):
        raise ApiError.of("NO_SUCH_GAME", f"This server does not offer new tables of {rules.title}.")
    with GAME_CODE:
        chosen = codec_of(rules).options(_with_seats(rules, options, seats))
    called = None if name is None else table_name(name)
    table_id, secret = new_id(cell.number), secrets.token_bytes(SECRET_BYTES)
    for _ in range(CODES):
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
            created_at=cell.now.ms(),
            rematch_of=rematch_of,
            lesson=lesson,
            name=called,
        )
        if await _opened(cells.placement, cell, table, secret):
            return table
    raise ApiError.of("UNAVAILABLE", "No free code was found for the table. No table was opened.")


async def _opened(placement: Placement | None, cell: Cell, table: TableRow, secret: bytes) -> bool:
    """Store the table. Returns False if a table in any cell has its code."""
    if placement is not None and not await placement.reserve(table.code, table.id):
        return False
    try:
        is_opened = await cell.tables.open(table, secret, most=cell.node.settings.open_tables)
    except (TableLimitError, RematchExistsError) as refused:
        if placement is not None:
            await placement.release(table.code, table.id)
        if isinstance(refused, TableLimitError):
            raise ApiError.of("TOO_MANY_TABLES") from None
        raise
    return is_opened


async def rematch(cells: Cells, account: Account, table: UUID) -> TableRow:
    """Open a rematch with the same options. Idempotent: a table has one rematch."""
    cell = cells.at(table)
    before = await visible_row(cell, table, account.id)
    if seat_of(before, account.id) is None and before.host != account.id:
        raise ApiError.of("NOT_ALLOWED", "Only those who played may ask for a rematch.")
    if before.lesson is not None:
        raise ApiError.of("NOT_ALLOWED", "Lessons have no rematch. Start the lesson again.")
    if before.status not in ("completed", "abandoned"):
        raise ApiError.of("NOT_FINISHED")
    if (known := await cell.tables.rematch_of(table)) is not None:
        return known
    try:
        opened = await open_table(
            cells,
            account,
            game=before.game,
            options=_options_of(cells.node, before),
            access=before.access,
            seats=before.seats,
            name=before.name,
            rematch_of=table,
        )
    except RematchExistsError:  # another player asked at the same moment
        if (known := await cell.tables.rematch_of(table)) is None:
            raise
        return known
    seat = seat_of(before, account.id)
    who = next((place.name for place in before.places if place.seat == seat), account.name)
    await publish_house(cell, before, seat, f"REMATCH {who}")
    return opened


async def rename(cell: Cell, account: UUID, table: UUID, name: str) -> TableRow:
    """Set or clear the table's name, as its host."""
    found = await visible_row(cell, table, account)
    if found.host != account:
        raise ApiError.of("NOT_HOST")
    called = table_name(name)
    if called != found.name:
        await cell.tables.rename(table, called)
        cell.rooms.room(table).sync()
        await cell.node.bus.announce([(table, 0)])
    return await table_row(cell, table)


def _options_of(node: NodeContext, table: TableRow) -> bytes:
    game = node.games.get(table.game)
    if game is None:
        return table.options
    with GAME_CODE:
        return options_of(game, table)


def _with_seats(game: AnyGame, options: bytes, seats: int | None) -> bytes:
    """Return the options with the number of seats, for games that have it as an option."""
    if seats is None or "seats" not in game.types.options.__struct_fields__:
        return options
    try:
        fields = msgspec.json.decode(options, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedError(f"{error}.") from None
    if "seats" in fields:
        return options
    return msgspec.json.encode({"seats": seats, **fields})


def _seats(game: AnyGame, options: object, seats: int | None) -> int:
    wanted = getattr(options, "seats", None) or seats or game.seats[0]
    if wanted not in game.seats:
        raise MalformedError(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} seats, not {wanted}.")
    return int(wanted)
