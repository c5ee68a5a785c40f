"""Invitations: what may be said of a table to somebody who has its link, before anybody is signed in."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from rondel.kernel import About
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.errors import ApiError
from rondel.server.flows.play.watch import look_at
from rondel.server.flows.tables.lobby import by_code
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError


class Invitation(NamedTuple):
    """Which game is played, who hosts the table, and what the game says about itself by language."""

    game: str
    title: str
    host: str
    about: Mapping[str, About]


async def invitation(cells: Cells, link: UUID | str) -> Invitation | None:
    """What a link says, by the table's id or its code.

    None for a private table as for one that there is not, and where the store is away.
    """
    try:
        if isinstance(link, str):
            table = await by_code(cells, link)
        else:
            table, _ = await look_at(cells.at(link), None, link)
        game = cells.node.games.get(table.game)
        host = await _host(cells.node, table)
    except (ApiError, StoreUnavailableError):
        return None
    return None if game is None or host is None else Invitation(game.name, game.title, host, game.about)


async def _host(node: NodeContext, table: TableRow) -> str | None:
    """What the host is called at the table, or elsewhere; None for somebody who is gone."""
    for place in table.places:
        if place.account == table.host:
            return place.name
    account = await node.people.account(table.host)
    return None if account is None else account.name
