"""Turn notifications: recipients, timing, channels and texts.

A notification is planned after a delay, in which the player may move. It names the game and the table, and
holds only public information.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog

from rondel.kernel import Ms
from rondel.server.cells.cell import Cell
from rondel.server.cells.cells import Cells
from rondel.server.cells.node_context import NodeContext
from rondel.server.flows.emails.emails import TurnEmail, digest_letter, turn_email, turn_note
from rondel.server.flows.messages.alerts import preferences_of, stop_token
from rondel.server.flows.tables.lobby import tables_of
from rondel.server.ports.access import seat_of
from rondel.server.ports.alerts import Channel, Device, Digest, NotificationPreferences
from rondel.server.ports.ids import HOME, new_id
from rondel.server.ports.messages import (
    DeliveryCancelledError,
    DeliveryUnknownError,
    Go,
    Mail,
    UndeliverableError,
)
from rondel.server.ports.notices import Later, Notice, OutboxEntry
from rondel.server.ports.people import Account
from rondel.server.ports.tables import TableRow
from rondel.server.ports.value import StoreUnavailableError
from rondel.server.rooms.position import notifies_immediately
from rondel.server.runtime.watchdog import GAME_CODE

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
PATIENCE_MS: Final = 10 * MINUTE_MS
"""A message waits at most this long while its reader is at the table."""

LEFT_H: Final = (8, 4, 1)
"""A reminder is sent when this many hours are left."""

APART_MS: Final = 30 * MINUTE_MS
"""A reminder that would come sooner after the first message is left out."""

PERIOD_MS: Final[Mapping[Digest, Ms]] = {"hourly": HOUR_MS, "daily": 24 * HOUR_MS}
MORNING_MS: Final = 7 * HOUR_MS
"""A daily digest goes out at this time of the day, by UTC."""

SENDING_MS: Final = 60_000
"""A worker that needs longer to hand over a message counts as dead."""

REST_MS: Final = 500
TRIES: Final = 8
FIRST_REST_MS: Final = 30_000
LONGEST_REST_MS: Final = HOUR_MS

_log = structlog.get_logger()


async def plan(cells: Cells, cell: Cell, owed: OutboxEntry) -> None:
    """Plan the notifications of a turn, and schedule the next check."""
    table = await cell.tables.get(owed.table)
    account = await _player(cells.node, table, owed)
    if table is None or account is None or table.id in await cells.node.alerts.muted(account.id):
        await cell.notices.plan(owed, ())
        return
    wishes = await preferences_of(cells.node, account.id)
    until = await _not_before(cell, table, owed, wishes)
    if until is not None and until > cell.now.ms():
        await cell.notices.postpone(owed, until)
        return
    notices = [notice async for notice in _notices(cell, table, owed, account, wishes)]
    for digest in (each for each in notices if each.table is None):
        await cells.home.notices.add(digest)  # one for all cells; idempotent
    of_table = [each for each in notices if each.table is not None]
    await cell.notices.plan(owed, of_table, _reminders(owed, cell.now.ms()) if notices else ())


async def _player(node: NodeContext, table: TableRow | None, owed: OutboxEntry) -> Account | None:
    places = () if table is None else table.places
    account = next((place.account for place in places if place.seat == owed.seat), None)
    return None if account is None else await node.people.account(account)


async def _not_before(
    cell: Cell, table: TableRow, owed: OutboxEntry, wishes: NotificationPreferences
) -> Ms | None:
    """Return when to notify: after a delay, later while the player is present; or at a reminder's hours.

    At a table opened with immediate notifications, at once, even while the player is present.
    """
    hours = hours_of(owed.kind)
    if hours is not None:
        return None if owed.runs_out_at is None else owed.runs_out_at - hours * HOUR_MS
    if _is_immediate(cell.node, table):
        return owed.at
    now = cell.now.ms()
    if now >= owed.at + wishes.delay_ms and now < owed.at + PATIENCE_MS and await _is_here(cell.node, owed):
        return now + MINUTE_MS
    return owed.at + wishes.delay_ms


def _is_immediate(node: NodeContext, table: TableRow) -> bool:
    """Whether the table was opened with immediate notifications."""
    game = node.games.get(table.game)
    with GAME_CODE:
        return game is not None and notifies_immediately(game, table)


async def _is_here(node: NodeContext, owed: OutboxEntry) -> bool:
    try:
        return owed.seat in (await node.presence.here([owed.table]))[owed.table]
    except StoreUnavailableError:
        return False


def hours_of(kind: str) -> int | None:
    """Return the hours left at a reminder of this kind; None for the turn itself."""
    return int(kind.removeprefix("left_").removesuffix("h")) if kind.startswith("left_") else None


def _reminders(owed: OutboxEntry, now: Ms) -> Sequence[Later]:
    if owed.kind != "turn" or owed.runs_out_at is None:
        return ()
    moments = [(hours, owed.runs_out_at - hours * HOUR_MS) for hours in LEFT_H]
    return [Later(f"left_{hours}h", at) for hours, at in moments if at - now >= APART_MS]


async def _notices(
    cell: Cell, table: TableRow, owed: OutboxEntry, account: Account, wishes: NotificationPreferences
) -> AsyncIterator[Notice]:
    """Yield one notification per channel of the player."""
    if hours_of(owed.kind) is not None and owed.runs_out_at is None:
        return  # the clock is paused
    now = cell.now.ms()
    if account.email is not None and wishes.by_mail:
        period = PERIOD_MS.get(wishes.digest)
        if owed.kind == "turn" and period is not None:
            yield _digest(account, now, period)
        elif await _may_mail(cell.node, table, account):
            yield _notice(owed, account, "mail", now)
    if wishes.hook is not None:
        yield _notice(owed, account, "hook", now)
    for device in await cell.node.alerts.devices(account.id):
        yield _notice(owed, account, "push", now, device)


async def _may_mail(node: NodeContext, table: TableRow, account: Account) -> bool:
    constants = node.settings.constants
    rate = constants.immediate_notice_rate if _is_immediate(node, table) else constants.notice_rate
    wait = await node.limits.take(f"notices:{account.id}:{table.id}", burst=rate.burst, per_ms=rate.per_ms)
    if wait:
        node.metrics.notice("mail", "too many")
    return not wait


def _notice(
    owed: OutboxEntry, account: Account, channel: Channel, now: Ms, device: Device | None = None
) -> Notice:
    parts = (
        owed.table,
        owed.seat,
        owed.version,
        owed.kind,
        channel,
        *(() if device is None else (device.id,)),
    )
    return Notice(
        id=new_id(),
        key=":".join(map(str, parts)),
        account=account.id,
        kind=owed.kind,
        channel=channel,
        due_at=now,
        table=owed.table,
        seat=owed.seat,
        version=owed.version,
        device=None if device is None else device.id,
    )


def _digest(account: Account, now: Ms, period: Ms) -> Notice:
    """Return the digest of this hour or day."""
    offset = MORNING_MS % period
    at = ((now - offset) // period + 1) * period + offset
    return Notice(new_id(), f"{account.id}:digest:{at}", account.id, "digest", "mail", at)


async def deliver(cells: Cells, cell: Cell, notice: Notice) -> None:
    """Send a notification, and store the outcome. Delivery happens at most once."""

    async def go() -> bool:
        cells.node.failpoints.reach("before_sending")
        if not await _is_wanted(cell, notice):
            await cell.notices.passed(notice.id)
            return False
        is_to_go = await cell.notices.sending(notice.id, lease_ms=SENDING_MS)
        if is_to_go:
            cells.node.failpoints.reach("after_sending")
        return is_to_go

    try:
        is_sent = await _send(cells, cell, notice, go)
        cells.node.failpoints.reach("before_sent")
    except DeliveryCancelledError:
        became = "passed"
    except DeliveryUnknownError as why:
        became, text = "unknown", str(why)
        await _retry_until_stored(lambda: cell.notices.unknown(notice.id, text))
    except UndeliverableError as why:
        became = "dead"
        await _mark_dead(cell, notice, str(why))
    except StoreUnavailableError as why:
        became = await _schedule_retry(cell, notice, str(why))
    else:
        became = "sent" if is_sent else "passed"
        await _retry_until_stored(lambda: (cell.notices.sent if is_sent else cell.notices.passed)(notice.id))
    cells.node.metrics.notice(notice.channel, became)
    if became in ("dead", "unknown"):
        _log.warning("notice.ended", kind=notice.channel, reason=became, account=str(notice.account))


async def _is_wanted(cell: Cell, notice: Notice) -> bool:
    """Return whether the account still wants it. Home checks again when it marks the row."""
    if cell.number == HOME:
        return True
    account, wishes = notice.account, await preferences_of(cell.node, notice.account)
    if await cell.node.people.account(account) is None or notice.table in await cell.node.alerts.muted(
        account
    ):
        return False
    match notice.channel:
        case "mail":
            return wishes.by_mail
        case "hook":
            return wishes.hook is not None
        case "push":
            return notice.device in {device.id for device in await cell.node.alerts.devices(account)}


async def _retry_until_stored(write: Callable[[], Awaitable[None]]) -> None:
    """Retry a write until it is stored or the lease expires. Until then no other node sends the notice."""
    for _ in range(SENDING_MS // REST_MS - 1):
        try:
            return await write()
        except StoreUnavailableError:
            await asyncio.sleep(REST_MS / 1000)
    return await write()


async def _schedule_retry(cell: Cell, notice: Notice, why: str) -> str:
    """Schedule a retry with backoff; mark the notification dead after the last one."""
    if notice.tries + 1 >= TRIES:
        await cell.notices.dead(notice.id, why)
        return "dead"
    rest = min(FIRST_REST_MS * 4**notice.tries, LONGEST_REST_MS)
    await cell.notices.again(notice.id, at=cell.now.ms() + rest, message=why)
    return "again"


async def _mark_dead(cell: Cell, notice: Notice, why: str) -> None:
    """Mark the notification dead, and drop a push subscription that is gone."""
    await cell.notices.dead(notice.id, why)
    if notice.device is not None:
        await cell.node.alerts.drop_device(notice.account, notice.device)


async def _send(cells: Cells, cell: Cell, notice: Notice, go: Go) -> bool:
    """Deliver by its channel. Returns False if there is no content or no destination."""
    account = await cells.node.people.account(notice.account)
    if account is None:
        return False
    if notice.table is None:
        return await _send_digest(cells, notice, account, go)
    table = await cell.tables.get(notice.table)
    if table is None:
        return False
    turn = _turn(cells.node, table, hours_of(notice.kind))
    match notice.channel:
        case "mail":
            return await _mail(cells.node, notice, account, turn, go)
        case "hook":
            return await _hook(cells.node, notice, account, turn, go)
        case "push":
            return await _push(cells.node, notice, account, turn, go)


def _turn(node: NodeContext, table: TableRow, hours: int | None = None) -> TurnEmail:
    game = node.games.get(table.game)
    title = table.game if game is None else game.title
    return TurnEmail(title, table.code, f"{_home(node)}/t/{table.id}", hours)


def _home(node: NodeContext) -> str:
    return node.settings.public_url.rstrip("/")


async def _mail(node: NodeContext, notice: Notice, account: Account, turn: TurnEmail, go: Go) -> bool:
    if account.email is None:
        return False
    token = await _stop_token(node, account, notice.table)
    letter = turn_email(
        to=account.email,
        turn=turn,
        stop=f"{_home(node)}/stop-mail#{token}",
        language=account.language,
        product=node.settings.name,
    )
    await node.mailer.send(_signed(node, letter, notice, token), go)
    return True


async def _send_digest(cells: Cells, notice: Notice, account: Account, go: Go) -> bool:
    tables = await _waiting(cells, account.id)
    if account.email is None or not tables:
        return False
    token = await _stop_token(cells.node, account, None)
    letter = digest_letter(
        to=account.email,
        tables=[_turn(cells.node, table) for table in tables],
        stop=f"{_home(cells.node)}/stop-mail#{token}",
        language=account.language,
        product=cells.node.settings.name,
    )
    await cells.node.mailer.send(_signed(cells.node, letter, notice, token), go)
    return True


async def _waiting(cells: Cells, account: UUID) -> Sequence[TableRow]:
    """Return the unmuted tables where the account is to move."""
    muted = await cells.node.alerts.muted(account)
    tables = await tables_of(cells, account, limit=100)
    return [
        table
        for table in tables.rows
        if table.status == "active" and table.id not in muted and seat_of(table, account) in table.to_act
    ]


async def _stop_token(node: NodeContext, account: Account, table: UUID | None) -> str:
    """Return an unsubscribe token, signed by a key that is created once and stored."""
    return stop_token(await node.alerts.wish(await preferences_of(node, account.id)), table)


def _signed(node: NodeContext, letter: Mail, notice: Notice, token: str) -> Mail:
    return msgspec.structs.replace(
        letter, id=f"notice-{notice.id}", unsubscribe=f"{_home(node)}/api/stop-mail/{token}"
    )


async def _hook(node: NodeContext, notice: Notice, account: Account, turn: TurnEmail, go: Go) -> bool:
    wishes = await preferences_of(node, account.id)
    if wishes.hook is None:
        return False
    note = turn_note(turn, account.language)
    payload = {
        "username": node.settings.name,
        "content": f"{note.title} ({note.text})\n{turn.link}",
        "allowed_mentions": {"parse": []},
    }
    await node.hooks.post(wishes.hook, msgspec.json.encode(payload), id=notice.id, go=go)
    return True


async def _push(node: NodeContext, notice: Notice, account: Account, turn: TurnEmail, go: Go) -> bool:
    devices = await node.alerts.devices(account.id)
    device = next((device for device in devices if device.id == notice.device), None)
    if device is None or notice.table is None:
        return False
    payload = {**turn_note(turn, account.language)._asdict(), "table": str(notice.table)}
    await node.pusher.push(device, msgspec.json.encode(payload), topic=notice.table.hex, go=go)
    return True
