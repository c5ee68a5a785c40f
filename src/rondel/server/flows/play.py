"""One move, as a straight line: authorize, load, due deadlines, decide, append, reply, announce."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec

from rondel.kernel import HOUSE, Ms, Refusal, Row, Seat, TakeBack
from rondel.server.answers import Denied
from rondel.server.flows.halt import halting
from rondel.server.flows.load import at_version, enter, load, reload, reseat
from rondel.server.flows.take_back import taken_back
from rondel.server.node import Node
from rondel.server.ports import Due, Entry, StoredRow, standing
from rondel.server.record import Projectable
from rondel.server.sitting import Passed, Sitting, decided, folding, written
from rondel.wire.codec import codec_of

ATTEMPTS: Final = 32
"""How often a move is decided anew because somebody was faster, before its player is asked to try again."""


class Asked(msgspec.Struct, frozen=True):
    """A move as somebody sent it. Without `exp` it is meant for whatever is true now.

    `account` is whose seat it must be still when the move is kept; a bot's move has none.
    """

    table: UUID
    id: UUID
    action: bytes
    exp: int | None = None
    account: UUID | None = None


class Played(msgspec.Struct, frozen=True):
    """A move that is committed: at which version, whether it had been before, and the table now."""

    sitting: Sitting
    seat: Seat
    version: int
    dup: bool


async def play(node: Node, account: UUID | None, asked: Asked, key: str | None = None) -> Played:
    """A move of the seat the account has at this table. An answer means committed."""
    _, seat = await enter(node, account, asked.table, key)
    return await play_as(node, seat, msgspec.structs.replace(asked, account=account))


async def play_as(node: Node, seat: Seat | None, asked: Asked) -> Played:
    """Decide a move of a seat and keep it; or raise the Refusal, or Denied."""
    async with halting(node, asked.table), node.live.turn(asked.table):
        sitting = await fire_due(node, await load(node, asked.table))
        action = codec_of(sitting.game).asked(asked.action)
        for _ in range(ATTEMPTS):
            try:
                after, entry = await _decide(node, sitting, seat, action, asked)
            except (Refusal, Denied):
                # no nack without a look at the truth: it may be done already, or this not be the head
                newer = await _look(node, sitting, seat, action, asked)
                if newer is sitting:
                    raise
            else:
                if seat is not None and await append(node, sitting, after, entry):
                    node.failpoints.reach("before_ack")
                    return Played(after, seat, after.version, dup=False)
                newer = await _look(node, sitting, seat, action, asked)
                if newer is sitting:
                    raise await _stuck(node, sitting)
            if isinstance(newer, Played):
                return newer
            sitting = await fire_due(node, newer)
    raise Denied.of("UNAVAILABLE")


async def fire(node: Node, due: Due) -> None:
    """A deadline has come: let the House act at that table, if nobody has."""
    async with halting(node, due.table), node.live.turn(due.table):
        sitting = await load(node, due.table)
        await fire_due(node, sitting if sitting.version >= due.version else await reload(node, sitting))


async def _decide(
    node: Node, sitting: Sitting, seat: Seat | None, action: Any, asked: Asked
) -> tuple[Sitting, Entry]:
    if sitting.ground.table.halted is not None:
        raise Denied.of("TABLE_HALTED")
    if sitting.ground.table.status == "abandoned":
        raise Denied.of("TABLE_ENDED")
    if asked.exp is not None and type(action) not in sitting.game.on_head:
        await _check_exp(node, sitting, seat, asked.exp)
    now = node.now.ms()
    row, state = (
        await taken_back(node, sitting, seat, now)
        if isinstance(action, TakeBack)
        else decided(sitting, seat, action, now)
    )
    return written(sitting, row, state, asked.id, node.settings.snapshot_every, asked.account)


async def _check_exp(node: Node, sitting: Sitting, seat: Seat | None, exp: int) -> None:
    """A late action counts if no row since is the seat's own, and it owed a move at `exp` and ever since."""
    if exp == sitting.version:
        return
    if exp > sitting.version or seat is None:
        raise Denied.of("STALE_VERSION")
    since = await _since(node, sitting, exp)
    if any(passed.row.actor == seat for passed in since[1:]) or not all(
        seat in step.to_act for step in since
    ):
        raise Denied.of("STALE_VERSION")


async def _since(node: Node, sitting: Sitting, exp: int) -> Sequence[Passed]:
    """The step to `exp` and every one after it, remembered or read again."""
    if exp > sitting.first_remembered:
        return sitting.since(exp - 1)
    then = await at_version(node, sitting, max(exp - 1, 0))
    rows = await node.journal.rows(sitting.id, after=then.version, until=sitting.version)
    return [later.tail[-1] for later in folding(then, rows)]


async def _look(
    node: Node, sitting: Sitting, seat: Seat | None, action: Any, asked: Asked
) -> Played | Sitting:
    """One look at the truth: the move, if its id is there already; else the table at its head."""
    look = await node.journal.look(sitting.id, asked.id)
    if look.head > sitting.version:
        sitting = await reload(node, sitting)
    if look.standing != standing(sitting.ground.table):
        sitting = await reseat(node, sitting)
    if look.row is None:
        return sitting
    return _as_before(sitting, seat, action, look.row)


def _as_before(sitting: Sitting, seat: Seat | None, action: Any, row: StoredRow) -> Played:
    same = row.seat == seat and row.action == codec_of(sitting.game).action_bytes(action)
    if seat is None or not same:
        raise Denied.of("ID_REUSE")
    return Played(sitting, seat, row.version, dup=True)


async def fire_due(node: Node, sitting: Sitting) -> Sitting:
    """Let the House act on every deadline that has passed, before anybody else acts or sees."""
    while sitting.due_at is not None and (now := node.now.ms()) >= sitting.due_at:
        deadline = sitting.game.deadline(sitting.state)
        if deadline is None or sitting.ground.table.halted is not None:
            break
        try:
            sitting = await house(node, sitting, deadline.action, deadline.decided_at(now))
        except Refusal as refusal:
            raise AssertionError(f"a deadline is due and refused: {refusal.code}") from None
        node.metrics.deadline(now - deadline.at_ms)
    return sitting


async def house(node: Node, sitting: Sitting, action: Any, now: Ms) -> Sitting:
    """The House acts once, whoever lets it: its id follows from table, version and action."""
    row, state = decided(sitting, HOUSE, action, now)
    return await keep(node, sitting, row, state)


async def keep(node: Node, sitting: Sitting, row: Row, state: Any) -> Sitting:
    """Append a House row; where somebody was faster, the table as it is now."""
    told = codec_of(sitting.game).action_bytes(row.action)
    action_id = sitting.ground.house_id(row.version, told)
    after, entry = written(sitting, row, state, action_id, node.settings.snapshot_every)
    if await append(node, sitting, after, entry):
        return after
    newer = await reload(node, sitting)
    if newer.version == sitting.version:
        raise await _stuck(node, sitting)
    return newer


async def _stuck(node: Node, sitting: Sitting) -> Denied:
    """Nothing can be appended, and nobody was faster: it was halted or ended, or this node is behind."""
    node.live.forget(sitting.id)
    table = await node.tables.get(sitting.id)
    if table is not None and table.status == "abandoned":
        return Denied.of("TABLE_ENDED")
    return Denied.of("UNAVAILABLE" if table is None or table.halted is None else "TABLE_HALTED")


async def append(node: Node, before: Sitting, after: Sitting, entry: Entry) -> bool:
    """Commit, then remember and announce; False if somebody was faster."""
    node.failpoints.reach("before_append")
    kept = await node.journal.append(entry)
    if kept is None:
        return False
    node.failpoints.reach("before_announce")
    node.now.learn(kept.now)
    node.epoch = max(node.epoch, kept.epoch)
    node.live.put(after)
    node.projector.note(projectable(before, after))
    node.metrics.move(after.game.name)
    await announce(node, after, entry)
    return True


def projectable(before: Sitting, after: Sitting) -> Projectable:
    """What the record is made of."""
    row, players = after.tail[-1].row, after.ground.players
    return Projectable(after.game, after.id, players, before.state, row, after.state, after.digest)


async def announce(node: Node, after: Sitting, entry: Entry) -> None:
    """Tell the sockets here, the other nodes, and whoever waits for a deadline or for a bot's turn."""
    node.hub.moved(after.id)
    await node.bus.announce([(after.id, after.version)])
    if entry.due_at is not None:
        for wake in node.on_due:
            wake(entry.due_at)
    if entry.bots_to_act:
        for wake_bots in node.on_bots:
            wake_bots(after.id)
