"""Invitations: what may be said of a table to somebody who has its link, before anybody is signed in."""

from typing import NamedTuple
from uuid import UUID

from rondel.server.answers import Denied
from rondel.server.flows.lobby import by_code
from rondel.server.flows.watch import look_at
from rondel.server.node import Node
from rondel.server.ports import TableRow, Unavailable


class Invitation(NamedTuple):
    """Which game is played, and who hosts the table."""

    game: str
    title: str
    host: str


async def invitation(node: Node, link: UUID | str, key: str | None = None) -> Invitation | None:
    """What a link says, by the table's id or its code. A private table is found by its id and key alone.

    None for a table that there is not as for one that may not be looked at, and where the store is away.
    """
    try:
        if isinstance(link, str):
            table = await by_code(node, link)
        else:
            table, _ = await look_at(node.cells.at(link), None, link, key)
        game = node.games.get(table.game)
        host = await _host(node, table)
    except (Denied, Unavailable):
        return None
    return None if game is None or host is None else Invitation(game.name, game.title, host)


async def _host(node: Node, table: TableRow) -> str | None:
    """What the host is called at the table, or elsewhere; None for somebody who is gone."""
    for place in table.places:
        if place.account == table.host:
            return place.name
    account = await node.people.account(table.host)
    return None if account is None else account.name
