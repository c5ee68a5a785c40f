"""Calls: the doors a game has of its own, by name."""

from typing import Any
from uuid import UUID

import msgspec

from rondel.kernel import Asker, Call, Row, observes
from rondel.server.answers import Denied
from rondel.server.flows.load import enter
from rondel.server.flows.play import Asked, Played, play
from rondel.server.flows.watch import present
from rondel.server.ids import new_id
from rondel.server.node import Node
from rondel.server.sitting import Sitting, line_of
from rondel.wire.codec import codec_of
from rondel.wire.strict import Malformed
from rondel.wire.transcript import row_of


async def call(
    node: Node,
    account: UUID | None,
    table: UUID,
    name: str,
    body: bytes,
    *,
    exp: int | None = None,
    request_id: UUID | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """Make an Action of the body, play it, and answer as the game does; a call without one only reads."""
    sitting, seat = await enter(node, account, table, key)
    found = sitting.game.calls.get(name)
    if found is None:
        raise Denied.of("NO_SUCH_GAME", f"{sitting.game.title} has no call {name!r}.")
    if found.ask is None:
        sitting, seat = await present(node, account, table, key)
        await node.projector.until(sitting.game, table, sitting.version)
        told = found.tell(sitting.game.view(sitting.state, seat), (), sitting.ground.players)
        return {"gameId": str(table), **told}
    action = _action(found, sitting, seat, body)
    asked = Asked(table, request_id or new_id(), codec_of(sitting.game).action_bytes(action), exp)
    return await _told(node, found, await play(node, account, asked, key))


def _action(found: Call[Any, Any, Any], sitting: Sitting, seat: int | None, body: bytes) -> Any:
    assert found.ask is not None
    assert found.body is not None
    if seat is None:
        raise Denied.of("NO_SEAT")
    try:
        return found.ask(
            msgspec.json.decode(body or b"{}", type=found.body), Asker(seat, sitting.ground.players)
        )
    except ValueError as error:  # msgspec's own, or of a body that cannot be an Action
        raise Malformed(f"{error}.") from None


async def _told(node: Node, found: Call[Any, Any, Any], played: Played) -> dict[str, Any]:
    sitting = played.sitting
    await node.projector.until(sitting.game, sitting.id, played.version)
    view = sitting.game.view(sitting.state, played.seat)
    row = await _row(node, sitting, played.version)
    heard = [event for event in row.events if observes(played.seat, sitting.game.audience(event))]
    told = found.tell(view, heard, sitting.ground.players)
    return {"version": played.version, "dup": played.dup, **told, "view": view}


async def _row(node: Node, sitting: Sitting, version: int) -> Row:
    if version > sitting.first_remembered:
        return sitting.since(version - 1)[0].row
    stored = await node.journal.rows(sitting.id, after=version - 1, until=version)
    return row_of(sitting.game, line_of(stored[0]))
